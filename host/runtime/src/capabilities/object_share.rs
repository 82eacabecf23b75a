//! The share of objects that a call has.

/// Most operations of one call: a gibibyte in pieces of a mebibyte, and as much again.
pub(super) const OPERATIONS: u32 = 2_000;

/// The operations that a call has left, and the uploads that it has open.
pub(super) struct ObjectShare {
    pub(super) operations_left: u32,
    pub(super) open_uploads: u32,
}

impl ObjectShare {
    pub(super) fn new() -> ObjectShare {
        ObjectShare { operations_left: OPERATIONS, open_uploads: 0 }
    }
}
