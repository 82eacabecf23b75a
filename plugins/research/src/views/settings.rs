//! What a view is made of, and what a request asks of a board or a table: its own parameters, otherwise those of its view.

use crate::views::fields::{CREATED_AT, Field, Fields};
use crate::views::filters::{self, Asked, Filters};
use crate::views::{SavedView, SelectSeenView, gone};
use quarry_sdk::prelude::*;

/// Columns that a table shows at most.
pub const MOST_COLUMNS: usize = 20;

/// What a view groups, filters, sorts and shows by. Members that are left out are as if nothing was asked.
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

/// What is to be shown, of fields that there are.
pub struct Wish {
    pub group_by: Option<Field>,
    pub sort: Sort,
    pub q: Option<String>,
    /// None where nobody named any.
    pub columns: Option<Vec<Field>>,
    pub filters: Filters,
}

impl Wish {
    /// The wish of a request with these parameters, beside the view that it names. Its own parameters must be right; what the view
    /// names and the space no longer has is ignored.
    pub fn of(fields: &Fields, view_id: Option<i64>, own: ViewSettings) -> Result<Wish, Problem> {
        let view: Option<SavedView> = match view_id {
            Some(id) => Some(SelectSeenView { id }.one()?.ok_or_else(|| gone(id))?),
            None => None,
        };
        let kept = view.map(|view| view.settings).unwrap_or_default();
        let unknown = |parameter: &str, sentence: String| Problem::invalid_parameter(parameter, sentence);
        check(fields, &own).map_err(|(member, sentence)| unknown(parameter(member), sentence))?;
        let group_by = own.group_by.as_deref().or(kept.group_by.as_deref()).and_then(|key| fields.find(key)).cloned();
        let sort =
            [own.sort.as_deref(), kept.sort.as_deref()].into_iter().flatten().find_map(|text| sort(fields, text));
        let columns = own.columns.or(kept.columns);
        let filters = match (&own.properties, &kept.properties) {
            (Some(asked), _) => filters::strict(fields, asked).map_err(|sentence| unknown("properties", sentence))?,
            (None, Some(kept)) => filters::lenient(fields, kept),
            (None, None) => Filters::default(),
        };
        Ok(Wish {
            group_by,
            sort: match sort {
                Some(sort) => sort,
                None => newest_first(fields)?,
            },
            q: own.q.or(kept.q),
            columns: columns.map(|keys| keys.iter().filter_map(|key| fields.find(key)).cloned().collect()),
            filters,
        })
    }
}

fn newest_first(fields: &Fields) -> Result<Sort, Problem> {
    let field = fields.find(CREATED_AT).cloned();
    let field = field.ok_or_else(|| Problem::not_found("Pages have no time at which they were made."))?;
    Ok(Sort { field, falls: true })
}

fn sort(fields: &Fields, text: &str) -> Option<Sort> {
    let (key, falls) = match text.strip_prefix('-') {
        Some(key) => (key, true),
        None => (text, false),
    };
    fields.find(key).cloned().map(|field| Sort { field, falls })
}

fn parameter(member: &str) -> &str {
    match member {
        "columns" => "columns[]",
        member => member,
    }
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
