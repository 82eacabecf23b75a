//! A space of one's own, and further ones: made, named, chosen and left.

use super::{add, own_space, page, refused, settled, shared};
use crate::account_support::eventually;
use crate::organizations::house::{execute, server, texts};
use quarry::stores::result_set::Value;
use serde_json::json;

#[test]
fn everybody_has_a_space_of_their_own_and_keeps_it() {
    let (person, mut browser) = settled("Ada");
    let own = own_space(&browser).expect("a space");
    let listed = browser.get("/session/spaces").json();
    assert_eq!(listed["spaces"].as_array().map(Vec::len), Some(1), "{listed}");
    assert_eq!((&listed["limit"], &listed["remaining"]), (&json!(5), &json!(5)));
    let seen = page(&browser, own);
    let can = json!({
        "rename": true, "manage_members": true, "manage_properties": true, "write": true, "comment": true, "leave": false,
    });
    assert_eq!((&seen["personal"], &seen["active"], &seen["role"]), (&json!(true), &json!(true), &json!("owner")));
    assert_eq!((&seen["can"], &seen["properties"]), (&can, &json!([])), "{seen}");
    assert_eq!(seen["members"][0]["user_id"], json!(person.id));
    refused(&browser.write("POST", &format!("/session/spaces/{own}/leave"), &json!({})), 422, "personal_space", None);
    let (guest, mut theirs) = settled("Ben");
    let path = format!("/session/spaces/{own}/memberships");
    let as_owner = browser.write("POST", &path, &json!({ "email": guest.email, "role": "owner" }));
    refused(&as_owner, 422, "personal_space", Some("role"));
    let membership = add(&mut browser, own, &guest, "editor");
    let promoted = browser.write("PATCH", &format!("{path}/{membership}"), &json!({ "role": "owner" }));
    refused(&promoted, 422, "personal_space", Some("role"));
    let left = theirs.write("POST", &format!("/session/spaces/{own}/leave"), &json!({}));
    refused(&left, 422, "personal_space", None);
    assert_eq!(browser.write("DELETE", &format!("{path}/{membership}"), &json!({})).status, 204);
    assert_eq!(theirs.get(&format!("/session/spaces/{own}")).status, 404);
}

#[test]
fn a_new_space_is_owned_active_and_counted_until_the_plan_is_spent() {
    let (_, mut browser) = settled("Ada");
    let own = own_space(&browser).expect("a space");
    for number in 1..=5 {
        let space = shared(&mut browser, &format!("  Harbour {number} "));
        let seen = page(&browser, space);
        assert_eq!((&seen["name"], &seen["active"]), (&json!(format!("Harbour {number}")), &json!(true)), "{seen}");
        assert_eq!((&seen["role"], &seen["can"]["leave"]), (&json!("owner"), &json!(false)));
        assert_eq!(browser.get("/session/spaces").json()["remaining"], json!(5 - number));
    }
    assert_eq!(page(&browser, own)["active"], json!(false));
    let spent = browser.write("POST", "/session/spaces", &json!({ "name": "one more" }));
    refused(&spent, 403, "plan_limit_reached", None);
    let said = spent.json();
    assert_eq!((&said["limit"], &said["used"], &said["allowance"]), (&json!(5), &json!(5), &json!("extra_spaces")));
    let listed = browser.get("/session/spaces").json();
    let names: Vec<_> =
        listed["spaces"].as_array().expect("spaces").iter().map(|space| space["name"].clone()).collect();
    assert_eq!(names.len(), 6);
    assert!(names[1..].iter().zip(1..).all(|(name, number)| *name == json!(format!("Harbour {number}"))), "{names:?}");
}

