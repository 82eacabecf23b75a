//! Figures that a page cites: the same ones as citations everywhere, and put where they were asked for.

use super::{Desk, good, integer, stored};
use crate::datasets::ask;
use crate::organizations::house::{execute, texts};
use crate::spaces::refused;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

/// A transaction of the sample with a liquidation in it.
pub(super) fn transaction() -> String {
    ask("SELECT concat('0x', lower(hex(transaction_hash))) FROM logs FINAL
         WHERE (chain_id, block_number, log_index) IN (SELECT chain_id, block_number, log_index FROM liquidations FINAL WHERE chain_id = 1)
         ORDER BY block_number, log_index LIMIT 1")
    .remove(0)
}

fn with(mut body: Json, member: &str, value: Json) -> Json {
    body[member] = value;
    body
}

/// A citation but for the time of its last check.
fn unchecked(citation: &Json) -> Json {
    with(citation.clone(), "verified_at", Json::Null)
}

#[test]
fn preview_live_value_and_citation_of_one_request_have_one_hash() {
    let mut desk = Desk::new();
    for body in [
        json!({ "dataset": "liquidations", "aggregate": "count", "chain": "ethereum", "date_from": "2024-01-01" }),
        json!({ "dataset": "swaps", "filters": { "chain": "ethereum", "block_to": 25_750_000 }, "columns": ["pool", "block_number"] }),
        json!({ "transaction_hash": transaction(), "field": "gas_price", "chain": "ethereum" }),
        json!({ "pool": "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc", "period": "daily", "columns": ["start", "close"] }),
    ] {
        let (before, version) = (desk.citations(), desk.document_version());
        let preview = good(&desk.post("derived_preview", &body), 200);
        assert_eq!((desk.citations(), desk.document_version()), (before, version), "a preview writes nothing");
        let inserted = good(&desk.post("derive", &body), 201);
        let cited =
            desk.browser.write("POST", "/session/citations", &with(body.clone(), "space_id", json!(desk.space)));
        let cited = good(&cited, 200);
        for name in ["hash", "value", "kind", "row_count", "as_of", "as_of_block", "cited", "orientation"] {
            assert_eq!(preview[name], cited[name], "{name} of {body}");
        }
        assert_eq!(preview["orientation"].is_string(), body["pool"].is_string(), "{preview}");
        assert_eq!(unchecked(&inserted["citation"]), unchecked(&cited));
        let block = &inserted["block"];
        assert_eq!((&block["kind"], &block["body"]), (&json!("live_value"), &cited["token"]));
        assert_eq!(block["attrs"], json!({ "citation_id": cited["id"] }));
        assert_eq!(inserted["document_version"], json!(version + 1));
    }
}

#[test]
fn a_live_value_stands_behind_the_block_that_is_named() {
    let mut desk = Desk::new();
    let blocks: Vec<i64> = (0..3).map(|position| desk.block("paragraph", "…", &json!({}), position)).collect();
    let body = json!({ "dataset": "liquidations", "aggregate": "count" });
    let behind_first = good(&desk.post("derive", &with(body.clone(), "after_block_id", json!(blocks[0]))), 201);
    let at_end = good(&desk.post("derive", &body), 201);
    assert_eq!(unchecked(&behind_first["citation"]), unchecked(&at_end["citation"]), "a space cites a figure once");
    let id = |inserted: &Json| inserted["block"]["id"].as_i64().expect("an id");
    let expected = [blocks[0], id(&behind_first), blocks[1], blocks[2], id(&at_end)];
    let order = "SELECT id || ' ' || position || ' ' || version AS text FROM research_blocks WHERE page_id = $1 ORDER BY position, id";
    let expected: Vec<String> =
        expected.iter().enumerate().map(|(position, id)| format!("{id} {position} 1")).collect();
    assert_eq!(texts(shared(), order, &[integer(desk.page)]), expected);
    assert_eq!((&behind_first["block"]["position"], &at_end["block"]["position"]), (&json!(1), &json!(4)));
    assert_eq!((desk.document_version(), at_end["document_version"].as_i64()), (2, Some(2)));
}

#[test]
fn what_cannot_be_inserted_leaves_nothing_behind() {
    let (mut desk, other) = (Desk::new(), Desk::new());
    let strange = other.block("paragraph", "…", &json!({}), 0);
    let body = json!({ "dataset": "liquidations", "aggregate": "count" });
    let elsewhere = with(body.clone(), "after_block_id", json!(strange));
    refused(&desk.post("derive", &elsewhere), 422, "validation_failed", Some("after_block_id"));
    let nothing =
        json!({ "dataset": "liquidations", "aggregate": "max", "column": "block_number", "date_to": "1999-01-01" });
    refused(&desk.post("derive", &nothing), 422, "nothing_to_cite", None);
    refused(&desk.post("derived_preview", &nothing), 422, "nothing_to_cite", None);
    refused(
        &desk.post("derive", &json!({ "dataset": "nothing", "aggregate": "count" })),
        422,
        "validation_failed",
        Some("dataset"),
    );
    let many = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at)
                WITH RECURSIVE place (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM place WHERE n < 1999)
                SELECT $1, $2, 'divider', '', '{}', n, 1, 1 FROM place";
    execute(shared(), many, &[integer(desk.page), integer(desk.space)]);
    refused(&desk.post("derive", &body), 422, "page_too_large", None);
    assert_eq!((desk.citations(), desk.document_version()), (0, 0));
    let blocks = "SELECT count(*) AS number FROM research_blocks WHERE page_id = $1";
    assert_eq!(stored(blocks, &[integer(desk.page)]), 2_000);
}

