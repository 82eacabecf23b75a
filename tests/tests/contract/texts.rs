//! What people and assistants read: the API reference, `llms.txt`, and what lies beside the operations.

use crate::support::{documents, operations, server};
use quarry_tests::http::Answer;

/// A path of its own, not below the base path.
fn at_root(path: &str, headers: &[(&str, &str)]) -> Answer {
    server().send("GET", &format!("/../..{path}"), headers)
}

#[test]
fn the_reference_lists_what_the_document_lists() {
    let reference = server().get_keyless("/public/api_reference").json();
    let mut listed: Vec<(String, String)> = Vec::new();
    for family in reference["families"].as_array().unwrap() {
        for operation in family["operations"].as_array().unwrap() {
            let text = |name: &str| operation[name].as_str().unwrap().to_owned();
            assert!(operation["example"]["curl"].as_str().unwrap().contains("/api/v1/"), "{operation}");
            listed.push((text("method"), text("path")));
        }
    }
    let mut documented: Vec<_> =
        operations(&documents()[0]).into_iter().map(|(method, path, _)| (method, path)).collect();
    listed.sort();
    documented.sort();
    assert_eq!(listed, documented);
}

#[test]
fn an_assistant_finds_every_operation_in_one_text() {
    let text = at_root("/llms.txt", &[]);
    assert_eq!((text.status, text.header("content-type")), (200, "text/markdown; charset=utf-8"));
    for (method, path, _) in operations(&documents()[0]) {
        assert!(text.text.contains(&format!("`{method} {path}`")), "{method} {path}");
    }
    assert!(!text.text.contains('{') || text.text.contains("{address}"), "every placeholder was filled in");
    let again = at_root("/llms.txt", &[("if-none-match", text.header("etag"))]);
    assert_eq!((again.status, again.text.as_str()), (304, ""));
}
