//! The definition of each dataset, and its one bounded query, for the families that list, export, cite or teach them.
//!
//! A [`Dataset`] says of itself what it has; a [`Selection`] is what somebody asks of it, understood; and what a selection gives is
//! read by the dataset's own statement and by no other. A family that reads datasets has no SQL of its own for them.
//!
//! Always true here: what a selection refuses is refused before anything is read or written, with a sentence for each field.
//!
//! To add a dataset: its statement beside those of its category, which gives all its columns and takes what its filters bind
//! ([`Filter`]); its entry there; its line in `figures/dataset_figures.sql`; and, where it can have any number of rows, its statement in
//! `figure_of`.

mod built_in;
pub mod column;
pub mod components;
pub mod dataset;
pub mod description;
pub mod dex;
pub mod events;
pub mod figure_of;
pub mod figures;
pub mod filter;
pub mod filters;
pub mod frozen;
pub mod known;
pub mod lending;
pub mod newest;
pub mod pins;
pub mod raw;
pub mod rows_of;
pub mod selection;
pub mod size;
pub mod versions;
pub mod writing;

pub use column::{Column, ColumnKind};
pub use dataset::{Category, Dataset, FrozenBy};
pub use description::Description;
pub use figure_of::{Aggregate, Figure};
pub use filter::{Filter, FilterField, FilterKind, Period};
pub use filters::{Addresses, Filters};
pub use frozen::Frozen;
pub use known::{EventSignature, KnownChain, KnownNames, KnownProtocol};
pub use pins::{Pin, Pins};
pub use selection::Selection;
pub use size::Size;
pub use writing::{FileFormat, FileTarget, WrittenFile, WrittenPart};

/// Every dataset: those of this crate by category, and those of other components behind them.
pub fn datasets() -> impl Iterator<Item = &'static Dataset> {
    built_in::datasets().chain(components::datasets())
}

/// The dataset of that key.
pub fn dataset(key: &str) -> Option<&'static Dataset> {
    match components::is_of_a_component(key) {
        true => components::datasets().iter().find(|dataset| dataset.key == key),
        false => built_in::datasets().find(|dataset| dataset.key == key),
    }
}
