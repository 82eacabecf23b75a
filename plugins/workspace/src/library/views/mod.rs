//! Saved views: what a chart or the finder of markets showed, to look at it again.

pub mod accepted;
pub mod create;
pub mod delete;
pub mod name;
pub mod params;

pub use params::ViewKind;

use params::ViewParams;
use quarry_sdk::prelude::*;

statement!(app_store, SelectSavedViews, "src/library/views/saved_views.sql");
statement!(app_store, ExportSavedViews, "src/library/views/export_saved_views.sql");

/// A view that the caller saved.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/library/views/own_saved_view.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no saved view {path.id} in your library."))]
pub struct OwnSavedView;

/// A view as it is stored.
#[derive(Row)]
struct Stored {
    id: i64,
    kind: ViewKind,
    name: String,
    #[row(json)]
    params: ViewParams,
    created_at: Time,
}

/// A saved view.
#[derive(Schema, Serialize)]
pub struct SavedView {
    /// Id of the view, unique in a deployment.
    #[schema(example = 12)]
    pub id: i64,
    pub kind: ViewKind,
    /// The view's name, unique among the person's views.
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc 30d daily")]
    pub name: String,
    pub params: ViewParams,
    /// The page of the application that shows it again.
    #[schema(example = "/prices/0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc?range=30d&period=daily")]
    pub path: String,
    pub created_at: Time,
}

impl From<Stored> for SavedView {
    fn from(stored: Stored) -> SavedView {
        let Stored { id, kind, name, params, created_at } = stored;
        // Views of earlier releases were kept as they were sent.
        let params = params.accepted();
        SavedView { id, kind, name, path: params.path(kind), params, created_at }
    }
}

/// A page of the caller's views, the newest first.
pub fn of_caller(lists: &mut SideBySide<'_>) -> Result<Vec<SavedView>, Problem> {
    let stored: Vec<Stored> = lists.read(
        |behind, most| SelectSavedViews { behind: behind.map(|[id]| id), most }.all(),
        |view: &Stored| [view.id],
    )?;
    Ok(stored.into_iter().map(SavedView::from).collect())
}
