//! `croissant.json`: the record of a release for machine learning, Croissant 1.0.

use crate::releases::documents::AboutRelease;
use crate::releases::file::ReleaseFile;
use crate::requests::ExportFormat;
use quarry_dataset_catalogue::{Column, ColumnKind, Selection};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;

/// Describes the files of data, and the rows in them. Rows are read from Parquet where there is any, which says what is a text; of several
/// parts each is a set of records.
pub fn of(about: &AboutRelease, files: &[ReleaseFile]) -> Json {
    let AboutRelease { release, selection, written, made_at } = about;
    let data = || files.iter().filter(|file| file.format.is_some());
    let has_parquet = data().any(|file| file.format == Some(ExportFormat::Parquet));
    let read = if has_parquet { ExportFormat::Parquet } else { ExportFormat::Csv };
    // A part of CSV behind the first has no line of names, so it is no table of its own.
    let tables: Vec<&ReleaseFile> =
        data().filter(|file| file.format == Some(read) && (has_parquet || file.part == 1)).collect();
    let is_cut = tables.len() > 1;
    let record_sets: Vec<Json> = tables
        .iter()
        .map(|file| {
            let id = if is_cut { format!("rows-{}", file.part) } else { "rows".to_owned() };
            record_set(&id, file, selection)
        })
        .collect();
    let mut record = json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": format!("{}-{}", release.dataset, release.name()),
        "description": format!("{} {}", release.title(), selection.dataset.description),
        // Three numbers, as the format asks: year, month and correction.
        "version": format!("{}.{}", release.month.replace("-0", ".").replace('-', "."), release.correction),
        "datePublished": made_at.to_string(),
        "citeAs": release.citation_of(written.as_of),
        "keywords": [selection.dataset.category.word(), release.dataset],
        "isLiveDataset": false,
        "distribution": data().map(distribution).collect::<Vec<_>>(),
        "recordSet": record_sets,
    });
    if let Some(reason) = &release.reason {
        record["sc:correction"] = json!(reason);
    }
    record
}

fn distribution(file: &ReleaseFile) -> Json {
    json!({
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "contentUrl": file.name,
        "contentSize": format!("{} B", file.bytes),
        "encodingFormat": match file.format {
            Some(ExportFormat::Parquet) => "application/x-parquet",
            _ => file.media_type.as_str(),
        },
        "sha256": file.sha256,
    })
}

fn record_set(id: &str, file: &ReleaseFile, selection: &Selection) -> Json {
    let columns = selection.columns.iter().filter_map(|name| selection.dataset.column(name));
    let fields: Vec<Json> = columns.map(|column| field(id, file, column)).collect();
    json!({ "@type": "cr:RecordSet", "@id": id, "name": id, "field": fields })
}

fn field(record_set: &str, file: &ReleaseFile, column: &Column) -> Json {
    let unit = column.unit.map(|unit| format!(" In {unit}.")).unwrap_or_default();
    let data_type = match column.kind {
        ColumnKind::Integer => "sc:Integer",
        ColumnKind::Boolean => "sc:Boolean",
        ColumnKind::Time => "sc:Date",
        // Numbers of any size would lose digits.
        _ => "sc:Text",
    };
    let id = format!("{record_set}/{}", column.name);
    json!({
        "@type": "cr:Field",
        "@id": id,
        "name": id,
        "description": format!("{}{unit}", column.description),
        "dataType": data_type,
        "source": { "fileObject": { "@id": file.name }, "extract": { "column": column.name } },
    })
}

/// The terms of the format, as it prescribes them.
fn context() -> Json {
    json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "citeAs": "cr:citeAs",
        "column": "cr:column",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "data": { "@id": "cr:data", "@type": "@json" },
        "dataType": { "@id": "cr:dataType", "@type": "@vocab" },
        "dct": "http://purl.org/dc/terms/",
        "examples": { "@id": "cr:examples", "@type": "@json" },
        "extract": "cr:extract",
        "field": "cr:field",
        "fileProperty": "cr:fileProperty",
        "fileObject": "cr:fileObject",
        "fileSet": "cr:fileSet",
        "format": "cr:format",
        "includes": "cr:includes",
        "isLiveDataset": "cr:isLiveDataset",
        "jsonPath": "cr:jsonPath",
        "key": "cr:key",
        "md5": "cr:md5",
        "parentField": "cr:parentField",
        "path": "cr:path",
        "recordSet": "cr:recordSet",
        "references": "cr:references",
        "regex": "cr:regex",
        "repeated": "cr:repeated",
        "replace": "cr:replace",
        "sc": "https://schema.org/",
        "separator": "cr:separator",
        "source": "cr:source",
        "subField": "cr:subField",
        "transform": "cr:transform",
    })
}
