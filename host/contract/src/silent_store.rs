//! The store that did not answer, as an error names it.

/// A store that did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SilentStore {
    Warehouse,
    AppStore,
    Objects,
}

impl SilentStore {
    /// The published word, which `GET /public/status` and the staff console use as well.
    pub fn name(self) -> &'static str {
        match self {
            SilentStore::Warehouse => "warehouse",
            SilentStore::AppStore => "app_store",
            SilentStore::Objects => "objects",
        }
    }
}
