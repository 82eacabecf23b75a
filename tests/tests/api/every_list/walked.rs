//! Lists that were shown whole, or cut: each row once, in one order, a row at a time.

use crate::account_support::eventually;
use crate::organizations::house::{execute, server};
use crate::research::support::{Desk, MADE_AT, Seat, text};
use crate::saved_items::store;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

/// The member of each row that tells it from the others of its list.
type Lists<'a> = &'a [(&'a str, &'a str)];

fn keys(body: &Json, list: &str, key: &str) -> Vec<Json> {
    let rows = body[list].as_array().unwrap_or_else(|| panic!("{list}: {body}"));
    rows.iter().map(|row| row[key].clone()).collect()
}

fn good(answer: &Answer, path: &str) -> Json {
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

/// Reads the lists of an operation on, a row of each at a time, and holds them against the lists as they are shown together.
#[track_caller]
fn hold(get: &dyn Fn(&str) -> Answer, path: &str, lists: Lists<'_>) {
    let at = |query: &str| format!("{path}{}{query}", if path.contains('?') { '&' } else { '?' });
    let read = |query: &str| good(&get(&at(query)), path);
    let whole = read("limit=500");
    assert_eq!(whole["next_cursor"], Json::Null, "{path}");
    let without = good(&get(path), path);
    let (mut walked, mut query) = (vec![Vec::new(); lists.len()], "limit=1".to_owned());
    let mut first = None;
    for _ in 0..200 {
        let page = read(&query);
        for ((list, key), rows) in lists.iter().zip(&mut walked) {
            let shown = keys(&page, list, key);
            assert!(shown.len() <= 1, "{path}: {list} {shown:?}");
            rows.extend(shown);
        }
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        first.get_or_insert_with(|| cursor.to_owned());
        query = format!("limit=1&cursor={cursor}");
    }
    for ((list, key), rows) in lists.iter().zip(&walked) {
        assert!(rows.len() > 1, "{path} has {} {list}: no walk", rows.len());
        assert_eq!(*rows, keys(&whole, list, key), "{path}: {list}");
        assert_eq!(*rows, keys(&without, list, key), "{path}: {list}, which was shown so before it was read on");
    }
    let mut forged = first.expect("a second page").into_bytes();
    let middle = forged.len() / 2;
    forged[middle] = if forged[middle] == b'A' { b'B' } else { b'A' };
    let forged = get(&at(&format!("limit=1&cursor={}", String::from_utf8(forged).expect("ASCII"))));
    assert_eq!((forged.status, forged.code().as_str()), (422, "invalid_cursor"), "{path}: {}", forged.text);
    let nothing = get(&at("limit=0"));
    assert_eq!((nothing.status, &nothing.json()["parameter"]), (422, &json!("limit")), "{path}: {}", nothing.text);
}

fn of(seat: &Seat) -> impl Fn(&str) -> Answer + '_ {
    |path| seat.get(path)
}

/// Alerts of a space, past the warehouse: three thresholds, two watches of liquidations, four of events.
fn put_alerts(desk: &Desk) {
    let by = desk.owner.person.id;
    for place in 0..3 {
        let sql = "INSERT INTO price_alerts (space_id, created_by_user_id, chain_id, chain, pool, condition, threshold, threshold_exponent,
                       threshold_mantissa, sentence, state, arming, waits_for_crossing, created_at)
                   VALUES ($1, $2, 1, 'ethereum', $3, 'above', '5', 0, '5000000000000000000', 'The price rises.', 'watching', 1, FALSE, $4)";
        let pool = Value::Bytes(vec![place; 20]);
        execute(server(), sql, &[Value::Int64(desk.space), Value::Int64(by), pool, Value::Timestamp(MADE_AT)]);
    }
    for (kind, token) in [("liquidation", Some("WETH")); 2].into_iter().chain([("chain_event", None); 4]) {
        let sql = "INSERT INTO alert_watches (space_id, created_by_user_id, kind, token, protocols, sentence, state, arming, created_at)
                   VALUES ($1, $2, $3, $4, '[]', 'Something happens.', 'watching', 1, $5)";
        let token = token.map_or(Value::Null, text);
        let values = [Value::Int64(desk.space), Value::Int64(by), text(kind), token, Value::Timestamp(MADE_AT)];
        execute(server(), sql, &values);
    }
}