#[test]
fn people_who_make_spaces_at_once_do_not_get_more_than_the_plan_allows() {
    let (person, _) = settled("Ada");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let making: Vec<_> = (0..8)
            .map(|number| {
                let person = &person;
                scope.spawn(move || {
                    let body = json!({ "name": format!("Quay {number}") });
                    person.browser(server()).write("POST", "/session/spaces", &body).status
                })
            })
            .collect();
        making.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 5, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 403).count(), 3, "{statuses:?}");
}

#[test]
fn a_name_is_a_line_of_at_most_120_characters() {
    let (_, mut browser) = settled("Ada");
    let space = shared(&mut browser, "Harbour");
    for name in [json!(""), json!(" \u{200b} "), json!("x".repeat(121)), json!(null), json!(7)] {
        let made = browser.write("POST", "/session/spaces", &json!({ "name": name }));
        refused(&made, 422, "validation_failed", Some("name"));
        let renamed = browser.write("PATCH", &format!("/session/spaces/{space}"), &json!({ "name": name }));
        refused(&renamed, 422, "validation_failed", Some("name"));
    }
    let longest = "ä".repeat(120);
    let renamed = browser.write("PATCH", &format!("/session/spaces/{space}"), &json!({ "name": longest }));
    assert_eq!((renamed.status, &renamed.json()["name"]), (200, &json!(longest)), "{}", renamed.text);
}

/// An organization's admins read its audit log, and are not members of each space.
#[test]
fn the_audit_log_of_an_organization_has_no_name_of_a_private_space_nor_of_its_properties() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Secret merger");
    let renamed = owner.write("PATCH", &format!("/session/spaces/{space}"), &json!({ "name": "Secret takeover" }));
    assert_eq!(renamed.status, 200, "{}", renamed.text);
    let properties = format!("/session/spaces/{space}/properties");
    let new = json!({ "name": "Secret stage", "kind": "select", "options": ["Secret bid"] });
    let id = owner.write("POST", &properties, &new).json()["id"].as_i64().expect("a number");
    let property = format!("{properties}/{id}");
    let changed = json!({ "name": "Secret step", "options": ["Secret bid", "Secret price"] });
    assert_eq!(owner.write("PATCH", &property, &changed).status, 200);
    assert_eq!(owner.write("DELETE", &property, &json!({})).status, 204);
    let sql = "SELECT action || ' ' || COALESCE(before, '') || COALESCE(after, '') AS text FROM audit_entries
               WHERE target_type = 'space' AND target_id = $1 ORDER BY id";
    let audited = texts(server(), sql, &[Value::Text(space.to_string())]);
    let actions: Vec<&str> = audited.iter().filter_map(|entry| entry.split(' ').next()).collect();
    let expected = [
        "space.created",
        "space.renamed",
        "space_property.created",
        "space_property.changed",
        "space_property.removed",
    ];
    assert_eq!(actions, expected);
    assert!(!audited.iter().any(|entry| entry.contains("Secret")), "{audited:?}");
}

#[test]
fn whoever_leaves_works_in_their_own_space_again_and_what_they_wrote_stays() {
    let (_, mut owner) = settled("Olga");
    let (guest, mut theirs) = settled("Ben");
    let space = shared(&mut owner, "Harbour");
    add(&mut owner, space, &guest, "viewer");
    let activated = theirs.write("POST", &format!("/session/spaces/{space}/activate"), &json!({}));
    assert_eq!((activated.status, &activated.json()["active"]), (200, &json!(true)), "{}", activated.text);
    let note = json!({ "value": format!("0x{:040x}", space), "content": "mine" });
    let written = theirs.write("POST", "/session/value_notes", &note);
    assert_eq!((written.status, &written.json()["notice"]), (201, &json!("Saved to Harbour.")), "{}", written.text);
    let left = theirs.write("POST", &format!("/session/spaces/{space}/leave"), &json!({}));
    assert_eq!(left.status, 200, "{}", left.text);
    assert_eq!(left.json()["active_space_id"], json!(own_space(&theirs)), "{}", left.text);
    assert!(left.json()["notice"].as_str().is_some_and(|notice| notice.contains("Harbour")), "{}", left.text);
    assert_eq!(theirs.get(&format!("/session/spaces/{space}")).status, 404);
    let id = &written.json()["note"]["id"];
    let changed = theirs.write("PATCH", &format!("/session/value_notes/{id}"), &json!({ "content": "changed" }));
    refused(&changed, 404, "not_found", None);
    let lookup = json!({ "values": [note["value"]], "space_id": space });
    let found = owner.write("POST", "/session/notes/lookup", &lookup).json();
    assert_eq!(found["matches"][0]["notes"][0]["author"]["name"], json!("Ben"), "{found}");
    refused(&owner.write("POST", &format!("/session/spaces/{space}/leave"), &json!({})), 422, "last_owner", None);
}

