//! `DELETE /session/citations/{id}`.

use crate::references::{ReferenceAccess, ReferencePath, SelectReference};
use quarry_figures::references::{self, SpaceCitation};
use quarry_sdk::prelude::*;

statement!(app_store, DeleteReference, "src/references/delete_reference.sql");

/// Remove a citation of the active space
///
/// Removes the citation from the space. The public record stays: others may cite it, and its hash may be in print. Needs the role `editor`
/// or `owner`.
#[endpoint(
    delete = "/session/citations/{id}", session, module = "research", status = 204, guard = ReferenceAccess::Editor, body = ()
)]
pub fn delete_citation(path: ReferencePath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before: Option<SpaceCitation> = transaction.one(SelectReference {})?;
    transaction.execute(DeleteReference {})?;
    if let Some(before) = before {
        let entry = AuditEntry::of("citation.removed", "citation", &path.id);
        transaction.audit(entry.before(&references::audited(&before)))?;
    }
    transaction.commit()?;
    Ok(Answer::no_content())
}
