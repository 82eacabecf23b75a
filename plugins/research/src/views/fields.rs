//! The fields by which pages are grouped, filtered, sorted and shown: their own, and the properties of their space.

use crate::pages::PageStatus;
use quarry_sdk::prelude::*;
use quarry_space_properties::{Property, PropertyKind, SelectPropertiesOfSpace};

/// The kind of a field's values.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Text,
    Number,
    /// One of a list, which gives their order.
    Select,
    /// A day.
    Date,
    /// Somebody.
    Person,
    /// A page of the space.
    Relation,
    /// Several words.
    Tags,
    /// A time; groups and filters go by its day.
    Time,
}

/// A field of pages.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name in requests and answers: `status`, or `prop.12`.
    pub key: String,
    pub name: String,
    /// Its number in the store's view `research_page_values`.
    pub number: i64,
    pub kind: FieldKind,
    /// The options of a select.
    pub options: Vec<String>,
}

/// All fields of a project's pages.
pub struct Fields(pub Vec<Field>);

pub const STATUS: &str = "status";
pub const TITLE: &str = "title";
pub const TAGS: &str = "tags";
pub const AUTHOR: &str = "author";
pub const CREATED_AT: &str = "created_at";
pub const UPDATED_AT: &str = "updated_at";

/// A page's own fields: key, name, number and kind.
const OWN: [(&str, &str, i64, FieldKind); 6] = [
    (STATUS, "Status", -1, FieldKind::Select),
    (TITLE, "Title", -2, FieldKind::Text),
    (TAGS, "Tags", -3, FieldKind::Tags),
    (AUTHOR, "Author", -4, FieldKind::Person),
    (CREATED_AT, "Made", -5, FieldKind::Time),
    (UPDATED_AT, "Changed", -6, FieldKind::Time),
];

impl Fields {
    /// Those of the guard's space.
    pub fn of_space() -> Result<Fields, Problem> {
        Ok(Fields::of(SelectPropertiesOfSpace {}.all()?))
    }

    pub fn of(definitions: Vec<Property>) -> Fields {
        let own = OWN.into_iter().map(|(key, name, number, kind)| Field {
            key: key.to_owned(),
            name: name.to_owned(),
            number,
            kind,
            options: match key == STATUS {
                true => PageStatus::WORDS.iter().map(|word| (*word).to_owned()).collect(),
                false => Vec::new(),
            },
        });
        Fields(own.chain(definitions.into_iter().map(property)).collect())
    }

    /// The field of that key. A property is `prop.12`, and `12` too where `properties` names it.
    pub fn find(&self, key: &str) -> Option<&Field> {
        let number = key.parse::<i64>().ok().filter(|number| *number > 0);
        self.0.iter().find(|field| field.key == key || Some(field.number) == number)
    }
}

fn property(definition: Property) -> Field {
    let kind = match definition.kind {
        PropertyKind::Text => FieldKind::Text,
        PropertyKind::Number => FieldKind::Number,
        PropertyKind::Select => FieldKind::Select,
        PropertyKind::Date => FieldKind::Date,
        PropertyKind::Person => FieldKind::Person,
        PropertyKind::Relation => FieldKind::Relation,
    };
    Field {
        key: format!("prop.{}", definition.id),
        name: definition.name,
        number: definition.id,
        kind,
        options: definition.options.unwrap_or_default(),
    }
}

const MICROSECONDS_OF_A_DAY: i64 = 86_400_000_000;

/// The day that a number of days after 1970 is.
pub fn day_text(days: f64) -> String {
    Time { microseconds: (days as i64).saturating_mul(MICROSECONDS_OF_A_DAY) }.day().0
}

/// The number of days after 1970 that a day is.
pub fn day_number(day: &str) -> Option<f64> {
    let time: Time = format!("{day}T00:00:00Z").parse().ok()?;
    Some((time.microseconds / MICROSECONDS_OF_A_DAY) as f64)
}