#[test]
fn an_account_goes_with_what_is_its_alone_and_not_with_what_others_use() {
    let (ada, mut browser) = settled("Ada");
    let (ben, mut theirs) = settled("Ben");
    let own = own_space(&browser).expect("a space");
    let (alone, with_ben) = (shared(&mut browser, "Alone"), shared(&mut browser, "With Ben"));
    add(&mut browser, with_ben, &ben, "editor");
    let note = json!({ "value": format!("0x{:064x}", with_ben), "content": "by Ada", "space_id": with_ben });
    assert_eq!(browser.write("POST", "/session/value_notes", &note).status, 201);
    let kept = browser.write("DELETE", "/session/account", &json!({}));
    refused(&kept, 422, "last_owner", None);
    assert_eq!(kept.json()["spaces"], json!([{ "id": with_ben, "name": "With Ben" }]), "{}", kept.text);
    let members = page(&browser, with_ben)["members"].clone();
    let bens = members.as_array().expect("members").iter().find(|member| member["user_id"] == json!(ben.id));
    let path = format!("/session/spaces/{with_ben}/memberships/{}", bens.expect("Ben")["id"]);
    assert_eq!(browser.write("PATCH", &path, &json!({ "role": "owner" })).status, 200);
    let told = browser.get("/session/account").json()["deletion"].to_string();
    assert!(told.contains("former member"), "{told}");
    let deleted = browser.write("DELETE", "/session/account", &json!({}));
    assert_eq!(deleted.status, 200, "{}", deleted.text);
    let left = "SELECT name AS text FROM spaces WHERE id IN ($1, $2, $3) ORDER BY id";
    assert_eq!(texts(server(), left, &[own, alone, with_ben].map(Value::Int64)), ["With Ben"]);
    let lookup = json!({ "values": [note["value"]], "space_id": with_ben });
    let found = theirs.write("POST", "/session/notes/lookup", &lookup).json();
    let author = &found["matches"][0]["notes"][0]["author"];
    assert_eq!(author, &json!({ "id": null, "name": "former member" }), "{found}");
    let named = "SELECT name AS text FROM spaces WHERE personal_user_id = $1";
    assert_eq!(texts(server(), named, &[Value::Int64(ada.id)]), Vec::<String>::new());
}

#[test]
fn a_space_of_others_is_not_there() {
    let (_, mut owner) = settled("Olga");
    let (_, mut stranger) = settled("Eve");
    let space = shared(&mut owner, "Harbour");
    let missing = stranger.get("/session/spaces/999999999");
    let hidden = stranger.get(&format!("/session/spaces/{space}"));
    let told = |answer: &quarry_tests::http::Answer, id: i64| {
        answer.json()["detail"].as_str().expect("a sentence").replace(&id.to_string(), "ID")
    };
    assert_eq!((hidden.status, missing.status), (404, 404));
    assert_eq!(told(&hidden, space), told(&missing, 999_999_999), "nobody can tell them apart");
    for (path, body) in [
        ("/session/value_notes", json!({ "value": format!("0x{:040x}", 1), "content": "x", "space_id": space })),
        ("/session/notes/lookup", json!({ "values": [], "space_id": space })),
    ] {
        refused(&stranger.write("POST", path, &body), 404, "not_found", None);
    }
    let suspended = "UPDATE space_members SET role = 'viewer' WHERE space_id = $1";
    execute(server(), suspended, &[Value::Int64(space)]);
    let renamed = owner.write("PATCH", &format!("/session/spaces/{space}"), &json!({ "name": "Quay" }));
    refused(&renamed, 403, "forbidden", None);
    assert_eq!(page(&owner, space)["name"], json!("Harbour"));
}

