//! An address that is not connected to.

use thiserror::Error;

/// An address that is not connected to. The sentence names the kind and not the address, which may be the inside of a
/// network that the reader does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct RefusedAddress {
    pub(super) kind: &'static str,
}
