//! Who gets into the session interface: asked of every operation that its document has, so that none is forgotten.

use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};
use std::sync::OnceLock;

/// One operation for signed-in people.
struct Operation {
    method: String,
    /// With an example in the place of each path parameter.
    path: String,
    permission: Option<String>,
    needs_sudo: bool,
    is_beacon: bool,
}

fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let mut environment = app_store_environment("access").expect("the application store of the tests");
        // All tests ask from one address.
        environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
        Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
    })
}

fn document() -> Json {
    let answer = server().get_keyless("/openapi.session.json");
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Every operation that asks for a session, in order of path and method.
fn operations() -> Vec<Operation> {
    let document = document();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            if operation["security"] != json!([{ "session": [] }]) {
                continue;
            }
            operations.push(Operation {
                method: method.to_uppercase(),
                path: filled(path, operation),
                permission: operation["x-required-permission"].as_str().map(str::to_owned),
                needs_sudo: operation["x-requires-sudo"] == true,
                is_beacon: operation["x-beacon"] == true,
            });
        }
    }
    assert!(operations.len() > 30, "the document has operations to ask: {}", operations.len());
    operations
}

fn filled(path: &str, operation: &Json) -> String {
    let mut filled = path.to_owned();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let example = match &parameter["example"] {
            Json::String(text) => text.clone(),
            Json::Null => "1".to_owned(),
            other => other.to_string(),
        };
        filled = filled.replace(&format!("{{{}}}", parameter["name"].as_str().expect("a name")), &example);
    }
    assert!(!filled.contains('{'), "{path} has a parameter that the document does not describe");
    filled
}

impl Operation {
    fn is_write(&self) -> bool {
        self.method != "GET"
    }

    fn send(&self, headers: &[(&str, &str)]) -> Answer {
        let json = ("content-type", "application/json");
        match self.is_write() {
            true => server().send_body(&self.method, &self.path, &[headers, &[json]].concat(), b"{}"),
            false => server().send(&self.method, &self.path, headers),
        }
    }

    /// By a browser, as our own pages send it.
    fn send_by(&self, browser: &Browser<'_>) -> Answer {
        self.send(&[("cookie", &browser.cookie), ("x-csrf-token", &browser.csrf_token)])
    }

    fn refused(&self, answer: &Answer, status: u16, code: &str) {
        let (method, path) = (&self.method, &self.path);
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{method} {path}: {}", answer.text);
        let body = answer.json();
        assert_eq!(body["code"], code, "{method} {path}: the form of session errors: {}", answer.text);
        assert!(
            body["detail"].as_str().is_some_and(|detail| detail.ends_with('.')),
            "{method} {path}: {}",
            answer.text
        );
        assert_eq!(answer.header("cache-control"), "no-store", "{method} {path}");
    }
}

#[test]
fn every_operation_of_the_session_interface_asks_who_it_is() {
    let others = [
        "GET /session",
        "POST /auth/authorize",
        "POST /auth/exchange",
        "POST /auth/logout",
        "POST /auth/recovery",
        "POST /auth/refresh",
    ];
    let mut open = Vec::new();
    for (path, methods) in document()["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            if operation["security"] != json!([{ "session": [] }]) {
                open.push(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    open.sort();
    assert_eq!(open, others, "these do not ask for a session");
}

#[test]
fn whoever_is_signed_out_gets_nothing() {
    for operation in operations() {
        operation.refused(&operation.send(&[]), 401, "sign_in_required");
        let forged = ("cookie", "quarry_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
        operation.refused(&operation.send(&[forged]), 401, "sign_in_required");
        let key = format!("Bearer {}", server().full_key);
        operation.refused(&operation.send(&[("authorization", &key)]), 401, "sign_in_required");
    }
}

#[test]
fn no_page_of_somebody_else_writes_for_a_signed_in_person() {
    let browser = Browser::of(server(), "staff");
    let cookie = ("cookie", browser.cookie.as_str());
    let mut writes = 0;
    for operation in operations().iter().filter(|operation| operation.is_write()) {
        let refused = match operation.is_beacon {
            true => operation.send(&[cookie, ("sec-fetch-site", "cross-site")]),
            false => operation.send(&[cookie]),
        };
        operation.refused(&refused, 422, "invalid_csrf_token");
        if !operation.is_beacon {
            operation.refused(&operation.send(&[cookie, ("x-csrf-token", "nonsense")]), 422, "invalid_csrf_token");
        }
        writes += 1;
    }
    assert!(writes > 15, "there were writes to try: {writes}");
}

#[test]
fn what_is_for_staff_is_for_nobody_else() {
    let (member, admin) = (Browser::of(server(), "member"), Browser::of(server(), "admin"));
    let operations = operations();
    let staff: Vec<_> = operations.iter().filter(|operation| operation.permission.is_some()).collect();
    for operation in &staff {
        for browser in [&member, &admin] {
            operation.refused(&operation.send_by(browser), 403, "forbidden");
        }
    }
    assert!(staff.len() > 25, "there were staff operations to try: {}", staff.len());
    for operation in operations.iter().filter(|operation| operation.path.contains("/session/admin/")) {
        let is_way_back = operation.path == "/session/admin/impersonation";
        assert_eq!(operation.permission.is_none(), is_way_back, "{} {}", operation.method, operation.path);
    }
}

#[test]
fn what_guards_accounts_asks_for_the_password_again() {
    let mut browser = Browser::of(server(), "staff");
    let token = browser.refresh_token.clone();
    // A refresh closes the window.
    let refreshed = browser.client_post("/auth/refresh", &json!({ "refresh_token": token }));
    assert_eq!(refreshed.status, 200, "{}", refreshed.text);
    assert_eq!(browser.get("/session/sudo").json()["open"], false);
    let operations = operations();
    let guarded: Vec<_> = operations.iter().filter(|operation| operation.needs_sudo).collect();
    for operation in &guarded {
        operation.refused(&operation.send_by(&browser), 403, "sudo_required");
    }
    assert!(guarded.len() >= 7, "there were guarded operations to try: {}", guarded.len());
}
