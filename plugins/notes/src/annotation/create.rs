//! `POST /session/annotations`.

use crate::annotation::access::HolderRole;
use crate::annotation::field::{self, Field, HolderType, TargetField};
use crate::annotation::{self, Annotation};
use crate::note::color::Color;
use crate::note::{self, Content, Note};
use quarry_sdk::prelude::*;
use quarry_sdk::words::quoted;

statement!(app_store, InsertAnnotation, "src/annotation/insert_annotation.sql", color: Color);
statement!(app_store, CountAnnotationsOfPage, "src/annotation/annotation_count.sql");

/// Annotations that a page has at most.
const MOST_OF_A_PAGE: i64 = 500;

/// The reach of what is written.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnnotationScope {
    /// An annotation of this field.
    #[default]
    Local,
    /// A note of the page's space on the field's value, wherever that is shown.
    Global,
}

/// An annotation to be written.
#[derive(Schema, Deserialize)]
pub struct NewAnnotation {
    holder_type: HolderType,
    /// The block's id, or the saved copy's.
    #[schema(minimum = 1, example = 31)]
    holder_id: i64,
    /// A path into the copy's snapshot, or into the block's attributes; `body` is the block's text.
    target_field: TargetField,
    content: Content,
    /// The colour, one of the five swatches, in upper or lower case; Ocean Blue when left out.
    #[schema(optional, example = "#3F6B2F")]
    color: Option<String>,
    /// The scope of the annotation; `local` by default.
    #[schema(optional, example = "local")]
    #[serde(default)]
    scope: AnnotationScope,
}

/// The annotation or the note that was written.
#[derive(Schema, Serialize)]
pub struct WrittenAnnotation {
    /// The annotation that was written; null where a note was written.
    annotation: Option<Annotation>,
    /// The note that was written; null where an annotation was written.
    note: Option<Note>,
}

/// Annotate a field
///
/// Annotates a field of the holder. Needs the role `editor` or `owner` in the space of the page on which the holder lies. With `scope`
/// `global` it becomes a note on the field's value, which must be an address or a hash, in that space.
#[endpoint(
    post = "/session/annotations", session, module = "research", status = 201, guard = HolderRole::Editor,
    refuses(422, "unresolvable_value", "The path leads to no value; or, for a global note, to one that is no address and no hash."),
    refuses(422, "too_many_annotations", "A page has at most 500 annotations."),
    body = WrittenAnnotation
)]
pub fn create_annotation(JsonBody(new): JsonBody<NewAnnotation>) -> Result<Answer, Problem> {
    let color = new.color.as_deref().map_or(Ok(Color::default()), Color::read)?;
    let (Content(content), TargetField(path)) = (new.content, new.target_field);
    let value = field::value(Field { holder_type: new.holder_type, holder_id: new.holder_id, path: &path })?;
    let transaction = Transaction::begin()?;
    let written = match new.scope {
        AnnotationScope::Global => {
            let Some(value) = note::value::HexValue::read(&value) else {
                let shown = quoted(&path);
                let sentence = format!(
                    "A note with the scope global is about an address or a hash, and {shown} holds neither: take the scope local."
                );
                return Err(field::unresolvable(sentence));
            };
            WrittenAnnotation {
                annotation: None,
                note: Some(note::create::write(&transaction, value, content, color)?),
            }
        }
        AnnotationScope::Local => {
            let total = transaction.query(CountAnnotationsOfPage {})?.integer(0, "total").unwrap_or_default();
            if total >= MOST_OF_A_PAGE {
                let sentence =
                    format!("The page has {total} annotations, and {MOST_OF_A_PAGE} are the most: remove one first.");
                return Err(Problem::new(422, "too_many_annotations", sentence).with("limit", MOST_OF_A_PAGE));
            }
            let holder = |kind: HolderType| (new.holder_type == kind).then_some(new.holder_id);
            let id = transaction.insert(InsertAnnotation {
                block_id: holder(HolderType::Block),
                saved_item_id: holder(HolderType::SavedTransaction),
                target_field: path,
                content,
                color,
                now: Time::now(),
            })?;
            let annotation = annotation::one(&transaction, id)?;
            let entry = AuditEntry::of("annotation.created", "annotation", &id);
            transaction.audit(entry.after(&annotation::audited(&annotation)))?;
            WrittenAnnotation { annotation: Some(annotation), note: None }
        }
    };
    transaction.commit()?;
    Ok(Answer::json(&written).with_status(201))
}
