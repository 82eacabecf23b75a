//! Values as people enter them, held against the kind of their property.

use quarry_sdk::prelude::*;
use quarry_sdk::words::{DAY, instead_of, none_of, quoted};
use quarry_space_properties::{Property, PropertyKind};
use serde_json::Value as Json;

/// Characters of a text that is the value of a property.
pub const MOST_CHARACTERS: usize = 500;
/// Numbers whose whole part a double keeps, with some room.
const LARGEST_NUMBER: f64 = 1e15;

/// A value as it is sent: a text, a number, or null.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq)]
#[serde(transparent)]
pub struct EnteredValue(pub Json);

impl Schema for EnteredValue {
    fn schema() -> Json {
        json!({ "type": ["string", "number", "null"], "format": "single-line-text", "maxLength": MOST_CHARACTERS })
    }

    fn example() -> Json {
        json!("draft")
    }
}

/// A value in the form in which it is kept and compared.
#[derive(Debug, Clone, PartialEq)]
pub enum Entered {
    Text(String),
    Number(f64),
    /// A person or a page.
    Linked(i64),
}

/// The value for that property, null for none; otherwise a sentence that says what is expected. Whether a person or a page is there
/// is asked elsewhere.
pub fn typed(definition: &Property, value: &Json) -> Result<Option<Entered>, String> {
    if matches!(value, Json::Null) || value.as_str().is_some_and(|text| text.trim().is_empty()) {
        return Ok(None);
    }
    let entered = match definition.kind {
        PropertyKind::Text => text(value).map(Entered::Text),
        PropertyKind::Number => number(value).map(Entered::Number),
        PropertyKind::Date => day(value).map(Entered::Text),
        PropertyKind::Person | PropertyKind::Relation => linked(value).map(Entered::Linked),
        PropertyKind::Select => {
            let options = definition.options.as_deref().unwrap_or_default();
            text(value).filter(|option| options.contains(option)).map(Entered::Text)
        }
    };
    entered.map(Some).ok_or_else(|| unfit(definition, value))
}

/// The sentence about a value of another kind than its property.
fn unfit(definition: &Property, value: &Json) -> String {
    let property = format!("The property {}", quoted(&definition.name));
    let sent = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match definition.kind {
        PropertyKind::Select => {
            let options = definition.options.as_deref().unwrap_or_default();
            none_of(&property, options.iter().map(String::as_str), &sent)
        }
        kind => instead_of(&format!("{property} has {}", asked(kind)), &sent),
    }
}

fn asked(kind: PropertyKind) -> &'static str {
    match kind {
        PropertyKind::Text => "a line of at most 500 characters that can be seen",
        PropertyKind::Number => "a number of at most 15 digits before the point, such as \"3.5\"",
        PropertyKind::Select => "one of its options",
        PropertyKind::Date => DAY,
        PropertyKind::Person => "the number of a member of the space",
        PropertyKind::Relation => "the number of another page of the space, which is not in the trash",
    }
}

/// The refusal of a person who is not a member, or of a page that is not there.
pub fn not_there(definition: &Property) -> String {
    format!("The property {} has {}.", quoted(&definition.name), asked(definition.kind))
}

/// A line without white space at its ends. The host has normalised it where it came in a body, by the format of [`EnteredValue`]. No store keeps
/// a text with a zero in it.
pub fn text(value: &Json) -> Option<String> {
    let text = value.as_str()?.trim();
    let fits = !text.is_empty() && !text.contains('\0') && text.chars().count() <= MOST_CHARACTERS;
    fits.then(|| text.to_owned())
}

/// A number, as JSON has it or as a text, so that none loses digits on its way.
pub fn number(value: &Json) -> Option<f64> {
    let number = match value {
        Json::String(text) => text.trim().parse::<f64>().ok()?,
        value => value.as_f64()?,
    };
    // There is one zero.
    (number.is_finite() && number.abs() < LARGEST_NUMBER).then_some(number + 0.0)
}

/// A day of the calendar.
pub fn day(value: &Json) -> Option<String> {
    let text = value.as_str()?;
    let time: Time = format!("{text}T00:00:00Z").parse().ok()?;
    (time.day().0 == text).then(|| text.to_owned())
}

pub fn linked(value: &Json) -> Option<i64> {
    let id = match value {
        Json::String(text) => text.parse().ok()?,
        value => value.as_i64()?,
    };
    (id > 0).then_some(id)
}
