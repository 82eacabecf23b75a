//! Tools for assistants, declared beside routes: the documents tell of them, and each leads to an operation that exists.

use quarry_tests::server::shared;
use std::collections::BTreeMap;

/// Tool, its twin's method and path: the table of the bearer-key document, as far as its operations are declared.
const TOOLS: [(&str, &str, &str); 9] = [
    ("search_markets", "get", "/pairs"),
    ("get_price_bars", "get", "/pools/{address}/prices"),
    ("get_entitlements", "get", "/me"),
    ("platform_status", "get", "/status"),
    ("get_canonical_series", "post", "/citations"),
    ("cite_query", "post", "/citations"),
    ("list_research_pages", "get", "/research/pages"),
    ("get_research_page", "get", "/research/pages/{id}"),
    ("append_research_block", "post", "/research/pages/{id}/blocks"),
];

#[test]
fn every_tool_of_the_document_stands_beside_its_twin() {
    quarry_tests::on_one_engine!();
    let document = shared().get("/openapi.json").json();
    let mut declared = BTreeMap::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().into_iter().flatten() {
            for tool in operation["x-assistant-tools"].as_array().into_iter().flatten() {
                let name = tool["name"].as_str().expect("a name").to_owned();
                assert!(tool["description"].as_str().is_some_and(|text| text.len() > 20), "{tool}");
                assert!(declared.insert(name, (method.clone(), path.clone())).is_none(), "{tool} is declared twice");
            }
        }
    }
    for (name, method, path) in TOOLS {
        assert_eq!(declared.get(name), Some(&(method.to_owned(), path.to_owned())), "{name}");
    }
}
