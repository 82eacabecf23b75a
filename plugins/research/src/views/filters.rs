//! Filters: fields, and the values of which a page must have one.

use crate::properties::entered::{self, EnteredValue};
use crate::views::fields::{Field, FieldKind, Fields, day_number};
use quarry_sdk::prelude::*;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Fields that are filtered by at once.
pub const MOST_FILTERS: usize = 4;
/// Values of one field of which a page must have one.
pub const MOST_VALUES: usize = 50;

/// A value by which a statement filters.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wanted {
    pub slot: i64,
    pub text_value: Option<String>,
    pub number_value: Option<f64>,
    pub linked_id: Option<i64>,
}

/// Filters as the statements take them: of each slot the field, 0 for none, and whether pages without a value pass.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Filters {
    pub fields: [i64; MOST_FILTERS],
    pub absent: [i64; MOST_FILTERS],
    pub wanted: Vec<Wanted>,
}

/// The fields and values as a request or a view has them.
pub type Asked = BTreeMap<String, Vec<EnteredValue>>;

/// The filters of a request: a field that the space does not have, or a value of another kind, is refused with a sentence.
pub fn strict(fields: &Fields, asked: &Asked) -> Result<Filters, String> {
    if asked.len() > MOST_FILTERS {
        return Err(format!("Pages are filtered by at most {MOST_FILTERS} fields; these are {}.", asked.len()));
    }
    let mut filters = Filters::default();
    for ((key, values), place) in asked.iter().zip(0..) {
        let field = fields.find(key).ok_or_else(|| format!("Pages have no field `{key:.40}`."))?;
        filters.add(place, field, values)?;
    }
    Ok(filters)
}

/// The filters of a view: what the space no longer has is left out, so that the view still answers.
pub fn lenient(fields: &Fields, asked: &Asked) -> Filters {
    let mut filters = Filters::default();
    let known = asked.iter().filter_map(|(key, values)| fields.find(key).map(|field| (field, values)));
    for ((field, values), place) in known.take(MOST_FILTERS).zip(0..) {
        let fitting = values.iter().filter(|value| wanted(0, field, &value.0).is_ok()).cloned().collect::<Vec<_>>();
        // Fitting values are never refused.
        let _ = filters.add(place, field, &fitting);
    }
    filters
}

impl Filters {
    fn add(&mut self, place: usize, field: &Field, values: &[EnteredValue]) -> Result<(), String> {
        if values.len() > MOST_VALUES {
            let count = values.len();
            return Err(format!("A field is filtered by at most {MOST_VALUES} values; `{}` has {count}.", field.key));
        }
        let (Some(number), Some(absent)) = (self.fields.get_mut(place), self.absent.get_mut(place)) else {
            return Err(format!("Pages are filtered by at most {MOST_FILTERS} fields."));
        };
        *number = field.number;
        let slot = i64::try_from(place).unwrap_or(0) + 1;
        for EnteredValue(value) in values {
            match value {
                Json::Null => *absent = 1,
                value => self.wanted.push(wanted(slot, field, value)?),
            }
        }
        Ok(())
    }
}

/// A value in the form in which the store has it.
fn wanted(slot: i64, field: &Field, value: &Json) -> Result<Wanted, String> {
    let wanted = Wanted { slot, ..Wanted::default() };
    let text = |text: String| Wanted { text_value: Some(text), ..wanted.clone() };
    let number = |number: f64| Wanted { number_value: Some(number), ..wanted.clone() };
    let linked = |id: i64| Wanted { linked_id: Some(id), ..wanted.clone() };
    let found = match field.kind {
        _ if value.is_null() => Some(wanted.clone()),
        FieldKind::Select => match entered::text(value) {
            Some(option) if !field.options.contains(&option) => return Err(no_option(field, &option)),
            option => option.map(text),
        },
        FieldKind::Text => entered::text(value).map(text),
        FieldKind::Tags => entered::text(value).map(|tag| text(tag.trim_start_matches('#').to_lowercase())),
        FieldKind::Number => entered::number(value).map(number),
        FieldKind::Date => entered::day(value).map(text),
        FieldKind::Time => entered::day(value).and_then(|day| day_number(&day)).map(number),
        FieldKind::Person | FieldKind::Relation => entered::linked(value).map(linked),
    };
    let expected = match field.kind {
        FieldKind::Text | FieldKind::Select | FieldKind::Tags => "texts",
        FieldKind::Number => "numbers",
        FieldKind::Date | FieldKind::Time => "days such as \"2026-11-01\"",
        FieldKind::Person => "numbers of people",
        FieldKind::Relation => "numbers of pages",
    };
    found.ok_or_else(|| {
        format!("The field `{}` is filtered by {expected}, and by null for pages without a value.", field.key)
    })
}

fn no_option(field: &Field, option: &str) -> String {
    let there = match field.options.as_slice() {
        [] => "it has none yet".to_owned(),
        options => {
            format!("it has {}", options.iter().map(|option| format!("`{option:.60}`")).collect::<Vec<_>>().join(", "))
        }
    };
    format!("The field `{}` has no option `{option:.60}`: {there}, and null is for pages without one.", field.key)
}

/// The parameter `properties`, a JSON object.
pub fn parsed(text: &str) -> Result<Asked, Problem> {
    let expected =
        "Write the parameter \"properties\" as {\"12\":[\"draft\",null]}: fields, each with a list of values.";
    serde_json::from_str(text).map_err(|_| Problem::invalid_parameter("properties", expected))
}
