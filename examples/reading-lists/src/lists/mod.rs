//! Lists.

pub mod create;
pub mod get;
pub mod list;
pub mod update;

use crate::access::ListRank;
use quarry_sdk::prelude::*;

/// A list, without what stands on it.
#[derive(Schema)]
pub struct ReadingList {
    #[schema(example = 1)]
    pub id: i64,
    #[schema(example = "Depegs")]
    pub title: String,
    /// Its purpose; null where nobody gave one.
    #[schema(example = "Before the talk in March")]
    pub note: Option<String>,
    pub created_at: Time,
    /// The reader's rank on it.
    pub rank: ListRank,
    /// The number of links on it.
    #[schema(example = 2)]
    pub link_count: i64,
}
