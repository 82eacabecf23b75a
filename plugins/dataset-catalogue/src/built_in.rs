//! The datasets of this crate.

use crate::dataset::Dataset;
use crate::{dex, events, lending, raw};

/// Each, by category.
pub(crate) fn datasets() -> impl Iterator<Item = &'static Dataset> {
    raw::DATASETS.iter().chain(dex::DATASETS).chain(lending::DATASETS).chain(events::DATASETS)
}
