//! The edge over real connections: what every client meets on every request.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

mod edge_support;

use edge_support::{Response, Server, echo, json, register, start, start_with};
use http_body_util::BodyExt;
use hyper_util::rt::{TokioExecutor, TokioIo};
use quarry::contract::{
    Access, Answer, Body, CacheRule, Fragment, Method, Parameter, ParameterKind, ParameterPlace, Problem, Request,
    Route, SessionRule,
};
use quarry::edge::{ListenerLimits, RequestLimits, RoutingTable, keyed_get, keyless_get, native};
use quarry::stores::result_set::{Column, ColumnData, ResultSet, Value};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const KEY: (&str, &str) = ("authorization", "Bearer qk_read");

fn parameter(name: &str, place: ParameterPlace, kind: ParameterKind) -> Parameter {
    Parameter {
        name: name.to_owned(),
        place,
        required: place == ParameterPlace::Path,
        kind,
        description: String::new(),
        example: None,
    }
}

#[track_caller]
fn assert_problem(response: &Response, status: u16, code: &str) {
    assert_eq!(response.status.as_u16(), status, "{response:?}");
    let body = response.json();
    assert_eq!(body["error"], code, "{body}");
    assert!(body["detail"].as_str().is_some_and(|sentence| sentence.len() > 10), "{body}");
    assert_eq!(body["request_id"], response.header("x-request-id"));
    assert_eq!(response.header("content-type"), "application/json");
    assert_eq!(response.header("cache-control"), "no-store");
    assert_eq!(response.headers.contains_key("retry-after"), matches!(status, 429 | 503));
    assert_eq!(response.headers.contains_key("etag"), false);
}

#[tokio::test]
async fn an_answer_has_its_headers() {
    let server = start(vec![register(keyless_get("hello", "/hello", ""), echo())]).await;
    let response = server.get("/hello").await;
    assert_eq!(response.json(), json!({"caller": "nobody", "parameters": "[]"}));
    for (name, value) in [
        ("content-type", "application/json"),
        ("cache-control", "public, max-age=60"),
        ("vary", "Accept-Encoding"),
        ("x-content-type-options", "nosniff"),
        ("access-control-allow-origin", "*"),
    ] {
        assert_eq!(response.header(name), value);
    }
    assert_eq!(response.header("content-length"), response.text.len().to_string());
    assert!(response.header("access-control-expose-headers").contains("ETag, Link"));
    assert_eq!(response.header("x-request-id").len(), 32);
}

#[tokio::test]
async fn a_request_id_is_kept_when_it_is_well_formed() {
    let server = start(vec![register(keyless_get("hello", "/hello", ""), echo())]).await;
    let kept = server.send("GET", "/hello", &[("x-request-id", "job-7:a_b.c")]).await;
    assert_eq!(kept.header("x-request-id"), "job-7:a_b.c");
    for malformed in ["", "a b", "<script>", &"x".repeat(129)] {
        let replaced = server.send("GET", "/hello", &[("x-request-id", malformed)]).await;
        assert_eq!(replaced.header("x-request-id").len(), 32, "{malformed:?}");
    }
    let twice = server.send("GET", "/hello", &[("x-request-id", "a"), ("x-request-id", "b")]).await;
    assert_eq!(twice.header("x-request-id").len(), 32);
}

#[tokio::test]
async fn what_is_not_served_says_so() {
    let post = Route { method: Method::Post, ..keyless_get("change", "/hello", "") };
    let server = start(vec![register(keyless_get("hello", "/hello", ""), echo()), register(post, echo())]).await;
    let unknown = server.get("/nothing%0a").await;
    assert_problem(&unknown, 404, "not_found");
    assert!(unknown.json()["detail"].as_str().unwrap().contains("\"/api/v1/nothing%0a\""));
    for outside in ["/api/v1", "/api/v1x/hello", "/api/v2/hello"] {
        assert_problem(&server.get(outside).await, 404, "not_found");
    }
    for method in ["DELETE", "TRACE", "BREW"] {
        let response = server.send(method, "/hello", &[]).await;
        assert_problem(&response, 405, "method_not_allowed");
        assert_eq!(response.header("allow"), "GET, HEAD, POST, OPTIONS");
    }
}

