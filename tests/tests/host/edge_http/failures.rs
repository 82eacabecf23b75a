//! Handlers that break their word, panic or never end: always an answer, never more than the published form.

use crate::edge_http::support::{assert_problem, echo, json, register, start, start_with};
use quarry::contract::{Answer, Body, Fragment, Handler, Problem, Route, keyed_get, keyless_get, native};
use quarry::edge::{ListenerLimits, RequestLimits};
use quarry::stores::result_set::ResultSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn an_answer_that_breaks_its_declaration_is_not_sent() {
    let broken = |operation_id: &str, answer: Result<Answer, Problem>| {
        let handler = native(move |_| {
            let answer = answer.clone();
            async move { answer }
        });
        register(keyless_get(operation_id, &format!("/{operation_id}"), ""), handler)
    };
    let body = |fragments| {
        Ok(Answer { status: 200, body: Body::Json(fragments), pinned: Vec::new(), headers: Vec::new(), version: None })
    };
    let page = Fragment::PageRows { rows: ResultSet::default(), after: Vec::new(), order: None };
    let two_rows = ResultSet::new(2, Vec::new());
    let endless_page = Route { default_limit: Some(50), ..keyless_get("endless_page", "/endless_page", "") };
    let endless_handler = native(move |_| {
        let page = Fragment::PageRows { rows: two_rows.clone(), after: Vec::new(), order: None };
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
    let server = start(vec![
        register(endless_page, endless_handler),
        broken("page", body(vec![page.clone()])),
        broken("members", body(vec![Fragment::PageMembers])),
        broken("pages", body(vec![page.clone(), page])),
        broken("large", body(vec![Fragment::Text("x".repeat(9_000_000))])),
        broken(
            "status",
            Ok(Answer { status: 302, body: Body::Empty, pinned: Vec::new(), headers: Vec::new(), version: None }),
        ),
        broken("internal", Err(Problem::new(500, "oops", "SELECT secret FROM table"))),
        broken("good", Err(Problem::new(200, "oops", "SELECT secret FROM table"))),
    ])
    .await;
    assert_problem(&server.get("/large").await, 422, "answer_too_large");
    for path in ["/endless_page?limit=1", "/page", "/members", "/pages", "/status", "/internal", "/good"] {
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

/// The flag that is set once the future that holds it is dropped.
struct DropFlag(Arc<AtomicBool>);

impl Drop for DropFlag {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A handler that never ends, with what tells that it was begun and that it was dropped.
pub(crate) fn endless() -> (Arc<dyn Handler>, Arc<AtomicBool>, Arc<AtomicBool>) {
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

pub(crate) async fn eventually(flag: &AtomicBool) {
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
async fn the_deadline_holds_while_the_key_is_looked_up() {
    let limits = RequestLimits { duration: Duration::from_millis(100), ..RequestLimits::default() };
    let registrations = vec![register(keyed_get("keyed", "/keyed", ""), echo())];
    let server = start_with(registrations, limits, ListenerLimits::default(), None).await;
    let response = server.send("GET", "/keyed", &[("authorization", "Bearer qk_store_hangs")]).await;
    assert_problem(&response, 503, "data_source_unavailable");
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
