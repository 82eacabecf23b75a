//! One's own account: seen as it is, renamed, given another password, and signed out elsewhere.

use crate::account_support::{PASSWORD, deployment, eventually};
use quarry::identity::Role;
use quarry::stores::result_set::Value;
use quarry_tests::browser::{Browser, email, password};
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;
use std::time::Duration;

const NEW_PASSWORD: &str = "copper walrus lantern 52";

#[test]
fn whoever_is_signed_in_sees_their_own_account_and_nobody_elses() {
    let deployment = deployment();
    let (ada, grace) = (deployment.person("Ada"), deployment.person("Grace"));
    let engines = deployment.institution("Engines", &ada);
    deployment.add_member(engines, &grace, Role::Member);
    let (browser, _other) = (deployment.browser_of(&ada), deployment.browser_of(&ada));
    deployment.browser_of(&grace);
    let shown = browser.get("/session/account");
    assert_eq!((shown.status, shown.header("cache-control")), (200, "no-store"), "{}", shown.text);
    let account = shown.json();
    assert_eq!(account["profile"]["id"], ada.user_id);
    assert_eq!((&account["profile"]["name"], &account["profile"]["email"]), (&json!("Ada"), &json!(ada.email)));
    assert!(account["profile"]["created_at"].as_str().expect("a time").ends_with('Z'));
    assert_eq!(account["two_factor"], json!({ "on": false, "being_set_up": false, "recovery_codes_left": 0 }));
    assert_eq!((&account["has_password"], &account["export"]), (&json!(true), &json!(null)));
    let sessions = account["sessions"].as_array().expect("a list");
    let current: Vec<bool> = sessions.iter().map(|session| session["current"].as_bool().expect("a truth")).collect();
    assert_eq!(current, [false, true], "hers, the newest first: {}", shown.text);
    let organizations = account["organizations"].as_array().expect("a list");
    assert_eq!(organizations.len(), 2);
    assert_eq!(
        organizations[1],
        json!({ "id": engines, "name": "Engines", "kind": "institution", "status": "active", "role": "owner" })
    );
    assert_eq!(account["deletion"]["handed_over_first"], json!([{ "id": engines, "name": "Engines" }]));
    assert_eq!(account["deletion"]["removed_organizations"], json!([{ "id": ada.organization_id, "name": "Ada" }]));
    assert_eq!(account["deletion"]["kept_back"], json!([]));
    let kept = account["deletion"]["kept"].as_array().expect("a list");
    assert!(kept.iter().any(|kept| kept["thing"] == "entries of audit logs about what you did"), "{}", shown.text);
    let removed = account["deletion"]["removed"].as_array().expect("a list");
    for thing in ["your sessions", "API keys that you made", "your account: name, email address and password"] {
        assert!(removed.contains(&json!(thing)), "{thing}: {}", shown.text);
    }
    let tells_tables = |thing: &serde_json::Value| thing.as_str().is_none_or(|thing| thing.contains('_'));
    assert!(!removed.iter().any(tells_tables), "a person is told of things, not of tables: {}", shown.text);
    let secret_words = ["hash", "token"];
    assert!(secret_words.iter().all(|word| !shown.text.contains(word)), "{}", shown.text);
    assert_eq!(Browser::new(&deployment.server).get("/session/account").status, 401);
}

#[test]
fn a_name_is_changed_everywhere_it_is_shown() {
    let deployment = deployment();
    let ada = deployment.person("Ada");
    let mut browser = deployment.browser_of(&ada);
    let across = browser.write_across_sites("PATCH", "/session/account", &json!({ "name": "Mallory" }));
    assert_eq!((across.status, across.code().as_str()), (422, "invalid_csrf_token"));
    for name in ["  ".to_owned(), "x".repeat(201)] {
        let refused = browser.write("PATCH", "/session/account", &json!({ "name": name }));
        assert_eq!((refused.status, refused.code().as_str()), (422, "validation_failed"), "{}", refused.text);
        assert!(refused.json()["fields"]["name"].is_string(), "{}", refused.text);
    }
    let changed = browser.write("PATCH", "/session/account", &json!({ "name": " Ada Lovelace " }));
    assert_eq!((changed.status, &changed.json()["name"]), (200, &json!("Ada Lovelace")), "{}", changed.text);
    let viewer = browser.get("/session").json();
    assert_eq!(viewer["user"]["name"], "Ada Lovelace", "here at once");
    assert_eq!(viewer["organization"]["name"], "Ada Lovelace", "their own organization had their name");
    let email = browser.write("PATCH", "/session/account", &json!({ "name": "Ada", "email": "x@example.org" }));
    assert_eq!(email.status, 422, "the email is not changed here: {}", email.text);
    let told = deployment.texts(
        "SELECT before || after AS text FROM audit_entries WHERE action = 'account.renamed' AND actor_user_id = $1",
        ada.user_id,
    );
    assert_eq!(told.len(), 1, "what was refused is none: {told:?}");
    assert!(told[0].contains("\"Ada\"") && told[0].contains("Ada Lovelace"), "{told:?}");
}

