//! `PUT /session/reading-lists/{list_id}/members/{user_id}`

use crate::access::ListRank;
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, UpsertMember, "src/members/upsert_member.sql");
statement!(app_store, SelectOtherOwner, "src/members/other_owner.sql");

#[derive(Parameters)]
pub struct MemberPath {
    /// The list.
    #[parameter(path, minimum = 1, example = "1")]
    pub list_id: i64,
    /// The person.
    #[parameter(path, minimum = 1, example = "2")]
    pub user_id: i64,
}

/// The person's new rank.
#[derive(Deserialize, Schema)]
pub struct NewRank {
    rank: ListRank,
}

/// Put somebody on a list, or give them another rank
///
/// For owners.
#[endpoint(
    put = "/session/reading-lists/{list_id}/members/{user_id}", session, status = 204, guard = ListRank::Owner,
    changes_ranks,
    refuses(422, "last_owner", "The only owner stays: make somebody else an owner first."),
    body = ()
)]
pub fn put_reading_list_member(
    path: MemberPath,
    JsonBody(NewRank { rank }): JsonBody<NewRank>,
) -> Result<Answer, Problem> {
    let user_id = path.user_id;
    let transaction = Transaction::begin()?;
    // Nobody else changes ranks of this list until the transaction ends.
    if rank != ListRank::Owner && transaction.query(SelectOtherOwner { user_id })?.is_empty() {
        return Err(Problem::new(422, "last_owner", "The only owner stays: make somebody else an owner first."));
    }
    transaction.execute(UpsertMember { user_id, rank: Choice::word(&rank).to_owned() })?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
