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
    /// Annotations, the oldest first.
    annotations: Vec<AnnotationOfField>,
}

#[derive(Schema)]
pub struct PageAnnotations {
    #[schema(flatten)]
    pub page: PageMembers,
    #[schema(example = 8)]
    pub page_id: i64,
    /// The number of annotations on the page: at most 500.
    #[schema(example = 1)]
    pub total: u64,
    /// Holders in the order of their first annotations.
    pub holders: Vec<AnnotatedHolder>,
}

/// Annotations of a page
///
/// Lists the annotations of a page by what they are about, each with what its field holds now: a page of the list has up to `limit` blocks
/// and copies, each with all of its annotations. Any member of the page's space can read them.
#[endpoint(
    get = "/session/research/pages/{id}/annotations", session, module = "research", paged = 500, guard = PageRole::Viewer,
    guard_path(page_id = id), body = PageAnnotations
)]
pub fn list_annotations(request: &Request, query: PageQuery) -> Result<Answer, Problem> {
    let all: Vec<Annotation> = SelectAnnotationsOfPage {}.all()?;
    let total = all.len();
    let mut held: Vec<Vec<Annotation>> = Vec::new();
    for one in all {
        let is_of = |known: &&mut Vec<Annotation>| {
            known.first().is_some_and(|first| (first.holder_type, first.holder_id) == (one.holder_type, one.holder_id))
        };
        match held.iter_mut().find(is_of) {
            Some(known) => known.push(one),
            None => held.push(vec![one]),
        }
    }
    let place = |annotations: &Vec<Annotation>| [annotations.first().map_or(0, |first| first.id)];
    let mut lists = SideBySide::of(request);
    let held = lists.read(
        |behind: Option<[i64; 1]>, _| {
            held.retain(|annotations| behind.is_none_or(|behind| place(annotations) > behind));
            Ok(held)
        },
        place,
    )?;
    let holders = shown(held)?;
    Ok(Answer::object()
        .member("page_id", &query.id)
        .member("total", &total)
        .page_members(request, holders.len(), lists.next_place())
        .member("holders", &holders)
        .into())
}

fn field_of(one: &Annotation) -> Field<'_> {
    Field { holder_type: one.holder_type, holder_id: one.holder_id, path: &one.target_field.0 }
}

/// The holders with what their fields hold.
fn shown(held: Vec<Vec<Annotation>>) -> Result<Vec<AnnotatedHolder>, Problem> {
    let fields: Vec<Field<'_>> = held.iter().flatten().map(field_of).collect();
    let mut values = field::values(&fields)?.into_iter();
    let mut with_value = |annotation: Annotation| {
        let value = values.next().flatten();
        AnnotationOfField {
            annotation,
            value_characters: value.as_ref().map(|value| value.chars().count() as u64),
            value: value.map(|value| value.chars().take(SHOWN_CHARACTERS).collect()),
        }
    };
    let holder = |annotations: Vec<Annotation>| {
        let (holder_type, holder_id) = annotations.first().map(|first| (first.holder_type, first.holder_id))?;
        let annotations = annotations.into_iter().map(&mut with_value).collect();
        Some(AnnotatedHolder { holder_type, holder_id, annotations })
    };
    Ok(held.into_iter().filter_map(holder).collect())
}
