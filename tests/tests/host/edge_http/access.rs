//! Access at the edge: the origins that may ask, those that may read the answer, and the text of a refusal.

use crate::edge_http::support::{KEY, assert_problem, echo, parameter, register, start};
use quarry::contract::{Access, ParameterKind, ParameterPlace, Route, SessionRule, keyed_get, keyless_get};
use serde_json::json;

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
