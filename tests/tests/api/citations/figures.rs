//! The eight aggregates, of each dataset, equal what the test computes of the rows by itself.

use super::{assert_hashed, cited};
use crate::datasets::ask;
use alloy_primitives::I256;
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// The cells of a column, in the dataset's order, read past the service.
struct Column {
    dataset: &'static str,
    column: &'static str,
    /// Gives one text a row; an empty one where there is no value.
    sql: &'static str,
    /// The number of digits behind the point; none where it is not a number.
    scale: Option<usize>,
}

const SWAPS: &str = "SELECT toString(amount) FROM (
    SELECT chain_id, block_number, log_index, toInt256(amount0_in) - toInt256(amount0_out) AS amount FROM v2_swaps FINAL
    UNION ALL SELECT chain_id, block_number, log_index, amount0 FROM v3_swaps FINAL)
    WHERE chain_id = 8453 ORDER BY block_number, log_index LIMIT 200000";

const COLUMNS: &[Column] = &[
    Column {
        dataset: "liquidations",
        column: "collateral_amount",
        sql: "SELECT toString(collateral_amount) FROM liquidations FINAL WHERE chain_id = 1 ORDER BY block_number, log_index",
        scale: Some(0),
    },
    Column {
        dataset: "liquidations",
        column: "borrower",
        sql: "SELECT concat('0x', lower(hex(borrower))) FROM liquidations FINAL WHERE chain_id = 1 ORDER BY block_number, log_index",
        scale: None,
    },
    Column {
        dataset: "absorptions",
        column: "usd_value",
        sql: "SELECT toString(usd_value) FROM absorptions FINAL WHERE chain_id = 1 ORDER BY block_number, log_index",
        scale: Some(0),
    },
    Column {
        dataset: "health_factors",
        column: "health_factor",
        sql: "SELECT ifNull(toString(health_factor), '') FROM health_factors FINAL WHERE chain_id = 1
              ORDER BY protocol, block_number, account",
        scale: Some(18),
    },
    Column {
        dataset: "pools",
        column: "fee",
        sql: "SELECT ifNull(toString(fee), '') FROM pools FINAL WHERE chain_id = 1 ORDER BY address",
        scale: Some(0),
    },
];

/// Digits without a point, as many behind it as the column has.
fn units(cell: &str, scale: usize) -> I256 {
    let (whole, fraction) = cell.split_once('.').unwrap_or((cell, ""));
    format!("{whole}{fraction:0<scale$}").parse().expect("a number")
}

