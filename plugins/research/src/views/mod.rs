//! Views of a project: boards and tables of its pages, by any field, and the ways of looking at it that people keep.

pub mod board;
pub mod create;
pub mod delete;
pub mod fields;
pub mod filters;
pub mod listed;
pub mod place;
pub mod settings;
pub mod table;
pub mod tags;
pub mod toggle_shared;
pub mod wish;

use crate::views::settings::ViewSettings;
use quarry_sdk::prelude::*;

statement!(app_store, SelectViews, "src/views/views_of_project.sql");
statement!(app_store, SelectSeenView, "src/views/seen_view.sql");
statement!(app_store, LockProjectOfView, "src/views/lock_project.sql");
statement!(app_store, CountSharedViews, "src/views/shared_view_count.sql");

/// Views of one project that a person has at most.
pub const MOST_VIEWS: i64 = 100;
/// Shared views of one project. With a person's own they are all listed.
const MOST_SHARED_VIEWS: i64 = 900;

/// The form in which a view shows pages.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    Board,
    Table,
}

/// A view of a project.
#[derive(Row, Schema, Serialize, Debug, Clone, PartialEq)]
pub struct SavedView {
    /// Id of the view, unique in a deployment.
    #[schema(example = 5)]
    pub id: i64,
    /// The project whose pages it shows.
    #[schema(example = 1)]
    pub project_id: i64,
    /// The name that its creator gave it.
    #[schema(example = "By stage")]
    pub name: String,
    /// The form in which it shows pages.
    pub layout: Layout,
    /// The fields and values that it was saved with, whether or not the space still has them.
    #[row(json)]
    pub settings: ViewSettings,
    /// True where every member of the space sees it; otherwise its creator alone does.
    #[schema(example = true)]
    pub is_shared: bool,
    /// The person who made the view.
    #[row(prefix = "created_by_")]
    pub created_by: NamedPerson,
    /// The time at which it was saved.
    pub created_at: Time,
}

/// A view, by a path that calls it `id`.
#[derive(Parameters)]
pub struct ViewPath {
    /// Id of the saved view.
    #[parameter(path, minimum = 1, example = "5")]
    pub id: i64,
}

/// A view that the caller made. The guard binds `tenant` (the space), `view_id` and `project_id`.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/views/view_access.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no view {path.id} here."))]
#[guard(refuses("in_trash", 409, "project_in_trash", "The project lies in the trash: restore it first."))]
#[guard(refuses("not_yours", 403, "forbidden", "Only its creator removes, shares or takes back a view."))]
pub struct OwnView;

/// A view of the guard's project that the caller sees, as the transaction sees it.
fn one(transaction: &Transaction, id: i64) -> Result<SavedView, Problem> {
    transaction.one(SelectSeenView { id })?.ok_or_else(|| gone(id))
}

/// Refuses one more shared view than a project has, as the transaction sees it.
fn refuse_too_many_shared(transaction: &Transaction) -> Result<(), Problem> {
    let shared = transaction.query(CountSharedViews {})?.integer(0, "views").unwrap_or_default();
    if shared <= MOST_SHARED_VIEWS {
        return Ok(());
    }
    let sentence = format!("A project has at most {MOST_SHARED_VIEWS} shared views: keep this one for yourself.");
    Err(Problem::new(422, "too_many_shared_views", sentence).with("limit", MOST_SHARED_VIEWS))
}

fn gone(id: i64) -> Problem {
    Problem::not_found(format!("There is no view {id} of this project here."))
}

/// The audit log's record of a view.
fn audited(view: &SavedView) -> serde_json::Value {
    json!({ "project_id": view.project_id, "layout": view.layout.word(), "is_shared": view.is_shared })
}