#[test]
fn the_page_cites_the_fields_that_citations_list() {
    let mut desk = Desk::new();
    let hash = transaction();
    let listed = good(&desk.get(&format!("citable_fields?tx_hash={hash}&chain=ethereum")), 200);
    let there = good(&desk.browser.get(&format!("/session/citations/transactions/{hash}?chain=ethereum")), 200);
    assert_eq!(listed, there);
    let field = listed["logs"][0]["fields"][0]["field"].as_str().expect("a field");
    let body = json!({ "transaction_hash": hash, "chain": "ethereum", "field": field });
    let first = good(&desk.post("cite", &body), 201);
    assert_eq!(
        (first["space_id"].as_i64(), &first["value"]),
        (Some(desk.space), &listed["logs"][0]["fields"][0]["value"])
    );
    let again = good(&desk.post("cite", &body), 200);
    let there = desk.browser.write("POST", "/session/citations", &with(body.clone(), "space_id", json!(desk.space)));
    for known in [again, good(&there, 200)] {
        assert_eq!(unchecked(&known), unchecked(&first));
    }
    assert_eq!(desk.document_version(), 0, "citing changes no document");

    refused(
        &desk.post("cite", &with(body.clone(), "field", json!("logs.0.args.nothing"))),
        422,
        "nothing_to_cite",
        None,
    );
    refused(
        &desk.post("cite", &with(body, "transaction_hash", json!(format!("0x{:064x}", 5)))),
        422,
        "validation_failed",
        Some("transaction_hash"),
    );
    assert_eq!(desk.get(&format!("citable_fields?tx_hash=0x{:064x}", 5)).status, 404);
    assert_eq!(desk.get("citable_fields?tx_hash=0x12").status, 422);
    assert_eq!(desk.get("citable_fields").status, 422);
}

#[test]
fn the_builder_offers_what_can_be_derived_and_nothing_else() {
    quarry_tests::on_one_engine!();
    let mut desk = Desk::new();
    let options = good(&desk.get("editor_options"), 200);
    let datasets = options["datasets"].as_array().expect("datasets").clone();
    let keys: Vec<&str> = datasets.iter().filter_map(|dataset| dataset["key"].as_str()).collect();
    let expected = [
        "absorptions",
        "blocks",
        "chain_events",
        "health_factors",
        "liquidations",
        "logs",
        "pools",
        "price_bars",
        "reserves",
        "swaps",
        "tokens",
        "transactions",
    ];
    assert_eq!(keys.iter().copied().collect::<std::collections::BTreeSet<_>>(), expected.into_iter().collect());
    let liquidations = &datasets[keys.iter().position(|key| *key == "liquidations").expect("liquidations")];
    let mut offered = 0;
    for column in liquidations["columns"].as_array().expect("columns") {
        for aggregate in ["count", "sum", "min", "max", "avg", "first", "last", "distinct"] {
            let body = json!({ "dataset": "liquidations", "aggregate": aggregate, "column": column["name"], "chain": "ethereum" });
            let answer = desk.post("derived_preview", &body);
            let is_refused = answer.status == 422 && answer.json()["fields"]["aggregate"].is_string();
            let is_offered = column["aggregates"].as_array().expect("aggregates").contains(&json!(aggregate));
            assert_eq!(is_offered, !is_refused, "{body}: {}", answer.text);
            offered += usize::from(is_offered);
        }
    }
    assert!(offered > 20, "{offered}");
    let filters: Vec<&Json> =
        liquidations["filter_fields"].as_array().expect("filters").iter().map(|filter| &filter["name"]).collect();
    assert!(filters.contains(&&json!("date_from")), "{filters:?}");
    assert_eq!(options["blocks"]["kinds"].as_array().map(Vec::len), Some(17));
    let limits = &options["blocks"];
    assert_eq!(
        (&limits["blocks_per_page"], &limits["bytes_per_block"], &limits["bytes_per_page"]),
        (&json!(2_000), &json!(65_536), &json!(1_048_576))
    );
    assert_eq!(options["uploads"]["max_bytes"], json!(25 << 20));
}
