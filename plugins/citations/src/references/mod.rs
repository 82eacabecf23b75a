//! A space's references to public records: one a record, whose id stands in the token that a page has.

pub mod create;
pub mod delete;
pub mod list;

use quarry_sdk::prelude::*;

statement!(app_store, SelectReference, "src/references/reference.sql");
statement!(app_store, ExportCitations, "src/references/export_citations.sql");

/// A citation of the active space, by what the caller is in it.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/references/reference_access.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no citation {path.id} in the active space."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
pub enum ReferenceAccess {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

#[derive(Parameters)]
pub struct ReferencePath {
    /// Id of the citation.
    #[parameter(path, minimum = 1, example = "12")]
    pub id: i64,
}
