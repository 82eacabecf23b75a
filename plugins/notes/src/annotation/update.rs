//! `PATCH /session/annotations/{id}`.

use crate::annotation::access::{AnnotationPath, AnnotationRole};
use crate::annotation::field::{self, Field, TargetField};
use crate::annotation::{self, Annotation, SelectAnnotation};
use crate::note::Content;
use crate::note::color::Color;
use quarry_sdk::prelude::*;

statement!(app_store, UpdateAnnotation, "src/annotation/update_annotation.sql", color: Color);

/// The fields to change. Fields that are left out stay.
#[derive(Schema, Deserialize)]
pub struct AnnotationChange {
    /// The new field, of the same holder.
    #[schema(optional)]
    target_field: Option<TargetField>,
    #[schema(optional)]
    content: Option<Content>,
    /// The colour, one of the five swatches, in upper or lower case.
    #[schema(optional, example = "#6B3A72")]
    color: Option<String>,
}

/// Change an annotation
///
/// Changes the annotation, which stays with its holder. Needs the role `editor` or `owner`.
#[endpoint(
    patch = "/session/annotations/{id}", session, module = "research", guard = AnnotationRole::Editor,
    refuses(422, "unresolvable_value", "The path leads to no value."),
    body = Annotation
)]
pub fn update_annotation(
    path: AnnotationPath,
    JsonBody(change): JsonBody<AnnotationChange>,
) -> Result<Answer, Problem> {
    let color = change.color.as_deref().map(Color::read).transpose()?;
    let gone = || Problem::not_found(format!("There is no annotation {} here.", path.id));
    if let Some(TargetField(target)) = &change.target_field {
        let held: Annotation = SelectAnnotation { id: path.id }.one()?.ok_or_else(gone)?;
        field::value(Field { holder_type: held.holder_type, holder_id: held.holder_id, path: target })?;
    }
    let transaction = Transaction::begin()?;
    let before = annotation::one(&transaction, path.id)?;
    if change.target_field.is_none() && change.content.is_none() && color.is_none() {
        return Ok(Answer::json(&before));
    }
    transaction.execute(UpdateAnnotation {
        target_field: change.target_field.map(|TargetField(target)| target),
        content: change.content.map(|Content(content)| content),
        color,
        now: Time::now(),
    })?;
    let after = annotation::one(&transaction, path.id)?;
    let entry = AuditEntry::of("annotation.changed", "annotation", &path.id);
    transaction.audit(entry.before(&annotation::audited(&before)).after(&annotation::audited(&after)))?;
    transaction.commit()?;
    Ok(Answer::json(&after))
}
