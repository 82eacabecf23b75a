//! Schemas whose check would cost more than a host gives, and the dearest that it takes.

use crate::good::POST;
use quarry_sdk::bindings::quarry::plugin::manifest::{
    Access, BodySchema, CacheRule, Manifest, RateClass, RequestBody, RequestBodyForm,
};

const LOOK_AHEAD: &str = r#"{"type":"object","properties":{"text":{"pattern":"^(?=.*a)(?=.*b).+$"}}}"#;
const BACK_REFERENCE: &str = r#"{"type":"object","properties":{"text":{"pattern":"^(a+)+\\1$"}}}"#;
const UNICODE: &str = r#"{"type":"object","properties":{"text":{"pattern":"^(\\p{L}{1,50}){1,50}$"}}}"#;
const BY_DEPTH: &str = r##"{"allOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}}]}"##;
const ITSELF: &str = r##"{"anyOf":[{"type":"string"},{"$ref":"#"}]}"##;
const ELSEWHERE: &str = r#"{"$ref":"https://example.org/schema.json"}"#;
const RENAMED: &str = r##"{"$id":"https://example.org/","$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}"##;
const UNIQUE: &str = r#"{"type":"array","uniqueItems":true}"#;
const UNEVALUATED: &str = r#"{"type":"object","unevaluatedProperties":{"type":"string"}}"#;
const EXPRESSION: &str = r#"{"type":"string","format":"regex"}"#;

pub fn make(case: &str, manifest: &mut Manifest) -> bool {
    let body = |schema: String| BodySchema { schema, example: "{}".to_owned() };
    let schema = match case {
        "dearest_body" => {
            dearest(manifest);
            return true;
        }
        "event_of_a_back_reference" => {
            manifest.events[0].body = body(BACK_REFERENCE.to_owned());
            return true;
        }
        "notification_that_doubles" => {
            manifest.notifications[0].body = body(doubling(12));
            return true;
        }
        "body_of_a_look_ahead" => LOOK_AHEAD.to_owned(),
        "body_of_a_back_reference" => BACK_REFERENCE.to_owned(),
        "body_of_a_large_pattern" => UNICODE.to_owned(),
        "body_that_doubles" => doubling(28),
        "body_that_doubles_34_times" => doubling(34),
        "body_that_doubles_by_depth" => BY_DEPTH.to_owned(),
        "body_of_itself" => ITSELF.to_owned(),
        "body_from_elsewhere" => ELSEWHERE.to_owned(),
        "body_of_another_name" => RENAMED.to_owned(),
        "body_of_unique_items" => UNIQUE.to_owned(),
        "body_of_unevaluated_members" => UNEVALUATED.to_owned(),
        "body_of_a_pattern_that_is_sent" => EXPRESSION.to_owned(),
        "body_of_many_choices" => {
            let choices: Vec<String> = (0..5_000).map(|number| format!("\"choice {number}\"")).collect();
            format!(r#"{{"type":"array","items":{{"enum":[{}]}}}}"#, choices.join(","))
        }
        _ => return false,
    };
    manifest.routes[POST].request_body = Some(json(schema, "{}"));
    true
}

fn json(schema: String, example: &str) -> RequestBody {
    let form = RequestBodyForm::Json(BodySchema { schema, example: example.to_owned() });
    RequestBody { form, max_bytes: 65_536, required: true }
}

/// Each level leads to the next one twice, so the last one is reached 2^levels times.
fn doubling(levels: usize) -> String {
    let level = |number: usize| {
        let next = format!(r##"{{"$ref":"#/$defs/level_{}"}}"##, number + 1);
        format!(r#""level_{number}":{{"allOf":[{next},{next}]}}"#)
    };
    let defined: Vec<String> = (0..levels).map(level).collect();
    format!(
        r##"{{"$ref":"#/$defs/level_0","$defs":{{{},"level_{levels}":{{"type":["object","array"]}}}}}}"##,
        defined.join(",")
    )
}

/// Lets anybody send numbers, each of which is divided by nearly as many fractions as the price admits for 64 KiB.
fn dearest(manifest: &mut Manifest) {
    // It is served, where the others are only read: it has no statements whose tables would have to be there.
    manifest.statements.clear();
    manifest.personal_data.clear();
    manifest.jobs.clear();
    let routes = &mut manifest.routes;
    let fractions = [r#"{"multipleOf":0.1}"#; 14].join(",");
    let schema = format!(r#"{{"type":"array","items":{{"allOf":[{fractions}]}}}}"#);
    routes[POST].access = Access::Keyless;
    routes[POST].rate_class = RateClass::Public;
    routes[POST].cache = CacheRule::NoStore;
    routes[POST].request_body = Some(json(schema, "[1]"));
    routes[POST].tools.clear();
}
