//! `DELETE /session/annotations/{id}`.

use crate::annotation;
use crate::annotation::access::{AnnotationPath, AnnotationRole};
use quarry_sdk::prelude::*;

statement!(app_store, DeleteAnnotation, "src/annotation/delete_annotation.sql");

/// Remove an annotation
///
/// Removes the annotation. Needs the role `editor` or `owner`.
#[endpoint(
    delete = "/session/annotations/{id}", session, module = "research", status = 204, guard = AnnotationRole::Editor, body = ()
)]
pub fn delete_annotation(path: AnnotationPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let before = annotation::one(&transaction, path.id)?;
    transaction.execute(DeleteAnnotation {})?;
    transaction
        .audit(AuditEntry::of("annotation.removed", "annotation", &path.id).before(&annotation::audited(&before)))?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
