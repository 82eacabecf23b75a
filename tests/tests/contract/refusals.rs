//! What people read whose body is refused: for every member of every operation that takes one.

use crate::support::{documents, operations};
use bytes::Bytes;
use quarry::contract::{RequestBody, RequestBodyForm};
use quarry::edge::RequestBodyPlan;
use quarry_tests::sentences;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// Characters of what was sent that a sentence may quote.
const MOST_QUOTED: usize = 61;
/// Words that sentences about a schema have no more than those of [`sentences::faults`].
const OF_SCHEMAS: [&str; 4] = ["null", "property", "properties are", "is described so"];
/// Words of a sentence that only a kind without words of its own has: give it a row in `json_schema/refusals/kinds.rs`.
const WORDLESS: [&str; 3] = ["the operation's description gives", "hold it against", "any value"];

/// A body of an operation, ready to refuse, with its schema in one piece.
fn plan(document: &Json, schema: &Json) -> (RequestBodyPlan, Json) {
    let schema = inlined(document, schema);
    let form = RequestBodyForm::Json { schema: schema.to_string(), example: "{}".to_owned() };
    let plan = RequestBodyPlan::new(&RequestBody { form, max_bytes: 64 << 10, required: true });
    (plan.unwrap_or_else(|error| panic!("{schema}: {error}")), schema)
}

/// A schema with what it points to in its place, as routes declare theirs.
fn inlined(document: &Json, schema: &Json) -> Json {
    match schema {
        Json::Object(members) => match members.get("$ref").and_then(Json::as_str) {
            Some(target) => inlined(document, document.pointer(&target[1..]).expect("a schema")),
            None => members.iter().map(|(name, member)| (name.clone(), inlined(document, member))).collect(),
        },
        Json::Array(items) => items.iter().map(|item| inlined(document, item)).collect(),
        other => other.clone(),
    }
}

fn followed<'a>(root: &'a Json, schema: &'a Json) -> &'a Json {
    match schema["$ref"].as_str() {
        Some(target) => followed(root, root.pointer(&target[1..]).expect("a schema")),
        None => schema,
    }
}

/// The paths of all members that a schema names.
fn members(root: &Json, schema: &Json, path: &[String], found: &mut Vec<Vec<String>>) {
    let schema = followed(root, schema);
    let mut below = |name: &str, schema: &Json| {
        let path: Vec<String> = path.iter().cloned().chain([name.to_owned()]).collect();
        found.push(path.clone());
        members(root, schema, &path, found);
    };
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        below(name, member);
    }
    if schema["items"].is_object() {
        below("0", &schema["items"]);
    }
}

/// A body with nothing but one value at a path.
fn body_with(path: &[String], value: &Json) -> Json {
    path.iter().rev().fold(value.clone(), |inner, name| match name.as_str() {
        "0" => json!([inner]),
        name => json!({ name: inner }),
    })
}

/// What is wrong with a sentence.
fn faults(sentence: &str, sent: &str) -> Vec<String> {
    let mut faults = sentences::faults(sentence);
    let words: BTreeSet<&str> = sentence.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let has = |word: &&str| if word.contains(' ') { sentence.contains(*word) } else { words.contains(*word) };
    faults.extend(OF_SCHEMAS.iter().filter(|word| has(word)).map(|word| format!("speaks of \"{word}\"")));
    faults.extend(WORDLESS.iter().filter(|words| sentence.contains(**words)).map(|_| "has no words".to_owned()));
    if !sentence.starts_with(|letter: char| letter.is_uppercase()) || !sentence.ends_with('.') {
        faults.push("is no sentence".to_owned());
    }
    if sentence.starts_with('"') || sent.chars().count() > MOST_QUOTED && sentence.contains(sent) {
        faults.push("begins with what was sent, or has all of it".to_owned());
    }
    faults
}

