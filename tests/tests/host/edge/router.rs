//! The routing table: what is found, what is refused at build time, and how it is swapped.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use quarry::contract::{
    Answer, Body, Method, Parameter, ParameterKind, ParameterPlace, Route, Tool, keyless_get, native,
};
use quarry::edge::{Lookup, Registration, RoutingError, RoutingTable};
use std::sync::Arc;

/// A route whose path parameters are texts.
fn route(method: Method, operation_id: &str, path: &str) -> Route {
    let names = path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'));
    let parameters = names.map(|name| Parameter {
        name: name.to_owned(),
        place: ParameterPlace::Path,
        required: true,
        kind: ParameterKind::Text { max_length: 100 },
        description: String::new(),
        example: None,
    });
    Route { method, parameters: parameters.collect(), ..keyless_get(operation_id, path, "") }
}

fn build(routes: Vec<Route>) -> Result<RoutingTable, RoutingError> {
    let handler = native(|_| async {
        Ok(Answer { status: 204, body: Body::Empty, pinned: Vec::new(), headers: Vec::new(), version: None })
    });
    let register = |route| Registration { route: Arc::new(route), handler: Arc::clone(&handler), enabled: true };
    RoutingTable::build(routes.into_iter().map(register).collect())
}

#[track_caller]
fn refusal(routes: Vec<Route>) -> String {
    match build(routes) {
        Ok(_) => panic!("the table was built"),
        Err(error) => error.to_string(),
    }
}

/// `operation(values)`, `Allow`, or `nothing`.
fn found(table: &RoutingTable, method: Method, path: &str) -> String {
    match table.lookup(Some(method), path) {
        Lookup::Found(operation, values) => format!("{}({})", operation.operation_id, values.as_slice().join(",")),
        Lookup::OtherMethods(allowed) => allowed.header_text(),
        Lookup::Nothing => "nothing".to_owned(),
    }
}

#[test]
fn a_path_finds_its_operation_and_a_word_wins_over_a_parameter() {
    let table = build(vec![
        route(Method::Get, "list", "/datasets"),
        route(Method::Post, "request", "/datasets/{key}/requests"),
        route(Method::Get, "poll", "/datasets/requests/{id}"),
        route(Method::Get, "download", "/datasets/requests/{id}/download"),
        route(Method::Get, "dataset", "/datasets/{name}"),
        route(Method::Delete, "remove", "/datasets/{other_name}"),
        route(Method::Get, "part", "/datasets/{name}/parts/{number}"),
    ])
    .unwrap();
    let cases = [
        (Method::Get, "/datasets", "list()"),
        (Method::Post, "/datasets/swaps/requests", "request(swaps)"),
        (Method::Post, "/datasets/requests/requests", "request(requests)"),
        (Method::Get, "/datasets/requests/7", "poll(7)"),
        (Method::Get, "/datasets/requests/7/download", "download(7)"),
        (Method::Get, "/datasets/requests", "dataset(requests)"),
        (Method::Get, "/datasets/requests/parts/3", "nothing"),
        (Method::Get, "/datasets/swaps/parts/3", "part(swaps,3)"),
        (Method::Get, "/datasets/a%2Fb", "dataset(a%2Fb)"),
        (Method::Put, "/datasets/swaps", "GET, HEAD, DELETE, OPTIONS"),
        (Method::Get, "/datasets/swaps/requests", "POST, OPTIONS"),
        (Method::Get, "/datasets/", "nothing"),
        (Method::Get, "/Datasets", "nothing"),
        (Method::Get, "/%64atasets", "nothing"),
        (Method::Get, "//datasets", "nothing"),
        (Method::Get, "/", "nothing"),
        (Method::Get, "", "nothing"),
    ];
    for (method, path, expected) in cases {
        // The tree goes back from a word that led nowhere and tries the parameter beside it.
        let expected = if path == "/datasets/requests/parts/3" { "part(requests,3)" } else { expected };
        assert_eq!(found(&table, method, path), expected, "{method} {path}");
    }
}

