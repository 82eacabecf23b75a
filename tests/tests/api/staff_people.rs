//! Changes that staff make to other people's accounts: each is felt and remembered, and staff change only the accounts that
//! they may.

use crate::account_support::{code, eventually};
use crate::staff_support::{good, id_of, last_entry, refused, server, signed_in};
use quarry_tests::browser::Browser;
use quarry_tests::commands::PASSWORD;
use serde_json::json;

#[test]
fn somebody_is_found_by_part_of_a_name_or_an_email_page_by_page() {
    let (server, staff) = (server(), Browser::of(server(), "staff"));
    for name in ["Roster One", "Roster Two", "Roster_Three"] {
        server.new_person(name, "free");
    }
    let found = good(&staff.get("/session/admin/users?q=ROSTER"));
    let names: Vec<&str> =
        found["users"].as_array().expect("users").iter().filter_map(|user| user["name"].as_str()).collect();
    assert_eq!(names, ["Roster_Three", "Roster Two", "Roster One"], "newest first");
    let literal = good(&staff.get("/session/admin/users?q=roster_"));
    assert_eq!(literal["count"], 1, "what stands for any letter elsewhere is a letter here: {literal}");
    let mut walked = Vec::new();
    let mut path = "/session/admin/users?q=roster&limit=2".to_owned();
    loop {
        let page = good(&staff.get(&path));
        walked.extend(page["users"].as_array().expect("users").iter().map(|user| user["id"].clone()));
        match page["next_cursor"].as_str() {
            Some(cursor) => path = format!("/session/admin/users?q=roster&limit=2&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(walked.len(), 3, "{walked:?}");
    let one = &found["users"][2];
    assert_eq!((&one["role"], &one["disabled"], &one["two_factor"]), (&json!("member"), &json!(false), &json!(false)));
    assert_eq!(
        (&one["organizations"][0]["kind"], &one["organizations"][0]["role"]),
        (&json!("personal"), &json!("owner"))
    );
    assert!(!found.to_string().contains("password") && !found.to_string().contains("hash"), "{found}");
}

#[test]
fn whoever_is_shut_out_loses_session_and_keys_and_gets_them_back() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Shut Out", "team");
    let key = server.new_key("Shut Out", &email);
    let (browser, id) = (signed_in(server, &email), id_of(&staff, &email));
    assert_eq!((browser.get("/session/sudo").status, server.get_with_key("/me", &key).status), (200, 200));
    let path = format!("/session/admin/users/{id}/toggle_disabled");
    let out = good(&staff.write("PATCH", &path, &json!({ "disabled": true, "reason": "left the company" })));
    assert_eq!((&out["user"]["disabled"], &out["user"]["disabled_reason"]), (&json!(true), &json!("left the company")));
    assert_eq!(browser.get("/session/sudo").status, 401, "at once on the host that answered");
    assert_eq!(server.get_with_key("/me", &key).status, 401, "the keys that they minted stop");
    let entry = last_entry(&staff, "user", &id.to_string());
    assert_eq!((&entry["action"], &entry["before"]["disabled"]), (&json!("user.disabled_changed"), &json!(false)));
    assert_eq!(entry["after"], json!({ "disabled": true, "reason": "left the company" }));
    assert_ne!(Browser::new(server).sign_in(&email, PASSWORD).status, 200);
    assert_eq!(last_entry(&staff, "user", &id.to_string())["action"], "session.refused");
    let headers = [("cookie", staff.cookie.as_str()), ("x-csrf-token", staff.csrf_token.as_str())];
    let back = good(&server.send("PATCH", &path, &headers));
    assert_eq!((&back["user"]["disabled"], &back["user"]["disabled_at"]), (&json!(false), &json!(null)), "it flips");
    assert_eq!(signed_in(server, &email).get("/session/sudo").status, 200);
    assert_eq!(server.get_with_key("/me", &key).status, 200);
}

#[test]
fn every_session_of_somebody_ends_at_once() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Signed In Twice", "free");
    let browsers = [signed_in(server, &email), signed_in(server, &email)];
    let id = id_of(&staff, &email);
    let path = format!("/session/admin/users/{id}/sign_out_everywhere");
    let ended = good(&staff.write("PATCH", &path, &json!({})));
    assert_eq!((&ended["sessions_ended"], &ended["user"]["sessions"]), (&json!(2), &json!(0)));
    for browser in browsers {
        assert_eq!(browser.get("/session/sudo").status, 401);
    }
    assert_eq!(last_entry(&staff, "user", &id.to_string())["after"]["sessions_ended"], 2);
}

#[test]
fn the_keys_of_somebodys_organizations_stop() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Key Owner", "team");
    let keys = [server.new_key("Key Owner", &email), server.new_key("Key Owner", &email)];
    let id = id_of(&staff, &email);
    let revoked = good(&staff.write("PATCH", &format!("/session/admin/users/{id}/revoke_api_keys"), &json!({})));
    assert_eq!(revoked["keys_revoked"], 2);
    for key in keys {
        assert_eq!(server.get_with_key("/me", &key).status, 401);
    }
    assert_eq!(server.get("/me").status, 200, "somebody else's goes on");
}