#[tokio::test]
async fn head_answers_as_get_without_a_body() {
    let server = start(vec![register(keyless_get("hello", "/hello", ""), echo())]).await;
    for path in ["/hello", "/nothing"] {
        let (get, head) = (server.get(path).await, server.send("HEAD", path, &[]).await);
        assert_eq!((get.status, head.text.as_str()), (head.status, ""));
        for name in ["etag", "content-length", "content-type", "cache-control"] {
            assert_eq!(get.header(name), head.header(name), "{name}");
        }
    }
}

#[tokio::test]
async fn a_browser_may_read_public_and_keyed_answers_but_no_session() {
    let session = Route { access: Access::Session(SessionRule::default()), ..keyless_get("me", "/session/me", "") };
    let server = start(vec![
        register(keyless_get("hello", "/hello", ""), echo()),
        register(keyed_get("keyed", "/keyed", ""), echo()),
        register(session, echo()),
    ])
    .await;
    for path in ["/hello", "/keyed"] {
        let preflight = server.send("OPTIONS", path, &[("origin", "https://a.test")]).await;
        assert_eq!((preflight.status.as_u16(), preflight.text.as_str()), (204, ""));
        assert_eq!(preflight.header("allow"), "GET, HEAD, OPTIONS");
        assert_eq!(preflight.header("access-control-allow-origin"), "*");
        assert_eq!(preflight.header("access-control-allow-methods"), "GET, HEAD");
        assert!(preflight.header("access-control-allow-headers").contains("Authorization"));
    }
    let session = server.send("OPTIONS", "/session/me", &[]).await;
    assert_eq!((session.header("allow"), session.header("access-control-allow-origin")), ("GET, HEAD, OPTIONS", ""));
    assert_problem(&server.send("OPTIONS", "/nothing", &[]).await, 404, "not_found");
}

#[tokio::test]
async fn session_paths_have_their_own_error_form() {
    let number = ParameterKind::Integer { minimum: 1, maximum: 9 };
    let route = Route {
        parameters: vec![parameter("id", ParameterPlace::Query, number)],
        ..keyless_get("enter", "/auth/enter", "")
    };
    let locked = Route { access: Access::Session(SessionRule::default()), ..keyless_get("me", "/session/me", "") };
    let server = start(vec![register(route, echo()), register(locked, echo())]).await;
    let refused = server.get("/auth/enter?id=0").await;
    let body = refused.json();
    assert_eq!((refused.status.as_u16(), &body["code"]), (422, &json!("invalid_parameter")));
    assert_eq!(body["fields"]["id"], body["detail"]);
    assert_eq!(body.get("error"), None);
    let unsigned = server.send("GET", "/session/me", &[KEY]).await;
    assert_eq!((unsigned.status.as_u16(), &unsigned.json()["code"]), (401, &json!("sign_in_required")));
    assert_eq!(unsigned.header("www-authenticate"), "");
    assert_eq!(server.get("/session/nothing").await.json()["code"], "not_found");
    assert_eq!(server.get("/sessions").await.json()["error"], "not_found");
}

#[tokio::test]
async fn a_keyed_route_lets_in_good_keys_alone() {
    let server = start(vec![register(keyed_get("keyed", "/keyed", ""), echo())]).await;
    for header in ["Bearer qk_read", "bearer  qk_read"] {
        let response = server.send("GET", "/keyed", &[("authorization", header)]).await;
        assert_eq!(response.json()["caller"], "test");
        assert_eq!(response.header("cache-control"), "private, no-cache");
        assert!(response.headers.contains_key("etag"));
    }
    let long = format!("Bearer {}", "a".repeat(300));
    for header in ["Bearer qk_other", "Basic cWs6", "Bearer", "Bearer ", "qk_read", "Bearer a b", "Bearer ä", &long] {
        let response = server.send("GET", "/keyed", &[("authorization", header)]).await;
        assert_problem(&response, 401, "invalid_or_revoked_key");
        assert_eq!(response.header("www-authenticate"), "Bearer");
        assert!(!response.text.contains("qk_other"));
    }
    assert_problem(&server.get("/keyed").await, 401, "invalid_or_revoked_key");
    assert_problem(&server.send("GET", "/keyed", &[KEY, KEY]).await, 401, "invalid_or_revoked_key");
    let scope = server.send("GET", "/keyed", &[("authorization", "Bearer qk_exports")]).await;
    assert_problem(&scope, 403, "missing_scope");
    assert_eq!(scope.json()["scope"], "read");
    let down = server.send("GET", "/keyed", &[("authorization", "Bearer qk_store_down")]).await;
    assert_problem(&down, 503, "data_source_unavailable");
}

