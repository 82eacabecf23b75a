//! Changes that the admins of an organization make to access: its API keys, its invitations and its identity provider.
//!
//! Always true here: who asks is looked up in the transaction that makes the change, so nobody changes anything who was
//! demoted a moment ago; staff who act as somebody else change nothing; each change writes its audit entry, and the email
//! to the person where there is one, in that same transaction.
//!
//! To add a change: a file here that begins with [`authority::manager`], and its verb in `capabilities`.

mod authority;
mod error;
mod invitations;
mod mint_key;
mod revoke_keys;
mod rotate_key;
mod single_sign_on;

pub use error::OrganizationError;
pub use invitations::Invited;
pub use mint_key::{KeySettings, MintedKey};
pub use single_sign_on::{SingleSignOn, SingleSignOnChange};

use crate::{Keys, Letters};
use quarry_stores::app::AppStore;

/// The organizations of a deployment. A clone shares the store and the cache of keys.
#[derive(Clone)]
pub struct Organizations {
    store: AppStore,
    keys: Keys,
    letters: Letters,
}

impl Organizations {
    /// `keys` is what the edge asks too: what is revoked here is forgotten there.
    pub fn new(store: AppStore, keys: Keys, letters: Letters) -> Organizations {
        Organizations { store, keys, letters }
    }
}
