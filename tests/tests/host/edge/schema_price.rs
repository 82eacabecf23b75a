//! No schema that is admitted takes longer than its price says: schemas and values are generated, the visits of the library are
//! counted by a keyword of the test's own in each schema, and the time is measured.

use jsonschema::{Draft, Keyword, PatternOptions, ValidationError};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use quarry::json_schema::{MAX_BODY_STEPS, NANOSECONDS_PER_STEP, Schema};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Allowance for a machine that does other things meanwhile: so many times slower than measured.
const GENEROSITY: u32 = 5;
/// The time that the clock and the first use of a thread's memory take.
const START: Duration = Duration::from_millis(5);

/// Counts how often the schema that it stands in is applied.
struct Count(Arc<AtomicU64>);

impl Keyword for Count {
    fn validate<'value>(&self, _: &'value Value) -> Result<(), ValidationError<'value>> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn is_valid(&self, _: &Value) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        true
    }
}

fn name() -> impl Strategy<Value = String> {
    select(vec!["a", "b", "ab", "long_name_of_a_member"]).prop_map(str::to_owned)
}

/// Keywords of a schema that applies no other.
fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(true)),
        select(vec!["string", "integer", "object", "array", "null"]).prop_map(|kind| json!({ "type": kind })),
        (0..4, 0..40).prop_map(|(least, most)| json!({ "minLength": least, "maxLength": most })),
        select(vec!["^a", "b+c|d", "^(a|b)*a(a|b){12}c$", r"\S", r"^[\w-]{1,20}$", r"^\p{L}+$"])
            .prop_map(|pattern| json!({ "pattern": pattern })),
        select(vec!["email", "uri", "date-time", "uuid", "hostname"]).prop_map(|format| json!({ "format": format })),
        vec(value(), 1..12).prop_map(|values| json!({ "enum": values })),
        value().prop_map(|value| json!({ "const": value })),
        Just(json!({ "multipleOf": 0.1, "minimum": 0 })),
        (1..20).prop_map(|most| json!({ "uniqueItems": true, "maxItems": most })),
        vec(name(), 0..4).prop_map(|names| {
            let names: std::collections::BTreeSet<_> = names.into_iter().collect();
            json!({ "required": names })
        }),
        select(vec!["#", "#/$defs/a", "#/$defs/b"]).prop_map(|target| json!({ "$ref": target })),
    ]
}

fn schema() -> impl Strategy<Value = Value> {
    let any = leaf().prop_recursive(4, 40, 4, |inner| {
        let list = vec(inner.clone(), 1..4);
        prop_oneof![
            (select(vec!["allOf", "anyOf", "oneOf", "prefixItems"]), list)
                .prop_map(|(keyword, list)| keyed(keyword, json!(list))),
            (
                select(vec!["not", "items", "contains", "additionalProperties", "propertyNames", "if", "then", "else"]),
                inner.clone()
            )
                .prop_map(|(keyword, schema)| keyed(keyword, schema)),
            (select(vec!["properties", "dependentSchemas"]), btree_map(name(), inner.clone(), 1..4))
                .prop_map(|(keyword, schemas)| keyed(keyword, json!(schemas))),
            (btree_map(select(vec!["^a", "b", "."]).prop_map(str::to_owned), inner.clone(), 1..3), inner.clone())
                .prop_map(|(schemas, rest)| json!({ "patternProperties": schemas, "additionalProperties": rest })),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(one, two, three)| json!({ "if": one, "then": two, "else": three })),
        ]
    });
    (any.clone(), any.clone(), any).prop_map(|(root, a, b)| {
        let mut root = root.as_object().cloned().unwrap_or_default();
        root.insert("$defs".to_owned(), json!({ "a": a, "b": b }));
        Value::Object(root)
    })
}

fn keyed(keyword: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(keyword.to_owned(), value)]))
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        (-3..100).prop_map(|number| json!(number)),
        Just(json!(0.3)),
        "[ab]{0,40}".prop_map(|text| json!(text)),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(|items| json!(items)),
            (inner.clone(), 1_usize..200).prop_map(|(item, times)| json!(vec![item; times])),
            btree_map(name(), inner, 0..4).prop_map(|members| json!(members)),
        ]
    })
}

