//! Components at OCI registries: taken from there to be installed, and put there by their authors.
//!
//! Always true here: a reference names its registry and a tag or a digest, so nothing is looked for elsewhere; a component that
//! is taken has the digest that the manifest names, and the manifest the one that the reference names, if it names one; each
//! part has its largest size and the whole its time; TLS trusts the authorities of the web and the deployment's further ones,
//! and plain HTTP goes to registries of this machine alone, by name; credentials stand in no reference, no error and no log
//! line.
//!
//! Only commands of `quarry plugin` come here, never a host that serves: what serves lies in the data directory. To take another
//! part from an artifact: its media type in `artifact.rs`, its largest size, and its place in `pull.rs` and `publish.rs`.

mod access;
mod artifact;
mod error;
mod memory_bound;
mod publish;
mod pull;
mod reference;

pub use access::{RegistryAccess, RegistryCredentials, RegistrySettings};
pub use artifact::{COMPONENT_MEDIA_TYPE, ComponentArtifact, SIGNATURE_MEDIA_TYPE};
pub use error::RegistryError;
pub use publish::Publication;
pub use reference::{ReferenceError, RegistryReference};