#[tokio::test]
async fn a_switched_off_module_vanishes_and_comes_back_without_a_restart() {
    let registration = |enabled| {
        let route = Route { module: Some("prices".to_owned()), ..keyless_get("hello", "/hello", "") };
        let mut registration = register(route, echo());
        registration.enabled = enabled;
        registration
    };
    let server = start(vec![registration(false)]).await;
    let response = server.get("/hello").await;
    assert_problem(&response, 404, "module_disabled");
    assert_eq!(response.json()["module"], "prices");
    server.publisher.swap(RoutingTable::build(vec![registration(true)]).unwrap());
    assert_eq!(server.get("/hello").await.status, 200);
    server.publisher.swap(RoutingTable::build(Vec::new()).unwrap());
    assert_problem(&server.get("/hello").await, 404, "not_found");
}

#[tokio::test]
async fn parameters_reach_the_handler_parsed_or_not_at_all() {
    let route = Route {
        parameters: vec![
            parameter("address", ParameterPlace::Path, ParameterKind::Address),
            parameter("chain", ParameterPlace::Query, ParameterKind::Chain),
        ],
        ..keyless_get("pool", "/pools/{address}", "")
    };
    let server = start(vec![register(route, echo())]).await;
    let good = server.get(&format!("/pools/0x{}?chain=base&other=%zz", "00".repeat(20))).await;
    assert!(good.json()["parameters"].as_str().unwrap().ends_with("UInt64(8453)]"));
    for (path, name) in [("/pools/0x12", "address"), ("/pools/%ff", "address"), ("/pools/0x12?chain=x", "address")] {
        let response = server.get(path).await;
        assert_problem(&response, 422, "invalid_parameter");
        assert_eq!(response.json()["parameter"], name);
    }
    let chain = server.get(&format!("/pools/{}?chain=x", "00".repeat(20))).await;
    assert_problem(&chain, 422, "invalid_parameter");
    assert!(chain.json()["detail"].as_str().unwrap().contains("ethereum, optimism"));
}

#[tokio::test]
async fn an_unchanged_answer_is_not_sent_again() {
    let server = start(vec![
        register(keyless_get("hello", "/hello", ""), echo()),
        register(Route { cache: CacheRule::None, ..keyless_get("never", "/never", "") }, echo()),
    ])
    .await;
    let first = server.get("/hello").await;
    let tag = first.header("etag");
    assert!(tag.len() == 34 && tag.starts_with('"') && tag.ends_with('"'));
    assert_eq!(server.get("/hello?other=1").await.header("etag"), tag);
    let lists = [tag.to_owned(), format!("W/{tag}"), format!("\"a,b\" , W/\"c\",{tag}"), "*".to_owned()];
    for list in &lists {
        for method in ["GET", "HEAD"] {
            let response = server.send(method, "/hello", &[("if-none-match", list)]).await;
            assert_eq!((response.status.as_u16(), response.text.as_str()), (304, ""), "{list}");
            assert_eq!(response.header("etag"), tag);
            assert_eq!(response.header("cache-control"), "public, max-age=60");
            assert_eq!(response.header("content-length"), "");
        }
    }
    let several = [("if-none-match", "\"a\""), ("if-none-match", tag)];
    assert_eq!(server.send("GET", "/hello", &several).await.status, 304);
    for list in ["\"a\"", "", "\"a", &tag[1..33], "W/", "**"] {
        assert_eq!(server.send("GET", "/hello", &[("if-none-match", list)]).await.status, 200, "{list}");
    }
    let never = server.send("GET", "/never", &[("if-none-match", "*")]).await;
    assert_eq!((never.status.as_u16(), never.header("cache-control"), never.header("etag")), (200, "no-store", ""));
}

/// A list of the numbers from 1 to `count`, that pins what its first page saw.
fn numbers(count: i64) -> Arc<dyn quarry::edge::Handler> {
    native(move |request: Request| async move {
        let page = request.page.ok_or_else(|| Problem::not_found("This list was asked for without a page."))?;
        let start = match &page.cursor {
            None => 1,
            Some(cursor) => {
                assert_eq!(cursor.pinned, [("hour".to_owned(), Value::Timestamp(3_600_000_000))]);
                match cursor.after[..] {
                    [Value::Int64(last)] => last + 1,
                    _ => return Err(Problem::not_found("This cursor is not of this list.")),
                }
            }
        };
        let values: Vec<i64> = (start..=count).take(page.limit as usize + 1).collect();
        let pinned = match page.cursor {
            None => vec![("hour".to_owned(), Value::Timestamp(3_600_000_000))],
            Some(_) => Vec::new(),
        };
        let column =
            |name: &str| Column { name: name.to_owned(), validity: None, data: ColumnData::Int64(values.clone()) };
        let rows = ResultSet { row_count: values.len(), columns: vec![column("number"), column("_order")] };
        let fragments = vec![
            Fragment::Text("{".to_owned()),
            Fragment::PageMembers,
            Fragment::Text(",\"numbers\":".to_owned()),
            Fragment::PageRows { rows, after: vec!["_order".to_owned()] },
            Fragment::Text("}".to_owned()),
        ];
        Ok(Answer { status: 200, body: Body::Json(fragments), pinned })
    })
}