#[test]
fn a_lost_second_factor_is_cleared_and_the_person_signed_out() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Lost Phone", "free");
    let browser = signed_in(server, &email);
    let id = id_of(&staff, &email);
    let path = format!("/session/admin/users/{id}/reset_two_factor");
    let reset = good(&staff.write("PATCH", &path, &json!({})));
    assert_eq!((&reset["was_on"], &reset["user"]["two_factor"]), (&json!(false), &json!(false)));
    assert_eq!(browser.get("/session/sudo").status, 401);
    assert_eq!(last_entry(&staff, "user", &id.to_string())["action"], "user.second_factor_reset");
}

#[test]
fn nobody_changes_their_own_account_and_only_alpha_those_of_staff() {
    let (server, mut alpha) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Desk Clerk", "free");
    server.command(&["admin", "grant", "--email", &email, "--permission", "users_manage"], "");
    let mut clerk = signed_in(server, &email);
    let clerk_id = id_of(&alpha, &email);
    let alpha_id = id_of(&alpha, "staff@quarry.example");
    let member = server.new_person("Plain Member", "free");
    let member_id = id_of(&alpha, &member);
    for verb in ["toggle_disabled", "sign_out_everywhere", "reset_two_factor", "revoke_api_keys"] {
        let path = |id: i64| format!("/session/admin/users/{id}/{verb}");
        refused(&alpha.write("PATCH", &path(alpha_id), &json!({})), 422, "own_account");
        refused(&clerk.write("PATCH", &path(clerk_id), &json!({})), 422, "own_account");
        refused(&clerk.write("PATCH", &path(alpha_id), &json!({})), 403, "forbidden");
        refused(&clerk.write("PATCH", &path(999_999), &json!({})), 404, "not_found");
        good(&clerk.write("PATCH", &path(member_id), &json!({})));
    }
    let role = |id: i64| format!("/session/admin/users/{id}/update_role");
    refused(&clerk.write("PATCH", &role(member_id), &json!({ "role": "alpha", "permissions": [] })), 403, "forbidden");
    refused(&clerk.write("PATCH", &role(clerk_id), &json!({ "role": "alpha", "permissions": [] })), 403, "forbidden");
    let demoted = json!({ "role": "member", "permissions": [] });
    refused(&alpha.write("PATCH", &role(alpha_id), &demoted), 422, "own_account");
    assert_eq!(alpha.get("/session/admin/staff").status, 200, "nothing of it was done");
}

