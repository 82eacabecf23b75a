//! The sources of what answers say, as far as their changes are counted: an answer that is kept stands while they do.
//!
//! To add one: its case here, its tables in `runtime/capabilities/data_sources.rs`, and its number in `assembly/data_versions.rs`.

/// Data whose changes are counted by one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataSource {
    /// The tables that ingest writes.
    Warehouse,
    /// The registry of chain events.
    Timeline,
    /// The switches of modules.
    Switches,
}

impl DataSource {
    /// Each of them, in the order of [`DataSource::index`].
    pub const ALL: [DataSource; 3] = [DataSource::Warehouse, DataSource::Timeline, DataSource::Switches];

    /// Its place among all of them.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}
