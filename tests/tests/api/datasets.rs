//! The catalogue says what the stores hold.

use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry_tests::server::shared;
use serde_json::Value as Json;
use std::time::Duration;

/// The cells of a query, as texts.
pub(crate) fn ask(sql: &str) -> Vec<String> {
    let warehouse = Warehouse::over_unix_socket(&shared().data_dir.join("warehouse.sock"), "quarry");
    let bounds = QuerySettings {
        deadline: Duration::from_secs(60),
        max_rows: 10_000,
        max_memory_bytes: 1 << 30,
        readonly: true,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let rows =
        runtime.block_on(warehouse.query(sql, &[], bounds)).unwrap_or_else(|error| panic!("{sql}: {error}")).rows;
    let shown = |value| match value {
        Value::Text(text) => text,
        Value::UInt64(number) => number.to_string(),
        Value::Timestamp(time) => time.to_string(),
        other => panic!("{other:?}"),
    };
    (0..rows.row_count).flat_map(|row| rows.columns.iter().map(move |column| shown(column.value(row)))).collect()
}

fn catalogue() -> Json {
    let answer = shared().get("/datasets");
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// The datasets that are a table of the warehouse, by column.
const TABLES: [(&str, &str); 10] = [
    ("blocks", "blocks"),
    ("transactions", "transactions"),
    ("logs", "logs"),
    ("reserves", "v2_syncs"),
    ("price_bars", "price_bars"),
    ("liquidations", "liquidations"),
    ("absorptions", "absorptions"),
    ("health_factors", "health_factors"),
    ("pools", "pools"),
    ("tokens", "tokens"),
];

#[test]
fn every_dataset_has_its_columns_its_filters_and_its_figures() {
    let body = catalogue();
    let mut redacted = body.clone();
    for dataset in redacted["datasets"].as_array_mut().expect("datasets") {
        // The engine merges in its own time; what is newest is the sample's affair.
        dataset["rows"] = "[rows]".into();
        dataset["newest_at"] = "[time]".into();
    }
    insta::assert_json_snapshot!(redacted, { ".as_of" => "[time]" });
    let newest =
        body["datasets"].as_array().expect("datasets").iter().filter_map(|dataset| dataset["newest_at"].as_str()).max();
    assert_eq!(body["as_of"].as_str(), newest);
}

#[test]
fn columns_and_counts_are_those_of_the_warehouse() {
    let body = catalogue();
    for (key, table) in TABLES {
        let datasets = body["datasets"].as_array().expect("datasets");
        let dataset = datasets.iter().find(|dataset| dataset["key"] == key).unwrap_or_else(|| panic!("no {key}"));
        let there = ask(&format!("SELECT name FROM system.columns WHERE database = 'quarry' AND table = '{table}'"));
        let columns = dataset["columns"].as_array().expect("columns");
        let names = columns.iter().map(|column| column["name"].as_str().expect("a name").to_owned());
        // Liquidations have behind their own columns those that ingest finished them with.
        let own = if key == "liquidations" { 15 } else { columns.len() };
        for name in names.take(own) {
            assert!(there.contains(&name), "{table} has no column {name}");
        }
        let distinct: u64 = ask(&format!("SELECT count() FROM {table} FINAL"))[0].parse().expect("a count");
        let stored = dataset["rows"].as_u64().expect("a count");
        assert!(stored >= distinct && distinct > 0, "{key}: {stored} stored, {distinct} distinct");
    }
    assert_eq!(body["count"].as_u64(), body["datasets"].as_array().map(|datasets| datasets.len() as u64));
    let events = shared().get("/events?limit=500").json()["count"].clone();
    let listed = body["datasets"].as_array().expect("datasets").iter().find(|dataset| dataset["key"] == "chain_events");
    assert_eq!(listed.expect("the timeline")["rows"], events);
    assert_eq!(shared().get_keyless("/datasets").status, 401);
}
