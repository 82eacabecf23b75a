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
    /// What it is for; null where nobody said.
    #[schema(example = "Before the talk in March")]
    pub note: Option<String>,
    pub created_at: Time,
    /// What the reader is on it.
    pub rank: ListRank,
    /// How many links stand on it.
    #[schema(example = 2)]
    pub link_count: i64,
}
