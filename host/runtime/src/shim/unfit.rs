//! The one reason for which a component stays as it is.

/// The component is not of the shape that this understands.
#[derive(Debug, thiserror::Error)]
#[error("the component has no shim, or another one than wit-component writes")]
pub(super) struct Unfit;

/// The reason why there is no component without its shim.
pub(super) type Error = wasm_encoder::reencode::Error<Unfit>;

pub(super) const UNFIT: Error = Error::UserError(Unfit);
