//! Requests that mean nothing: each is refused by its field, and nothing stays behind.

use super::{by_key, settled};
use crate::organizations::house::texts;
use quarry_tests::sentences::faults_of_refusal;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

fn held() -> Vec<String> {
    texts(shared(), "SELECT CAST(count(*) AS TEXT) AS text FROM space_citations WHERE label = 'refused'", &[])
}

#[test]
fn what_means_nothing_is_refused_by_its_field() {
    let (_, mut browser) = settled(shared(), "Olga");
    let pool = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
    let wrong: &[(Json, &str)] = &[
        (json!({}), "kind"),
        (json!({ "kind": "computed_figure", "dataset": "liquidations" }), "aggregate"),
        (json!({ "kind": "computed_figure", "aggregate": "count" }), "dataset"),
        (json!({ "dataset": "liquidation", "aggregate": "count" }), "dataset"),
        (json!({ "dataset": "liquidations", "aggregate": "median" }), "aggregate"),
        (json!({ "dataset": "liquidations", "aggregate": "sum" }), "column"),
        (json!({ "dataset": "liquidations", "aggregate": "sum", "column": "amount" }), "column"),
        (json!({ "dataset": "liquidations", "aggregate": "sum", "column": "borrower" }), "aggregate"),
        (json!({ "dataset": "logs", "aggregate": "first", "column": "data" }), "aggregate"),
        (json!({ "kind": "computed_figure", "dataset": "liquidations", "aggregate": "count", "pool": pool }), "pool"),
        (json!({ "dataset": "liquidations", "columns": ["nothing"] }), "columns"),
        (json!({ "dataset": "liquidations", "aggregate": "count", "columns": ["borrower"] }), "columns"),
        (json!({ "dataset": "liquidations", "aggregate": "count", "date_from": "2999-01-01" }), "filters.date_from"),
        (
            json!({ "dataset": "liquidations", "aggregate": "count", "date_from": "2024-02-01", "date_to": "2024-01-01" }),
            "filters.date_to",
        ),
        (
            json!({ "dataset": "liquidations", "aggregate": "count", "chain": "base", "filters": { "chain": "ethereum" } }),
            "chain",
        ),
        (json!({ "dataset": "liquidations", "aggregate": "count", "chain": "nowhere" }), "filters.chain"),
        (
            json!({ "dataset": "liquidations", "aggregate": "count", "filters": { "protocols": ["nobody"] } }),
            "filters.protocols",
        ),
        (
            json!({ "dataset": "liquidations", "aggregate": "count", "filters": { "block_to": 9_007_199_254_740_992_i64 } }),
            "filters.block_to",
        ),
        (json!({ "pool": format!("0x{:040x}", 9) }), "pool"),
        (json!({ "kind": "price_series" }), "pool"),
        (json!({ "transaction_hash": format!("0x{:064x}", 9), "field": "value" }), "transaction_hash"),
        (json!({ "kind": "decoded_field", "field": "value" }), "transaction_hash"),
        (json!({ "dataset": "liquidations", "aggregate": "count", "label": "x".repeat(201) }), "label"),
    ];
    let before = held();
    for (body, field) in wrong {
        let mut body = body.clone();
        if body.get("label").is_none() {
            body["label"] = json!("refused");
        }
        let answer = browser.write("POST", "/session/citations", &body);
        let fields = answer.json()["fields"].clone();
        assert_eq!((answer.status, answer.code().as_str()), (422, "validation_failed"), "{body}: {}", answer.text);
        assert!(fields[field].as_str().is_some_and(|sentence| sentence.len() > 20), "{body}: {fields}");
        assert_eq!(faults_of_refusal(&answer.json()), Vec::<String>::new(), "{body}: {fields}");
        let keyed = by_key(&body);
        assert_eq!(keyed.status, 422, "{body}: {}", keyed.text);
    }
    let empty = json!({ "dataset": "liquidations", "aggregate": "sum", "column": "debt_amount", "label": "refused",
        "filters": { "addresses": [format!("0x{:040x}", 9)] } });
    let answer = browser.write("POST", "/session/citations", &empty);
    assert_eq!((answer.status, answer.code().as_str()), (422, "nothing_to_cite"), "{}", answer.text);
    assert_eq!(held(), before, "nothing stays behind");
}
