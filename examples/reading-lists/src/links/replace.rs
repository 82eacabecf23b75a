//! `PUT /session/reading-lists/{list_id}/links`

use crate::access::{ListPath, ListRank};
use crate::lists::get::{self, OneReadingList};
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, DeleteLinks, "src/links/delete_links.sql");
statement!(app_store, InsertLinks, "src/links/insert_links.sql");
statement!(app_store, SelectMembers, "src/links/members.sql");

#[derive(Deserialize, Schema)]
pub struct NewLink {
    #[schema(single_line, min_length = 1, max_length = 2000, example = "https://example.org/depegs")]
    url: String,
    #[schema(single_line, max_length = 200, example = "Depegs of March", optional)]
    title: Option<String>,
}

/// All that is to stand on the list.
#[derive(Deserialize, Schema)]
pub struct NewLinks {
    /// In the order in which they are to be read.
    #[schema(max_items = 2000)]
    links: Vec<NewLink>,
}

/// Somebody changed what stands on a list.
#[derive(Serialize, Schema)]
pub struct LinksReplaced {
    #[schema(example = 1)]
    list_id: i64,
}

impl Notification for LinksReplaced {
    const NAME: &'static str = "links.replaced";
    const SUMMARY: &'static str = "Somebody changed what stands on a list.";
}

/// Replace what stands on a list
///
/// The others who are on it are told, if they are connected.
#[endpoint(
    put = "/session/reading-lists/{list_id}/links", session, guard = ListRank::Editor, max_body_bytes = 1048576,
    body = OneReadingList
)]
pub fn replace_reading_list_links(path: ListPath, JsonBody(new): JsonBody<NewLinks>) -> Result<Answer, Problem> {
    let links = new.links.into_iter().zip(0..);
    let links = links.map(|(NewLink { url, title }, position)| InsertLinksLinks { position, url, title }).collect();
    let transaction = Transaction::begin()?;
    transaction.execute(DeleteLinks {})?;
    transaction.execute(InsertLinks { links })?;
    transaction.notify_those(SelectMembers {}, &LinksReplaced { list_id: path.list_id })?;
    transaction.commit()?;
    get::answer()
}
