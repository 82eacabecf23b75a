//! The quota of a component.

/// The most that one component may store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectQuota {
    pub objects: u64,
    pub bytes: u64,
}

impl Default for ObjectQuota {
    fn default() -> Self {
        ObjectQuota { objects: 100_000, bytes: 10 << 30 }
    }
}
