//! Looking at the service as somebody else: seen by the person who looks, without power over secrets, and gone when it is over.

use crate::staff_support::{good, id_of, last_entry, refused, server};
use quarry_tests::browser::{Browser, password};
use serde_json::{Value as Json, json};

/// Takes over the CSRF token that came with a new cookie.
fn renew(browser: &mut Browser<'_>) -> Json {
    let viewer = good(&browser.get("/session"));
    browser.csrf_token = viewer["csrf_token"].as_str().expect("a token").to_owned();
    viewer
}

fn begin(staff: &mut Browser<'_>, id: i64) -> Json {
    let body = json!({ "user_id": id, "reason": "ticket 812", "minutes": 15 });
    good(&staff.write("POST", "/session/admin/impersonations", &body))
}

#[test]
fn staff_are_somebody_else_for_a_time_and_everybody_can_see_it() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Looked At", "free");
    let id = id_of(&staff, &email);
    let staff_id = id_of(&staff, "staff@quarry.example");
    let before = staff.cookie.clone();
    let begun = begin(&mut staff, id);
    assert_eq!(begun["user_id"], id);
    assert_ne!(staff.cookie, before, "the session has a new cookie");
    assert_eq!(server.send("GET", "/session/sudo", &[("cookie", &before)]).status, 401, "the old one is worth nothing");
    let viewer = renew(&mut staff);
    assert_eq!((&viewer["user"]["id"], &viewer["permissions"]), (&json!(id), &json!([])));
    assert_eq!(viewer["impersonation"]["by_user_id"], staff_id);
    assert_eq!(viewer["impersonation"]["until"], begun["until"]);
    refused(&staff.get("/session/admin/dashboard"), 403, "forbidden");
    refused(
        &staff.write("POST", "/session/admin/impersonations", &json!({ "user_id": 1, "reason": "x" })),
        403,
        "forbidden",
    );
    let given = json!({ "password": password(server, "staff") });
    refused(&staff.write("POST", "/session/sudo", &given), 403, "forbidden");
    let ended = good(&staff.write("DELETE", "/session/admin/impersonation", &json!({})));
    assert_eq!(ended["user_id"], staff_id);
    let viewer = renew(&mut staff);
    assert_eq!((&viewer["user"]["id"], &viewer["impersonation"]), (&json!(staff_id), &Json::Null));
    assert_eq!(staff.get("/session/admin/dashboard").status, 200, "with their own powers again");
    assert_eq!(good(&staff.get("/session/sudo"))["open"], false, "and the window closed");
    refused(&staff.write("DELETE", "/session/admin/impersonation", &json!({})), 422, "not_now");
}

#[test]
fn the_audit_log_names_both_people() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Named Beside", "free");
    let id = id_of(&staff, &email);
    begin(&mut staff, id);
    let begun = last_entry(&Browser::of(server, "staff"), "user", &id.to_string());
    assert_eq!((&begun["action"], &begun["after"]["reason"]), (&json!("impersonation.began"), &json!("ticket 812")));
    assert_eq!((&begun["actor"]["email"], &begun["impersonator"]), (&json!("staff@quarry.example"), &Json::Null));
    renew(&mut staff);
    good(&staff.write("DELETE", "/session/admin/impersonation", &json!({})));
    renew(&mut staff);
    let ended = last_entry(&staff, "user", &id.to_string());
    assert_eq!(ended["action"], "impersonation.ended");
    assert_eq!(ended["actor"]["email"], email.as_str());
    assert_eq!(ended["impersonator"]["email"], "staff@quarry.example");
    let by_either = good(&staff.get(&format!("/session/admin/audit?actor={email}")));
    assert_eq!(by_either["entries"][0]["id"], ended["id"]);
}

#[test]
fn nobody_is_one_of_staff_or_themselves_or_somebody_shut_out_this_way() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let clerk = server.new_person("Looked At Clerk", "free");
    server.command(&["admin", "grant", "--email", &clerk, "--permission", "editorial"], "");
    let own = id_of(&staff, "staff@quarry.example");
    let attempt = |staff: &mut Browser<'_>, id: i64| {
        staff.write("POST", "/session/admin/impersonations", &json!({ "user_id": id, "reason": "x" }))
    };
    let clerk_id = id_of(&staff, &clerk);
    refused(&attempt(&mut staff, clerk_id), 403, "forbidden");
    refused(&attempt(&mut staff, own), 422, "own_account");
    refused(&attempt(&mut staff, 999_999), 404, "not_found");
    let out = server.new_person("Shut Out Already", "free");
    let out_id = id_of(&staff, &out);
    good(&staff.write("PATCH", &format!("/session/admin/users/{out_id}/toggle_disabled"), &json!({})));
    refused(&attempt(&mut staff, out_id), 422, "not_now");
    for body in [json!({ "user_id": out_id }), json!({ "user_id": out_id, "reason": "x", "minutes": 61 })] {
        refused(&staff.write("POST", "/session/admin/impersonations", &body), 422, "validation_failed");
    }
    assert_eq!(good(&staff.get("/session"))["impersonation"], Json::Null);
}
