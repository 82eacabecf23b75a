//! Good answers: their headers, and when they need not be sent again.

use crate::edge_http::support::{assert_problem, echo, register, start};
use quarry::contract::{CacheRule, Method, Route, keyless_get};
use serde_json::json;

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
    assert!(response.header("access-control-expose-headers").contains("Link"));
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
