//! JSON Schema and examples from Rust types. A field's doc comment is its description.

use serde_json::{Map, Value as Json, json};

/// A type that a body can have. Derive it for structs; every field has an example, its own or its type's.
pub trait Schema {
    /// JSON Schema 2020-12.
    fn schema() -> Json;

    /// A value that satisfies the schema.
    fn example() -> Json;

    /// The members to merge into an enclosing object, for `#[schema(flatten)]`.
    #[doc(hidden)]
    fn members() -> Vec<Member> {
        Vec::new()
    }
}

/// One member of an object, as the derive describes it.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Member {
    pub name: &'static str,
    pub description: &'static str,
    pub schema: Json,
    pub example: Json,
    /// Of a request body: may be left out.
    pub is_optional: bool,
}

/// The schema of an object that has these members and no others. Its title is the type's name: documents show such a
/// type once and refer to it.
#[doc(hidden)]
pub fn object_schema(title: &str, description: &str, members: &[Member]) -> Json {
    let mut schema = json!({ "title": title, "type": "object" });
    if !description.is_empty() {
        schema["description"] = description.into();
    }
    let described = |member: &Member| (member.name.to_owned(), describe(member.schema.clone(), member.description));
    let required: Vec<&str> = members.iter().filter(|member| !member.is_optional).map(|member| member.name).collect();
    schema["properties"] = members.iter().map(described).collect::<Map<_, _>>().into();
    schema["required"] = required.into();
    schema["additionalProperties"] = false.into();
    schema
}

/// What a member says of itself; a named type keeps its own description beside it.
fn describe(mut schema: Json, description: &str) -> Json {
    match schema.as_object_mut() {
        Some(named) if named.contains_key("title") && !description.is_empty() => {
            json!({ "description": description, "allOf": [schema] })
        }
        Some(members) if !description.is_empty() => {
            members.insert("description".to_owned(), description.into());
            schema
        }
        _ => schema,
    }
}

#[doc(hidden)]
pub fn object_example(members: &[Member]) -> Json {
    Json::Object(members.iter().map(|member| (member.name.to_owned(), member.example.clone())).collect())
}

macro_rules! schema {
    ($($kind:ty: $schema:tt, $example:expr;)*) => {
        $(impl Schema for $kind {
            fn schema() -> Json {
                json!($schema)
            }

            fn example() -> Json {
                json!($example)
            }
        })*
    };
}

schema! {
    String: { "type": "string" }, "text";
    bool: { "type": "boolean" }, true;
    i64: { "type": "integer" }, 1;
    u64: { "type": "integer", "minimum": 0 }, 1;
    f64: { "type": "number" }, 1.5;
    crate::Address: { "type": "string", "pattern": "^0x[0-9a-f]{40}$" }, "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
    crate::Hash: { "type": "string", "pattern": "^0x[0-9a-f]{64}$" }, "0x88e96d4537bea4d9c05d12549907b32561d3bf31f45aae734cdc119f13406cb6";
}

/// No body: of an operation that answers 204.
impl Schema for () {
    fn schema() -> Json {
        json!({ "type": "null" })
    }

    fn example() -> Json {
        Json::Null
    }
}

impl<T: Schema> Schema for Option<T> {
    fn schema() -> Json {
        let mut schema = T::schema();
        match schema.get("type").cloned() {
            // A named type is referred to as it is.
            Some(Json::String(kind)) if schema.get("title").is_none() => {
                schema["type"] = json!([kind, "null"]);
                if let Some(Json::Array(values)) = schema.get_mut("enum") {
                    values.push(Json::Null);
                }
                schema
            }
            _ => json!({ "anyOf": [schema, { "type": "null" }] }),
        }
    }

    fn example() -> Json {
        T::example()
    }
}

impl<T: Schema> Schema for Vec<T> {
    fn schema() -> Json {
        json!({ "type": "array", "items": T::schema() })
    }

    fn example() -> Json {
        json!([T::example()])
    }
}