/// Plain decimals without zeros at the end.
fn decimal(units: I256, scale: usize) -> String {
    let text = units.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    let padded = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = padded.split_at(padded.len() - scale);
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// The figures by the aggregate's word, computed here.
pub(super) fn computed(cells: &[String], scale: Option<usize>) -> Vec<(&'static str, String)> {
    let present: Vec<&String> = cells.iter().filter(|cell| !cell.is_empty()).collect();
    let distinct: BTreeSet<&&String> = present.iter().collect();
    let mut figures = vec![
        ("count", present.len().to_string()),
        ("distinct", distinct.len().to_string()),
        ("first", present.first().expect("a value").to_string()),
        ("last", present.last().expect("a value").to_string()),
    ];
    if let Some(scale) = scale {
        let numbers: Vec<I256> = present.iter().map(|cell| units(cell, scale)).collect();
        let sum = numbers.iter().fold(I256::ZERO, |sum, number| sum + *number);
        // To 18 digits behind the point, half a unit away from zero.
        let (ten, two) = (I256::unchecked_from(10), I256::unchecked_from(2));
        let (shifted, count) =
            (sum * ten.pow(alloy_primitives::U256::from(18 - scale)), I256::unchecked_from(numbers.len()));
        let half = if shifted.is_negative() { -count } else { count };
        figures.extend([
            ("sum", decimal(sum, scale)),
            ("avg", decimal((shifted * two + half) / (count * two), 18)),
            ("min", decimal(*numbers.iter().min().expect("a number"), scale)),
            ("max", decimal(*numbers.iter().max().expect("a number"), scale)),
        ]);
    }
    figures
}

#[test]
fn the_eight_aggregates_equal_what_the_rows_say() {
    quarry_tests::on_one_engine!();
    for Column { dataset, column, sql, scale } in COLUMNS {
        let cells = ask(sql);
        assert!(cells.len() > 20, "{dataset}: the sample has rows");
        for (aggregate, expected) in computed(&cells, *scale) {
            let body = json!({ "dataset": dataset, "aggregate": aggregate, "column": column, "chain": "ethereum" });
            let citation = cited(&body);
            assert_eq!(citation["value"], json!(expected), "{body}");
            assert_eq!(citation["row_count"], json!(cells.len()), "{body}");
            assert_hashed(&citation);
        }
    }
}

#[test]
fn a_sum_of_very_many_numbers_is_exact() {
    quarry_tests::on_one_engine!();
    let counted: usize = ask(&SWAPS
        .replace("toString(amount)", "toUInt64(count())")
        .replace("ORDER BY block_number, log_index LIMIT 200000", ""))[0]
        .parse()
        .expect("a count");
    assert!(counted > 20_000, "over what one answer of the warehouse may have: {counted}");
    // Past the service the engine adds the same numbers by halves.
    let halves = SWAPS.replace(
        "SELECT toString(amount)",
        "SELECT toString(sumIf(amount, amount > 0)), toString(sumIf(amount, amount < 0))",
    );
    let halves = ask(&halves.replace("ORDER BY block_number, log_index LIMIT 200000", ""));
    let sum = units(&halves[0], 0) + units(&halves[1], 0);
    let citation = cited(&json!({ "dataset": "swaps", "aggregate": "sum", "column": "amount0", "chain": "base" }));
    assert_eq!((&citation["value"], &citation["row_count"]), (&json!(sum.to_string()), &json!(counted)));
}

#[test]
fn rows_without_a_column_are_counted_and_times_have_a_first_and_a_last() {
    quarry_tests::on_one_engine!();
    let rows = ask("SELECT toUInt64(count()) FROM liquidations FINAL");
    let citation = cited(&json!({ "dataset": "liquidations", "aggregate": "count" }));
    assert_eq!(citation["value"], json!(rows[0]));
    // Of several chains, each by its slug.
    let blocks = ask("SELECT toUInt64(max(block_number)) FROM liquidations FINAL GROUP BY chain_id ORDER BY chain_id");
    let named = citation["cited"]["as_of_blocks"].as_object().expect("blocks");
    let named: Vec<String> = ["ethereum", "base"].iter().map(|chain| named[*chain].to_string()).collect();
    assert_eq!(named, blocks);
    assert_eq!((&citation["as_of_block"], &citation["cited"]["as_of_block"]), (&Json::Null, &Json::Null));
    for (aggregate, sql) in [("min", "min"), ("max", "max")] {
        let body = json!({ "dataset": "liquidations", "aggregate": aggregate, "column": "block_timestamp", "chain": "ethereum" });
        let expected = ask(&format!(
            "SELECT formatDateTime({sql}(block_timestamp), '%Y-%m-%dT%H:%i:%SZ') FROM liquidations FINAL WHERE chain_id = 1"
        ));
        assert_eq!(cited(&body)["value"], json!(expected[0]));
    }
}

#[test]
fn open_ends_are_frozen_before_anything_is_hashed() {
    quarry_tests::on_one_engine!();
    let day = &ask("SELECT toString(toDate(max(block_timestamp))) FROM liquidations FINAL WHERE chain_id = 1")[0];
    let block = &ask("SELECT toString(max(block_number)) FROM liquidations FINAL WHERE chain_id = 1")[0];
    let body = json!({
        "kind": "computed_figure", "dataset": "liquidations", "aggregate": "count", "chain": "ethereum", "date_from": "2024-01-01"
    });
    let citation = cited(&body);
    assert_eq!(citation["cited"]["parameters"]["date_to"], json!(day));
    assert_eq!(
        (citation["as_of_block"].to_string(), citation["cited"]["as_of_block"].to_string()),
        (block.clone(), block.clone())
    );
    // The same with its ends closed by hand is the same figure.
    let closed = json!({
        "kind": "computed_figure", "dataset": "liquidations", "aggregate": "count",
        "filters": { "chain": "1", "date_from": "2024-01-01", "date_to": day }
    });
    assert_eq!(cited(&closed)["hash"], citation["hash"]);
}

#[test]
fn figures_of_the_timeline_and_of_bars_are_exact_too() {
    quarry_tests::on_one_engine!();
    let citation = cited(&json!({ "dataset": "chain_events", "aggregate": "count" }));
    let events: i64 = citation["value"].as_str().expect("a figure").parse().expect("a number");
    assert!(events > 0, "{citation}");
    assert!(
        citation["cited"]["parameters"]["newest_entry"].as_i64().is_some_and(|newest| newest >= events),
        "{citation}"
    );
    assert_hashed(&citation);
    // The trades of a pool's daily bars, of bars that were over: with hourly ones each trade would be there twice.
    let pool = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
    let body =
        json!({ "dataset": "price_bars", "aggregate": "sum", "column": "trades", "filters": { "addresses": pool } });
    let citation = cited(&body);
    let newest = &ask(
        "SELECT formatDateTime(max(block_timestamp), '%Y-%m-%d %H:%i:%S') FROM health_factor_snapshots FINAL WHERE chain_id = 1",
    )[0];
    let trades = ask(&format!(
        "SELECT toString(sum(trades)) FROM price_bars FINAL WHERE pool = unhex('{}') AND period = 'daily'
         AND addHours(start, if(period = 'daily', 24, 1)) <= greatest(toDateTime('{newest}', 'UTC'),
             (SELECT max(block_timestamp) FROM blocks WHERE chain_id = 1))",
        &pool[2..]
    ));
    assert_eq!(citation["value"], json!(trades[0]));
    assert_eq!(citation["cited"]["parameters"]["period"], "daily", "it names its period");
    assert_hashed(&citation);
    let mut named = body.clone();
    named["filters"]["period"] = json!("daily");
    assert_eq!(cited(&named)["hash"], citation["hash"], "the filter is the same period");
    let hash = citation["hash"].as_str().expect("a hash");
    let record = shared().get_keyless(&format!("/citations/{hash}")).json();
    assert_eq!(record["label"], "A figure of the dataset price_bars, daily bars");
    named["filters"]["period"] = json!("all");
    let refused = super::by_key(&named);
    assert_eq!(
        (refused.status, refused.json()["fields"]["filters.period"].is_string()),
        (422, true),
        "{}",
        refused.text
    );
}

/// As one of them was cited before a period had to be named, and before the datasets had their newest columns.
#[test]
fn a_figure_that_was_cited_before_still_holds() {
    quarry_tests::on_one_engine!();
    let pool = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
    let bars = ask(&format!(
        "SELECT toString(count()) FROM price_bars FINAL WHERE pool = unhex('{}') AND start < toDateTime('2026-10-20', 'UTC') AND last_block < 26300000
         AND addHours(start, if(period = 'daily', 24, 1)) <= toDateTime('2026-10-20', 'UTC')",
        &pool[2..]
    ));
    let of_bars = json!({
        "kind": "computed_figure", "dataset": "price_bars", "value": bars[0], "as_of_block": 26_299_999,
        "parameters": { "aggregate": "count", "addresses": [pool], "chain": "ethereum", "until": "2026-10-20T00:00:00Z" }
    });
    let query = json!({ "dataset": "liquidations", "chain": "ethereum", "columns": ["address", "collateral_amount", "debt_asset"] });
    let of_rows = cited(&query)["cited"].clone();
    let mut staff = quarry_tests::browser::Browser::of(shared(), "staff");
    for record in [of_bars, of_rows] {
        let canonical = super::canonical(&record);
        let hash = super::sha256(&canonical);
        let bytes = (0..32_usize).map(|at| u8::from_str_radix(&hash[2 * at..2 * at + 2], 16).expect("hex")).collect();
        let sql = "INSERT INTO cited_figures (hash, canonical, kind, dataset, chain_id, value, verification_state, cited_at, derivation_version)
                   VALUES ($1, $2, $3, $4, 1, $5, 'unresolved', 0, 1) ON CONFLICT (hash) DO NOTHING";
        let text = |name: &str| Value::Text(record[name].as_str().expect("a text").to_owned());
        let values = [Value::Bytes(bytes), Value::Text(canonical), text("kind"), text("dataset"), text("value")];
        crate::organizations::house::execute(shared(), sql, &values);
        let again = super::changes::again(&mut staff, &json!({ "hash": format!("0x{hash}") }));
        assert_eq!(again["verification_state"], "verified", "{again}");
    }
}
