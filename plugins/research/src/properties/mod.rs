//! Values of a page beside its text: those that it has of its space's properties. The properties themselves are the family
//! spaces' own.

pub mod candidates;
pub mod entered;
pub mod get;
pub mod update;

use quarry_sdk::prelude::*;

/// A person or a page, by name.
#[derive(Schema, Serialize, Debug, Clone, PartialEq)]
pub struct Linked {
    /// The person or the page.
    #[schema(example = 7)]
    pub id: i64,
    /// The name of the person, or the title of the page.
    #[schema(example = "Ada Lovelace")]
    pub label: String,
}

/// The value of a field. Texts, numbers, options, days and times are texts; people and pages have a name beside their number; tags are a list.
#[derive(Serialize, Debug, Clone, PartialEq)]
#[serde(untagged)]
pub enum FieldValue {
    Text(String),
    Linked(Linked),
    Texts(Vec<String>),
}

impl Schema for FieldValue {
    fn schema() -> serde_json::Value {
        json!({ "anyOf": [{ "type": "string" }, Linked::schema(), { "type": "array", "items": { "type": "string" } }] })
    }

    fn example() -> serde_json::Value {
        json!("3.5")
    }
}

/// The stored value of a field of a page.
#[derive(Row, Debug, Clone, PartialEq)]
pub struct StoredValue {
    pub text_value: Option<String>,
    pub number_value: Option<f64>,
    pub linked_id: Option<i64>,
    pub linked_name: Option<String>,
}

impl StoredValue {
    pub fn shown(self) -> Option<FieldValue> {
        let StoredValue { text_value, number_value, linked_id, linked_name } = self;
        match (text_value, number_value, linked_id) {
            (Some(text), _, _) => Some(FieldValue::Text(text)),
            (None, Some(number), _) => Some(FieldValue::Text(number.to_string())),
            (None, None, Some(id)) => Some(FieldValue::Linked(Linked {
                id,
                label: linked_name.unwrap_or_else(|| "former member".to_owned()),
            })),
            (None, None, None) => None,
        }
    }
}
