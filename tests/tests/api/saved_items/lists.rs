//! Finding copies again: the cards of a page, the copies of a hash, and the pages that may take one.

use super::{cards, store, transaction};
use crate::organizations::house::{Person, execute, server, texts};
use crate::spaces::{add, refused, settled, shared};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

fn page_with(space: i64, copies: u64) -> i64 {
    let page = store::page(server(), space, "Many");
    for number in 0..copies {
        store::item(server(), space, page, number, &json!({ "value": number.to_string() }));
    }
    page
}

#[test]
fn ten_cards_are_a_page_and_each_copy_is_on_one_of_them() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let page = page_with(space, 27);
    let (mut seen, mut lengths) = (Vec::new(), Vec::new());
    for number in 1..=4 {
        let shown = cards(&owner, page, &format!("?page={number}"));
        assert_eq!((&shown["page"], &shown["pages"], &shown["total"]), (&json!(number), &json!(3), &json!(27)));
        let items = shown["saved_items"].as_array().expect("cards");
        lengths.push(items.len());
        seen.extend(items.iter().map(|card| card["id"].as_i64().expect("a number")));
    }
    assert_eq!(lengths, [10, 10, 7, 0]);
    assert!(seen.is_sorted_by(|one, next| one > next), "the newest first: {seen:?}");
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 27);
    assert_eq!(cards(&owner, page, "")["page"], json!(1));
    let empty = cards(&owner, store::page(server(), space, "Empty"), "");
    assert_eq!(empty, json!({ "page": 1, "pages": 0, "total": 0, "saved_items": [] }));
    refused(
        &owner.get(&format!("/session/research/pages/{page}/saved_items?page=0")),
        422,
        "invalid_parameter",
        Some("page"),
    );
}

#[test]
fn ten_of_the_largest_copies_are_one_answer() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let page = store::page(server(), space, "Large");
    let log = json!({ "address": format!("0x{:040x}", 5), "args": { "amount": "1".repeat(70), "to": format!("0x{:040x}", 6) } });
    let logs: serde_json::Map<String, Json> = (0..2_500).map(|index| (index.to_string(), log.clone())).collect();
    let snapshot = json!({ "logs": logs });
    let bytes = snapshot.to_string().len();
    assert!((500_000..524_288).contains(&bytes), "{bytes}");
    for number in 0..10 {
        store::item(server(), space, page, number, &snapshot);
    }
    assert_eq!(cards(&owner, page, "")["saved_items"].as_array().map(Vec::len), Some(10));
}

#[test]
fn copies_of_a_hash_come_from_all_of_the_viewers_spaces_and_from_no_other() {
    let (olga, mut owner) = settled("Olga");
    let (_, mut stranger) = settled("Sven");
    let here = shared(&mut owner, "Harbour");
    let there = shared(&mut stranger, "Depot");
    let hidden = shared(&mut stranger, "Attic");
    add(&mut stranger, there, &olga, "viewer");
    let hash = transaction(0xabc);
    let save = |space: i64| {
        let page = store::page(server(), space, "Copies");
        (page, store::item(server(), space, page, 0xabc, &json!({})))
    };
    let ((_, one), (_, two), _) = (save(here), save(there), save(hidden));
    let (trashed, _) = save(here);
    execute(server(), "UPDATE research_pages SET trashed_at = 1 WHERE id = $1", &[Value::Int64(trashed)]);
    let path = format!("/session/saved_items?hash={}", hash.as_str().expect("a hash"));
    let listed = owner.get(&path).json();
    let ids: Vec<_> = listed["saved_items"].as_array().expect("copies").iter().map(|copy| copy["id"].clone()).collect();
    assert_eq!(ids, [json!(two), json!(one)], "{listed}");
    assert_eq!(
        (&listed["saved_items"][0]["space_name"], &listed["saved_items"][0]["page_title"]),
        (&json!("Depot"), &json!("Copies"))
    );
    // Page by page, each once.
    let first = owner.get(&format!("{path}&limit=1")).json();
    let cursor = first["next_cursor"].as_str().expect("a second page").to_owned();
    let second = owner.get(&format!("{path}&limit=1&cursor={cursor}")).json();
    assert_eq!((&second["saved_items"][0]["id"], &second["next_cursor"]), (&json!(one), &Json::Null));
    let nobody = owner.get(&format!("/session/saved_items?hash={}", transaction(0xdef).as_str().expect("a hash")));
    assert_eq!((nobody.status, &nobody.json()["saved_items"]), (200, &json!([])));
}

