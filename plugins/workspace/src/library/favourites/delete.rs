//! `DELETE /session/watchlist/{id}`.

use crate::library::favourites::OwnFavourite;
use quarry_sdk::prelude::*;

statement!(app_store, DeleteFavourite, "src/library/favourites/delete_favourite.sql");

#[derive(Parameters)]
pub struct FavouritePath {
    /// Id of the favourite.
    #[parameter(path, minimum = 1, example = "7")]
    pub id: i64,
}

/// Remove a favourite
#[endpoint(delete = "/session/watchlist/{id}", session, module = "prices", status = 204, guard = OwnFavourite)]
pub fn delete_favourite(_path: FavouritePath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(DeleteFavourite {})?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
