//! Callers and their entitlements: API keys, people and their sessions, organizations, plans.
//!
//! Always true here: a key, a password or another secret is in a [`Secret`](quarry_contract::Secret), which neither logs nor formats; a key is
//! stored only as its SHA-256; nothing fails open (a key that could not be confirmed is refused); what an organization
//! may do comes from one function, [`Entitlements::in_force`](quarry_contract::Entitlements::in_force). Times are handed in by the caller.
//!
//! To add an allowance or a feature: a column of `plans` (a migration), a variant of `contract::Allowance` or `contract::Feature`.
//! To add a reason to refuse a key: a variant of [`KeyRejection`], decided in `key_state`, published in `problems`.

#![forbid(unsafe_code)]

mod api_key;
mod confirmed_cache;
mod error;
pub mod jobs;
mod key_record;
mod key_rejection;
mod key_state;
mod keys;
pub mod live_messages;
pub mod mail;
pub mod module_switches;
mod new_accounts;
pub mod object_links;
mod opaque_token;
mod organizations;
pub mod outbound;
pub mod outbox;
mod passwords;
mod people;
pub mod personal_data;
mod plan_lookup;
mod problems;
mod sample;
mod sample_people;
pub mod secrets;
mod sessions;
mod sign_in;
pub mod tenants;
mod users;

pub use api_key::{ApiKey, Environment, MalformedKey};
pub use error::IdentityError;
pub use key_record::{KeyRecord, NewKey};
pub use key_rejection::KeyRejection;
pub use key_state::key_lookup_statement;
pub use keys::Keys;
pub use new_accounts::{
    AccountComponent, AccountComponents, AccountStatement, AccountStatementError, NewAccount, NewAccounts,
    PreparationError,
};
pub use opaque_token::OpaqueToken;
pub use organizations::{
    Invited, KeySettings, MintedKey, OrganizationError, Organizations, SingleSignOn, SingleSignOnChange,
};
pub use passwords::{PasswordError, Passwords};
pub use people::{BegunImpersonation, People, PeopleError, Privileges};
pub use plan_lookup::OrganizationProfile;
pub use sample::{KEY_HOLDER_EMAIL, SampleAccess, SampleError, seed_sample};
pub use sample_people::{SamplePerson, seed_sample_people};
pub use sessions::{
    LiveSession, NewSession, RefreshError, SUDO_WINDOW, SessionSettings, SessionState, Sessions, SignInFrom, SignedInBy,
};
pub use sign_in::{
    AccountHolder, AskedThrough, AuthenticatorSetup, BeginProvider, Credentials, Finding, Letters, LockedOut,
    NewInvitation, Proof, ProviderChoice, ProviderCode, ProviderError, ProviderHttp, ProviderSettings, Providers,
    RESERVED_KEY_PREFIX, RecoveryLetters, SetupKind, SignIn, SignInError, TwoFactorStatus, WeakPassword, store_failed,
};
pub use users::{CreatedUser, NewOrganization, NewUser, OrganizationKind, Role, STAFF_PERMISSIONS, Users};
