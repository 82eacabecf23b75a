//! Sessions: what staff do who act as somebody else, and beside the ranks.

use super::ShelfPath;
use super::access::{AskedShelfAccess, ShelfAccess};
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, GiveShelfAway, "sql/give_shelf_away.sql");

/// The caller's rank on a shelf.
#[derive(Serialize, Schema)]
pub struct Look {
    /// The rank; null for staff who have no place on it.
    #[schema(example = "owner")]
    rank: Option<String>,
    #[schema(example = 1)]
    shelf_id: i64,
}

impl Look {
    fn of(rank: Option<ShelfAccess>, shelf_id: i64) -> Answer {
        let rank = rank.and_then(|rank| rank.word()).map(str::to_owned);
        Answer::json(&Look { rank, shelf_id })
    }
}

/// Notes that somebody looked, which changes nothing of theirs
#[endpoint(
    post = "/session/shelves/{shelf_id}/looks", session, acting = writes, cache = no_store, body = Look,
    guard = ShelfAccess::Reader
)]
pub fn look_at_shelf(guarded: Guarded<ShelfAccess>, path: ShelfPath) -> Result<Answer, Problem> {
    Ok(Look::of(Some(guarded.rank()), path.shelf_id))
}

/// Show the part that is one person's alone
#[endpoint(
    get = "/session/shelves/{shelf_id}/looks", session, acting = refused, cache = no_store, body = Look,
    guard = ShelfAccess::Owner
)]
pub fn look_into_shelf(guarded: Guarded<ShelfAccess>, path: ShelfPath) -> Result<Answer, Problem> {
    Ok(Look::of(Some(guarded.rank()), path.shelf_id))
}

#[derive(Parameters)]
pub struct AskedShelf {
    /// The shelf; without it the caller's first.
    #[parameter(minimum = 1, example = "1")]
    shelf_id: Option<i64>,
}

/// Show the caller's rank on a shelf that the query names
#[endpoint(get = "/shelves/asked", key = "read", cache = no_store, body = Look, guard = AskedShelfAccess::Editor)]
pub fn look_at_asked_shelf(guarded: Guarded<AskedShelfAccess>, query: AskedShelf) -> Result<Answer, Problem> {
    let shelf_id = guarded.integer("shelf_id").unwrap_or_default();
    let asked = query.shelf_id.unwrap_or(shelf_id);
    if asked != shelf_id {
        return Err(Problem::new(503, "plugin_failed", "The guard found another shelf than was asked for."));
    }
    let rank = guarded.rank().word().map(str::to_owned);
    Ok(Answer::json(&Look { rank, shelf_id }))
}

#[derive(Parameters)]
pub struct NumberPath {
    /// The shelf.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
}

/// Gives a shelf to nobody, for its owners and for staff
#[endpoint(
    delete = "/session/shelves/{id}", session, cache = no_store, body = Look,
    guard = ShelfAccess::Owner, guard_path(shelf_id = id), or_permission = "orgs_manage", changes_ranks
)]
pub fn give_shelf_away(guarded: Guarded<Option<ShelfAccess>>, _path: NumberPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(GiveShelfAway {})?;
    transaction.commit()?;
    Ok(Look::of(guarded.rank(), guarded.tenant()))
}