#[test]
fn a_new_password_ends_what_was_signed_in_with_the_old_one() {
    let deployment = deployment();
    let ada = deployment.person("Ada");
    let (mut browser, other) = (deployment.browser_of(&ada), deployment.browser_of(&ada));
    for weak in ["short", "password12345", "aaaaaaaaaaaaaaaa"] {
        let refused = browser.write("PATCH", "/session/account/password", &json!({ "password": weak }));
        assert_eq!((refused.status, refused.code().as_str()), (422, "validation_failed"), "{}", refused.text);
        let sentence = refused.json()["fields"]["password"].as_str().expect("a sentence").to_owned();
        let rule = "A password has 12 to 256 characters and takes more than 100 million guesses; this one";
        assert!(sentence.starts_with(rule), "the rule is named: {sentence}");
        assert!(sentence.ends_with('.') && !sentence.contains(weak), "{sentence}");
    }
    let changed = browser.write("PATCH", "/session/account/password", &json!({ "password": NEW_PASSWORD }));
    assert_eq!((changed.status, changed.header("cache-control")), (200, "no-store"), "{}", changed.text);
    assert_eq!(browser.get("/session/account").status, 200, "whoever changed it stays");
    assert_eq!(other.get("/session/account").status, 401, "all others are out, here at once");
    assert_eq!(Browser::new(&deployment.server).sign_in(&ada.email, PASSWORD).status, 401);
    assert_eq!(Browser::new(&deployment.server).sign_in(&ada.email, NEW_PASSWORD).status, 200);
    eventually("a letter tells them", || {
        deployment
            .letters_to(&ada.email)
            .iter()
            .any(|letter| letter.contains("Subject: Quarry: your password was changed"))
    });
    assert!(!deployment.server.log().contains(NEW_PASSWORD));
}

#[test]
fn what_guards_the_account_asks_for_the_password_again() {
    let deployment = deployment();
    let ada = deployment.person("Ada");
    let mut browser = deployment.browser_of(&ada);
    deployment.execute("UPDATE sessions SET sudo_until = 1 WHERE user_id = $1", &[Value::Int64(ada.user_id)]);
    std::thread::sleep(Duration::from_millis(1_050));
    for (method, path, body) in [
        ("PATCH", "/session/account/password", json!({ "password": NEW_PASSWORD })),
        ("POST", "/session/account/two_factor/setup", json!({})),
        ("POST", "/session/account/two_factor", json!({ "otp": "123456" })),
        ("DELETE", "/session/account/two_factor", json!({})),
        ("POST", "/session/account/two_factor/recovery_codes", json!({})),
        ("POST", "/session/account/two_factor/replace", json!({})),
        ("DELETE", "/session/account/two_factor/replace", json!({})),
        ("DELETE", "/session/account", json!({})),
    ] {
        let refused = browser.write(method, path, &body);
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (403, "sudo_required"),
            "{method} {path}: {}",
            refused.text
        );
    }
    assert_eq!(browser.write("PATCH", "/session/account", &json!({ "name": "Ada L" })).status, 200, "a name does not");
    let opened = browser.write("POST", "/session/sudo", &json!({ "password": PASSWORD }));
    assert_eq!(opened.status, 200, "{}", opened.text);
    let begun = browser.write("POST", "/session/account/two_factor/setup", &json!({}));
    assert_eq!(begun.status, 200, "{}", begun.text);
}

#[test]
fn signing_out_elsewhere_leaves_the_one_session_that_asked() {
    let deployment = deployment();
    let (ada, grace) = (deployment.person("Ada"), deployment.person("Grace"));
    let (mut browser, other) = (deployment.browser_of(&ada), deployment.browser_of(&ada));
    let stranger = deployment.browser_of(&grace);
    let ended = browser.write("DELETE", "/session/account/sessions", &json!({}));
    assert_eq!((ended.status, ended.json()), (200, json!({ "ended": 1 })), "{}", ended.text);
    assert_eq!((browser.get("/session/account").status, other.get("/session/account").status), (200, 401));
    assert_eq!(stranger.get("/session/account").status, 200);
    let refreshed =
        Browser::new(&deployment.server).client_post("/auth/refresh", &json!({ "refresh_token": other.refresh_token }));
    assert_eq!(refreshed.status, 401, "its refresh token is worth nothing: {}", refreshed.text);
}

