//! Headers for browsers: the origins that may read an answer, and the uses that they may make of it.

use crate::edge_http::support::{KEY, echo, register, start, start_with};
use http::HeaderMap;
use quarry::contract::{Access, Method, Route, SessionRule, keyed_get, keyless_get};
use quarry::edge::{ListenerLimits, Registration, RequestLimits};

fn routes() -> Vec<Registration> {
    vec![
        register(keyless_get("public", "/public/hello", ""), echo()),
        register(keyed_get("keyed", "/hello", ""), echo()),
        register(keyless_get("session", "/session/hello", ""), echo()),
    ]
}

fn words(headers: &HeaderMap, name: &str) -> Vec<String> {
    let value = headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default();
    value.split(',').map(|word| word.trim().to_lowercase()).collect()
}

#[tokio::test]
async fn a_page_of_another_origin_may_read_answers_and_their_headers() {
    let server = start(routes()).await;
    for (path, headers) in [("/public/hello", vec![]), ("/hello", vec![KEY]), ("/hello", vec![])] {
        let response = server.send("GET", path, &headers).await;
        assert_eq!(response.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(response.header("cross-origin-resource-policy"), "cross-origin");
        assert!(!response.headers.contains_key("access-control-allow-credentials"));
        let exposed = words(&response.headers, "access-control-expose-headers");
        for name in [
            "age",
            "cache-status",
            "deprecation",
            "etag",
            "idempotent-replayed",
            "link",
            "location",
            "retry-after",
            "sunset",
            "x-ratelimit-limit",
            "x-ratelimit-remaining",
            "x-ratelimit-reset",
            "x-request-id",
        ] {
            assert!(exposed.iter().any(|word| word == name), "{name} cannot be read: {exposed:?}");
        }
    }
}

#[tokio::test]
async fn a_browser_may_send_a_key_after_asking() {
    let server = start(routes()).await;
    let asks = [
        ("origin", "https://notebook.example"),
        ("access-control-request-method", "GET"),
        ("access-control-request-headers", "authorization, if-none-match, traceparent"),
    ];
    let response = server.send("OPTIONS", "/hello", &asks).await;
    assert_eq!(response.status, 204);
    assert_eq!(response.header("access-control-allow-origin"), "*");
    assert_eq!(response.header("access-control-max-age"), "7200");
    let allowed = words(&response.headers, "access-control-allow-headers");
    for name in ["authorization", "if-none-match", "traceparent"] {
        assert!(allowed.iter().any(|word| word == name), "{name}: {allowed:?}");
    }
    assert_eq!(words(&response.headers, "access-control-allow-methods"), ["get", "head"]);
}

#[tokio::test]
async fn a_page_of_another_origin_may_write_with_a_key_and_with_no_session() {
    let write = |method: Method, id: &str, path: &str| Route { method, ..keyed_get(id, path, "") };
    let session = |route: Route| Route { access: Access::Session(SessionRule::default()), ..route };
    let server = start(vec![
        register(keyed_get("keyed", "/hello", ""), echo()),
        register(write(Method::Post, "post", "/hello"), echo()),
        register(write(Method::Patch, "patch", "/hello"), echo()),
        // On a path of another kind than its own: it looks at the cookie all the same.
        register(session(write(Method::Delete, "delete", "/hello")), echo()),
        register(session(write(Method::Post, "session", "/session/hello")), echo()),
    ])
    .await;
    let asks = [
        ("origin", "https://notebook.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization, content-type, idempotency-key"),
    ];
    let preflight = server.send("OPTIONS", "/hello", &asks).await;
    assert_eq!(preflight.header("access-control-allow-origin"), "*");
    assert_eq!(preflight.header("access-control-allow-methods"), "GET, HEAD, POST, PATCH");
    assert_eq!(preflight.header("allow"), "GET, HEAD, POST, PATCH, DELETE, OPTIONS");
    let allowed = words(&preflight.headers, "access-control-allow-headers");
    for name in ["authorization", "content-type", "idempotency-key"] {
        assert!(allowed.iter().any(|word| word == name), "{name}: {allowed:?}");
    }
    assert!(!allowed.iter().any(|word| word == "x-csrf-token" || word == "cookie"), "{allowed:?}");
    // What was written, and what was refused, can be read.
    for headers in [vec![KEY], vec![]] {
        let answer = server.send("POST", "/hello", &headers).await;
        assert_eq!((answer.status == 200, answer.status == 401), (!headers.is_empty(), headers.is_empty()));
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        assert!(!answer.headers.contains_key("access-control-allow-credentials"));
    }
    for method in ["OPTIONS", "POST"] {
        let answer = server.send(method, "/session/hello", &asks).await;
        let named = answer.headers.keys().filter(|name| name.as_str().starts_with("access-control-"));
        assert_eq!(named.count(), 0, "{method}: {:?}", answer.headers);
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
    }
}

#[tokio::test]
async fn a_session_answer_is_for_its_own_origin() {
    let server = start(routes()).await;
    let response = server.get("/session/hello").await;
    assert!(!response.headers.contains_key("access-control-allow-origin"));
    assert_eq!(response.header("cross-origin-resource-policy"), "same-origin");
}

#[tokio::test]
async fn every_answer_says_what_may_be_done_with_it_and_none_says_who_made_it() {
    let server = start(routes()).await;
    for path in ["/public/hello", "/hello", "/nothing", "/api/v2/nothing", "/session/hello"] {
        let response = server.get(path).await;
        assert_eq!(response.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(response.header("referrer-policy"), "no-referrer");
        assert_eq!(response.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
        for name in ["server", "x-powered-by", "strict-transport-security"] {
            assert!(!response.headers.contains_key(name), "{path} has {name}");
        }
    }
}

#[tokio::test]
async fn browsers_come_back_over_tls_where_there_is_tls() {
    let (limits, listener) = (RequestLimits::default(), ListenerLimits::default());
    let server = start_with(routes(), limits.clone(), listener.clone(), Some("https://api.example.org")).await;
    assert_eq!(server.get("/public/hello").await.header("strict-transport-security"), "max-age=31536000");
    let server = start_with(routes(), limits, listener, Some("http://api.example.org")).await;
    assert!(!server.get("/public/hello").await.headers.contains_key("strict-transport-security"));
}
