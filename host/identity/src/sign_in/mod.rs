//! The ways in: a password with a second factor, a mailed invitation, a mailed recovery, a provider; and what is asked again before
//! something that guards the account is changed.
//!
//! Always true here: who asks learns nothing about whether an account exists, neither from the answer nor from the time it
//! takes (a password is always hashed; mail is written by a job); wrong tries are counted before the password is looked
//! at, in the store, so that all hosts agree; a mailed token works once.
//!
//! To add a way in: a function beside [`SignIn::with_password`] that ends in `admit`, and its grant type in
//! `session_operations`.

mod account;
mod account_holder;
mod admit;
mod attempts;
mod authenticator_secret;
mod author;
mod change_password;
mod error;
mod invitations;
mod letters;
mod locked_out;
mod mailed_password;
mod own_account;
mod password;
mod password_strength;
mod problems;
mod providers;
mod recovery_codes;
mod recovery_job;
mod second_factor;
mod sign_out;
mod sudo;
mod two_factor;
mod with_provider;

pub use account_holder::{AccountHolder, AskedThrough};
pub use error::SignInError;
pub use invitations::NewInvitation;
pub(crate) use invitations::{INVITATION_LIFE, write_invitation};
pub use letters::Letters;
pub use locked_out::LockedOut;
pub use password::Credentials;
pub use password_strength::WeakPassword;
pub use problems::store_failed;
pub use providers::{
    BeginProvider, Finding, ProviderChoice, ProviderCode, ProviderError, ProviderHttp, ProviderSettings, Providers,
    RESERVED_KEY_PREFIX,
};
pub use recovery_job::RecoveryLetters;
pub use sudo::Proof;
pub use two_factor::{AuthenticatorSetup, SetupKind, TwoFactorStatus};

use crate::secrets::SecretKeys;
use crate::{NewAccounts, Passwords, Sessions};
use quarry_stores::app::AppStore;

/// Lets people in. A clone shares the store, the turns of the passwords and the sessions.
#[derive(Clone)]
pub struct SignIn {
    store: AppStore,
    passwords: Passwords,
    sessions: Sessions,
    letters: Letters,
    providers: Providers,
    /// The keys that the secrets of authenticators are sealed with.
    secret_keys: SecretKeys,
    new_accounts: NewAccounts,
}

impl SignIn {
    /// Lets people in by all ways but providers.
    pub fn new(
        store: AppStore,
        passwords: Passwords,
        sessions: Sessions,
        letters: Letters,
        secret_keys: SecretKeys,
    ) -> SignIn {
        let providers = Providers::none(store.clone());
        SignIn { store, passwords, sessions, letters, providers, secret_keys, new_accounts: NewAccounts::default() }
    }

    /// Makes components do their part with each new account.
    pub fn with_new_accounts(mut self, new_accounts: NewAccounts) -> SignIn {
        self.new_accounts = new_accounts;
        self
    }

    /// Lets people in by these providers too.
    pub fn with_providers(mut self, providers: Providers) -> SignIn {
        self.providers = providers;
        self
    }

    pub fn providers(&self) -> &Providers {
        &self.providers
    }

    pub fn sessions(&self) -> &Sessions {
        &self.sessions
    }
}