fn titles(browser: &Browser<'_>) -> (Vec<String>, Vec<String>) {
    let listed = browser.get("/session/saved_items/destinations").json();
    let of = |list: &str, name: &str| {
        let items = listed[list].as_array().expect("a list").iter();
        items.map(|item| item[name].as_str().expect("a text").to_owned()).collect()
    };
    (of("projects", "name"), of("pages", "title"))
}

#[test]
fn destinations_are_the_pages_on_which_one_may_write() {
    let (olga, mut owner) = settled("Olga");
    let (_, mut stranger) = settled("Sven");
    let (mine, edited, read) =
        (shared(&mut owner, "Mine"), shared(&mut stranger, "Edited"), shared(&mut stranger, "Read"));
    add(&mut stranger, edited, &olga, "editor");
    add(&mut stranger, read, &olga, "commenter");
    let project = store::project(server(), mine, "Wharf");
    store::page_of(server(), mine, project, "Older");
    let binned = store::page_of(server(), mine, project, "Binned");
    store::page_of(server(), edited, store::project(server(), edited, "Depot"), "Newer");
    store::page_of(server(), read, store::project(server(), read, "Lookout"), "Seen");
    let gone = store::project(server(), mine, "Gone");
    store::page_of(server(), mine, gone, "Under");
    execute(server(), "UPDATE research_pages SET trashed_at = 1 WHERE id = $1", &[Value::Int64(binned)]);
    execute(server(), "UPDATE research_projects SET trashed_at = 1 WHERE id = $1", &[Value::Int64(gone)]);
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    assert_eq!(titles(&owner), (words(&["Depot", "Wharf"]), words(&["Newer", "Older"])));
}

#[test]
fn a_note_is_changed_and_cleared_and_a_copy_goes_with_its_annotations() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let page = store::page(server(), space, "Quay");
    let (item, other) = (
        store::item(server(), space, page, 1, &json!({ "value": "5" })),
        store::item(server(), space, page, 2, &json!({ "value": "6" })),
    );
    for held in [item, item, other] {
        store::annotation(server(), space, page, held, "value");
    }
    let path = format!("/session/saved_items/{item}");
    let changed = owner.write("PATCH", &path, &json!({ "note": "odd" }));
    assert_eq!(
        (changed.status, &changed.json()["note"], &changed.json()["annotations"]),
        (200, &json!("odd"), &json!(2))
    );
    assert_eq!(changed.json()["snapshot"], json!({ "value": "5" }));
    let cleared = owner.write("PATCH", &path, &json!({ "note": null }));
    assert_eq!((cleared.status, &cleared.json()["note"]), (200, &Json::Null), "{}", cleared.text);
    assert_eq!(owner.write("DELETE", &path, &Json::Null).status, 204);
    refused(&owner.write("DELETE", &path, &Json::Null), 404, "not_found", None);
    let left = "SELECT CAST(saved_item_id AS TEXT) AS text FROM research_annotations WHERE page_id = $1";
    assert_eq!(texts(server(), left, &[Value::Int64(page)]), [other.to_string()]);
    assert_eq!(cards(&owner, page, "")["total"], json!(1));
}

#[test]
fn a_copy_outlives_the_account_that_saved_it() {
    let (_, mut owner) = settled("Olga");
    let space = shared(&mut owner, "Harbour");
    let page = store::page(server(), space, "Quay");
    let item = store::item(server(), space, page, 1, &json!({ "value": "5" }));
    let gone = Person::new(server(), "Gone");
    let by = [Value::Int64(gone.id), Value::Int64(item)];
    execute(server(), "UPDATE saved_items SET saved_by_user_id = $1 WHERE id = $2", &by);
    assert_eq!(cards(&owner, page, "")["saved_items"][0]["saved_by"]["name"], json!("Gone"));
    let deleted = gone.browser(server()).write(
        "DELETE",
        "/session/account",
        &json!({ "password": crate::organizations::house::PASSWORD }),
    );
    assert_eq!(deleted.status, 200, "{}", deleted.text);
    let saved_by = cards(&owner, page, "")["saved_items"][0]["saved_by"].clone();
    assert_eq!(saved_by, json!({ "id": null, "name": "former member" }));
}
