//! `GET /session/reading-lists`

use crate::lists::ReadingList;
use quarry_sdk::prelude::*;

statement!(app_store, ListReadingLists, "src/lists/list_reading_lists.sql");

#[derive(Schema)]
pub struct ReadingLists {
    #[schema(flatten)]
    pub page: PageMembers,
    /// The newest first.
    #[schema(rows = ListReadingLists)]
    pub reading_lists: Vec<ReadingList>,
}

/// Your reading lists
#[endpoint(get = "/session/reading-lists", session, paged, body = ReadingLists)]
pub fn list_reading_lists() -> Result<Answer, Problem> {
    Ok(Answer::object().page("reading_lists", ListReadingLists {}.query()?).into())
}
