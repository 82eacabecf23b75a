//! Access: every operation with a key or a session is asked by everybody who may not, and then by a caller who may.
//!
//! The expected answers stand in `tests/access.tsv`, one row an operation, written from the documents. `requests/` makes the things
//! that a good call needs. The refused calls are the good one, sent by the wrong people, so nothing but the caller is wrong with
//! them.
//!
//! To add an operation: its row in the table, and its request in the file of its family. The refused calls of an operation come
//! first, on things that were made for this one call, so what a good call removes is missed by nobody.

mod document;
mod expectations;
mod keyed;
mod matrix;
mod people;
mod request;
mod requests;
mod shared_space;

use expectations::{Acting, Named, Who, expectations};
use people::stage;
use serde_json::json;
use std::collections::BTreeSet;

#[test]
fn no_operation_is_forgotten() {
    quarry_tests::on_one_engine!();
    let mut declared = stage().document.operations();
    declared.extend(keyed::declared());
    let in_table: BTreeSet<String> = expectations().keys().map(|operation| (*operation).to_owned()).collect();
    let missing: Vec<_> = declared.difference(&in_table).collect();
    assert!(missing.is_empty(), "give each a row in tests/access.tsv: {missing:#?}");
    let unknown: Vec<_> = in_table.difference(&declared).collect();
    assert!(unknown.is_empty(), "the documents do not have them: {unknown:#?}");
    let asked: BTreeSet<&str> = requests::all().map(|request| request.operation).collect();
    for expectation in expectations().values().filter(|expectation| !expectation.is_keyed()) {
        assert!(asked.contains(expectation.operation), "{}: give it a request", expectation.operation);
    }
}

#[test]
fn every_operation_declares_to_its_readers_what_it_asks_for() {
    quarry_tests::on_one_engine!();
    for expected in expectations().values().filter(|expected| !expected.is_keyed()) {
        let operation = expected.operation;
        let declared = stage().document.operation(operation);
        let permission = declared["x-required-permission"].as_str();
        let security = match expected.who {
            Who::Anybody => json!([{}, { "session": [] }]),
            Who::Application => json!([{ "serviceClient": [] }]),
            _ => json!([{ "session": [] }]),
        };
        assert_eq!(declared["security"], security, "{operation}");
        assert_eq!(declared["x-requires-sudo"] == json!(true), expected.recent_password.is_some(), "{operation}");
        match &expected.who {
            Who::Staff(needed) if needed.is_empty() => assert_eq!(permission, Some("staff"), "{operation}"),
            Who::Staff(needed) => assert!(permission.is_some_and(|one| needed.contains(&one)), "{operation}"),
            _ => assert_eq!(permission, None, "{operation}"),
        }
        let responses = declared["responses"].as_object().expect("responses").keys();
        // An object is answered in part where a range of it is asked for.
        let good: Vec<_> = responses.filter(|status| status.starts_with('2') && *status != "206").collect();
        let answers = expected.answers.expect("a good status").to_string();
        // The same again may be answered otherwise than the first time.
        assert!(good.contains(&&answers), "{operation}: what a good call answers: {good:?}");
        assert!(good.len() == 1 || answers == "201", "{operation}: {good:?}");
    }
}

#[test]
fn the_table_leaves_nobody_out() {
    for expected in expectations().values() {
        let operation = expected.operation;
        let has_name = operation.contains('{') && !expected.is_keyed();
        assert_eq!(expected.names != Named::Nothing, has_name, "{operation}: whose is it?");
        assert_eq!(expected.outsider.is_some(), has_name, "{operation}: what is told outsiders?");
        assert_eq!(
            expected.suspended.is_some(),
            expected.names == Named::OfAnOrganization || expected.is_keyed(),
            "{operation}"
        );
        let needs_rank = match expected.who {
            Who::InSpace(role) => role > 0,
            Who::Admin { .. } | Who::Staff(_) | Who::Key(_) => true,
            _ => false,
        };
        assert_eq!(expected.below.is_some(), needs_rank, "{operation}: what is told who is too small?");
        let is_open = matches!(expected.who, Who::Anybody | Who::Application);
        assert_eq!(expected.signed_out.is_none(), is_open, "{operation}: what is told who is signed out?");
        // An operation that asks for the password is refused to a caller who cannot give it.
        let is_guarded = expected.recent_password.is_some();
        assert!(!is_guarded || matches!(expected.acting, Acting::Refused(_)), "{operation}");
        let is_staffs = operation.contains("/session/admin/") && operation != "DELETE /session/admin/impersonation";
        assert_eq!(matches!(expected.who, Who::Staff(_)), is_staffs, "{operation}: the console is for staff");
    }
}