#[test]
fn staff_who_act_as_somebody_neither_see_nor_change_their_account() {
    let deployment = deployment();
    let (staff, ada) = (deployment.person("Staff"), deployment.person("Ada"));
    let user = Value::Int64(staff.user_id);
    let granted = "INSERT INTO user_permissions (user_id, permission) VALUES ($1, 'users_manage')";
    deployment.execute(granted, std::slice::from_ref(&user));
    let mut browser = deployment.browser_of(&staff);
    let later = Value::Int64((jiff::Timestamp::now() + jiff::SignedDuration::from_mins(5)).as_microsecond());
    let acting = "UPDATE sessions SET acting_as_user_id = $1, acting_until = $2 WHERE user_id = $3";
    deployment.execute(acting, &[Value::Int64(ada.user_id), later, user]);
    eventually("the session acts as her", || browser.get("/session").json()["user"]["id"] == ada.user_id);
    let shown = browser.get("/session/account");
    assert_eq!((shown.status, shown.code().as_str()), (403, "forbidden"), "{}", shown.text);
    for (method, path, body) in [
        ("PATCH", "/session/account", json!({ "name": "Mallory" })),
        ("DELETE", "/session/account/sessions", json!({})),
        ("POST", "/session/account/export", json!({})),
    ] {
        let refused = browser.write(method, path, &body);
        assert_eq!((refused.status, refused.code().as_str()), (403, "forbidden"), "{method} {path}: {}", refused.text);
    }
    let deleted = browser.write("DELETE", "/session/account", &json!({}));
    assert_eq!(deleted.status, 403, "no window is open for whoever acts: {}", deleted.text);
    assert_eq!(deployment.texts("SELECT name AS text FROM users WHERE id = $1", ada.user_id), ["Ada"]);
}

/// Every operation of the account, with a body that it takes.
fn rows() -> [(&'static str, &'static str, serde_json::Value); 12] {
    let none = || json!({});
    [
        ("GET", "/session/account", none()),
        ("PATCH", "/session/account", json!({ "name": "Ada" })),
        ("DELETE", "/session/account", none()),
        ("PATCH", "/session/account/password", json!({ "password": NEW_PASSWORD })),
        ("DELETE", "/session/account/sessions", none()),
        ("POST", "/session/account/export", none()),
        ("POST", "/session/account/two_factor/setup", none()),
        ("POST", "/session/account/two_factor", json!({ "otp": "123456" })),
        ("DELETE", "/session/account/two_factor", none()),
        ("POST", "/session/account/two_factor/recovery_codes", none()),
        ("POST", "/session/account/two_factor/replace", none()),
        ("DELETE", "/session/account/two_factor/replace", none()),
    ]
}

#[test]
fn nothing_of_an_account_is_for_strangers_or_for_pages_of_somebody_else() {
    let deployment = deployment();
    let ada = deployment.person("Ada");
    let (browser, stranger) = (deployment.browser_of(&ada), Browser::new(&deployment.server));
    for (method, path, body) in rows() {
        let refused = stranger.write_across_sites(method, path, &body);
        assert_eq!((refused.status, refused.code().as_str()), (401, "sign_in_required"), "{method} {path}");
        assert!(refused.json()["detail"].is_string() && refused.json().get("error").is_none(), "{}", refused.text);
        if method != "GET" {
            let refused = browser.write_across_sites(method, path, &body);
            assert_eq!((refused.status, refused.code().as_str()), (422, "invalid_csrf_token"), "{method} {path}");
        }
    }
    assert_eq!(deployment.texts("SELECT name AS text FROM users WHERE id = $1", ada.user_id), ["Ada"]);
}

#[test]
fn signing_out_elsewhere_on_one_host_holds_on_the_other_within_a_second() {
    quarry_tests::on_postgres!();
    let environment = app_store_environment("two_hosts_accounts").expect("a schema");
    let start = || {
        let options = Options { no_sample: true, environment: environment.clone(), ..Options::default() };
        Server::start(&options).expect("a server")
    };
    let (here, there) = (start(), start());
    // The second one to start gave the sample's people their passwords.
    let (email, password) = (email(&there, "member"), password(&there, "member"));
    let (mut kept, mut ended) = (Browser::new(&here), Browser::new(&there));
    assert_eq!((kept.sign_in(&email, &password).status, ended.sign_in(&email, &password).status), (200, 200));
    assert_eq!(ended.get("/session/account").status, 200);
    assert_eq!(kept.write("DELETE", "/session/account/sessions", &json!({})).json(), json!({ "ended": 1 }));
    std::thread::sleep(Duration::from_millis(1_010));
    assert_eq!((kept.get("/session/account").status, ended.get("/session/account").status), (200, 401));
}
