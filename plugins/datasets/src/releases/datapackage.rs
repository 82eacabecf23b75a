//! `datapackage.json`: a Data Package of Frictionless, version 2.

use crate::releases::ReleaseRow;
use crate::releases::documents::AboutRelease;
use crate::releases::file::ReleaseFile;
use crate::requests::ExportFormat;
use quarry_dataset_catalogue::description::as_of_blocks;
use quarry_dataset_catalogue::{Column, ColumnKind, Selection};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;

/// Describes the files of data, each as a resource of its own.
pub fn of(about: &AboutRelease, files: &[ReleaseFile]) -> Json {
    let AboutRelease { release, selection, written, made_at } = about;
    let pins = release.pins.as_deref().unwrap_or_default();
    let resources: Vec<Json> =
        files.iter().filter_map(|file| file.format.map(|format| resource(release, selection, file, format))).collect();
    let mut package = json!({
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": format!("{}-{}", release.dataset, release.name()),
        "title": release.title(),
        "description": selection.dataset.description,
        "version": release.name(),
        "created": made_at.to_string(),
        "keywords": [selection.dataset.category.word(), release.dataset],
        "resources": resources,
        "as_of": written.as_of.map(|as_of| as_of.to_string()),
        "as_of_blocks": as_of_blocks(pins),
        "data_version": written.data_version.to_string(),
        "citation": release.citation_of(written.as_of),
    });
    if let Some(reason) = &release.reason {
        package["reason"] = json!(reason);
    }
    package
}

fn resource(release: &ReleaseRow, selection: &Selection, file: &ReleaseFile, format: ExportFormat) -> Json {
    let columns = selection.columns.iter().filter_map(|name| selection.dataset.column(name));
    let fields: Vec<Json> = columns.map(|column| field(column, format)).collect();
    let mut resource = json!({
        // Names of resources have no capitals and no spaces.
        "name": format!("{}-{}-{}", release.dataset, format.word(), file.part).replace('_', "-"),
        // Where it is a table frictionless compares neither size nor hash of Parquet, and says that they differ.
        "type": if format == ExportFormat::Csv { "table" } else { "file" },
        "title": release.title(),
        "path": file.name,
        "format": format.word(),
        "mediatype": file.media_type,
        "bytes": file.bytes,
        "hash": format!("sha256:{}", file.sha256),
        "schema": { "fields": fields, "missingValues": [""] },
    });
    if format == ExportFormat::Csv {
        resource["encoding"] = json!("utf-8");
        // The line of names is in the first part alone.
        resource["dialect"] = json!({ "header": file.part == 1, "delimiter": ",", "lineTerminator": "\r\n" });
    }
    resource
}

fn field(column: &Column, format: ExportFormat) -> Json {
    let r#type = match (column.kind, format) {
        (ColumnKind::Integer, _) | (ColumnKind::RawAmount, ExportFormat::Csv) => "integer",
        (ColumnKind::Decimal, ExportFormat::Csv) => "number",
        (ColumnKind::Boolean, _) => "boolean",
        (ColumnKind::Time, _) => "datetime",
        (ColumnKind::List, ExportFormat::Csv) => "array",
        // Parquet has no numbers of any size, so they are texts in it.
        _ => "string",
    };
    let mut field = json!({ "name": column.name, "type": r#type, "description": column.description });
    if let Some(unit) = column.unit {
        field["unit"] = json!(unit);
    }
    field
}
