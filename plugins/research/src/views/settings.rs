//! Settings of a view, held against the fields that there are.

use crate::views::fields::{Field, Fields};
use crate::views::filters::{self, Asked};
use quarry_sdk::prelude::*;

/// Columns that a table shows at most.
pub const MOST_COLUMNS: usize = 20;

/// Fields that a view groups, filters, sorts and shows by. Members that are left out are as if nothing was asked.
#[derive(Schema, Deserialize, Serialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
#[schema(example = { "group_by": "prop.12", "sort": "-prop.13", "q": null, "columns": ["prop.12"], "properties": { "12": ["draft", null] } })]
pub struct ViewSettings {
    /// The field whose values are a board's columns.
    #[schema(optional, max_length = 40, example = "prop.12")]
    pub group_by: Option<String>,
    /// The field by which pages are sorted; with `-` in front the other way round.
    #[schema(optional, max_length = 41, example = "-prop.13")]
    pub sort: Option<String>,
    /// A part of the titles.
    #[schema(optional, single_line, max_length = 100, example = "liqui")]
    pub q: Option<String>,
    /// The fields that are shown.
    #[schema(optional, max_items = 20, example = ["status", "prop.12"])]
    pub columns: Option<Vec<String>>,
    /// Fields, each with the values of which a page must have one; null stands for none.
    #[schema(optional)]
    pub properties: Option<Asked>,
}

/// The order of pages.
#[derive(Debug, Clone, PartialEq)]
pub struct Sort {
    pub field: Field,
    pub falls: bool,
}

/// The order that a text names.
pub fn sort(fields: &Fields, text: &str) -> Option<Sort> {
    let (key, falls) = match text.strip_prefix('-') {
        Some(key) => (key, true),
        None => (text, false),
    };
    fields.find(key).cloned().map(|field| Sort { field, falls })
}

/// Holds settings against the fields that there are; otherwise the member and a sentence.
pub fn check(fields: &Fields, settings: &ViewSettings) -> Result<(), (&'static str, String)> {
    let unknown = |key: &str| format!("Pages have no field `{key:.40}`: see the space's properties.");
    if let Some(key) = settings.group_by.as_deref().filter(|key| fields.find(key).is_none()) {
        return Err(("group_by", unknown(key)));
    }
    if let Some(text) = settings.sort.as_deref().filter(|text| sort(fields, text).is_none()) {
        return Err(("sort", unknown(text)));
    }
    let columns = settings.columns.as_deref().unwrap_or_default();
    if let Some(key) = columns.iter().find(|key| fields.find(key).is_none()) {
        return Err(("columns", unknown(key)));
    }
    match settings.properties.as_ref().map(|asked| filters::strict(fields, asked)) {
        Some(Err(sentence)) => Err(("properties", sentence)),
        _ => Ok(()),
    }
}
