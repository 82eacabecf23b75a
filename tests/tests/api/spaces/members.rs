//! Membership of a space: the people who get in, and their roles.

use super::{add, page, refused, settled, shared};
use crate::organizations::house::{execute, server};
use quarry::stores::result_set::Value;
use serde_json::json;

#[test]
fn members_are_added_by_the_email_of_an_account_once() {
    let (_, mut owner) = settled("Olga");
    let (guest, theirs) = settled("Ben");
    let space = shared(&mut owner, "Harbour");
    let path = format!("/session/spaces/{space}/memberships");
    let unknown = owner.write("POST", &path, &json!({ "email": "nobody@nowhere.example" }));
    refused(&unknown, 422, "unknown_account", Some("email"));
    let as_typed = format!("  {} ", guest.email.to_uppercase());
    let added = owner.write("POST", &path, &json!({ "email": as_typed }));
    assert_eq!(
        (added.status, &added.json()["role"]),
        (201, &json!("editor")),
        "an editor, where no role is named: {}",
        added.text
    );
    let again = owner.write("POST", &path, &json!({ "email": guest.email, "role": "editor" }));
    refused(&again, 422, "already_member", Some("email"));
    for body in [json!({}), json!({ "email": guest.email, "role": "king" })] {
        let answer = owner.write("POST", &path, &body);
        assert_eq!((answer.status, answer.code().as_str()), (422, "validation_failed"), "{}", answer.text);
    }
    assert_eq!(page(&theirs, space)["members"].as_array().map(Vec::len), Some(2));
    let (closed, _) = settled("Carl");
    execute(server(), "UPDATE users SET disabled_at = 1 WHERE id = $1", &[Value::Int64(closed.id)]);
    let disabled = owner.write("POST", &path, &json!({ "email": closed.email }));
    refused(&disabled, 422, "unknown_account", Some("email"));
}

#[test]
fn nobody_asks_whether_more_than_thirty_emails_have_accounts_in_an_hour() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let path = format!("/session/spaces/{space}/memberships");
    // What is no address at all tells nothing of accounts and is no try.
    for malformed in
        ["nobody", "@nowhere.example", "nobody@", "no body@nowhere.example", "nobody@nowhere", "a@b@c.example"]
    {
        for _ in 0..6 {
            let answer = owner.write("POST", &path, &json!({ "email": malformed }));
            refused(&answer, 422, "validation_failed", Some("email"));
        }
    }
    let mut codes = Vec::new();
    for number in 0..62 {
        let answer = owner.write("POST", &path, &json!({ "email": format!("nobody-{number}@nowhere.example") }));
        codes.push(answer.code());
        if codes.last().is_some_and(|code| code == "too_many_invitations") {
            assert_eq!(answer.json()["limit"], 30);
            break;
        }
    }
    // Twice as many where the hour ends meanwhile.
    let told = codes.iter().filter(|code| *code == "unknown_account").count();
    assert!((30..=60).contains(&told), "{codes:?}");
    assert_eq!(codes.last().map(String::as_str), Some("too_many_invitations"));
}

#[test]
fn a_role_changes_what_a_member_may_and_the_only_owner_stays() {
    let (_, mut owner) = settled("Olga");
    let (guest, mut theirs) = settled("Ben");
    let space = shared(&mut owner, "Harbour");
    let membership = add(&mut owner, space, &guest, "viewer");
    let path = format!("/session/spaces/{space}/memberships");
    let rename = |browser: &mut quarry_tests::browser::Browser<'_>| {
        browser.write("PATCH", &format!("/session/spaces/{space}"), &json!({ "name": "Quay" })).status
    };
    assert_eq!(rename(&mut theirs), 403);
    let promoted = owner.write("PATCH", &format!("{path}/{membership}"), &json!({ "role": "owner" }));
    assert_eq!((promoted.status, &promoted.json()["role"]), (200, &json!("owner")), "{}", promoted.text);
    assert_eq!(rename(&mut theirs), 200);
    let members = page(&theirs, space)["members"].clone();
    let first = &members.as_array().expect("members")[0];
    assert_ne!(first["id"], json!(membership));
    assert_eq!(theirs.write("DELETE", &format!("{path}/{}", first["id"]), &json!({})).status, 204);
    assert_eq!(owner.get(&format!("/session/spaces/{space}")).status, 404);
    for method in ["DELETE", "PATCH"] {
        let last = theirs.write(method, &format!("{path}/{membership}"), &json!({ "role": "viewer" }));
        refused(&last, 422, "last_owner", None);
    }
    let unknown = theirs.write("PATCH", &format!("{path}/999999999"), &json!({ "role": "viewer" }));
    refused(&unknown, 404, "not_found", None);
}

#[test]
fn what_a_space_says_one_can_do_is_what_is_then_answered() {
    let (_, mut owner) = settled("Olga");
    for role in ["viewer", "commenter", "editor", "owner"] {
        let (guest, mut theirs) = settled("Ben");
        let space = match owner.get("/session/spaces").json()["spaces"][1]["id"].as_i64() {
            Some(space) => space,
            None => shared(&mut owner, "Harbour"),
        };
        add(&mut owner, space, &guest, role);
        let can = page(&theirs, space)["can"].clone();
        let path = format!("/session/spaces/{space}");
        let asked = [
            ("rename", "PATCH", path.clone(), json!({ "name": "Quay" })),
            ("manage_members", "POST", format!("{path}/memberships"), json!({ "email": "nobody@nowhere.example" })),
            ("manage_properties", "POST", format!("{path}/properties"), json!({ "name": role, "kind": "text" })),
            ("leave", "POST", format!("{path}/leave"), json!({})),
        ];
        for (what, method, path, body) in asked {
            let answer = theirs.write(method, &path, &body);
            let is_let = answer.status != 403;
            assert_eq!(json!(is_let), can[what], "{role} {what}: {}", answer.text);
        }
    }
}
