//! JSON Schema and examples from Rust types. A field's doc comment is its description.

use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// A type that a body can have. Derive it for structs; every field has an example, its own or its type's.
///
/// The host checks the bounds of a request body before the endpoint runs, and its 422 names the field: `min_length`,
/// `max_length` and `pattern` of a text, `single_line` or `multi_line` of a text that a person enters (the host normalises it, cuts
/// white space off its ends, and refuses characters that cannot be seen), `minimum` and `maximum` of a number, `min_items` and `max_items` of a list. A struct
/// of one unnamed field is its field's type with bounds of its own, to be used in several bodies.
///
/// ```
/// use quarry_sdk::prelude::*;
/// use serde::Deserialize;
///
/// /// A watch on some pools.
/// #[derive(Schema, Deserialize)]
/// struct NewWatch {
///     name: WatchName,
///     /// Whose prices are watched.
///     #[schema(min_items = 1, max_items = 20)]
///     pools: Vec<Address>,
///     /// Basis points.
///     #[schema(minimum = 1, maximum = 10_000, example = 250)]
///     threshold: i64,
/// }
///
/// /// 1 to 80 characters.
/// #[derive(Schema, Deserialize)]
/// #[schema(single_line, min_length = 1, max_length = 80, example = "Stablecoins")]
/// struct WatchName(String);
/// # assert_eq!(NewWatch::schema()["properties"]["threshold"]["maximum"], 10_000);
/// # assert_eq!(NewWatch::schema()["properties"]["name"]["maxLength"], 80);
/// # assert_eq!(NewWatch::schema()["properties"]["name"]["format"], "single-line-text");
/// # assert_eq!(NewWatch::example()["name"], "Stablecoins");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a body can have",
    label = "its JSON Schema is not known",
    note = "a struct of your own derives Schema, an enum without fields derives Choice",
    note = "String, bool, whole numbers, f64, DecimalText, Time, Day, Address, Hash, Secret, Option and Vec are known"
)]
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
    /// True for an optional member of a request body.
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

/// Adds the description of a member. A named type keeps its own description beside it.
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

/// The schema of a type with bounds beside it.
#[doc(hidden)]
pub fn bounded(mut schema: Json, bounds: Json) -> Json {
    if let (Some(schema), Json::Object(bounds)) = (schema.as_object_mut(), bounds) {
        schema.extend(bounds);
    }
    schema
}

/// The example of such an object. An optional member is missing from it where its own example is null.
#[doc(hidden)]
pub fn object_example(members: &[Member]) -> Json {
    let shown = members.iter().filter(|member| !(member.is_optional && member.example.is_null()));
    Json::Object(shown.map(|member| (member.name.to_owned(), member.example.clone())).collect())
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
    i8: { "type": "integer", "minimum": (i8::MIN), "maximum": (i8::MAX) }, 1;
    i16: { "type": "integer", "minimum": (i16::MIN), "maximum": (i16::MAX) }, 1;
    i32: { "type": "integer", "minimum": (i32::MIN), "maximum": (i32::MAX) }, 1;
    u8: { "type": "integer", "minimum": 0, "maximum": (u8::MAX) }, 1;
    u16: { "type": "integer", "minimum": 0, "maximum": (u16::MAX) }, 1;
    u32: { "type": "integer", "minimum": 0, "maximum": (u32::MAX) }, 1;
    f64: { "type": "number" }, 1.5;
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

/// An object whose members have names that are not known beforehand.
impl<T: Schema> Schema for BTreeMap<String, T> {
    fn schema() -> Json {
        json!({ "type": "object", "additionalProperties": T::schema() })
    }

    fn example() -> Json {
        json!({})
    }
}

/// A decimal number as a string, never a JSON float.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// #[derive(Schema)]
/// struct Price {
///     /// None where it cannot be known.
///     price: Option<DecimalText>,
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DecimalText(pub String);

impl Schema for DecimalText {
    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?$" })
    }

    fn example() -> Json {
        json!("2272.73194945213531")
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

/// The members of a page whose `limit` is something else than its size, as an allowance of the plan:
/// [`crate::ObjectBuilder::page_members_beside_limit`] writes them.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// #[derive(Schema)]
/// struct Shelves {
///     #[schema(flatten)]
///     page: PageMembersBesideLimit,
///     /// Shelves that the plan allows.
///     limit: Option<i64>,
///     shelves: Vec<String>,
/// }
/// ```
#[derive(Debug, Clone)]
pub struct PageMembersBesideLimit;

impl Schema for PageMembersBesideLimit {
    fn schema() -> Json {
        object_schema("PageMembersBesideLimit", "", &Self::members())
    }

    fn example() -> Json {
        object_example(&Self::members())
    }

    fn members() -> Vec<Member> {
        PageMembers::members().into_iter().filter(|member| member.name != "limit").collect()
    }
}

/// The members that every page of a walk both ways has; the host writes them.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// #[derive(Schema)]
/// struct Notes {
///     #[schema(flatten)]
///     page: PageMembersBothWays,
///     notes: Vec<String>,
/// }
/// ```
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
