//! The OpenAPI documents: the committed ones are the served ones, and their examples satisfy their schemas.

use crate::support::{documents, operations, printed, root, server};
use serde_json::{Value as Json, json};

#[test]
fn the_committed_documents_are_those_of_the_components() {
    for (file, arguments) in [("openapi.json", [].as_slice()), ("openapi.session.json", &["--session"])] {
        let committed = std::fs::read_to_string(root().join("docs").join(file)).unwrap_or_default();
        assert!(committed == printed(arguments), "docs/{file} is not what is declared: run `just accept`");
    }
}

#[test]
fn a_host_serves_the_document_of_what_is_switched_on() {
    let served = server().get_keyless("/openapi.json");
    assert_eq!(served.status, 200, "{}", served.text);
    assert_eq!(served.json()["paths"], documents()[0]["paths"]);
    assert!(!served.header("etag").is_empty() && served.header("cache-control").contains("max-age=60"));
    let session = server().get_keyless("/openapi.session.json");
    assert_eq!(session.json()["paths"], documents()[1]["paths"]);
}

#[test]
fn the_version_is_that_of_the_interface_whose_paths_say_v1() {
    for document in documents() {
        assert!(document["info"]["version"].as_str().is_some_and(|version| version.starts_with("1.")));
    }
}

#[test]
fn every_example_satisfies_its_schema() {
    for document in documents() {
        for (method, path, operation) in operations(document) {
            // Bytes and events have no example; JSON beside other types is a file, and so are its bytes.
            let types = operation["responses"]["200"]["content"].as_object().map_or(0, |types| types.len());
            if let Some(content) =
                operation["responses"]["200"]["content"].get("application/json").filter(|_| types == 1)
            {
                assert_satisfies(document, &content["schema"], &content["example"], &format!("{method} {path}"));
            }
            for parameter in operation["parameters"].as_array().unwrap_or(&Vec::new()) {
                if let Some(example) = parameter.get("example") {
                    let what = format!("{} of {method} {path}", parameter["name"]);
                    assert_satisfies(document, &parameter["schema"], example, &what);
                }
            }
        }
        for (name, response) in document["components"]["responses"].as_object().unwrap_or(&serde_json::Map::new()) {
            let content = &response["content"]["application/json"];
            for (code, example) in content["examples"].as_object().unwrap_or(&serde_json::Map::new()) {
                assert_satisfies(document, &content["schema"], &example["value"], &format!("{code} of {name}"));
            }
        }
    }
}

/// The schema's references lead into the document's components.
fn assert_satisfies(document: &Json, schema: &Json, value: &Json, what: &str) {
    let mut schema = serde_json::json!({ "allOf": [schema] });
    schema["components"] = document["components"].clone();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let problems: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "the example of {what}: {problems:?}");
}

#[test]
fn every_operation_says_what_it_needs_what_it_costs_and_how_it_fails() {
    for document in documents() {
        for (method, path, operation) in operations(document) {
            let what = format!("{method} {path}");
            assert!(operation["summary"].as_str().is_some_and(|text| text.len() > 5), "{what} has no summary");
            assert!(operation["x-rate-class"].is_string(), "{what} has no rate class");
            let responses = operation["responses"].as_object().unwrap();
            let is_good = |status: &&str| responses.contains_key(*status);
            assert!(["200", "201", "202", "204"].iter().any(is_good), "{what} does not say what a good answer is");
            for status in ["429", "503"] {
                assert!(responses.contains_key(status), "{what} does not say what {status} is");
            }
            // Where one of the ways in needs nothing, nobody is sent away.
            let is_guarded = |needs: &Vec<Json>| !needs.is_empty() && needs.iter().all(|need| need != &json!({}));
            let is_keyed = operation["security"].as_array().is_some_and(is_guarded);
            assert_eq!(is_keyed, responses.contains_key("401"), "{what}");
            // Sessions and applications have none.
            let has_scope = is_keyed && operation["security"][0].get("api_key").is_some();
            assert_eq!(has_scope, operation.get("x-required-scope").is_some(), "{what}");
            for parameter in operation["parameters"].as_array().unwrap_or(&Vec::new()) {
                let name = &parameter["name"];
                assert!(!parameter["description"].as_str().unwrap_or_default().is_empty(), "{name} of {what}");
                // Nobody can make up a cursor.
                let is_cursor = ["cursor", "before", "after"].iter().any(|cursor| name == cursor);
                // What suits some values of another parameter alone has its example in its sentence, since clients send all examples
                // of an operation together; a choice has its words.
                let description = parameter["description"].as_str().unwrap_or_default();
                let has_words = parameter["schema"].get("enum").is_some() || description.contains("such as ");
                let has_example = parameter.get("example").is_some() || has_words || is_cursor;
                assert!(has_example, "{name} of {what} has no example");
            }
        }
    }
}

#[test]
fn what_a_public_read_counts_as_stands_in_the_table_of_limits() {
    let page = std::fs::read_to_string(root().join("docs/rate-limits.md")).expect("the page of limits");
    let (_, table) = page.split_once("| an answer that has to be made of |").expect("the table of weights");
    let (table, _) = table.split_once("\n\n").expect("the end of the table");
    let mut weights = 0;
    for (method, path, operation) in operations(&documents()[0]) {
        let row = table.lines().find(|row| row.starts_with(&format!("| `{method} {path}` |")));
        let told =
            row.and_then(|row| row.trim_end_matches(" |").rsplit_once("| ")).map(|(_, weight)| weight.to_owned());
        let declared = operation["x-rate-weight"].as_u64().map(|weight| weight.to_string());
        assert_eq!(told, declared, "{method} {path}");
        weights += usize::from(declared.is_some());
    }
    assert_eq!(weights, 6, "the table has rows of these operations alone");
}

#[test]
fn every_member_of_an_answer_is_described_or_says_what_it_is_by_its_name() {
    // A name that stands alone in an object of its kind needs no sentence.
    const PLAIN: [&str; 4] = ["pool", "token0", "token1", "address"];
    let document = &documents()[0];
    let mut bare = Vec::new();
    for (schema, content) in document["components"]["schemas"].as_object().unwrap() {
        for (name, member) in content["properties"].as_object().unwrap_or(&serde_json::Map::new()) {
            let says = member.get("description").is_some() || member.get("$ref").is_some();
            if !says && !PLAIN.contains(&name.as_str()) {
                bare.push(format!("{schema}.{name}"));
            }
        }
    }
    assert!(bare.is_empty(), "these members have no description: {bare:?}");
}