/// The schema with the counting keyword in each schema; names of members and values of `enum` are left as they are.
fn counted(schema: &Value) -> Value {
    let Value::Object(keywords) = schema else { return schema.clone() };
    let map = |schemas: &Value| {
        let schemas = schemas.as_object().cloned().unwrap_or_default();
        json!(schemas.iter().map(|(name, schema)| (name.clone(), counted(schema))).collect::<Map<_, _>>())
    };
    let mut with_count = Map::from_iter([("x-count".to_owned(), json!(true))]);
    for (keyword, value) in keywords {
        let value = match keyword.as_str() {
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
                json!(value.as_array().into_iter().flatten().map(counted).collect::<Vec<_>>())
            }
            "properties" | "dependentSchemas" | "patternProperties" | "$defs" => map(value),
            "enum" | "const" | "required" | "type" => value.clone(),
            _ => counted(value),
        };
        with_count.insert(keyword.clone(), value);
    }
    Value::Object(with_count)
}

/// Counts the applications of a schema to a part of the value by the library.
fn visits(schema: &Value, value: &Value) -> u64 {
    let count = Arc::new(AtomicU64::new(0));
    let shared = Arc::clone(&count);
    let validator = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_pattern_options(PatternOptions::regex())
        .should_validate_formats(true)
        .with_keyword("x-count", move |_, _, _| Ok(Box::new(Count(Arc::clone(&shared))) as Box<dyn Keyword>))
        .build(&counted(schema))
        .expect("what the host admits, the library compiles");
    let _ = validator.is_valid(value);
    count.load(Ordering::Relaxed)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_admitted_schema_takes_longer_than_its_price(schema in schema(), value in value()) {
        let bytes = value.to_string().len();
        let Ok(compiled) = Schema::compile(&schema, bytes as u64, MAX_BODY_STEPS) else { return Ok(()) };
        let steps = compiled.steps(bytes);
        let visits = visits(&schema, &value);
        prop_assert!(visits <= steps, "{visits} visits, {steps} steps: {schema} on {value}");
        let time = || {
            let began = Instant::now();
            let _ = compiled.check(&value);
            began.elapsed()
        };
        let fastest = (0..3).map(|_| time()).min().unwrap_or_default();
        let most = Duration::from_nanos(steps * NANOSECONDS_PER_STEP) * GENEROSITY + START;
        prop_assert!(fastest <= most, "{fastest:?} for {steps} steps: {schema} on {value}");
    }
}

#[test]
fn the_price_is_of_the_right_order() {
    let price = |schema: Value| Schema::compile(&schema, 1_000, MAX_BODY_STEPS).map(|schema| schema.steps(1_000));
    let plain = price(json!({ "type": "array", "items": { "type": "integer" } })).expect("admitted");
    let four = price(json!({ "type": "array", "items": { "allOf": vec![json!({ "multipleOf": 0.1 }); 4] } }))
        .expect("admitted");
    let eight = price(json!({ "type": "array", "items": { "allOf": vec![json!({ "multipleOf": 0.1 }); 8] } }))
        .expect("admitted");
    assert!(plain < 20_000, "a list of numbers costs next to nothing: {plain}");
    assert!(
        four > 5 * plain && eight > four + 3 * (four - plain) / 4,
        "each choice has its price: {plain}, {four}, {eight}"
    );
    // A tree whose nodes have two children has a node for each part of the value, and not two.
    let node =
        json!({ "properties": { "left": { "$ref": "#" }, "right": { "$ref": "#" } }, "additionalProperties": false });
    assert!(price(node).is_ok_and(|steps| steps < 100_000), "a tree is admitted");
    let twice = json!({ "allOf": [
        { "properties": { "left": { "$ref": "#" } } },
        { "properties": { "left": { "$ref": "#" } } },
    ] });
    assert!(price(twice).is_err(), "what doubles at each level is not");
    let apart = json!({ "anyOf": [
        { "properties": { "left": { "$ref": "#" } } },
        { "properties": { "right": { "$ref": "#" } } },
    ] });
    assert!(price(apart).is_ok(), "what leads to different members is");
}

#[test]
fn a_large_wrong_value_is_told_in_bounded_room() {
    let schema = json!({ "additionalProperties": { "items": { "type": "string" } } });
    let value = json!({ ("n".repeat(200_000)): vec![1; 200_000] });
    let compiled = Schema::compile(&schema, 1 << 20, MAX_BODY_STEPS).expect("admitted");
    let errors = compiled.check(&value).expect_err("numbers are no texts");
    assert_eq!(errors.len(), 1, "one error of 200,000, each with a name of 200,000 bytes");
    let small = json!({ "a": [1, 2, 3] });
    assert_eq!(compiled.check(&small).expect_err("numbers are no texts").len(), 3, "and all of a small value");
}
