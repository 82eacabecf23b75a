//! API8: every answer has its security headers, and no error tells how the service is made.

use quarry_tests::http::Answer;
use quarry_tests::server::shared;

fn answers() -> Vec<(String, Answer)> {
    let server = shared();
    let mut answers = Vec::new();
    for (method, path) in [
        ("GET", "/tokens"),
        ("GET", "/public/prices"),
        ("GET", "/public/status"),
        ("GET", "/nothing"),
        ("TRACE", "/tokens"),
        ("DELETE", "/tokens"),
        ("GET", "/tokens?limit=0"),
        ("GET", "/tokens?cursor=%27%20OR%201%3D1--"),
        ("GET", "/tokens?q=%27%3B%20DROP%20TABLE%20tokens%3B--"),
        ("GET", "/session"),
        ("OPTIONS", "/tokens"),
    ] {
        let authorization = format!("Bearer {}", server.read_key);
        answers.push((format!("{method} {path}"), server.send(method, path, &[("authorization", &authorization)])));
    }
    answers.push(("GET /docs".to_owned(), server.send_to_root("GET", "/docs", &[])));
    answers
}

#[test]
fn every_answer_has_its_security_headers_and_names_no_software() {
    for (what, answer) in answers() {
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{what}");
        assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{what}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{what}");
        assert!(!answer.header("x-request-id").is_empty(), "{what}");
        for header in ["server", "x-powered-by", "via"] {
            assert_eq!(answer.header(header), "", "{what}");
        }
    }
}

#[test]
fn an_error_tells_no_sql_no_path_and_no_library() {
    for (what, answer) in answers().into_iter().filter(|(_, answer)| answer.status >= 400) {
        for word in ["SELECT ", "sqlx", "wasmtime", "clickhouse", "/home/", "/root/", ".rs:", "panicked", "Exception"] {
            assert!(!answer.text.contains(word), "{what} says {word}: {}", answer.text);
        }
        let body = answer.json();
        assert!(body["detail"].is_string() && body["request_id"].is_string(), "{what}: {}", answer.text);
        assert!(answer.status < 500, "{what}: {}", answer.text);
    }
}

#[test]
fn a_page_of_another_origin_may_read_and_may_not_act_with_a_session() {
    let server = shared();
    let origin = [("origin", "https://evil.example"), ("access-control-request-method", "GET")];
    assert_eq!(server.send("GET", "/public/prices", &origin).header("access-control-allow-origin"), "*");
    // A key is sent by script alone, so its writes answer too.
    let citations = server.send("OPTIONS", "/citations", &origin);
    assert_eq!(citations.header("access-control-allow-methods"), "POST");
    for path in ["/session", "/auth/logout"] {
        let answer = server.send("OPTIONS", path, &origin);
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
        assert_eq!(answer.header("access-control-allow-credentials"), "", "{path}");
    }
}
