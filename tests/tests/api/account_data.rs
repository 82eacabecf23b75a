//! One's own data: all of it in one file, and gone when the account is deleted.

use crate::account_support::{Deployment, Person, deployment, eventually};
use quarry::identity::Role;
use quarry::stores::app::Tenant;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use serde_json::{Value as Json, json};

const EXPORT: &str = "/session/account/export";

fn write_note(deployment: &Deployment, person: &Person, title: &str) {
    let sql =
        "INSERT INTO complete__notes (organization_id, user_id, title, version, recounts) VALUES ($1, $2, $3, 1, 0)";
    let values = [Value::Int64(person.organization_id), Value::Int64(person.user_id), Value::Text(title.to_owned())];
    deployment.execute(sql, &values);
}

fn notes_of(deployment: &Deployment, person: &Person) -> i64 {
    deployment.number("SELECT COUNT(*) AS number FROM complete__notes WHERE user_id = $1", person.user_id)
}

/// The rows of `table` in the file whose `column` is the person.
fn rows<'a>(file: &'a Json, family: &str, table: &str, column: &str) -> &'a Vec<Json> {
    let tables = file["tables"].as_array().expect("a list");
    let is_it = |found: &&Json| found["family"] == family && found["table"] == table && found["column"] == column;
    tables.iter().find(is_it).unwrap_or_else(|| panic!("{family} {table}: {file}"))["rows"].as_array().expect("a list")
}

#[test]
fn a_person_gets_all_that_is_held_of_them_and_nothing_of_anybody_else() {
    let deployment = deployment();
    let (ada, grace) = (deployment.person("Ada"), deployment.person("Grace"));
    write_note(deployment, &ada, "a note of ada");
    write_note(deployment, &grace, "a note of grace");
    let mut browser = deployment.browser_of(&ada);
    let asked = browser.write("POST", EXPORT, &json!({}));
    assert_eq!((asked.status, &asked.json()["state"]), (202, &json!("running")), "{}", asked.text);
    eventually("the file is ready", || browser.get("/session/account").json()["export"]["state"] == "ready");
    let export = browser.get("/session/account").json()["export"].clone();
    let path = export["download_path"]
        .as_str()
        .expect("a path")
        .strip_prefix("/api/v1")
        .expect("below the base path")
        .to_owned();
    let file = deployment.server.get_keyless(&path);
    assert_eq!((file.status, file.header("content-type")), (200, "application/json"), "{}", file.text);
    assert_eq!(export["size_bytes"], file.text.len());
    assert!(file.header("content-disposition").contains("quarry-account.json"));
    let document = file.json();
    assert_eq!((&document["user_id"], &document["families_not_included"]), (&json!(ada.user_id), &json!([])));
    let notes = rows(&document, "complete", "complete__notes", "user_id");
    assert_eq!((notes.len(), &notes[0]["title"]), (1, &json!("a note of ada")), "{}", file.text);
    assert_eq!(rows(&document, "host", "users", "id")[0]["email"], ada.email);
    let signed_in_at =
        rows(&document, "host", "sessions", "user_id")[0]["created_at"].as_str().expect("a time").to_owned();
    assert!(signed_in_at.ends_with('Z'), "{signed_in_at}");
    let kept = document["tables"].as_array().expect("a list").iter().find(|table| table["table"] == "audit_entries");
    assert!(kept.expect("the log")["kept_after_deletion"].is_string());
    for foreign in ["grace", "password_hash", "token_hash", "argon2"] {
        assert!(!file.text.contains(foreign), "{foreign}");
    }
    eventually("a letter tells them", || {
        deployment.letters_to(&ada.email).iter().any(|letter| letter.contains("Subject: Quarry: your data is ready"))
    });
    assert!(
        !deployment.letters_to(&ada.email).iter().any(|letter| letter.contains("/objects/")),
        "the mail opens nothing"
    );
}

#[test]
fn an_export_is_made_one_at_a_time_and_as_often_as_one_likes() {
    let deployment = deployment();
    let ada = deployment.person("Ada");
    let mut browser = deployment.browser_of(&ada);
    assert_eq!(browser.write("POST", EXPORT, &json!({})).status, 202);
    eventually("the file is ready", || browser.get("/session/account").json()["export"]["state"] == "ready");
    assert_eq!(browser.write("POST", EXPORT, &json!({})).status, 202, "again");
    eventually("the file is ready", || browser.get("/session/account").json()["export"]["state"] == "ready");
    // As if a host were at it.
    let running = "UPDATE jobs SET state = 'running', lease_holder = 'x', leased_until = $2
                   WHERE id = (SELECT MAX(id) FROM jobs WHERE name = 'export_personal_data' AND user_id = $1)";
    let later = Value::Int64((jiff::Timestamp::now() + jiff::SignedDuration::from_secs(25)).as_microsecond());
    deployment.execute(running, &[Value::Int64(ada.user_id), later]);
    let not_ready = "UPDATE account_exports SET ready_at = NULL, expires_at = NULL WHERE user_id = $1";
    deployment.execute(not_ready, &[Value::Int64(ada.user_id)]);
    let refused = browser.write("POST", EXPORT, &json!({}));
    assert_eq!((refused.status, refused.code().as_str()), (409, "export_running"), "{}", refused.text);
    assert_eq!(browser.get("/session/account").json()["export"]["state"], "running");
}

