//! `DELETE /session/saved_queries/{id}`.

use crate::library::views::OwnSavedView;
use quarry_sdk::prelude::*;

statement!(app_store, DeleteSavedView, "src/library/views/delete_saved_view.sql");

#[derive(Parameters)]
pub struct SavedViewPath {
    /// Id of the saved view.
    #[parameter(path, minimum = 1, example = "12")]
    pub id: i64,
}

/// Remove a saved view
#[endpoint(delete = "/session/saved_queries/{id}", session, module = "prices", status = 204, guard = OwnSavedView)]
pub fn delete_saved_view(_path: SavedViewPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(DeleteSavedView {})?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
