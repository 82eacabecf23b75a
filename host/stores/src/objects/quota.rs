//! The quota of a component.

use std::collections::BTreeMap;

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

/// The quotas of all components.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectQuotas {
    pub all: ObjectQuota,
    /// Those of components that have another one, by their names.
    pub own: BTreeMap<String, ObjectQuota>,
}

impl ObjectQuotas {
    pub(super) fn of(&self, component: &str) -> ObjectQuota {
        self.own.get(component).copied().unwrap_or(self.all)
    }
}
