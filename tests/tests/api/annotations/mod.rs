//! Annotations: notes on one field of a block or of a saved copy, for those who read the page.

mod paths;

use crate::organizations::house::{execute, server, texts};
use crate::saved_items::store;
use crate::spaces::{add, refused, settled, shared};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

const POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";

fn annotate(browser: &mut Browser<'_>, holder: (&str, i64), field: &str, more: &Json) -> Answer {
    let mut body = json!({ "holder_type": holder.0, "holder_id": holder.1, "target_field": field, "content": "twice what it held" });
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    browser.write("POST", "/session/annotations", &body)
}

#[track_caller]
fn annotated(browser: &mut Browser<'_>, holder: (&str, i64), field: &str) -> Json {
    let answer = annotate(browser, holder, field, &json!({}));
    assert_eq!((answer.status, &answer.json()["note"]), (201, &Json::Null), "{}", answer.text);
    answer.json()["annotation"].clone()
}

#[track_caller]
fn view(browser: &Browser<'_>, page: i64) -> Json {
    let answer = browser.get(&format!("/session/research/pages/{page}/annotations"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

#[test]
fn a_page_shows_its_annotations_by_holder_with_what_their_fields_hold_now() {
    let (olga, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let page = store::page(server(), space, "Quay");
    let snapshot = json!({ "logs": { "3": { "args": { "amount": "1000", "nothing": null } } } });
    let item = ("saved_transaction", store::item(server(), space, page, 1, &snapshot));
    let block = (
        "block",
        store::block(server(), space, page, "é".repeat(400).as_str(), &json!({ "rows": [{ "n": 5 }], "open": true })),
    );
    let first = annotated(&mut owner, item, "logs.3.args.amount");
    assert_eq!(
        (&first["holder_type"], &first["holder_id"], &first["color"], &first["author"]["id"]),
        (&json!("saved_transaction"), &json!(item.1), &json!("#1D5B8C"), &json!(olga.id))
    );
    for field in ["body", "rows.0.n", "open"] {
        annotated(&mut owner, block, field);
    }
    annotated(&mut owner, item, "logs.3.args.amount");
    let shown = view(&owner, page);
    assert_eq!((&shown["page_id"], &shown["total"]), (&json!(page), &json!(5)));
    let holders = shown["holders"].as_array().expect("holders");
    assert_eq!(
        holders.iter().map(|holder| &holder["holder_id"]).collect::<Vec<_>>(),
        [&json!(item.1), &json!(block.1)]
    );
    let values = |holder: &Json| {
        holder["annotations"].as_array().expect("a list").iter().map(|one| one["value"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(values(&holders[0]), [json!("1000"), json!("1000")]);
    assert_eq!(values(&holders[1]), [json!("é".repeat(300)), json!("5"), json!("true")]);
    assert_eq!(holders[1]["annotations"][0]["value_characters"], json!(400));
    // The block is changed: nothing is there any more.
    execute(server(), "UPDATE research_blocks SET attrs = '{}' WHERE id = $1", &[Value::Int64(block.1)]);
    assert_eq!(values(&view(&owner, page)["holders"][1])[1..], [Json::Null, Json::Null]);
}

#[test]
fn a_global_annotation_is_a_note_on_the_value_in_the_pages_space() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    // Somewhere else is where she works.
    shared(&mut owner, "Elsewhere");
    let page = store::page(server(), space, "Quay");
    let item = (
        "saved_transaction",
        store::item(server(), space, page, 1, &json!({ "to_address": POOL, "value": "5", "short": "0xab" })),
    );
    let promoted = annotate(&mut owner, item, "to_address", &json!({ "scope": "global", "color": "#3f6b2f" }));
    assert_eq!((promoted.status, &promoted.json()["annotation"]), (201, &Json::Null), "{}", promoted.text);
    let note = promoted.json()["note"].clone();
    assert_eq!((&note["value"], &note["space_id"], &note["color"]), (&json!(POOL), &json!(space), &json!("#3F6B2F")));
    let looked_up =
        owner.write("POST", "/session/notes/lookup", &json!({ "values": [POOL], "space_id": space })).json();
    assert_eq!(looked_up["matches"][0]["notes"][0]["id"], note["id"], "{looked_up}");
    assert_eq!(view(&owner, page)["total"], json!(0));
    for field in ["value", "short", "nothing"] {
        let answer = annotate(&mut owner, item, field, &json!({ "scope": "global" }));
        refused(&answer, 422, "unresolvable_value", Some("target_field"));
    }
}

#[test]
fn annotations_are_written_by_editors_of_the_pages_space_and_seen_by_no_stranger() {
    let (_, mut owner) = settled("Olga");
    let (vera, mut viewer) = settled("Vera");
    let (_, mut stranger) = settled("Sven");
    let space = shared(&mut owner, "Harbour");
    add(&mut owner, space, &vera, "commenter");
    let page = store::page(server(), space, "Quay");
    let item = ("saved_transaction", store::item(server(), space, page, 1, &json!({ "value": "5" })));
    let id = annotated(&mut owner, item, "value")["id"].clone();
    let path = format!("/session/annotations/{id}");
    let change = json!({ "content": "no" });
    refused(&annotate(&mut viewer, item, "value", &json!({})), 403, "forbidden", None);
    refused(&viewer.write("PATCH", &path, &change), 403, "forbidden", None);
    assert_eq!(view(&viewer, page)["total"], json!(1));
    refused(&annotate(&mut stranger, item, "value", &json!({})), 404, "not_found", None);
    refused(&stranger.write("DELETE", &path, &Json::Null), 404, "not_found", None);
    refused(&stranger.get(&format!("/session/research/pages/{page}/annotations")), 404, "not_found", None);
    // The number of a copy names no block.
    refused(&annotate(&mut owner, ("block", item.1), "value", &json!({})), 404, "not_found", None);
    execute(server(), "UPDATE research_pages SET trashed_at = 1 WHERE id = $1", &[Value::Int64(page)]);
    refused(&annotate(&mut owner, item, "value", &json!({})), 409, "page_in_trash", None);
    refused(&owner.write("PATCH", &path, &change), 409, "page_in_trash", None);
}

#[test]
fn a_change_keeps_what_it_does_not_name_and_moves_only_to_a_field_with_a_value() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let page = store::page(server(), space, "Quay");
    let item = ("saved_transaction", store::item(server(), space, page, 1, &json!({ "value": "5", "nonce": "7" })));
    let made = annotated(&mut owner, item, "value");
    let path = format!("/session/annotations/{}", made["id"]);
    let changed = owner.write("PATCH", &path, &json!({ "color": "#6b3a72" })).json();
    assert_eq!(
        (&changed["color"], &changed["content"], &changed["target_field"]),
        (&json!("#6B3A72"), &made["content"], &json!("value"))
    );
    let moved = owner.write("PATCH", &path, &json!({ "target_field": "nonce", "content": "seventh" })).json();
    assert_eq!(
        (&moved["color"], &moved["content"], &moved["target_field"]),
        (&json!("#6B3A72"), &json!("seventh"), &json!("nonce"))
    );
    refused(
        &owner.write("PATCH", &path, &json!({ "target_field": "gas" })),
        422,
        "unresolvable_value",
        Some("target_field"),
    );
    refused(&owner.write("PATCH", &path, &json!({ "color": "#123456" })), 422, "validation_failed", Some("color"));
    refused(
        &owner.write("PATCH", &path, &json!({ "content": "x".repeat(2001) })),
        422,
        "validation_failed",
        Some("content"),
    );
    refused(
        &owner.write("PATCH", &path, &json!({ "target_field": "a\"b" })),
        422,
        "validation_failed",
        Some("target_field"),
    );
    assert_eq!(view(&owner, page)["holders"][0]["annotations"][0]["value"], json!("7"));
    let told =
        "SELECT COALESCE(after, '') AS text FROM audit_entries WHERE target_type = 'annotation' AND target_id = $1";
    let entries = texts(server(), told, &[Value::Text(made["id"].to_string())]);
    assert!(
        entries.len() == 3 && entries.iter().all(|entry| !entry.contains("seventh") && !entry.contains("twice")),
        "{entries:?}"
    );
    assert_eq!(owner.write("DELETE", &path, &Json::Null).status, 204);
    assert_eq!(view(&owner, page)["total"], json!(0));
}