#[test]
fn ones_own_data_has_ones_spaces_and_notes_and_not_those_of_others() {
    let (_, mut owner) = settled("Olga");
    let (ben, mut theirs) = settled("Ben");
    let space = shared(&mut owner, "Harbour");
    add(&mut owner, space, &ben, "editor");
    for (browser, content) in [(&mut owner, "what Olga saw"), (&mut theirs, "what Ben saw")] {
        let note = json!({ "value": format!("0x{:040x}", 8), "content": content, "space_id": space });
        assert_eq!(browser.write("POST", "/session/value_notes", &note).status, 201);
    }
    let document = own_data(&mut theirs);
    let rows = |table: &str| rows_of(&document, table);
    assert_eq!(rows("value_notes")[0]["content"], json!("what Ben saw"), "{document}");
    assert_eq!(rows("spaces")[0]["name"], json!("Ben's space"));
    let roles: Vec<_> = rows("space_members").as_array().expect("rows").iter().map(|row| row["role"].clone()).collect();
    assert_eq!(roles, ["owner", "editor"]);
    assert!(!document.to_string().contains("what Olga saw"), "{document}");
}

/// What a person wrote is theirs; what the space calls itself since is its members'.
#[test]
fn a_person_who_was_removed_reads_no_later_name_of_the_space_in_their_own_data() {
    let (_, mut owner) = settled("Olga");
    let (ben, mut theirs) = settled("Ben");
    let space = shared(&mut owner, "Harbour");
    let membership = add(&mut owner, space, &ben, "editor");
    let note = json!({ "value": format!("0x{:040x}", 9), "content": "what Ben saw", "space_id": space });
    assert_eq!(theirs.write("POST", "/session/value_notes", &note).status, 201);
    let removed = owner.write("DELETE", &format!("/session/spaces/{space}/memberships/{membership}"), &json!({}));
    assert_eq!(removed.status, 204, "{}", removed.text);
    let renamed = owner.write("PATCH", &format!("/session/spaces/{space}"), &json!({ "name": "Secret takeover" }));
    assert_eq!(renamed.status, 200, "{}", renamed.text);
    let document = own_data(&mut theirs);
    let note = rows_of(&document, "value_notes")[0].clone();
    assert_eq!((&note["content"], &note["space"]), (&json!("what Ben saw"), &json!(null)), "{document}");
    assert!(!document.to_string().contains("Secret takeover"), "{document}");
}

/// The file of the browser's person with all that is held of them.
fn own_data(browser: &mut quarry_tests::browser::Browser<'_>) -> serde_json::Value {
    assert_eq!(browser.write("POST", "/session/account/export", &json!({})).status, 202);
    let export = || browser.get("/session/account").json()["export"].clone();
    eventually("the file is ready", || export()["state"] == "ready");
    let path = export()["download_path"].as_str().expect("a path").replacen("/api/v1", "", 1);
    let file = server().get_keyless(&path);
    assert_eq!(file.status, 200, "{}", file.text);
    file.json()
}

fn rows_of(document: &serde_json::Value, table: &str) -> serde_json::Value {
    let tables = document["tables"].as_array().expect("tables");
    let found = tables.iter().find(|found| found["table"] == table).unwrap_or_else(|| panic!("{table}: {document}"));
    found["rows"].clone()
}
