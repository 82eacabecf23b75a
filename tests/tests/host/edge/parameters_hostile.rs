//! Query strings that no honest client writes: each is refused by name or ignored, none is guessed at.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use proptest::prelude::*;
use quarry::contract::parameters::{ParameterPlan, ParsedParameters};
use quarry::contract::{Parameter, ParameterKind, ParameterPlace, Problem, Route, keyless_get};
use quarry::stores::result_set::Value;

/// Parses `query` for a route with the one parameter `name` (1 to 16 characters, optional).
fn parse(query: &str) -> Result<ParsedParameters, Problem> {
    let name = Parameter {
        name: "name".to_owned(),
        place: ParameterPlace::Query,
        required: false,
        kind: ParameterKind::Text { max_length: 16 },
        description: String::new(),
        example: None,
    };
    let route = Route { parameters: vec![name], ..keyless_get("things", "/things", "Things") };
    ParameterPlan::new(&route, &[]).unwrap().parse(&route, &[], Some(query))
}

#[track_caller]
fn refuses(query: &str) {
    let problem = parse(query).expect_err(query);
    assert_eq!((problem.status, problem.code.as_str()), (422, "invalid_parameter"), "{query}");
    assert_eq!(problem.members["parameter"], "name", "{query}");
}

#[test]
fn a_broken_escape_is_refused_and_not_taken_as_it_stands() {
    for query in ["name=%", "name=a%2", "name=%zz", "name=50%+off", "name=%2%35", "name=%é1"] {
        refuses(query);
    }
    assert_eq!(parse("name=50%25+off").unwrap().values, [Value::Text("50% off".to_owned())]);
}

#[test]
fn bytes_that_are_not_utf_8_are_refused_and_not_replaced() {
    for query in ["name=%ff", "name=%c3", "name=%ed%a0%80", "name=%c0%80"] {
        refuses(query);
    }
}

#[test]
fn a_nul_never_reaches_a_store() {
    for query in ["name=%00", "name=a%00b", "name=%0a", "name=%7f"] {
        refuses(query);
    }
}

#[test]
fn a_parameter_that_is_empty_or_given_twice_is_refused() {
    for query in ["name=", "name", "name=a&name=b", "name=a&n%61me=a", "name=a&&name=a"] {
        refuses(query);
    }
}

#[test]
fn names_that_cannot_be_read_are_unknown_names() {
    for query in ["%=a", "%ff=a", "%zz=%zz", "other=%ff", "&&&=", "=a"] {
        assert_eq!(parse(query).unwrap().values, [Value::Null], "{query}");
    }
}

proptest! {
    #[test]
    fn any_query_string_gives_a_value_of_its_form_or_a_named_refusal(query in "(name|other|%6e)?[=&%+0-9a-fé]{0,40}") {
        match parse(&query) {
            Ok(parsed) => match &parsed.values[0] {
                Value::Null => {}
                Value::Text(text) => {
                    prop_assert!((1..=16).contains(&text.chars().count()));
                    prop_assert!(!text.chars().any(char::is_control));
                }
                other => prop_assert!(false, "{other:?}"),
            },
            Err(problem) => {
                prop_assert_eq!((problem.status, problem.code.as_str()), (422, "invalid_parameter"));
                prop_assert_eq!(&problem.members["parameter"], "name");
            }
        }
    }
}
