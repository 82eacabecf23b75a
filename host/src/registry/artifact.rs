//! The form of a component at a registry, that of the WebAssembly working group of the CNCF: an OCI image manifest with one
//! layer of `application/wasm`. `oras` and `wkg` write and read the same.
//!
//! A signature is a second layer, so that it goes wherever the component is copied to.

/// The layer that is the component.
pub const COMPONENT_MEDIA_TYPE: &str = "application/wasm";

/// The layer that is its signature, in the form of minisign.
pub const SIGNATURE_MEDIA_TYPE: &str = "application/vnd.quarry.minisign.v1";

/// The configuration that goes with it, which says what the layer is.
pub(super) const CONFIGURATION_MEDIA_TYPE: &str = "application/vnd.wasm.config.v0+json";

/// The text of a signature has four lines.
pub(super) const MAX_SIGNATURE_BYTES: u64 = 16 << 10;

/// A component that was taken from a registry.
#[derive(Debug)]
pub struct ComponentArtifact {
    pub component: Vec<u8>,
    pub signature: Option<Vec<u8>>,
    /// The place at which it was found, by the digest of its manifest.
    pub origin: String,
}
