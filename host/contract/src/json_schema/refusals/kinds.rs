//! The table of kinds: what a schema asks for, in words for people. No pattern and no name of a type of JSON Schema is among them.

use crate::json_schema::refusals::shown::{cut, grouped};
use serde_json::Value;

/// Characters of the values of a closed list: all that its author wrote are named.
const MAX_LISTED_CHARACTERS: usize = 4_000;
/// Characters of a description that stands in for a form without words.
const MAX_DESCRIPTION_CHARACTERS: usize = 200;

/// Patterns of texts, and how people describe what they match. A pattern that is not here is told by its member's description.
const FORMS: &[(&str, &str)] = &[
    ("^(0[xX])?[0-9a-fA-F]{40}$", "40 hexadecimal digits, with or without 0x"),
    ("^0[xX][0-9a-fA-F]{40}$", "0x and 40 hexadecimal digits"),
    ("^(0[xX])?[0-9a-fA-F]{64}$", "64 hexadecimal digits, with or without 0x"),
    ("^0[xX][0-9a-fA-F]{64}$", "0x and 64 hexadecimal digits"),
    ("^0x[0-9a-f]{64}$", "0x and 64 hexadecimal digits in lower case"),
    ("^(0[xX])?([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$", "40 hexadecimal digits, or 64, with or without 0x"),
    ("^0[xX]([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$", "0x and 40 hexadecimal digits, or 64"),
    (
        "^[A-Za-z0-9_$-]+([.][A-Za-z0-9_$-]+)*$",
        "one or more names with dots between them, of letters, digits, underscores, hyphens and dollar signs",
    ),
    (
        "^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
        "one or more words of lower-case letters and digits with underscores between them",
    ),
];
/// Formats of texts.
const FORMATS: &[(&str, &str)] = &[
    ("date", "a day such as 2026-11-01"),
    ("date-time", "a time such as 2026-11-01T10:00:00Z"),
    ("email", "an email address such as ada@example.org"),
    ("ipv4", "an address such as 192.0.2.1"),
    ("ipv6", "an address such as 2001:db8::1"),
    ("time", "a time of day such as 10:00:00Z"),
    ("uri", "a web address such as https://example.org"),
    ("uuid", "an identifier such as 6f9619ff-8b86-4011-b42d-00c04fc964ff"),
];
/// Formats that say how a text is read, and ask for nothing more.
const PLAIN_FORMATS: [&str; 3] = ["single-line-text", "multi-line-text", "password"];

/// The kind of value that a schema asks for. A kind with bounds says them in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Text(String),
    /// A text of a form, in words.
    Form(String),
    /// One of these, in words.
    Choice(String),
    WholeNumber(String),
    Number(String),
    YesOrNo,
    List {
        bounds: String,
        /// The kind of each entry, in words.
        each: String,
    },
    Members,
    /// Any of several.
    Either(Vec<Kind>),
    Anything,
}

