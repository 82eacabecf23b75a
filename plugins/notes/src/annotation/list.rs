//! `GET /session/research/pages/{id}/annotations`.

use crate::annotation::Annotation;
use crate::annotation::field::{self, Field, HolderType};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, SelectAnnotationsOfPage, "src/annotation/annotations_of_page.sql");

/// Characters of a field's value that the view shows.
const SHOWN_CHARACTERS: usize = 300;

#[derive(Parameters)]
pub struct PageQuery {
    /// The research page.
    #[parameter(path, minimum = 1, example = "8")]
    id: i64,
}

/// An annotation beside what its field holds.
#[derive(Schema, Serialize)]
pub struct AnnotationOfField {
    #[serde(flatten)]
    #[schema(flatten)]
    annotation: Annotation,
    /// The first 300 characters of what the field holds now; null where a change of the block left nothing there.
    #[schema(example = "1000")]
    value: Option<String>,
    /// The number of characters of the whole value.
    #[schema(example = 4)]
    value_characters: Option<u64>,
}

/// A block or saved copy with its annotations.
#[derive(Schema, Serialize)]
pub struct AnnotatedHolder {
    holder_type: HolderType,
    /// The block's id, or the saved copy's.
    #[schema(example = 31)]
    holder_id: i64,
    /// The oldest first.
    annotations: Vec<AnnotationOfField>,
}

#[derive(Schema, Serialize)]
pub struct PageAnnotations {
    #[schema(example = 8)]
    page_id: i64,
    /// The number of annotations on the page: at most 500.
    #[schema(example = 1)]
    total: u64,
    /// In the order of their first annotations.
    holders: Vec<AnnotatedHolder>,
}

/// Annotations of a page
///
/// All of them, by what they are about, each with what its field holds now. For any member of the page's space.
#[endpoint(
    get = "/session/research/pages/{id}/annotations", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = PageAnnotations
)]
pub fn list_annotations(query: PageQuery) -> Result<Answer, Problem> {
    let annotations: Vec<Annotation> = SelectAnnotationsOfPage {}.all()?;
    let total = annotations.len() as u64;
    let fields: Vec<Field<'_>> = annotations
        .iter()
        .map(|one| Field { holder_type: one.holder_type, holder_id: one.holder_id, path: &one.target_field.0 })
        .collect();
    let values = field::values(&fields)?;
    let mut holders: Vec<AnnotatedHolder> = Vec::new();
    for (annotation, value) in annotations.into_iter().zip(values) {
        let (holder_type, holder_id) = (annotation.holder_type, annotation.holder_id);
        let annotation = AnnotationOfField {
            annotation,
            value_characters: value.as_ref().map(|value| value.chars().count() as u64),
            value: value.map(|value| value.chars().take(SHOWN_CHARACTERS).collect()),
        };
        match holders.iter_mut().find(|known| known.holder_type == holder_type && known.holder_id == holder_id) {
            Some(known) => known.annotations.push(annotation),
            None => holders.push(AnnotatedHolder { holder_type, holder_id, annotations: vec![annotation] }),
        }
    }
    Ok(Answer::json(&PageAnnotations { page_id: query.id, total, holders }))
}