#[test]
fn a_deleted_account_leaves_what_was_said_and_nothing_else() {
    let deployment = deployment();
    let (ada, grace) = (deployment.person("Ada"), deployment.person("Grace"));
    let shared = deployment.institution("Shared", &grace);
    deployment.add_member(shared, &ada, Role::Admin);
    let lonely = deployment.institution("Lonely", &ada);
    write_note(deployment, &ada, "ada leaves");
    write_note(deployment, &grace, "grace stays");
    let (mut browser, other) = (deployment.browser_of(&ada), deployment.browser_of(&ada));
    assert_eq!(browser.write("PATCH", "/session/account", &json!({ "name": "Ada L" })).status, 200);
    assert_eq!(browser.write("POST", EXPORT, &json!({})).status, 202);
    eventually("the file is ready", || browser.get("/session/account").json()["export"]["state"] == "ready");
    let path = browser.get("/session/account").json()["export"]["download_path"].as_str().expect("a path").to_owned();
    let deleted = browser.write("DELETE", "/session/account", &json!({}));
    assert_eq!((deleted.status, &deleted.json()["deleted"]), (200, &json!(true)), "{}", deleted.text);
    let removed = deleted.json()["removed_organizations"].clone();
    let ids: Vec<&Json> = removed.as_array().expect("a list").iter().map(|organization| &organization["id"]).collect();
    assert_eq!(ids, [&json!(ada.organization_id), &json!(lonely)], "{}", deleted.text);
    assert!(deleted.json()["kept"].as_array().expect("a list").iter().all(|kept| kept["reason"].is_string()));
    assert!(deleted.header("set-cookie").contains("Max-Age=0"), "the cookie goes");
    assert_eq!(other.get("/session/account").status, 401);
    assert_eq!(Browser::new(&deployment.server).sign_in(&ada.email, crate::account_support::PASSWORD).status, 401);
    assert_eq!(deployment.server.get_keyless(path.strip_prefix("/api/v1").expect("below the base path")).status, 404);
    assert_eq!((notes_of(deployment, &ada), notes_of(deployment, &grace)), (0, 1), "the families' rows too");
    for table in ["sessions", "memberships", "account_exports", "sign_in_places", "authenticators", "jobs"] {
        let left =
            deployment.number(&format!("SELECT COUNT(*) AS number FROM {table} WHERE user_id = $1"), ada.user_id);
        assert_eq!(left, 0, "{table}");
    }
    assert_eq!(deployment.number("SELECT COUNT(*) AS number FROM users WHERE id = $1", ada.user_id), 0);
    let left = "SELECT COUNT(*) AS number FROM memberships WHERE organization_id = $1";
    assert_eq!((deployment.number(left, shared), deployment.number(left, lonely)), (1, 0));
    let entries =
        "SELECT COUNT(*) AS number FROM audit_entries WHERE action = 'account.deleted' AND actor_user_id = $1";
    assert_eq!(deployment.number(entries, ada.user_id), 1);
    let told = "SELECT COALESCE(before, '') || COALESCE(after, '') AS text FROM audit_entries WHERE actor_user_id = $1";
    let told = deployment.texts(told, ada.user_id).join(" ");
    assert!(!told.contains("Ada") && !told.contains("127.0.0.1") && told.contains("kept"), "{told}");
    let letter = "Subject: Quarry: your account was deleted";
    eventually("a last letter", || deployment.letters_to(&ada.email).iter().any(|text| text.contains(letter)));
}

#[test]
fn an_organization_is_handed_over_before_its_only_owner_leaves() {
    let deployment = deployment();
    let (ada, grace) = (deployment.person("Ada"), deployment.person("Grace"));
    let engines = deployment.institution("Engines", &ada);
    deployment.add_member(engines, &grace, Role::Admin);
    let mut browser = deployment.browser_of(&ada);
    let refused = browser.write("DELETE", "/session/account", &json!({}));
    assert_eq!((refused.status, refused.code().as_str()), (422, "last_owner"), "{}", refused.text);
    assert_eq!(refused.json()["organizations"], json!([{ "id": engines, "name": "Engines" }]));
    assert_eq!(browser.get("/session/account").status, 200, "nothing was deleted");
    assert_eq!(notes_of(deployment, &ada), 0);
    let hand_over = "UPDATE memberships SET role = 'owner' WHERE organization_id = $1 AND user_id = $2";
    deployment.execute(hand_over, &[Value::Int64(engines), Value::Int64(grace.user_id)]);
    let deleted = browser.write("DELETE", "/session/account", &json!({}));
    assert_eq!(deleted.status, 200, "{}", deleted.text);
    let owners = "SELECT COUNT(*) AS number FROM memberships WHERE organization_id = $1 AND role = 'owner'";
    assert_eq!(deployment.number(owners, engines), 1, "it goes on under its new owner");
}

#[test]
fn of_two_owners_who_leave_together_one_stays() {
    let deployment = deployment();
    let (ada, bob, carol) = (deployment.person("Ada"), deployment.person("Bob"), deployment.person("Carol"));
    let institution = deployment.institution("Owned by two", &ada);
    deployment.add_member(institution, &bob, Role::Owner);
    deployment.add_member(institution, &carol, Role::Member);
    let mut browser = deployment.browser_of(&ada);
    // The other owner is on the way out: no longer one, as soon as what is being done lasts.
    let refused = std::thread::scope(|threads| {
        deployment.store(async |store| {
            let mut leaving = store.begin().await.expect("a transaction");
            leaving.lock_tenant(Tenant::organization(institution), true).await.expect("it is locked");
            let leave = "DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2";
            let values = [Value::Int64(institution), Value::Int64(bob.user_id)];
            leaving.execute(leave, &values).await.expect("the other one leaves");
            let deleting = threads.spawn(|| browser.write("DELETE", "/session/account", &json!({})));
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            leaving.commit().await.expect("it lasts");
            deleting.join().expect("an answer")
        })
    });
    assert_eq!((refused.status, refused.code().as_str()), (422, "last_owner"), "{}", refused.text);
    assert_eq!(browser.get("/session/account").status, 200, "nothing was deleted");
}
