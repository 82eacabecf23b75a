//! A server of its own for what staff do, and how tests look at it.

use quarry_tests::browser::Browser;
use quarry_tests::commands::PASSWORD;
use quarry_tests::http::Answer;
use quarry_tests::sentences::faults_of_refusal;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::Value as Json;
use std::sync::OnceLock;

/// Gives the server without the sample chain; all tests of staff share it, each with people of its own.
pub(crate) fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let mut environment = app_store_environment("staff").expect("the application store of the tests");
        // All tests ask from one address.
        environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
        Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
    })
}

/// Somebody whom [`Server::new_person`] made, signed in.
pub(crate) fn signed_in<'a>(server: &'a Server, email: &str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    let answer = browser.sign_in(email, PASSWORD);
    assert_eq!(answer.status, 200, "{email} signs in: {}", answer.text);
    browser
}

/// The number of a person, as the roster has it.
pub(crate) fn id_of(staff: &Browser<'_>, email: &str) -> i64 {
    let found = good(&staff.get(&format!("/session/admin/users?q={email}")));
    found["users"][0]["id"].as_i64().unwrap_or_else(|| panic!("{email} is in {found}"))
}

/// The number of a person's own organization.
pub(crate) fn organization_of(staff: &Browser<'_>, name: &str) -> i64 {
    let found = good(&staff.get(&format!("/session/admin/organizations?q={}", name.replace(' ', "%20"))));
    found["organizations"][0]["id"].as_i64().unwrap_or_else(|| panic!("{name} is in {found}"))
}

/// The newest entry of the audit log about a thing.
pub(crate) fn last_entry(staff: &Browser<'_>, target_type: &str, target_id: &str) -> Json {
    let path = format!("/session/admin/audit?target_type={target_type}&target_id={target_id}&limit=1");
    good(&staff.get(&path))["entries"][0].clone()
}

/// The body of a good answer.
#[track_caller]
pub(crate) fn good(answer: &Answer) -> Json {
    assert!((200..300).contains(&answer.status), "{} {}", answer.status, answer.text);
    answer.json()
}

#[track_caller]
pub(crate) fn refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.text);
    if status == 422 {
        assert_eq!(faults_of_refusal(&answer.json()), Vec::<String>::new(), "{}", answer.text);
    }
}
