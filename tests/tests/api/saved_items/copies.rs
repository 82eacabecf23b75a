//! What a copy holds, and what is refused to become one.

use super::{ingest, logs, own_space, save, saved, store, transaction};
use crate::datasets::ask;
use crate::organizations::house::{execute, server as people_server, texts};
use crate::spaces::{refused, settled, shared as shared_space};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

/// A transaction of the sample with a liquidation in it.
fn liquidation() -> String {
    ask("SELECT concat('0x', lower(hex(transaction_hash))) FROM logs FINAL
         WHERE (chain_id, block_number, log_index) IN (SELECT chain_id, block_number, log_index FROM liquidations FINAL WHERE chain_id = 1)
         ORDER BY block_number, log_index LIMIT 1")
    .remove(0)
}

#[test]
fn a_copy_has_every_citable_field_under_its_name_and_what_it_was_read_of() {
    let mut staff = Browser::of(shared(), "staff");
    let space = own_space(&staff);
    let page = store::page(shared(), space, "Cascade");
    let hash = liquidation();
    let card = saved(
        &mut staff,
        &json!({ "kind": "transaction", "hash": hash, "page_id": page, "note": "the first\nof the cascade" }),
    );
    assert_eq!(
        (&card["kind"], &card["chain_id"], &card["page_id"], &card["space_id"], &card["canonical"]),
        (&json!("transaction"), &json!(1), &json!(page), &json!(space), &json!(true))
    );
    assert_eq!((&card["decoder_version"], &card["note"]), (&json!(1), &json!("the first\nof the cascade")));
    let citable = staff.get(&format!("/session/citations/transactions/{hash}")).json();
    let snapshot = &card["snapshot"];
    let at = |path: &str| path.split('.').fold(snapshot, |place, name| &place[name]).clone();
    let mut compared = 0;
    let of_logs =
        citable["logs"].as_array().expect("logs").iter().flat_map(|log| log["fields"].as_array().expect("fields"));
    for field in citable["fields"].as_array().expect("fields").iter().chain(of_logs) {
        assert_eq!(at(field["field"].as_str().expect("a name")), field["value"], "{field}");
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
    let explored = shared().get_keyless(&format!("/public/transactions/{hash}")).json();
    assert_eq!(snapshot["raw"]["input"], explored["transaction"]["input"]);
    for log in explored["logs"].as_array().expect("logs") {
        let raw = &snapshot["raw"]["logs"][log["log_index"].to_string()];
        assert_eq!((&raw["data"], &raw["topic0"]), (&log["data"], &log["topics"][0]), "{log}");
        assert_eq!(snapshot["logs"][log["log_index"].to_string()]["event"], log["event"]);
    }
    let audited = "SELECT CAST(id AS TEXT) AS text FROM audit_entries WHERE action = 'saved_item.created'
                   AND target_id = $1 AND COALESCE(after, '') NOT LIKE '%cascade%'";
    assert_eq!(texts(shared(), audited, &[Value::Text(card["id"].to_string())]).len(), 1, "the note is in no log");
}

#[test]
fn the_same_hash_on_one_page_is_the_first_copy_and_on_another_page_a_second_one() {
    let mut staff = Browser::of(shared(), "staff");
    let space = own_space(&staff);
    let (page, other) = (store::page(shared(), space, "Twice"), store::page(shared(), space, "Once"));
    let body = json!({ "kind": "transaction", "hash": liquidation(), "page_id": page, "note": "first" });
    let first = saved(&mut staff, &body);
    let again =
        json!({ "kind": "transaction", "hash": liquidation(), "chain": "ethereum", "page_id": page, "note": "second" });
    let second = save(&mut staff, &again);
    assert_eq!((second.status, &second.json()), (200, &first), "{}", second.text);
    // However its hex is written.
    let hash = liquidation();
    for written in [hash[2..].to_owned(), hash[2..].to_uppercase(), hash.to_uppercase()] {
        let same = save(&mut staff, &json!({ "kind": "transaction", "hash": written, "page_id": page }));
        assert_eq!((same.status, &same.json()), (200, &first), "{written}: {}", same.text);
    }
    let elsewhere = saved(&mut staff, &json!({ "kind": "transaction", "hash": liquidation(), "page_id": other }));
    assert_ne!(elsewhere["id"], first["id"]);
    let listed = staff.get(&format!("/session/saved_items?hash={}", liquidation())).json();
    let ids: Vec<&Json> = listed["saved_items"].as_array().expect("copies").iter().map(|copy| &copy["id"]).collect();
    assert!(ids.contains(&&first["id"]) && ids.contains(&&elsewhere["id"]), "{listed}");
}

#[test]
fn a_block_is_saved_by_its_number_or_its_hash() {
    let mut staff = Browser::of(shared(), "staff");
    let space = own_space(&staff);
    let page = store::page(shared(), space, "Blocks");
    let number: i64 = ask("SELECT toString(max(block_number)) FROM blocks FINAL WHERE chain_id = 1")
        .remove(0)
        .parse()
        .expect("a number");
    let by_number =
        saved(&mut staff, &json!({ "kind": "block", "block_number": number, "chain": "1", "page_id": page }));
    let explored = shared().get_keyless(&format!("/public/blocks/{number}?chain=ethereum")).json();
    assert_eq!(
        (&by_number["hash"], &by_number["canonical"]),
        (&explored["block"]["hash"], &json!(true)),
        "{by_number}"
    );
    assert_eq!(by_number["snapshot"]["miner"], explored["block"]["miner"]);
    assert_eq!(by_number["snapshot"]["raw"]["extra_data"], explored["block"]["extra_data"]);
    let hash = by_number["hash"].as_str().expect("a hash")[2..].to_uppercase();
    let by_hash = save(&mut staff, &json!({ "kind": "block", "hash": hash, "page_id": page }));
    assert_eq!((by_hash.status, &by_hash.json()["id"]), (200, &by_number["id"]), "{}", by_hash.text);
}

#[test]
fn what_cannot_be_saved_is_refused_with_the_field_that_is_wrong() {
    let (_, mut owner) = settled("Olga");
    let space = shared_space(&mut owner, "Harbour");
    let page = store::page(people_server(), space, "Quay");
    let unknown = transaction(0xdead);
    let digits = unknown.as_str().expect("a hash");
    for (body, field) in [
        (json!({ "kind": "transaction", "hash": unknown, "page_id": page }), "hash"),
        (json!({ "kind": "transaction", "hash": unknown, "page_id": page, "chain": "atlantis" }), "chain"),
        (json!({ "kind": "transaction", "page_id": page }), "hash"),
        (json!({ "kind": "transaction", "hash": format!("0x{digits}"), "page_id": page }), "hash"),
        (json!({ "kind": "transaction", "hash": &digits[..65], "page_id": page }), "hash"),
        (json!({ "kind": "transaction", "hash": unknown, "block_number": 7, "page_id": page }), "block_number"),
        (json!({ "kind": "block", "page_id": page }), "hash"),
        (json!({ "kind": "block", "hash": unknown, "block_number": 7, "page_id": page }), "hash"),
        (json!({ "kind": "block", "block_number": 999_999_999_i64, "page_id": page }), "block_number"),
        (json!({ "kind": "transaction", "hash": unknown, "page_id": page, "note": "x".repeat(2001) }), "note"),
    ] {
        refused(&save(&mut owner, &body), 422, "validation_failed", Some(field));
    }
    refused(
        &save(&mut owner, &json!({ "kind": "transaction", "hash": unknown, "page_id": 999_999_999 })),
        404,
        "not_found",
        None,
    );
    execute(people_server(), "UPDATE research_pages SET trashed_at = 1 WHERE id = $1", &[Value::Int64(page)]);
    refused(
        &save(&mut owner, &json!({ "kind": "transaction", "hash": unknown, "page_id": page })),
        409,
        "page_in_trash",
        None,
    );
    let listed = owner.get(&format!("/session/research/pages/{page}/saved_items"));
    refused(&listed, 409, "page_in_trash", None);
}

#[test]
fn a_transaction_of_too_many_logs_is_refused_and_never_cut() {
    let (_, mut owner) = settled("Olga");
    let space = shared_space(&mut owner, "Harbour");
    let page = store::page(people_server(), space, "Large");
    for (transaction_number, count, bytes) in [(0x1a01, 1_000, 0), (0x1a02, 1_001, 0), (0x1a03, 3, 90_000)] {
        ingest(
            people_server(),
            "logs",
            &logs((500 + transaction_number, transaction_number), transaction_number, count, bytes),
        );
        let body = json!({ "kind": "transaction", "hash": transaction(transaction_number), "page_id": page });
        let answer = save(&mut owner, &body);
        if transaction_number == 0x1a01 {
            assert_eq!(answer.status, 201, "{}", answer.text);
            assert_eq!(answer.json()["snapshot"]["logs"].as_object().map(|logs| logs.len()), Some(1_000));
            continue;
        }
        refused(&answer, 422, "snapshot_too_large", None);
        assert_eq!((&answer.json()["most_logs"], &answer.json()["most_bytes"]), (&json!(1_000), &json!(524_288)));
    }
}
