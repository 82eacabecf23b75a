//! Projects: what the pages of a question lie in.

pub mod create;
pub mod delete;
pub mod get;
pub mod list_keyed;
pub mod restore;
pub mod update;

use quarry_sdk::prelude::*;

statement!(app_store, SelectProject, "src/projects/project_fields.sql");

/// Projects that a space has at most, those in the trash included.
pub const MOST_PROJECTS: i64 = 500;

/// The name of a project.
#[derive(Schema, Deserialize)]
#[schema(single_line, min_length = 1, max_length = 120, example = "Liquidations of October")]
pub struct ProjectName(pub String);

/// A project of a space.
#[derive(Row, Schema, Serialize, PartialEq)]
pub struct Project {
    /// Id of the project, unique in a deployment.
    #[schema(example = 1)]
    pub id: i64,
    /// The space in which it lies.
    #[schema(example = 4)]
    pub space_id: i64,
    /// The name that people gave it.
    #[schema(example = "Liquidations of October")]
    pub name: String,
    /// The subject of the project; null where it has no description.
    #[schema(example = "What the fall of October did to borrowers.")]
    pub description: Option<String>,
    /// Pages that are not in the trash.
    #[schema(example = 2)]
    pub page_count: i64,
    /// The person who made the project.
    #[row(prefix = "created_by_")]
    pub created_by: NamedPerson,
    /// The time at which it was made.
    pub created_at: Time,
    /// The time of the last change of the project, its folders or the fields of its pages.
    pub updated_at: Time,
}

/// The guard's project, as the transaction sees it.
fn one(transaction: &Transaction, id: i64) -> Result<Project, Problem> {
    transaction.one(SelectProject { id })?.ok_or_else(|| gone(id))
}

fn gone(id: i64) -> Problem {
    Problem::not_found(format!("There is no project {id} here."))
}
