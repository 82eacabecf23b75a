//! Routes that do not fit together, and the sentence that each is refused with when it is to be served.

use crate::mistaken_manifests::verdicts;
use quarry::contract::Handler;
use quarry::edge::{Registration, RoutingTable};
use quarry::runtime::LoadedComponent;
use quarry_tests::extent;
use std::sync::Arc;

/// Mistakes in the way its routes fit together, which are found when they are to be served.
const ROUTES: &[(&str, &str)] = &[
    ("operation_id_twice", "the operation id \"follow_rows\" is declared twice"),
    (
        "path_twice",
        "\"add_row\" and \"get_row\" both answer GET /mistake/{other} (names of path parameters do not count)",
    ),
    ("tool_twice", "the tool \"get_one\" of \"add_row\" is one of another operation too"),
    (
        "path_that_climbs",
        "\"load_rows\" cannot be served at \"/mistakes/../users\": a segment must be letters, digits and -_.~, or one whole \
         {name}",
    ),
    (
        "path_of_nothing",
        "\"load_rows\" cannot be served at \"/mistakes//csv\": a segment must be letters, digits and -_.~, or one whole {name}",
    ),
    (
        "path_encoded",
        "\"load_rows\" cannot be served at \"/mistakes/%2e%2e\": a segment must be letters, digits and -_.~, or one whole \
         {name}",
    ),
    (
        "path_of_a_part",
        "\"load_rows\" cannot be served at \"/mistakes/a{id}\": a segment must be letters, digits and -_.~, or one whole \
         {name}",
    ),
    (
        "path_of_nine_parameters",
        "\"load_rows\" cannot be served at \"/{id_0}/{id_1}/{id_2}/{id_3}/{id_4}/{id_5}/{id_6}/{id_7}/{id_8}\": it has more \
         than 8 parameters",
    ),
    ("parameter_twice", "\"get_row\" cannot be served: parameter \"part\" is declared twice"),
    ("parameter_of_no_path", "\"get_row\" cannot be served: path parameter \"other\" is not in its path"),
    ("too_many_parameters", "\"get_row\" cannot be served: it declares 62 parameters; 61 is the most"),
    (
        "parameter_of_the_host",
        "\"get_row\" cannot be served: it pages, so \"cursor\" is the host's and cannot be declared",
    ),
    ("page_too_long", "\"get_row\" cannot be served: the default number of rows in its page is not from 1 to 500"),
    ("choice_of_nothing", "\"get_row\" cannot be served: parameter \"part\" is a choice of nothing"),
    (
        "choice_of_another_default",
        "\"get_row\" cannot be served: the default \"b\" of parameter \"part\" is not one of its values",
    ),
    (
        "integer_the_wrong_way_round",
        "\"get_row\" cannot be served: the bounds of parameter \"part\" are the wrong way round",
    ),
    ("text_of_nothing", "\"get_row\" cannot be served: parameter \"part\" allows no value"),
    ("list_of_nothing", "\"get_row\" cannot be served: parameter \"part\" allows no value"),
    ("list_in_a_path", "\"get_row\" cannot be served: parameter \"id\" is a list of texts, which a path cannot have"),
    ("body_schema_none", "\"add_row\" cannot be served: the schema of its request body cannot be used: "),
    (
        "body_of_a_look_ahead",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: the pattern \"^(?=.*a)(?=.*b).+$\" at /properties/text/pattern is refused: ",
    ),
    (
        "body_of_a_back_reference",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: the pattern \"^(a+)+\\1$\" at /properties/text/pattern is refused: ",
    ),
    (
        "body_of_a_large_pattern",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: the pattern \"^(\\p{L}{1,50}){1,50}$\" at /properties/text/pattern is refused: ",
    ),
    (
        "body_that_doubles",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: its check could take too long: ",
    ),
    (
        "body_that_doubles_34_times",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: the schema at /$defs/level_31/allOf/0 is refused: more than 64 schemas within each other apply to one value",
    ),
    (
        "body_that_doubles_by_depth",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: its check could take too long: 18446744073709551615 steps for a value of 65536 bytes, and 50000000 are allowed; most of them at /allOf/1/items, which one part of the value can be held against 18446744073709551615 times. Declare fewer bytes, shorter patterns and lists of choices, or fewer choices within choices",
    ),
    (
        "body_of_itself",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: the schema at the root is refused: it applies itself to the same value again",
    ),
    (
        "body_from_elsewhere",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: the $ref \"https://example.org/schema.json\" at /$ref is refused: nothing is fetched: ",
    ),
    (
        "body_of_another_name",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: $id at the root is refused: ",
    ),
    (
        "body_of_unique_items",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: uniqueItems at the root is refused: each item may have to be compared with each: declare maxItems beside it",
    ),
    (
        "body_of_unevaluated_members",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: unevaluatedProperties at the root is refused: ",
    ),
    (
        "body_of_a_pattern_that_is_sent",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: the format regex at the root is refused: its check can take more than linear time",
    ),
    (
        "body_of_many_choices",
        "\"add_row\" cannot be served: the schema of its request body cannot be used: its check could take too long: ",
    ),
    ("form_body_schema_none", "\"add_row\" cannot be served: the schema of its request body cannot be used: "),
    ("body_secret_in_a_list", "\"add_row\" cannot be served: the schema of its request body cannot be used: "),
];

/// Tells why the routes of a component cannot be served; empty where they can.
fn refusal_of_routes(loaded: &LoadedComponent) -> String {
    let handler: Arc<dyn Handler> = Arc::new(loaded.clone());
    let registrations = loaded.manifest().routes.iter().map(|route| Registration {
        route: Arc::new(route.clone()),
        handler: Arc::clone(&handler),
        enabled: true,
    });
    RoutingTable::build(registrations.collect()).err().map(|error| error.to_string()).unwrap_or_default()
}

#[tokio::test]
async fn each_mistake_of_routes_is_refused_where_they_would_be_served() {
    let routes = || ROUTES.iter().step_by(extent::of(3, 1));
    let cases: Vec<&str> = std::iter::once("none").chain(routes().map(|(case, _)| *case)).collect();
    let mut verdicts = verdicts(&cases).await.into_iter();
    let good = verdicts.next().expect("a verdict").expect("the manifest without a mistake loads");
    assert_eq!(refusal_of_routes(&good), "");
    let mut wrong = Vec::new();
    for ((case, sentence), verdict) in routes().zip(verdicts) {
        let refusal = verdict.map_or_else(|error| error, |loaded| refusal_of_routes(&loaded));
        let is_right = refusal == *sentence || (sentence.ends_with(": ") && refusal.starts_with(sentence));
        if !is_right {
            wrong.push(format!("{case}:\n  expected {sentence}\n  but      {refusal}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