#[test]
fn every_refusal_of_a_body_is_a_sentence_for_people_and_gives_the_reason_first() {
    let long = "x".repeat(2_000);
    let wrong = [
        json!(null),
        json!(""),
        json!(long),
        json!("é!"),
        json!(-7),
        json!(1.5),
        json!(1e30),
        json!(true),
        json!([]),
        json!([[1]]),
        json!(vec![0; 2_500]),
        json!({ "not_a_member": 1 }),
    ];
    let (mut seen, mut failures) = (BTreeSet::new(), Vec::new());
    for document in documents() {
        for (method, path, operation) in operations(document) {
            let contents = operation["requestBody"]["content"].as_object();
            for schema in contents.into_iter().flatten().map(|(_, content)| &content["schema"]) {
                // What an upload takes is no document.
                if followed(document, schema)["type"] != "object" {
                    continue;
                }
                let (plan, schema) = plan(document, schema);
                let mut places = Vec::new();
                members(&schema, &schema, &[], &mut places);
                let bodies = places.iter().flat_map(|place| wrong.iter().map(|value| body_with(place, value)));
                for body in bodies.chain([json!({}), json!({ "not_a_member": 1 })]) {
                    let Err(problem) = plan.check(Bytes::from(body.to_string())) else { continue };
                    assert_eq!((problem.status, problem.code.as_str()), (422, "validation_failed"), "{method} {path}");
                    let fields = problem.members["fields"].as_object().expect("fields").clone();
                    for (field, sentence) in fields {
                        let sentence = sentence.as_str().expect("a sentence").to_owned();
                        let found = faults(&sentence, &long);
                        failures
                            .extend(found.iter().map(|fault| format!("{method} {path} {field} {fault}: {sentence}")));
                        seen.insert(sentence);
                    }
                }
            }
        }
    }
    failures.sort();
    failures.dedup();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(seen.len() > 500, "so many sentences were looked at: {}", seen.len());
    for sentence in ["Enter a name.", "Choose a role: one of viewer, commenter, editor, owner."] {
        assert!(seen.contains(sentence), "{sentence}");
    }
    let not_taken = "These members are not taken: not_a_member. This operation takes ";
    assert!(seen.iter().any(|sentence| sentence.starts_with(not_taken)), "{not_taken}");
}

#[test]
fn a_number_that_nobody_can_hold_is_refused_by_its_field() {
    let schema = json!({ "type": "object", "properties": {
        "block_number": { "type": ["integer", "null"], "minimum": 0 }, "ratio": { "type": "number" },
        "days": { "type": "array", "items": { "type": "integer" } },
    } });
    let (plan, _) = plan(&json!({}), &schema);
    for (body, field, sentence) in [
        (
            r#"{"block_number":1e999}"#,
            "block_number",
            "A block number is a whole number of at least 0; this is a number larger than any that can be read.",
        ),
        (
            r#"{"days":[1,99999999999999999999]}"#,
            "days.1",
            "A day is a whole number, at most 9,223,372,036,854,775,807; this is 1e+20.",
        ),
        (
            r#"{"block_number":18446744073709551615}"#,
            "block_number",
            "A block number is a whole number of at least 0, at most 9,223,372,036,854,775,807; this is 18446744073709551615.",
        ),
    ] {
        let problem = plan.check(Bytes::from(body)).expect_err(body);
        assert_eq!((problem.status, problem.members["fields"][field].as_str()), (422, Some(sentence)), "{problem:?}");
        assert!(problem.detail.ends_with(sentence), "{}", problem.detail);
    }
    let (whole, _) = plan.check(Bytes::from(r#"{"block_number":5.0,"ratio":1.5}"#)).expect("five is a whole number");
    assert_eq!(serde_json::from_slice::<Json>(&whole).unwrap(), json!({ "block_number": 5, "ratio": 1.5 }));
}

#[test]
fn a_long_text_is_refused_by_its_length_and_shown_cut_and_a_secret_is_not_shown() {
    let title = json!({ "type": "string", "minLength": 1, "maxLength": 200 });
    let (open, _) = plan(&json!({}), &json!({ "type": "object", "properties": { "title": title } }));
    let body = json!({ "title": "Liquidation ".repeat(1_000) }).to_string();
    let problem = open.check(Bytes::from(body.clone())).expect_err("too long");
    let sentence = problem.members["fields"]["title"].as_str().expect("a sentence");
    assert!(
        sentence.starts_with("A title has 1 to 200 characters; this one has 12,000: \"Liquidation Liq"),
        "{sentence}"
    );
    assert!(sentence.chars().count() < 140 && sentence.ends_with("…\"."), "{sentence}");
    let secret = json!({ "type": "string", "format": "password", "maxLength": 100 });
    let both = json!({ "type": "object", "properties": { "title": title, "password": secret } });
    let (masked, _) = plan(&json!({}), &both);
    let problem = masked.check(Bytes::from(body)).expect_err("too long");
    assert_eq!(problem.members["fields"]["title"], "A title has 1 to 200 characters; this one has 12,000.");
}