#[test]
fn what_lies_on_a_desk_is_read_to_its_end_a_row_at_a_time() {
    let mut desk = Desk::new();
    let (_, page, [heading, paragraph]) = desk.page_with_blocks();
    let (id, space, mut copies) = (Value::Int64, desk.space, Vec::new());
    for place in 0..3 {
        let project = desk.project(&format!("Harbours {place}"));
        desk.page(project, "Quays");
        // The copies get annotations in turns, so that a copy has not all of its own one after the other.
        copies.push(store::item(server(), space, page, place, &json!({ "value": "5" })));
        let name = format!("Stage {place}");
        desk.owner.does(
            "POST",
            &format!("/session/spaces/{space}/properties"),
            &json!({ "name": name, "kind": "text" }),
        );
        let version = json!({ "name": format!("Version {place}") });
        desk.editor.does("POST", &format!("/session/research/pages/{page}/page-versions"), &version);
        let pool = Value::Bytes(vec![u8::try_from(place).expect("a place"); 20]);
        let favourite = "INSERT INTO favourites (user_id, chain_id, pool, created_at) VALUES ($1, 1, $2, $3)";
        execute(server(), favourite, &[id(desk.owner.person.id), pool, Value::Timestamp(MADE_AT)]);
    }
    for place in [0, 1, 0, 2, 1] {
        store::annotation(server(), space, page, copies[place], "value");
    }
    for (version, block) in [(1, heading), (1, paragraph), (2, heading), (3, heading), (2, paragraph)] {
        let sql = "INSERT INTO research_block_versions (block_id, page_id, space_id, kind, body, attrs, position, version, created_at)
                   VALUES ($1, $2, $3, 'paragraph', 'As it was', '{}', 0, $4, $5)";
        execute(server(), sql, &[id(block), id(page), id(space), id(version), Value::Timestamp(MADE_AT)]);
    }
    for base in ["WETH", "USDC", "DAI", "WBTC"] {
        desk.owner.does("POST", "/session/saved_queries", &json!({ "kind": "finder", "params": { "base": base } }));
    }
    for place in 0..4 {
        let sql = "INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, title, created_at)
                   VALUES ($1, 'export', 'data_request', $2, 'An export', $3)";
        execute(server(), sql, &[id(desk.owner.person.id), id(place), Value::Timestamp(MADE_AT)]);
    }
    put_alerts(&desk);
    let path = |rest: &str| format!("/session/research/pages/{page}/{rest}");
    let (owner, viewer) = (of(&desk.owner), of(&desk.viewer));
    hold(&owner, "/session/spaces", &[("spaces", "id")]);
    hold(&owner, "/session/library", &[("favourites", "id"), ("saved_views", "id")]);
    let alerts = [("price_alerts", "id"), ("liquidation_watches", "id"), ("chain_event_watches", "id")];
    hold(&owner, "/session/alerts", &alerts);
    hold(&viewer, "/session/alerts", &alerts);
    hold(&owner, "/session/notifications", &[("notifications", "id")]);
    hold(&owner, "/session/saved_items/destinations", &[("projects", "id"), ("pages", "id")]);
    hold(&owner, "/session/research", &[("projects", "id")]);
    hold(&viewer, &path("annotations"), &[("holders", "holder_id")]);
    hold(&viewer, &path("history"), &[("versions", "id"), ("block_versions", "id")]);
    hold(&viewer, &path(&format!("history?block_id={heading}")), &[("versions", "id"), ("block_versions", "id")]);
    hold(&viewer, &path("properties"), &[("properties", "id")]);
    // A page of the list of annotations has all of what it names, and says how many there are on the whole.
    let annotated = good(&viewer(&path("annotations?limit=1")), "annotations");
    assert_eq!((&annotated["total"], &annotated["count"]), (&json!(5), &json!(1)), "{annotated}");
    assert_eq!(annotated["holders"][0]["annotations"].as_array().map(Vec::len), Some(2), "{annotated}");
    // The plan's allowances stand where they stood.
    let library = good(&owner("/session/library?limit=1"), "library");
    assert_eq!((&library["limit"], &library["favourites_limit"]), (&json!(50), &json!(100)), "{library}");
    assert_eq!(good(&owner("/session/spaces?limit=1"), "spaces")["limit"], json!(5));
}

#[test]
fn what_is_found_and_tagged_is_read_to_its_end_past_the_first_twenty() {
    let mut desk = Desk::new();
    let (project, page, _) = desk.page_with_blocks();
    for place in 0..23 {
        let title = if place % 3 == 0 { format!("Harbourmaster {place}") } else { format!("Page {place}") };
        let tags = ["everywhere".to_owned(), format!("tag-{}", place % 5), "harbourmaster".to_owned()];
        let path = format!("/session/research/projects/{project}/pages");
        desk.editor.does("POST", &path, &json!({ "title": title, "tags": tags }));
    }
    let viewer = of(&desk.viewer);
    hold(&viewer, &format!("/session/research/projects/{project}/tags"), &[("tags", "tag")]);
    hold(&viewer, &format!("/session/research/projects/{project}/tags?q=tag"), &[("tags", "tag")]);
    let found = |query: &str| good(&viewer(&format!("/session/research/search?q=harbourmaster{query}")), "search");
    eventually("all pages are found", || found("&limit=500")["count"] == 23);
    let first = found("");
    assert_eq!((&first["count"], &first["limit"], first["next_cursor"].is_string()), (&json!(20), &json!(20), true));
    let whole = keys(&found("&limit=500"), "pages", "id");
    let (mut walked, mut next) = (Vec::new(), "&limit=1".to_owned());
    while walked.len() < 30 {
        let part = found(&next);
        walked.extend(keys(&part, "pages", "id"));
        let Some(cursor) = part["next_cursor"].as_str() else { break };
        next = format!("&limit=1&cursor={cursor}");
    }
    assert_eq!(walked, whole, "a page at a time");
    assert!(!whole.contains(&json!(page)), "it does not have the word");
    // A cursor belongs to its words.
    let cursor = first["next_cursor"].as_str().expect("a cursor");
    let other = viewer(&format!("/session/research/search?q=everywhere&cursor={cursor}"));
    assert_eq!((other.status, other.code().as_str()), (422, "invalid_cursor"), "{}", other.text);
}

#[test]
fn what_a_release_and_its_operators_list_is_read_to_its_end() {
    quarry_tests::on_one_engine!();
    let staff = Browser::of(shared(), "staff");
    let public = |path: &str| shared().get(path);
    for (path, list, key) in [
        ("/datasets", "datasets", "key"),
        ("/public/docs", "docs", "slug"),
        ("/public/docs?q=cursor", "docs", "slug"),
        ("/public/legal", "legal", "slug"),
        ("/public/plans", "plans", "key"),
    ] {
        hold(&public, path, &[(list, key)]);
    }
    let session = |path: &str| staff.get(path);
    for (path, list, key) in [
        ("/session/data/categories/dex", "datasets", "key"),
        ("/session/admin/modules", "modules", "id"),
        ("/session/admin/plans", "plans", "id"),
        ("/session/admin/spa_routes", "routes", "key"),
    ] {
        hold(&session, path, &[(list, key)]);
    }
}
