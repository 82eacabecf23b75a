//! `POST /session/reading-lists`

use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, InsertList, "src/lists/insert_list.sql");
statement!(
    app_store,
    InsertOwner,
    "src/lists/insert_owner.sql",
    unguarded = "The list was made in the same transaction, and belongs to its maker."
);

/// A list to make.
#[derive(Deserialize, Schema)]
pub struct NewReadingList {
    #[schema(single_line, min_length = 1, max_length = 120, example = "Depegs")]
    title: String,
    #[schema(multi_line, max_length = 2000, example = "Before the talk in March", optional)]
    note: Option<String>,
}

/// The list that was made, which its maker owns.
#[derive(Row, Serialize, Schema)]
pub struct CreatedReadingList {
    #[schema(example = 1)]
    id: i64,
}

/// Make a reading list
#[endpoint(post = "/session/reading-lists", session, status = 201, body = CreatedReadingList)]
pub fn create_reading_list(
    JsonBody(NewReadingList { title, note }): JsonBody<NewReadingList>,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let created = transaction.one::<CreatedReadingList>(InsertList { title, note, created_at: Time::now() })?;
    let created =
        created.ok_or_else(|| Problem::new(503, "data_source_unavailable", "No list was made; try again."))?;
    transaction.execute(InsertOwner { list_id: created.id })?;
    transaction.commit()?;
    Ok(Answer::json(&created).with_status(201))
}
