//! Notes about values: found where the value is shown, by the members of the space.

use crate::organizations::house::{execute, server, texts};
use crate::spaces::{add, refused, settled, shared};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use serde_json::{Value as Json, json};

fn value(number: u64) -> String {
    format!("0x{number:040x}")
}

fn write(browser: &mut Browser<'_>, space: i64, value: &str, content: &str) -> i64 {
    let body = json!({ "value": value, "content": content, "space_id": space });
    let written = browser.write("POST", "/session/value_notes", &body);
    assert_eq!(written.status, 201, "{}", written.text);
    written.json()["note"]["id"].as_i64().expect("a number")
}

fn look_up(browser: &mut Browser<'_>, space: i64, values: &[String]) -> Json {
    let found = browser.write("POST", "/session/notes/lookup", &json!({ "values": values, "space_id": space }));
    assert_eq!(found.status, 200, "{}", found.text);
    found.json()
}

#[test]
fn a_value_is_found_however_its_hex_is_written_and_the_most_noted_comes_first() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let address = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
    let hash = format!("0X{}", "AB".repeat(32));
    write(&mut owner, space, address, "wrapped ether");
    for number in 0..12 {
        write(&mut owner, space, &hash, &format!("note {number}"));
    }
    let found =
        look_up(&mut owner, space, &[value(1), address.to_uppercase().replace("0X", "0x"), hash.to_lowercase()]);
    // Without 0x as with it, and the same value once.
    let bare = [value(1), address[2..].to_owned(), hash[2..].to_owned(), format!("0x{}", &hash[2..])];
    assert_eq!(look_up(&mut owner, space, &bare)["matches"], found["matches"]);
    write(&mut owner, space, &address[2..].to_uppercase(), "the same address");
    let both = look_up(&mut owner, space, &[address.to_owned()]);
    assert_eq!(both["matches"][0]["count"], json!(2), "{both}");
    assert_eq!(both["matches"][0]["notes"][0]["value"], json!(address.to_lowercase()));
    assert_eq!(found["space_id"], json!(space));
    let spaces = found["spaces"].as_array().expect("spaces");
    assert_eq!(spaces.len(), 2);
    assert!(spaces.iter().any(|one| one["id"] == json!(space) && one["active"] == true && one["role"] == "owner"));
    let matches = found["matches"].as_array().expect("matches");
    let counts: Vec<_> = matches.iter().map(|one| (one["value"].clone(), one["count"].clone())).collect();
    assert_eq!(counts, [(json!(hash.to_lowercase()), json!(12)), (json!(address.to_lowercase()), json!(1))]);
    let contents: Vec<_> =
        matches[0]["notes"].as_array().expect("notes").iter().map(|one| one["content"].clone()).collect();
    let newest_first: Vec<_> = (0..12).rev().map(|number| json!(format!("note {number}"))).collect();
    assert_eq!(contents, newest_first);
    assert_eq!(matches[1]["notes"][0]["color"], json!("#1D5B8C"), "Ocean Blue");
}

#[test]
fn looking_up_needs_no_token_and_changes_nothing() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    write(&mut owner, space, &value(2), "here");
    let body = json!({ "values": [value(2)] });
    owner.csrf_token = String::new();
    let found = owner.write("POST", "/session/notes/lookup", &body);
    assert_eq!((found.status, &found.json()["matches"][0]["count"]), (200, &json!(1)), "{}", found.text);
    let headers = [
        ("content-type", "application/json"),
        ("cookie", owner.cookie.as_str()),
        // As a browser says of a page of another site.
        ("sec-fetch-site", "cross-site"),
    ];
    let elsewhere = server().send_body("POST", "/session/notes/lookup", &headers, body.to_string().as_bytes());
    refused(&elsewhere, 422, "invalid_csrf_token", None);
    let written = owner.write("POST", "/session/value_notes", &json!({ "value": value(2), "content": "x" }));
    refused(&written, 422, "invalid_csrf_token", None);
}