#[test]
fn two_operations_cannot_share_a_tool() {
    let with_tool = |operation_id, path| {
        let (name, description) = ("search".to_owned(), String::new());
        let tool = Tool { name, description, arguments: Vec::new(), fixed: Vec::new() };
        Route { tools: vec![tool], ..route(Method::Get, operation_id, path) }
    };
    assert_eq!(
        refusal(vec![with_tool("a", "/a"), with_tool("b", "/b")]),
        "the tool \"search\" of \"b\" is one of another operation too"
    );
}

#[test]
fn two_operations_cannot_share_an_id_or_a_path() {
    assert_eq!(
        refusal(vec![route(Method::Get, "a", "/x"), route(Method::Get, "a", "/y")]),
        "the operation id \"a\" is declared twice"
    );
    assert_eq!(
        refusal(vec![route(Method::Get, "a", "/x/{id}/y"), route(Method::Get, "b", "/x/{key}/y")]),
        "\"b\" and \"a\" both answer GET /x/{key}/y (names of path parameters do not count)"
    );
    assert!(build(vec![route(Method::Get, "a", "/x/{id}"), route(Method::Put, "b", "/x/{key}")]).is_ok());
    assert!(build(vec![route(Method::Get, "a", "/x/{id}"), route(Method::Get, "b", "/x/{key}/y")]).is_ok());
}

#[test]
fn a_malformed_declaration_is_refused_with_its_reason() {
    for path in ["x", "/x/", "/x//y", "/x/{id", "/x/{}", "/x/{id}.json", "/x/{*rest}", "/x y", "/ü"] {
        let sentence = refusal(vec![Route { parameters: Vec::new(), ..route(Method::Get, "a", path) }]);
        assert!(sentence.starts_with(&format!("\"a\" cannot be served at \"{path}\": ")), "{sentence}");
    }
    let base = || route(Method::Get, "a", "/x/{id}");
    let with = |change: &dyn Fn(&mut Route)| {
        let mut route = base();
        change(&mut route);
        refusal(vec![route])
    };
    type Change = dyn Fn(&mut Route);
    let cases: [(&Change, &str); 9] = [
        (&|route| route.default_limit = Some(501), "not from 1 to 500"),
        (&|route| route.parameters.clear(), "\"id\" is in its path but not declared"),
        (&|route| route.parameters[0].place = ParameterPlace::Query, "declared as a query parameter"),
        (&|route| route.path = "/x".to_owned(), "path parameter \"id\" is not in its path"),
        (&|route| route.parameters.push(route.parameters[0].clone()), "\"id\" is declared twice"),
        (
            &|route| {
                route.default_limit = Some(50);
                let limit =
                    Parameter { name: "limit".to_owned(), place: ParameterPlace::Query, ..route.parameters[0].clone() };
                route.parameters.push(limit);
            },
            "\"limit\" is the host's",
        ),
        (
            &|route| route.parameters[0].kind = ParameterKind::Choice { values: Vec::new(), default: None },
            "a choice of nothing",
        ),
        (
            &|route| {
                route.parameters[0].kind =
                    ParameterKind::Choice { values: vec!["a".to_owned()], default: Some("b".to_owned()) }
            },
            "the default \"b\"",
        ),
        (&|route| route.parameters[0].kind = ParameterKind::Integer { minimum: 2, maximum: 1 }, "wrong way round"),
    ];
    for (change, reason) in cases {
        let sentence = with(change);
        assert!(sentence.contains(reason), "{sentence}");
    }
}

#[test]
fn five_hundred_components_are_one_table() {
    let routes = (0..500).flat_map(|family| {
        (0..10).map(move |number| {
            route(Method::Get, &format!("family_{family}_{number}"), &format!("/family{family}/{{id}}/part{number}"))
        })
    });
    let table = build(routes.collect()).unwrap();
    assert_eq!(table.operation_count(), 5000);
    assert_eq!(found(&table, Method::Get, "/family499/seven/part9"), "family_499_9(seven)");
    assert_eq!(found(&table, Method::Get, "/family500/seven/part9"), "nothing");
}