async fn start_list(public_origin: Option<&str>) -> Server {
    let list = |operation_id, path| Route {
        paged: true,
        parameters: vec![parameter("q", ParameterPlace::Query, ParameterKind::Text { max_length: 9 })],
        ..keyless_get(operation_id, path, "")
    };
    let registrations =
        vec![register(list("numbers", "/numbers"), numbers(1201)), register(list("others", "/others"), numbers(9))];
    start_with(registrations, RequestLimits::default(), ListenerLimits::default(), public_origin).await
}

fn next_link(response: &Response) -> Option<&str> {
    response.header("link").strip_prefix('<')?.strip_suffix(">; rel=\"next\"")
}

#[tokio::test]
async fn following_the_links_gives_each_row_once() {
    let server = start_list(None).await;
    for limit in [1200_usize, 499, 100] {
        let mut path = format!("/api/v1/numbers?q=a%26%20b&limit={limit}&other=%3E{{x}}");
        let mut seen = Vec::new();
        loop {
            let response = server.get(&path).await;
            let body = response.json();
            let rows = body["numbers"].as_array().unwrap();
            assert_eq!((&body["count"], &body["limit"]), (&json!(rows.len()), &json!(limit.min(500))));
            assert_eq!(body["max_rows"], 500);
            assert_eq!(rows[0].as_object().unwrap().len(), 1);
            seen.extend(rows.iter().map(|row| row["number"].as_i64().unwrap()));
            let Some(next) = next_link(&response) else {
                assert_eq!(body["next_cursor"], json!(null));
                break;
            };
            let cursor = body["next_cursor"].as_str().unwrap();
            assert_eq!(next, format!("/api/v1/numbers?q=a%26%20b&limit={limit}&other=%3E%7Bx%7D&cursor={cursor}"));
            path = next.to_owned();
        }
        assert_eq!(seen, (1..=1201).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_page_is_bounded_and_its_cursor_belongs_to_its_list() {
    let server = start_list(Some("https://api.example.org")).await;
    let first = server.get("/numbers").await;
    assert_eq!((&first.json()["count"], &first.json()["limit"]), (&json!(50), &json!(50)));
    let next = next_link(&first).unwrap();
    assert!(next.starts_with("https://api.example.org/api/v1/numbers?cursor="), "{next}");
    let cursor = first.json()["next_cursor"].as_str().unwrap().to_owned();
    let more = server.get(&format!("/numbers?limit=9999&cursor={cursor}")).await;
    assert_eq!((&more.json()["count"], &more.json()["numbers"][0]["number"]), (&json!(500), &json!(51)));
    let shortened = &cursor[..cursor.len() - 1];
    for path in [
        format!("/numbers?cursor={shortened}"),
        format!("/numbers?q=a&cursor={cursor}"),
        format!("/others?cursor={cursor}"),
        "/numbers?cursor=".to_owned(),
        "/numbers?cursor=%00".to_owned(),
    ] {
        let response = server.get(&path).await;
        assert_problem(&response, 422, "invalid_cursor");
        assert_eq!(response.json()["parameter"], "cursor");
    }
    for limit in ["0", "-1", "ten", ""] {
        let response = server.get(&format!("/numbers?limit={limit}")).await;
        assert_problem(&response, 422, "invalid_parameter");
        assert_eq!(response.json()["parameter"], "limit");
    }
}

#[tokio::test]
async fn an_answer_that_breaks_its_declaration_is_not_sent() {
    let broken = |operation_id: &str, answer: Result<Answer, Problem>| {
        let handler = native(move |_| {
            let answer = answer.clone();
            async move { answer }
        });
        register(keyless_get(operation_id, &format!("/{operation_id}"), ""), handler)
    };
    let body = |fragments| Ok(Answer { status: 200, body: Body::Json(fragments), pinned: Vec::new() });
    let page = Fragment::PageRows { rows: ResultSet::default(), after: Vec::new() };
    let server = start(vec![
        broken("page", body(vec![page.clone()])),
        broken("members", body(vec![Fragment::PageMembers])),
        broken("pages", body(vec![page.clone(), page])),
        broken("large", body(vec![Fragment::Text("x".repeat(9_000_000))])),
        broken("status", Ok(Answer { status: 302, body: Body::Empty, pinned: Vec::new() })),
        broken("internal", Err(Problem::new(500, "oops", "SELECT secret FROM table"))),
        broken("good", Err(Problem::new(200, "oops", "SELECT secret FROM table"))),
    ])
    .await;
    for path in ["/page", "/members", "/pages", "/large", "/status", "/internal", "/good"] {
        let response = server.get(path).await;
        assert_problem(&response, 503, "plugin_failed");
        assert!(!response.text.contains("secret"));
    }
}

#[tokio::test]
async fn a_problem_keeps_its_members_and_cannot_overwrite_the_form() {
    let handler = native(|_| async {
        let problem = Problem::new(409, "block_reorganised", "The block was replaced by another one.");
        Err(problem.with("current_hash", "0xab").with("error", "forged").with("request_id", "forged"))
    });
    let server = start(vec![register(keyless_get("block", "/block", ""), handler)]).await;
    let response = server.get("/block").await;
    assert_problem(&response, 409, "block_reorganised");
    assert_eq!(response.json()["current_hash"], "0xab");
}

#[tokio::test]
async fn a_panic_is_an_answer_and_the_connection_goes_on() {
    let at_once = native(|_| -> std::future::Ready<_> { panic!("secret") });
    let later = native(|_| async {
        tokio::task::yield_now().await;
        panic!("secret")
    });
    let server = start(vec![
        register(keyless_get("at_once", "/at_once", ""), at_once),
        register(keyless_get("later", "/later", ""), later),
        register(keyless_get("hello", "/hello", ""), echo()),
    ])
    .await;
    for path in ["/at_once", "/later"] {
        let response = server.get(path).await;
        assert_problem(&response, 503, "plugin_failed");
        assert!(!response.text.contains("secret"));
    }
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /api/v1/later HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    stream.write_all(b"GET /api/v1/hello HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answers = String::new();
    stream.read_to_string(&mut answers).await.unwrap();
    assert!(answers.starts_with("HTTP/1.1 503") && answers.contains("HTTP/1.1 200"), "{answers}");
}

/// Set once the future that holds it is dropped.
struct DropFlag(Arc<AtomicBool>);

impl Drop for DropFlag {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A handler that never ends, with what tells that it was begun and that it was dropped.
fn endless() -> (Arc<dyn quarry::edge::Handler>, Arc<AtomicBool>, Arc<AtomicBool>) {
    let (begun, dropped) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (begun_inside, dropped_inside) = (Arc::clone(&begun), Arc::clone(&dropped));
    let handler = native(move |_| {
        let flag = DropFlag(Arc::clone(&dropped_inside));
        begun_inside.store(true, Ordering::SeqCst);
        async move {
            std::future::pending::<()>().await;
            drop(flag);
            json("{}")
        }
    });
    (handler, begun, dropped)
}

async fn eventually(flag: &AtomicBool) {
    let deadline = Instant::now() + Duration::from_secs(5);
    while !flag.load(Ordering::SeqCst) {
        assert!(Instant::now() < deadline, "it did not happen within 5 s");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn an_overrun_deadline_is_an_answer_and_stops_the_handler() {
    let (handler, _, dropped) = endless();
    let limits = RequestLimits { duration: Duration::from_millis(100), ..RequestLimits::default() };
    let registrations = vec![register(keyless_get("endless", "/endless", ""), handler)];
    let server = start_with(registrations, limits, ListenerLimits::default(), None).await;
    let response = server.get("/endless").await;
    assert_problem(&response, 503, "data_source_unavailable");
    assert!(response.json()["detail"].as_str().unwrap().contains("0.1 s"));
    assert!(dropped.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_client_that_leaves_stops_the_handler() {
    let (handler, begun, dropped) = endless();
    let server = start(vec![register(keyless_get("endless", "/endless", ""), handler)]).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /api/v1/endless HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    eventually(&begun).await;
    drop(stream);
    eventually(&dropped).await;
}

#[tokio::test]
async fn a_drain_finishes_what_was_begun_and_takes_nothing_new() {
    let slow = native(|_| async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        json("{\"slow\":true}")
    });
    let server = start(vec![register(keyless_get("slow", "/slow", ""), slow)]).await;
    let mut idle = TcpStream::connect(server.address).await.unwrap();
    let (response, ()) = tokio::join!(server.get("/slow"), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        server.shutdown.fire();
    });
    assert_eq!(response.json(), json!({"slow": true}));
    let drained = tokio::time::timeout(Duration::from_secs(5), server.serving).await.unwrap().unwrap();
    assert_eq!(drained.cut_connections, 0);
    assert!(TcpStream::connect(server.address).await.is_err());
    assert_eq!(idle.read(&mut [0; 1]).await.unwrap_or(0), 0);
}

#[tokio::test]
async fn a_drain_ends_in_time_whatever_is_still_going_on() {
    let (handler, begun, dropped) = endless();
    let limits = ListenerLimits { drain: Duration::from_millis(100), ..ListenerLimits::default() };
    let registrations = vec![register(keyless_get("endless", "/endless", ""), handler)];
    let server = start_with(registrations, RequestLimits::default(), limits, None).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /api/v1/endless HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    eventually(&begun).await;
    server.shutdown.fire();
    let drained = tokio::time::timeout(Duration::from_secs(5), server.serving).await.unwrap().unwrap();
    assert_eq!(drained.cut_connections, 1);
    assert!(dropped.load(Ordering::SeqCst));
}

#[tokio::test]
async fn slow_and_silent_connections_are_let_go() {
    let limits = ListenerLimits { header_read: Duration::from_millis(200), ..ListenerLimits::default() };
    let registrations = vec![register(keyless_get("hello", "/hello", ""), echo())];
    let server = start_with(registrations, RequestLimits::default(), limits, None).await;
    // Silent; the beginning of either protocol; half a header; an answered request and then nothing.
    for sent in [
        "",
        "P",
        "PRI * HTTP/2.0\r\n",
        "GET /api/v1/hello HTTP/1.1\r\nhost:",
        "GET /api/v1/hello HTTP/1.1\r\nhost: a\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(3), stream.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "{sent:?} kept its connection");
    }
}

#[tokio::test]
async fn connections_over_the_cap_wait_for_a_free_one() {
    let limits = ListenerLimits { max_connections: 1, ..ListenerLimits::default() };
    let registrations = vec![register(keyless_get("hello", "/hello", ""), echo())];
    let server = start_with(registrations, RequestLimits::default(), limits, None).await;
    let mut first = TcpStream::connect(server.address).await.unwrap();
    first.write_all(b"GET /api/v1/hello HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    assert!(first.read(&mut [0; 512]).await.unwrap() > 0);
    assert!(tokio::time::timeout(Duration::from_millis(200), server.get("/hello")).await.is_err());
    drop(first);
    assert_eq!(tokio::time::timeout(Duration::from_secs(5), server.get("/hello")).await.unwrap().status, 200);
}

#[tokio::test]
async fn oversized_requests_are_refused() {
    let server = start(vec![register(keyless_get("hello", "/hello", ""), echo())]).await;
    let body = server.send("GET", "/hello", &[("content-length", "0")]).await;
    assert_eq!(body.status, 200);
    for (head, status) in [
        ("POST /api/v1/hello HTTP/1.1\r\nhost: a\r\ncontent-length: 9000000\r\n\r\n".to_owned(), "HTTP/1.1 413"),
        (format!("GET /api/v1/hello HTTP/1.1\r\nhost: a\r\nx: {}\r\n\r\n", "x".repeat(70_000)), "HTTP/1.1 431"),
        (format!("GET /api/v1/hello HTTP/1.1\r\nhost: a\r\n{}\r\n", "x: y\r\n".repeat(101)), "HTTP/1.1 431"),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&answer), status);
    }
}

#[tokio::test]
async fn http2_is_served_on_the_same_port() {
    let server = start(vec![register(keyless_get("hello", "/hello", ""), echo())]).await;
    let stream = TcpStream::connect(server.address).await.unwrap();
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let uri = format!("http://{}/api/v1/hello", server.address);
    let request = http::Request::get(uri).body(http_body_util::Empty::<bytes::Bytes>::new()).unwrap();
    let response = sender.send_request(request).await.unwrap();
    assert_eq!((response.status().as_u16(), response.version()), (200, http::Version::HTTP_2));
    assert!(!response.into_body().collect().await.unwrap().to_bytes().is_empty());
}
