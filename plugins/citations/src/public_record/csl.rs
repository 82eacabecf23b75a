//! CSL-JSON: what citation processors take.

use crate::public_record::source::Source;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;

/// A list of one item of the type `dataset`.
pub fn write(source: &Source) -> String {
    json!([{
        "id": source.hash,
        "type": "dataset",
        "title": source.title,
        "publisher": source.publisher,
        "issued": date(&source.issued),
        "accessed": date(&source.accessed),
        "URL": source.url,
        "number": source.hash,
        "note": source.note,
    }])
    .to_string()
}

fn date(day: &Day) -> Json {
    let numbers = Source::parts(day).map(|part| part.parse::<u32>().unwrap_or_default());
    json!({ "date-parts": [numbers] })
}