/// A decimal number as a string, never a JSON float.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecimalText(pub String);

impl Schema for DecimalText {
    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?$" })
    }

    fn example() -> Json {
        json!("2272.73194945213531")
    }
}

/// A point in time; RFC 3339 in UTC with `Z` in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Since 1970-01-01T00:00:00Z.
    pub microseconds: i64,
}

impl Time {
    /// The time `days` days earlier.
    pub fn minus_days(self, days: i64) -> Time {
        self.minus_seconds(days * 86_400)
    }

    /// The time `seconds` seconds earlier.
    pub fn minus_seconds(self, seconds: i64) -> Time {
        Time { microseconds: self.microseconds.saturating_sub(seconds.saturating_mul(1_000_000)) }
    }
}

impl std::fmt::Display for Time {
    /// RFC 3339; a fraction only when there is one. The civil date follows from days by Howard Hinnant's
    /// `civil_from_days`.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.microseconds.div_euclid(1_000_000);
        let fraction = self.microseconds.rem_euclid(1_000_000);
        let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        write!(formatter, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if fraction != 0 {
            write!(formatter, "{}", format!(".{fraction:06}").trim_end_matches('0'))?;
        }
        formatter.write_str("Z")
    }
}

impl serde::Serialize for Time {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Schema for Time {
    fn schema() -> Json {
        json!({ "type": "string", "format": "date-time" })
    }

    fn example() -> Json {
        json!("2024-01-05T00:00:00Z")
    }
}

/// A day, `YYYY-MM-DD`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day(pub String);

impl serde::Serialize for Day {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl Schema for Day {
    fn schema() -> Json {
        json!({ "type": "string", "format": "date" })
    }

    fn example() -> Json {
        json!("2024-01-05")
    }
}

/// The members that every page has; the host writes them.
#[derive(Debug, Clone)]
pub struct PageMembers;

impl Schema for PageMembers {
    fn schema() -> Json {
        object_schema("PageMembers", "", &Self::members())
    }

    fn example() -> Json {
        object_example(&Self::members())
    }

    fn members() -> Vec<Member> {
        let member =
            |name, description, schema, example| Member { name, description, schema, example, is_optional: false };
        vec![
            member("count", "Rows in this page.", json!({ "type": "integer", "minimum": 0 }), json!(1)),
            member(
                "next_cursor",
                "Pass it back as `cursor` for the next page; null on the last one.",
                json!({ "type": ["string", "null"] }),
                Json::Null,
            ),
            member(
                "limit",
                "The page size in force.",
                json!({ "type": "integer", "minimum": 1, "maximum": 500 }),
                json!(50),
            ),
            member("max_rows", "The largest page.", json!({ "type": "integer", "const": 500 }), json!(500)),
        ]
    }
}

/// The members that every page of a walk both ways has; the host writes them.
#[derive(Debug, Clone)]
pub struct PageMembersBothWays;

impl Schema for PageMembersBothWays {
    fn schema() -> Json {
        object_schema("PageMembersBothWays", "", &Self::members())
    }

    fn example() -> Json {
        object_example(&Self::members())
    }

    fn members() -> Vec<Member> {
        let mut members = PageMembers::members();
        for member in &mut members {
            if member.name == "next_cursor" {
                member.description = "Pass it back as `before` for older rows; null when none are left.";
            }
        }
        let previous = Member {
            name: "previous_cursor",
            description: "Pass it back as `after` for newer rows; null on the page of the newest ones.",
            schema: json!({ "type": ["string", "null"] }),
            example: Json::Null,
            is_optional: false,
        };
        members.insert(2, previous);
        members
    }
}

/// Lowercase hex with `0x`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 + bytes.len() * 2);
    text.push_str("0x");
    for byte in bytes {
        text.push(char::from(b"0123456789abcdef"[usize::from(byte >> 4)]));
        text.push(char::from(b"0123456789abcdef"[usize::from(byte & 15)]));
    }
    text
}
