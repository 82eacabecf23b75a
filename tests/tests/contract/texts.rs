//! Texts that people and assistants read: the API reference, `llms.txt`, and the pages beside the operations.

use crate::support::{documents, operations, root, server};
use quarry::contract::Grant;

#[test]
fn the_reference_lists_what_the_document_lists() {
    let reference = server().get_keyless("/public/api_reference").json();
    let mut listed: Vec<(String, String)> = Vec::new();
    for family in reference["families"].as_array().unwrap() {
        for operation in family["operations"].as_array().unwrap() {
            let text = |name: &str| operation[name].as_str().unwrap().to_owned();
            // A signed link is another operation's answer, and has its path in it.
            let curl = operation["example"]["curl"].as_str().unwrap();
            assert!(curl.contains("/api/v1/") || curl.contains("$QUARRY_ORIGIN$LINK"), "{operation}");
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
    let text = server().send_to_root("GET", "/llms.txt", &[]);
    assert_eq!((text.status, text.header("content-type")), (200, "text/markdown; charset=utf-8"));
    for (method, path, _) in operations(&documents()[0]) {
        assert!(text.text.contains(&format!("`{method} {path}`")), "{method} {path}");
    }
    assert!(!text.text.contains("{base_url}"), "every placeholder was filled in");
    let again = server().send_to_root("GET", "/llms.txt", &[("if-none-match", text.header("etag"))]);
    assert_eq!((again.status, again.text.as_str()), (304, ""));
}

#[test]
fn the_page_and_its_script_may_be_kept_and_load_nothing_from_elsewhere() {
    let page = server().send_to_root("GET", "/docs", &[]);
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{}", page.text);
    let policy = page.header("content-security-policy").to_owned();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; "), "{policy}");
    assert!(!policy.contains("http") && !policy.contains("unsafe-eval"), "{policy}");
    let script = page.text.split('"').find(|part| part.starts_with("/docs/reader-")).unwrap();
    let answer = server().send_to_root("HEAD", script, &[("accept-encoding", "gzip")]);
    assert_eq!((answer.status, answer.header("content-encoding")), (200, "gzip"));
    assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    let refused = server().send_to_root("POST", "/docs", &[]);
    assert_eq!((refused.status, refused.code().as_str()), (405, "method_not_allowed"));
    assert_eq!(server().send_to_root("GET", "/docs/other", &[]).status, 404);
}

#[test]
fn every_grant_has_its_line_on_the_page_of_grants() {
    let page = std::fs::read_to_string(root().join("docs/grants.md")).unwrap();
    for grant in Grant::names().split(", ") {
        let line = page.lines().find(|line| line.starts_with(&format!("| `{grant}` |"))).unwrap_or_default();
        assert_eq!(
            line.split('|').count(),
            6,
            "docs/grants.md says of {grant} what it permits, where it ends and what comes then"
        );
    }
}
