//! `GET /session/reading-lists/{list_id}`

use crate::access::{ListPath, ListRank};
use crate::links::{Link, SelectLinks};
use crate::lists::ReadingList;
use quarry_sdk::prelude::*;

statement!(app_store, SelectList, "src/lists/reading_list.sql");

/// A list with what stands on it.
#[derive(Schema)]
pub struct OneReadingList {
    #[schema(rows = SelectList)]
    pub reading_list: ReadingList,
    /// In their order.
    #[schema(rows = SelectLinks)]
    pub links: Vec<Link>,
}

/// A reading list
#[endpoint(get = "/session/reading-lists/{list_id}", session, guard = ListRank::Reader, body = OneReadingList)]
pub fn get_reading_list(_path: ListPath) -> Result<Answer, Problem> {
    answer()
}

/// The list of the guard.
pub fn answer() -> Result<Answer, Problem> {
    let list = SelectList {}.query()?;
    Ok(Answer::object().row("reading_list", list).rows("links", SelectLinks {}.query()?).into())
}
