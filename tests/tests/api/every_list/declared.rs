//! What the written contract says of lists, and what the host makes of the parameters that it names.

use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::shared;
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Operations with arrays of objects that are not read on, and why.
const NOT_READ_ON: [(&str, &str); 37] = [
    // Answers about one thing: its parts come with it, and it bounds them.
    ("/charts/{source}", "a chart is drawn of all points of its window"),
    ("/datasets/requests/{id}", "one export with its files"),
    ("/me", "one organization with its courtesies"),
    ("/research/pages/{id}", "one page"),
    ("/research/pages/{id}/document", "one document, which is edited as a whole"),
    ("/public/published_pages/{slug}", "one page"),
    ("/public/review/{token}", "one page"),
    ("/public/tracking/{slug}", "one deployment; its liquidations are a list of their own"),
    ("/session/account", "one person"),
    ("/session/admin/organizations/{id}", "one organization"),
    ("/session/citations/transactions/{hash}", "one transaction; a log is named by `log_index`"),
    ("/session/data/datasets/{key}", "one dataset"),
    ("/session/data/datasets/{key}/releases/{release}", "one release with its files"),
    ("/session/data/requests/{id}", "one export with its files"),
    ("/session/organizations/{id}", "one organization, whose plan bounds its members"),
    ("/session/research/pages/{id}", "one page"),
    ("/session/research/pages/{id}/citable_fields", "one transaction"),
    ("/session/research/pages/{id}/document", "one document, which is edited as a whole"),
    ("/session/research/pages/{id}/page-versions/{version_id}", "one version of a document"),
    ("/session/research/pages/{id}/page-versions/compare", "one comparison"),
    ("/session/spaces/{id}", "one space, which has at most 500 members and 100 properties"),
    // What a release of the program has, and nobody adds to.
    ("/public/api_reference", "the operations of this release, as one text of reference"),
    ("/public/auth", "the ways in, which a form shows together"),
    ("/public/site", "the modules of this release"),
    ("/session/onboarding", "the steps of a checklist"),
    ("/session/research/pages/{id}/editor_options", "what the menus of the editor offer"),
    // Overviews whose bounds the documents name.
    ("/public/explorer", "an overview by chain"),
    ("/public/home", "an overview by chain"),
    ("/public/status", "the status, with 90 days of probes"),
    ("/status", "the status by chain"),
    ("/session/data", "an overview: five newest exports, and the newest release of each dataset"),
    ("/session/admin/storage", "an overview: the largest twenty of each kind"),
    ("/session/search", "grouped results while one types; `GET /session/research/search` is read on"),
    // What is offered while one types: another letter leads on.
    ("/session/research/pages/{id}/pick", "what is offered while one types"),
    ("/session/research/property_definitions/{id}/candidates", "what is offered while one types"),
    // Lists whose pages the documents number, or that have a cursor in each column.
    ("/session/research/pages/{id}/saved_items", "the document numbers its pages by `page`, ten cards to each"),
    ("/session/research/projects/{id}/board", "each column has its own `next_cursor`"),
];

/// Lists whose `limit` is an allowance of the plan, as the document says.
const LIMIT_OF_THE_PLAN: [&str; 2] = ["/session/library", "/session/spaces"];

fn documents() -> [Json; 2] {
    ["/openapi.json", "/openapi.session.json"].map(|path| shared().get_keyless(path).json())
}

/// What a schema stands for.
fn resolved<'document>(document: &'document Json, schema: &'document Json) -> &'document Json {
    match schema["$ref"].as_str() {
        Some(reference) => resolved(document, document.pointer(reference.trim_start_matches('#')).expect("a schema")),
        None => schema,
    }
}

fn is(schema: &Json, kind: &str) -> bool {
    schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|one| one == kind))
}

fn is_of_objects(document: &Json, array: &Json) -> bool {
    let items = resolved(document, &array["items"]);
    let mut choices =
        ["anyOf", "oneOf", "allOf"].into_iter().flat_map(|form| items[form].as_array().into_iter().flatten());
    is(items, "object") || items["properties"].is_object() || choices.any(|one| is(resolved(document, one), "object"))
}

/// An operation that answers with objects in an array.
struct List {
    path: String,
    parameters: Vec<Json>,
    members: BTreeSet<String>,
}

