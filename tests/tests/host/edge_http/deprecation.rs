//! An operation that is to be retired says so on every good answer.

use crate::edge_http::support::{assert_problem, json, register, start, start_with};
use quarry::contract::{Answer, Body, CursorColumn, Deprecation, Fragment, Request, Route, keyless_get, native};
use quarry::edge::{ListenerLimits, RequestLimits};
use quarry::stores::result_set::{Column, ColumnData, ResultSet};

/// 2026-01-01 and 2026-07-01.
const RETIRED: (i64, i64) = (1_767_225_600, 1_782_864_000);

fn retired(path: &str, successor: Option<&str>) -> Route {
    let deprecation =
        Deprecation { deprecated_at: RETIRED.0, sunset_at: RETIRED.1, successor: successor.map(str::to_owned) };
    Route { deprecation: Some(deprecation), ..keyless_get("old", path, "") }
}

#[tokio::test]
async fn a_retired_operation_says_since_when_until_when_and_what_replaces_it() {
    let answer = || native(|_: Request| async { json("{}") });
    let registrations = || vec![register(retired("/old", Some("/new")), answer())];
    let server = start(registrations()).await;
    let response = server.get("/old").await;
    assert_eq!(response.header("deprecation"), "@1767225600");
    assert_eq!(response.header("sunset"), "Wed, 01 Jul 2026 00:00:00 GMT");
    assert_eq!(response.header("link"), "</api/v1/new>; rel=\"successor-version\"");
    let again = server.send("GET", "/old", &[("if-none-match", response.header("etag"))]).await;
    assert_eq!((again.status.as_u16(), again.header("deprecation")), (304, "@1767225600"));
    let (requests, listener) = (RequestLimits::default(), ListenerLimits::default());
    let server = start_with(registrations(), requests, listener, Some("https://api.example.org")).await;
    let link = server.get("/old").await.header("link").to_owned();
    assert_eq!(link, "<https://api.example.org/api/v1/new>; rel=\"successor-version\"");
}

#[tokio::test]
async fn an_operation_without_a_successor_links_to_none_and_others_say_nothing() {
    let answer = || native(|_: Request| async { json("{}") });
    let server = start(vec![
        register(retired("/old", None), answer()),
        register(keyless_get("current", "/current", ""), answer()),
    ])
    .await;
    let old = server.get("/old").await;
    assert!(old.headers.contains_key("sunset") && !old.headers.contains_key("link"), "{old:?}");
    let current = server.get("/current").await;
    assert!(!current.headers.contains_key("deprecation") && !current.headers.contains_key("sunset"), "{current:?}");
    assert_problem(&server.get("/older").await, 404, "not_found");
}

#[tokio::test]
async fn the_link_to_the_next_page_stays_beside_the_one_to_the_successor() {
    let rows = ResultSet::new(
        2,
        vec![Column { name: "number".to_owned(), validity: None, data: ColumnData::Int64(vec![1, 2]) }],
    );
    let handler = native(move |_: Request| {
        let page = Fragment::PageRows {
            rows: rows.clone(),
            after: vec![CursorColumn { name: "number".to_owned(), is_nullable: false }],
            order: None,
        };
        async move {
            Ok(Answer {
                status: 200,
                body: Body::Json(vec![page]),
                pinned: Vec::new(),
                headers: Vec::new(),
                version: None,
            })
        }
    });
    let route = Route { default_limit: Some(1), ..retired("/old", Some("/new")) };
    let server = start(vec![register(route, handler)]).await;
    let response = server.get("/old").await;
    let links: Vec<_> = response.headers.get_all("link").iter().map(|link| link.to_str().unwrap()).collect();
    assert_eq!(links.len(), 2, "{links:?}");
    assert!(links[0].ends_with("; rel=\"next\"") && links[1].ends_with("; rel=\"successor-version\""), "{links:?}");
}