impl Kind {
    /// Of a schema. That it may be null as well is no kind.
    pub(super) fn of(schema: &Value) -> Kind {
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return Kind::Choice(one_of(values));
        }
        if let Some(value) = schema.get("const") {
            return Kind::Choice(one_of(std::slice::from_ref(value)));
        }
        let choices = ["anyOf", "oneOf"].iter().find_map(|keyword| schema.get(*keyword)?.as_array());
        if let Some(choices) = choices {
            return Kind::either(choices.iter().filter(|choice| choice["type"] != "null").map(Kind::of).collect());
        }
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        Kind::either(types.into_iter().filter_map(|name| Kind::of_type(name, schema)).collect())
    }

    fn either(mut kinds: Vec<Kind>) -> Kind {
        match kinds.len() {
            0 => Kind::Anything,
            1 => kinds.remove(0),
            _ => Kind::Either(kinds),
        }
    }

    fn of_type(name: &str, schema: &Value) -> Option<Kind> {
        Some(match name {
            "string" => Kind::of_text(schema),
            "integer" => Kind::WholeNumber(within(schema)),
            "number" => Kind::Number(within(schema)),
            "boolean" => Kind::YesOrNo,
            "array" => Kind::List {
                bounds: counted(schema, "minItems", "maxItems", "entries"),
                each: schema.get("items").map_or(Kind::Anything, Kind::of).in_words(),
            },
            "object" => Kind::Members,
            _ => return None,
        })
    }

    fn of_text(schema: &Value) -> Kind {
        let known = |table: &[(&str, &str)], keyword: &str| {
            let asked = schema.get(keyword)?.as_str()?;
            table.iter().find(|(name, _)| *name == asked).map(|(_, words)| (*words).to_owned())
        };
        if let Some(words) = known(FORMS, "pattern").or_else(|| known(FORMATS, "format")) {
            return Kind::Form(words);
        }
        let format = schema.get("format").and_then(Value::as_str);
        if schema.get("pattern").is_some() || format.is_some_and(|format| !PLAIN_FORMATS.contains(&format)) {
            let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
            let told = cut(description.trim_end_matches('.'), MAX_DESCRIPTION_CHARACTERS);
            return Kind::Form(match told.is_empty() {
                true => "a text in the form that the operation's description gives".to_owned(),
                false => format!("a text in the form that is described so: {told}"),
            });
        }
        Kind::Text(counted(schema, "minLength", "maxLength", "characters"))
    }

    /// `1 to 200 characters`, of a text.
    pub(super) fn length_in_words(schema: &Value) -> String {
        counted(schema, "minLength", "maxLength", "characters").trim_start_matches(" of ").to_owned()
    }

    /// `a text of at most 200 characters`.
    pub(super) fn in_words(&self) -> String {
        match self {
            Kind::Text(bounds) => format!("a text{bounds}"),
            Kind::Form(words) | Kind::Choice(words) => words.clone(),
            Kind::WholeNumber(bounds) => format!("a whole number{bounds}"),
            Kind::Number(bounds) => format!("a number{bounds}"),
            Kind::YesOrNo => "true or false".to_owned(),
            Kind::List { bounds, .. } => format!("a list{bounds}"),
            Kind::Members => "a group of members in braces".to_owned(),
            Kind::Either(kinds) => kinds.iter().map(Kind::as_one_of_several).collect::<Vec<_>>().join(" or "),
            Kind::Anything => "any value".to_owned(),
        }
    }

    fn as_one_of_several(&self) -> String {
        match self {
            Kind::List { each, .. } => format!("{}, each of them {each},", self.in_words()),
            kind => kind.in_words(),
        }
    }
}

/// ` of 1 to 80 characters`.
fn counted(schema: &Value, fewest: &str, most: &str, what: &str) -> String {
    let count = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    let number = |count: u64| grouped(&count.into());
    match (count(fewest).filter(|count| *count > 0), count(most)) {
        (None, None) => String::new(),
        (Some(fewest), None) => format!(" of at least {} {what}", number(fewest)),
        (None, Some(most)) => format!(" of at most {} {what}", number(most)),
        (Some(fewest), Some(most)) if fewest == most => format!(" of {} {what}", number(most)),
        (Some(fewest), Some(most)) => format!(" of {} to {} {what}", number(fewest), number(most)),
    }
}

/// ` from 1 to 90`.
fn within(schema: &Value) -> String {
    if let (Some(lowest), Some(highest)) = (schema.get("minimum"), schema.get("maximum")) {
        return format!(" from {} to {}", grouped(lowest), grouped(highest));
    }
    let bounds = [
        ("minimum", "of at least"),
        ("exclusiveMinimum", "above"),
        ("maximum", "of at most"),
        ("exclusiveMaximum", "below"),
    ];
    let told = bounds.into_iter().filter_map(|(keyword, words)| Some((words, schema.get(keyword)?)));
    let told: Vec<String> = told.map(|(words, bound)| format!(" {words} {}", grouped(bound))).collect();
    told.join(" and")
}

/// `one of draft, final`, or `draft`.
fn one_of(values: &[Value]) -> String {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let words: Vec<String> = values.iter().filter(|value| !value.is_null()).map(word).collect();
    let listed = cut(&words.join(", "), MAX_LISTED_CHARACTERS);
    if words.len() == 1 { listed } else { format!("one of {listed}") }
}