#[test]
fn any_member_writes_changes_and_removes_notes() {
    let (_, mut owner) = settled("Olga");
    let (ben, mut theirs) = settled("Ben");
    let space = shared(&mut owner, "Harbour");
    add(&mut owner, space, &ben, "viewer");
    let id = write(&mut owner, space, &value(3), "by Olga");
    let path = format!("/session/value_notes/{id}");
    let changed = theirs.write("PATCH", &path, &json!({ "color": "#6b3a72" }));
    assert_eq!((changed.status, &changed.json()["color"]), (200, &json!("#6B3A72")), "{}", changed.text);
    assert_eq!(changed.json()["content"], json!("by Olga"));
    assert_eq!(changed.json()["author"]["name"], json!("Olga"), "whoever changes it has not written it");
    let changed = theirs.write("PATCH", &path, &json!({ "content": "  by both\r\n" }));
    assert_eq!((&changed.json()["content"], &changed.json()["color"]), (&json!("by both"), &json!("#6B3A72")));
    let sql = "SELECT action AS text FROM audit_entries WHERE target_type = 'note' AND target_id = $1 ORDER BY id";
    let audited = texts(server(), sql, &[Value::Text(id.to_string())]);
    assert_eq!(audited, ["note.created", "note.changed", "note.changed"]);
    let before = "SELECT before AS text FROM audit_entries WHERE target_type = 'note' AND target_id = $1
                  AND before IS NOT NULL ORDER BY id";
    let told = texts(server(), before, &[Value::Text(id.to_string())]);
    assert!(told[0].contains("#1D5B8C") && !told.concat().contains("by Olga"), "{told:?}");
    assert_eq!(theirs.write("DELETE", &path, &json!({})).status, 204);
    refused(&theirs.write("DELETE", &path, &json!({})), 404, "not_found", None);
    assert_eq!(look_up(&mut owner, space, &[value(3)])["matches"], json!([]));
}

#[test]
fn what_is_wrong_with_a_note_is_said_by_field_and_nothing_changes() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let good = json!({ "value": value(4), "content": "x", "space_id": space });
    let with = |name: &str, value: Json| {
        let mut body = good.clone();
        body[name] = value;
        body
    };
    for (name, wrong) in [
        ("value", json!("0x12")),
        ("value", json!("c02aaa39b223fe8d0a0e5c4f27ead9083c756cc")),
        ("value", json!("0x0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")),
        ("value", json!(format!("0x{}", "g".repeat(40)))),
        ("content", json!("  ")),
        ("content", json!("x".repeat(2_001))),
        ("color", json!("#000000")),
        ("color", json!("Ocean Blue")),
    ] {
        let answer = owner.write("POST", "/session/value_notes", &with(name, wrong));
        refused(&answer, 422, "validation_failed", Some(name));
    }
    let id = write(&mut owner, space, &value(4), &"x".repeat(2_000));
    let path = format!("/session/value_notes/{id}");
    for (name, wrong) in [("color", json!("#1D5B8D")), ("content", json!(""))] {
        refused(&owner.write("PATCH", &path, &json!({ name: wrong })), 422, "validation_failed", Some(name));
    }
    let many: Vec<String> = (0..501).map(value).collect();
    let answer = owner.write("POST", "/session/notes/lookup", &json!({ "values": many, "space_id": space }));
    refused(&answer, 422, "validation_failed", Some("values"));
    let found = look_up(&mut owner, space, &many[..500]);
    assert_eq!(found["matches"].as_array().map(Vec::len), Some(1));
    assert_eq!(found["matches"][0]["notes"][0]["color"], json!("#1D5B8C"));
}

#[test]
fn a_page_of_many_values_shows_at_least_the_newest_ten_of_each() {
    let (ada, mut owner) = settled("Ada");
    let space = shared(&mut owner, "Harbour");
    let insert = "INSERT INTO value_notes (space_id, value, content, color, author_user_id, created_at, updated_at)
                  VALUES ($1, $2, $3, '#1D5B8C', $4, 1, 1)";
    for number in 0..30 {
        let values =
            [Value::Int64(space), Value::Text(value(9)), Value::Text(format!("note {number}")), Value::Int64(ada.id)];
        execute(server(), insert, &values);
    }
    let many: Vec<String> = (0..500).map(value).collect();
    let of_many = look_up(&mut owner, space, &many);
    let of_one = look_up(&mut owner, space, &many[9..10]);
    for (found, shown) in [(of_many, 10), (of_one, 30)] {
        let noted = &found["matches"][0];
        let notes = noted["notes"].as_array().expect("notes");
        assert_eq!((&noted["count"], notes.len()), (&json!(30), shown));
        assert_eq!(notes[0]["content"], json!("note 29"));
    }
}
