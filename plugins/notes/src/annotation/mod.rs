//! Annotations: notes about one field of a block, or of a saved copy.
//!
//! Always true here: an annotation lies on the page of its holder and goes with it. When it is written its field holds a value.

pub mod access;
pub mod create;
pub mod delete;
pub mod field;
pub mod list;
pub mod update;

use crate::note::color::Color;
use field::{HolderType, TargetField};
use quarry_sdk::prelude::*;

statement!(app_store, SelectAnnotation, "src/annotation/annotation.sql");
statement!(app_store, ExportAnnotations, "src/annotation/export_annotations.sql");

/// A note about a field.
#[derive(Row, Schema, Serialize)]
pub struct Annotation {
    /// Id of the annotation, unique in a deployment.
    #[schema(example = 44)]
    pub id: i64,
    /// The page on which its holder lies.
    #[schema(example = 8)]
    pub page_id: i64,
    #[schema(example = 4)]
    pub space_id: i64,
    pub holder_type: HolderType,
    /// The block's id, or the saved copy's.
    #[schema(example = 31)]
    pub holder_id: i64,
    pub target_field: TargetField,
    #[schema(example = "Twice what the pool held.")]
    pub content: String,
    pub color: Color,
    /// The author of the annotation.
    #[row(prefix = "author_")]
    pub author: NamedPerson,
    pub created_at: Time,
    pub updated_at: Time,
}

/// The annotation, as the transaction sees it.
fn one(transaction: &Transaction, id: i64) -> Result<Annotation, Problem> {
    let found = transaction.one(SelectAnnotation { id })?;
    found.ok_or_else(|| Problem::not_found(format!("There is no annotation {id} here.")))
}

/// The audit log's record of an annotation. Its text stays in its space, because people outside the space read the log.
fn audited(annotation: &Annotation) -> serde_json::Value {
    json!({
        "space_id": annotation.space_id, "page_id": annotation.page_id, "holder_type": annotation.holder_type.word(),
        "holder_id": annotation.holder_id, "color": annotation.color, "characters": annotation.content.chars().count(),
    })
}