impl List {
    fn takes(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter["name"] == name)
    }

    fn is_read_on(&self) -> bool {
        let takes_a_place = self.takes("cursor") || (self.takes("before") && self.takes("after"));
        self.takes("limit") && takes_a_place && self.members.contains("next_cursor")
    }
}

fn lists(document: &Json) -> Vec<List> {
    let mut lists = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let good = resolved(document, &item["get"]["responses"]["200"]);
        let schema = resolved(document, &good["content"]["application/json"]["schema"]);
        let none = serde_json::Map::new();
        let members = schema["properties"].as_object().unwrap_or(&none);
        let has_objects = |array: &Json| is(array, "array") && is_of_objects(document, array);
        if has_objects(schema) || members.values().any(|member| has_objects(resolved(document, member))) {
            let parameters = item["get"]["parameters"].as_array().into_iter().flatten();
            lists.push(List {
                path: path.clone(),
                parameters: parameters.map(|parameter| resolved(document, parameter).clone()).collect(),
                members: members.keys().cloned().collect(),
            });
        }
    }
    lists
}

#[test]
fn no_operation_shows_the_first_rows_of_a_list_and_no_way_to_the_others() {
    quarry_tests::on_one_engine!();
    let (mut cut, mut read_on) = (Vec::new(), 0);
    for list in documents().iter().flat_map(lists) {
        let is_excepted = NOT_READ_ON.iter().any(|(path, _)| *path == list.path);
        match (list.is_read_on(), is_excepted) {
            (true, false) => read_on += 1,
            (false, true) => {}
            (false, false) => cut.push(format!("{} takes no limit and cursor, or has no next_cursor", list.path)),
            (true, true) => cut.push(format!("{} is read on: it is no exception any more", list.path)),
        }
    }
    assert_eq!(cut, Vec::<String>::new());
    assert!(read_on > 50, "{read_on}");
}

/// The address of a list without parts in its path, with a value for each parameter that is required.
fn address(list: &List) -> Option<String> {
    let required = list.parameters.iter().filter(|parameter| parameter["required"] == true);
    let value = |parameter: &Json| match parameter["name"].as_str() {
        Some("hash") => format!("0x{:064x}", 1),
        _ => parameter["example"].as_str().map_or_else(|| parameter["example"].to_string(), str::to_owned),
    };
    let given: Vec<String> = required
        .map(|parameter| {
            let value: String = url::form_urlencoded::byte_serialize(value(parameter).as_bytes()).collect();
            format!("{}={value}", parameter["name"].as_str().expect("a name"))
        })
        .collect();
    (!list.path.contains('{')).then(|| format!("{}?{}", list.path, given.join("&")))
}

#[test]
fn each_list_has_one_rule_for_the_size_of_its_pages_and_takes_no_invented_place() {
    quarry_tests::on_one_engine!();
    let staff = Browser::of(shared(), "staff");
    let ask =
        |path: &str| -> Answer { if path.starts_with("/session") { staff.get(path) } else { shared().get(path) } };
    let mut asked = 0;
    for list in documents().iter().flat_map(lists).filter(List::is_read_on) {
        let Some(path) = address(&list) else { continue };
        for limit in ["0", "-1", "x"] {
            let refused = ask(&format!("{path}&limit={limit}"));
            assert_eq!(
                (refused.status, &refused.json()["parameter"]),
                (422, &"limit".into()),
                "{path}: {}",
                refused.text
            );
        }
        let place = if list.takes("cursor") { "cursor" } else { "before" };
        let refused = ask(&format!("{path}&{place}=AQMGBFVTREMB"));
        assert_eq!((refused.status, refused.code().as_str()), (422, "invalid_cursor"), "{path}: {}", refused.text);
        let most = ask(&format!("{path}&limit=501"));
        assert_eq!(most.status, 200, "{path}: {}", most.text);
        let body = most.json();
        assert!(body["next_cursor"].is_string() || body["next_cursor"].is_null(), "{path}");
        assert_eq!(body["max_rows"], 500, "{path}");
        if !LIMIT_OF_THE_PLAN.contains(&list.path.as_str()) {
            assert_eq!(body["limit"], 500, "{path}");
        }
        asked += 1;
    }
    assert!(asked > 30, "{asked}");
}
