//! Tests of the refusal of a body that its schema lets through and its type does not take: people read which member is meant, and
//! nothing of the parser's.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{self, Value as Json};
use quarry_sdk::unread_body::refusal;
use std::collections::BTreeMap;

/// A number that is read as a small one, whatever its schema says.
#[derive(Deserialize, Debug, PartialEq)]
struct Wide(u8);

impl Schema for Wide {
    fn schema() -> Json {
        json!({ "type": "integer" })
    }

    fn example() -> Json {
        json!(250)
    }
}

/// A body.
#[derive(Schema, Deserialize, Debug, PartialEq)]
struct Sent {
    name: String,
    at: Time,
    days: Wide,
    each: Vec<Wide>,
    by_name: BTreeMap<String, Wide>,
}

fn fields(body: &str) -> (String, Json) {
    let error = serde_json::from_str::<Sent>(body).unwrap_err();
    let problem = refusal::<Sent>(body.as_bytes(), &error);
    assert_eq!(problem.status(), 422, "{body}");
    let members: Json = serde_json::from_str(&problem.clone().into_contract().members).unwrap();
    for told in [problem.detail(), members.to_string().as_str()] {
        let foreign = ["invalid", "expected", "u8", "integer", "line", "column", "Wide", "secret"];
        assert!(!foreign.iter().any(|word| told.contains(word)), "{body}: {told}");
    }
    (problem.detail().to_owned(), members["fields"].clone())
}

#[test]
fn a_member_that_cannot_be_read_is_named_with_a_value_that_can() {
    let at = "2026-11-01T00:00:00Z";
    for (body, field, value) in [
        (format!(r#"{{"name":"secret","at":"{at}","days":700,"each":[]}}"#), "days", "a value such as 250"),
        (
            format!("{{\"name\":\"secret\",\n  \"at\":\"{at}\",\n  \"days\": \"secret\"}}"),
            "days",
            "a value such as 250",
        ),
        (format!(r#"{{"days":1,"each":[1,2,"secret"],"at":"{at}"}}"#), "each.2", "a value such as 250"),
        (format!(r#"{{"days":1,"each":{{"secret":1}},"at":"{at}"}}"#), "each", "another value"),
        (r#"{"by_name":{"a\"b,{":1,"c.d":-1},"days":1}"#.to_owned(), "by_name.c.d", "another value"),
        (r#"{"at":"secret, or never","days":1}"#.to_owned(), "at", "a value such as \"2024-01-05T00:00:00Z\""),
        (r#"{"name":"secret: \\\"","days":[]}"#.to_owned(), "days", "a value such as 250"),
    ] {
        let sentence = format!("Give \"{field}\" {value}: this operation cannot read the one that was sent.");
        assert_eq!(fields(&body), (sentence.clone(), json!({ field: sentence })), "{body}");
    }
    let long = "x".repeat(1_000);
    let (sentence, named) = fields(&format!(r#"{{"by_name":{{"{long}":-1}}}}"#));
    assert!(sentence.contains("x…\"") && !named.to_string().contains(&long), "{sentence}");
}

#[test]
fn a_body_that_lacks_a_member_is_refused_as_a_whole() {
    let sentence = "This operation cannot read the request body: hold it against the operation's description.";
    for body in ["{}", "[]", "7"] {
        assert_eq!(fields(body), (sentence.to_owned(), json!({})), "{body}");
    }
}
