//! The wish of a request for a board or a table: its own parameters, otherwise the settings of the view that it names.

use crate::views::fields::{CREATED_AT, Field, Fields};
use crate::views::filters::{self, Filters};
use crate::views::settings::{Sort, ViewSettings, check, sort};
use crate::views::{SavedView, SelectSeenView, gone};
use quarry_sdk::prelude::*;

/// The wish, of fields that exist.
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

fn parameter(member: &str) -> &str {
    match member {
        "columns" => "columns[]",
        member => member,
    }
}
