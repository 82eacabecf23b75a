//! Parameters: what a client may write, as the parser of the edge takes it.

use quarry_contract::parameters::MAX_PAGE_ROWS;
use quarry_contract::{Parameter, ParameterKind, ParameterPlace, Route, Walk, chains};
use serde_json::{Value as Json, json};

const FORWARD: &str = "The place at which the page begins: `next_cursor` of the page before it, with the same filters. Rows \
                       that are added meanwhile change nothing for those that follow.";
const OLDER: &str = "Rows that are older than this place: `next_cursor` of a page with the same filters.";
const NEWER: &str = "Rows that are newer than this place, the nearest ones: `previous_cursor` of a page with the same \
                     filters. Not together with `before`.";

/// The parameters of a route, those of a page included.
pub(super) fn parameters(route: &Route) -> Vec<Json> {
    let mut parameters: Vec<Json> = route.parameters.iter().map(parameter).collect();
    if let Some(default) = route.default_limit {
        parameters.push(json!({
            "name": "limit",
            "in": "query",
            "description": format!("Rows in a page. More than {MAX_PAGE_ROWS} gives {MAX_PAGE_ROWS}; the body's `limit` is the number in force."),
            "schema": { "type": "integer", "minimum": 1, "default": default },
            "example": 50.min(default),
        }));
        let places: &[(&str, &str)] = match route.walk {
            Walk::Forward => &[("cursor", FORWARD)],
            Walk::BothWays => &[("before", OLDER), ("after", NEWER)],
        };
        parameters.extend(places.iter().map(|(name, description)| {
            json!({
                "name": name,
                "in": "query",
                "description": description,
                "schema": { "type": "string", "minLength": 1 },
            })
        }));
    }
    parameters
}

fn parameter(parameter: &Parameter) -> Json {
    let mut described = json!({
        "name": parameter.name,
        "in": match parameter.place {
            ParameterPlace::Path => "path",
            ParameterPlace::Query => "query",
        },
        "required": parameter.required,
        "description": parameter.description,
    });
    if matches!(parameter.kind, ParameterKind::AddressList { .. }) {
        described["style"] = "form".into();
        described["explode"] = false.into();
    }
    described["schema"] = schema(&parameter.kind);
    if let Some(example) = &parameter.example {
        described["example"] = example_value(&parameter.kind, example);
    }
    described
}

/// JSON Schema of the values that the parser takes.
fn schema(kind: &ParameterKind) -> Json {
    const ADDRESS: &str = "^(0[xX])?[0-9a-fA-F]{40}$";
    match kind {
        // No control characters.
        ParameterKind::Text { max_length } => {
            json!({ "type": "string", "minLength": 1, "maxLength": max_length, "pattern": "^[^\\x00-\\x1f\\x7f-\\x9f]+$" })
        }
        ParameterKind::Integer { minimum, maximum } => {
            let mut schema = json!({ "type": "integer", "format": "int64" });
            if *minimum > i64::MIN {
                schema["minimum"] = (*minimum).into();
            }
            if *maximum < i64::MAX {
                schema["maximum"] = (*maximum).into();
            }
            schema
        }
        ParameterKind::Decimal => json!({ "type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?$" }),
        ParameterKind::Boolean => json!({ "type": "boolean" }),
        ParameterKind::Choice { values, default } => {
            let mut schema = json!({ "type": "string", "enum": values });
            if let Some(default) = default {
                schema["default"] = default.as_str().into();
            }
            schema
        }
        ParameterKind::Address => json!({ "type": "string", "pattern": ADDRESS }),
        ParameterKind::AddressList { max_items } => json!({
            "type": "array",
            "items": { "type": "string", "pattern": ADDRESS },
            "minItems": 1,
            "maxItems": max_items,
        }),
        ParameterKind::Hash => json!({ "type": "string", "pattern": "^(0[xX])?[0-9a-fA-F]{64}$" }),
        ParameterKind::Chain => json!({
            "anyOf": [
                { "title": "slug", "type": "string", "enum": chains().map(|(slug, _)| slug).collect::<Vec<_>>() },
                { "title": "chain id", "type": "string", "pattern": "^[1-9][0-9]{0,18}$" },
            ],
        }),
        ParameterKind::Token => json!({
            "anyOf": [
                { "title": "symbol", "type": "string", "pattern": "^[^\\x00-\\x1f\\x7f-\\x9f]{1,64}$", "not": { "pattern": "^0[xX]" } },
                { "title": "address", "type": "string", "pattern": ADDRESS },
            ],
        }),
        ParameterKind::SecretToken => {
            json!({
                "type": "string", "format": "password", "minLength": 1, "maxLength": 200, "pattern": "^[^\\x00-\\x1f\\x7f-\\x9f]+$",
            })
        }
        ParameterKind::TextList { max_items } => json!({
            "type": "array", "items": { "type": "string", "minLength": 1, "maxLength": 200 }, "minItems": 1, "maxItems": max_items,
        }),
        ParameterKind::TimeFrom | ParameterKind::TimeTo => json!({
            "anyOf": [
                { "title": "day", "type": "string", "format": "date" },
                { "title": "time", "type": "string", "format": "date-time" },
            ],
        }),
    }
}

/// The example as a value of the schema: declarations write every example as text.
fn example_value(kind: &ParameterKind, text: &str) -> Json {
    let parsed = match kind {
        ParameterKind::Integer { .. } => text.parse::<i64>().ok().map(Json::from),
        ParameterKind::Boolean => text.parse::<bool>().ok().map(Json::from),
        ParameterKind::AddressList { .. } | ParameterKind::TextList { .. } => {
            Some(text.split(',').collect::<Vec<_>>().into())
        }
        _ => None,
    };
    parsed.unwrap_or_else(|| text.into())
}
