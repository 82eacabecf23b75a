//! The stored forms of components' secrets: fingerprints to find them by, and the sealed form that components store.
//!
//! Always true: a component holds handles, fingerprints and sealed bytes, never a secret; all of it is worked out under
//! keys that are made of one secret of the deployment and the component's name, so nothing of one component means
//! anything to another, and a stolen app store without its `deployment_secrets` opens none.
//!
//! To add a use of secrets: its key's context in [`keys`], its function here, its verb in `capabilities/secrets.rs`.

mod keys;
mod seal;
mod token;

pub use keys::SecretKeys;
pub use seal::Origin;
pub use token::mint;
