//! Limits of a file, as the target and the deployment give them.

/// The limits of one file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caps {
    pub(super) rows: u64,
    pub(super) bytes: u64,
}