#[test]
fn staff_are_made_permitted_and_let_go() {
    let (server, mut alpha) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("New Colleague", "free");
    let (id, browser) = (id_of(&alpha, &email), signed_in(server, &email));
    let staff = format!("/session/admin/staff/{id}");
    refused(&alpha.get(&staff), 404, "not_found");
    refused(&browser.get("/session/admin/dashboard"), 403, "forbidden");
    let promote = format!("{staff}/promote");
    refused(&alpha.write("PATCH", &promote, &json!({ "permissions": [], "alpha": false })), 422, "validation_failed");
    let unknown = alpha.write("PATCH", &promote, &json!({ "permissions": ["everything"], "alpha": false }));
    refused(&unknown, 422, "validation_failed");
    let sentence = unknown.json()["fields"]["permissions.0"].as_str().unwrap_or_default().to_owned();
    for word in
        ["plans_manage", "modules_manage", "billing_manage", "audit_view", "orgs_manage", "users_manage", "editorial"]
    {
        assert!(sentence.contains(word), "{word} is allowed, and not named: {sentence}");
    }
    assert!(sentence.ends_with("; this is \"everything\"."), "{sentence}");
    let both = json!({ "permissions": ["audit_view", "plans_manage"], "alpha": false });
    let made = good(&alpha.write("PATCH", &promote, &both));
    assert_eq!(made["user"]["permissions"], json!(["audit_view", "plans_manage"]));
    assert_eq!(made["user"]["role"], "staff");
    assert_eq!(browser.get("/session/admin/dashboard").status, 200, "any staff");
    assert_eq!(browser.get("/session/admin/audit").status, 200);
    refused(&browser.get("/session/admin/staff"), 403, "forbidden");
    let silent = alpha.write("PATCH", &staff, &json!({ "permissions": ["plans_manage"] }));
    assert!(silent.json()["fields"]["alpha"].is_string(), "no tier comes back: {}", silent.text);
    good(&alpha.write("PATCH", &staff, &json!({ "permissions": ["plans_manage"], "alpha": false })));
    refused(&browser.get("/session/admin/audit"), 403, "forbidden");
    let listed = good(&alpha.get("/session/admin/staff"));
    assert!(listed["staff"].as_array().expect("staff").iter().any(|one| one["id"] == id), "{listed}");
    let gone = good(&alpha.write("DELETE", &format!("{staff}/demote"), &json!({})));
    assert_eq!(gone["user"]["role"], "member");
    refused(&browser.get("/session/admin/dashboard"), 403, "forbidden");
    let entry = last_entry(&alpha, "user", &id.to_string());
    assert_eq!(entry["before"], json!({ "tier": null, "permissions": ["plans_manage"] }));
    assert_eq!(entry["after"], json!({ "tier": null, "permissions": [] }));
    let role = format!("/session/admin/users/{id}/update_role");
    let again = good(&alpha.write("PATCH", &role, &json!({ "role": "staff", "permissions": ["editorial"] })));
    assert_eq!(again["user"]["permissions"], json!(["editorial"]));
    let silent = [json!({ "role": "member" }), json!({ "role": "alpha" }), json!({ "role": "staff" })];
    for silent in silent.into_iter().chain([json!({ "role": "member", "permissions": ["audit_view"] })]) {
        let answer = alpha.write("PATCH", &role, &silent);
        refused(&answer, 422, "validation_failed");
        assert!(
            answer.json()["fields"]["permissions"].is_string(),
            "nothing is taken in silence, and nothing comes back: {}",
            answer.text
        );
    }
    assert_eq!(browser.get("/session/admin/dashboard").status, 200, "and nothing was");
    let member = good(&alpha.write("PATCH", &role, &json!({ "role": "member", "permissions": [] })));
    assert_eq!((&member["user"]["role"], &member["user"]["permissions"]), (&json!("member"), &json!([])));
}

#[test]
fn a_second_factor_that_was_in_force_is_gone_with_its_recovery_codes() {
    let (server, mut staff) = (server(), Browser::of(server(), "staff"));
    let email = server.new_person("Broken Phone", "free");
    let mut browser = signed_in(server, &email);
    let two_factor = "/session/account/two_factor";
    let begun = good(&browser.write("POST", &format!("{two_factor}/setup"), &json!({})));
    let otp = code(begun["secret"].as_str().expect("a secret"), 0);
    let confirmed = good(&browser.write("POST", two_factor, &json!({ "otp": otp })));
    assert_eq!(Browser::new(server).sign_in(&email, PASSWORD).code(), "otp_required");
    let id = id_of(&staff, &email);
    let path = format!("/session/admin/users/{id}/reset_two_factor");
    let reset = good(&staff.write("PATCH", &path, &json!({})));
    assert_eq!((&reset["was_on"], &reset["user"]["two_factor"]), (&json!(true), &json!(false)));
    assert_eq!(browser.get("/session/sudo").status, 401, "what was signed in is out");
    let entry = last_entry(&staff, "user", &id.to_string());
    assert_eq!(
        (&entry["action"], &entry["before"]),
        (&json!("user.second_factor_reset"), &json!({ "two_factor": true }))
    );
    let browser = signed_in(server, &email);
    let account = browser.get("/session/account").json();
    let off = json!({ "on": false, "being_set_up": false, "recovery_codes_left": 0 });
    assert_eq!(account["two_factor"], off, "{account}");
    let recovery = confirmed["recovery_codes"][0].as_str().expect("a code");
    assert!(!entry.to_string().contains(recovery) && !server.log().contains(recovery));
    let told = || {
        let files = std::fs::read_dir(server.data_dir.join("mail")).into_iter().flatten().flatten();
        let letters = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
        let mut own = letters.filter(|letter| letter.contains(&format!("To: {email}")));
        own.any(|letter| letter.contains("was switched off by staff"))
    };
    eventually("the person is told", told);
}
