//! `PATCH /session/reading-lists/{list_id}`

use crate::access::{ListPath, ListRank};
use crate::lists::get::{self, OneReadingList};
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, UpdateList, "src/lists/update_list.sql");

/// The fields to change. Fields that are left out stay.
#[derive(Deserialize, Schema)]
pub struct ReadingListChange {
    #[schema(single_line, min_length = 1, max_length = 120, example = "Depegs", optional)]
    title: Option<String>,
    /// Null for none.
    #[schema(multi_line, max_length = 2000, example = "Before the talk in March")]
    #[serde(default)]
    note: Patch<String>,
}

/// Change a reading list
#[endpoint(patch = "/session/reading-lists/{list_id}", session, guard = ListRank::Editor, body = OneReadingList)]
pub fn update_reading_list(
    _path: ListPath,
    JsonBody(ReadingListChange { title, note }): JsonBody<ReadingListChange>,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(UpdateList { title, note })?;
    transaction.commit()?;
    get::answer()
}
