//! What is pinned: the bytes of an export, and the bars of a market.

use super::{V3_POOL, downloaded, october, pin, pinned};
use crate::data::exports::{completed, csv_rows, file, id_of};
use crate::datasets::ask;
use crate::organizations::house::House;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

#[test]
fn a_pinned_request_has_the_bytes_of_its_export() {
    let house = House::new(shared());
    let mut browser = house.admin.browser(shared());
    for (dataset, body) in [
        (
            "swaps",
            json!({ "name": "Swaps of a pool", "columns": ["amount1", "pool", "block_number"],
                    "filters": { "addresses": [V3_POOL], "chain": "ethereum" } }),
        ),
        ("chain_events", json!({ "filters": { "date_to": "2026-10-31" } })),
        ("tokens", json!({ "spreadsheet_safe": true })),
    ] {
        let export = completed(&mut browser, dataset, &body);
        let exported = file(shared(), &browser, &export, "csv");
        let body = json!({ "organization_id": house.id, "data_request_id": id_of(&export) });
        let assignment = pinned(&mut browser, &body);
        assert!(downloaded(shared(), &browser, &assignment) == exported, "{dataset}: other bytes than the export");
        for member in
            ["dataset", "columns", "filters", "row_count", "checksum_sha256", "as_of", "as_of_block", "as_of_blocks"]
        {
            assert_eq!(assignment[member], export[member], "{dataset}: {member}");
        }
        assert!(export["row_count"].as_u64() > Some(0), "{export}");
        assert_eq!(assignment["title"], export["name"], "the request's name, where no title is given");
        assert_eq!((&assignment["pool"], &assignment["period"]), (&Json::Null, &Json::Null));
        assert_eq!(assignment["data_request_id"], export["id"]);
    }
}

#[test]
fn a_request_can_be_pinned_without_ever_being_submitted() {
    let house = House::new(shared());
    let mut browser = house.owner.browser(shared());
    let id = crate::data::exports::built(&mut browser, "pools", &json!({ "filters": { "chain": "base" } }));
    let assignment = pinned(&mut browser, &json!({ "organization_id": house.id, "data_request_id": id }));
    let rows = csv_rows(&downloaded(shared(), &browser, &assignment));
    assert_eq!(json!(rows.len()), assignment["row_count"]);
    assert_eq!(vec![rows.len().to_string()], ask("SELECT count() FROM pools FINAL WHERE chain_id = 8453"));
}

/// Cells of the bars of a period, by their start.
fn bars(period: &str, from: &str, before: &str) -> Vec<String> {
    ask(&format!(
        "SELECT formatDateTime(start, '%Y-%m-%dT%H:%i:%SZ', 'UTC'), ifNull(toString(close), '-'), toString(trades) FROM price_bars FINAL
         WHERE chain_id = 1 AND pool = unhex('{}') AND period = '{period}' AND start >= '{from}' AND start < '{before}' ORDER BY start",
        &V3_POOL[2..]
    ))
}

#[test]
fn a_price_series_has_the_bars_of_its_market() {
    let house = House::new(shared());
    let mut browser = house.admin.browser(shared());
    let mut hourly = october(&house);
    hourly["period"] = json!("hourly");
    for (body, period) in [(october(&house), "daily"), (hourly, "hourly")] {
        let assignment = pinned(&mut browser, &body);
        let rows = csv_rows(&downloaded(shared(), &browser, &assignment));
        let cells: Vec<String> = rows
            .iter()
            .flat_map(|row| ["start", "close", "trades"].map(|name| row[name].as_str().unwrap_or("-").to_owned()))
            .collect();
        let expected = bars(period, "2026-10-01", "2026-11-01");
        assert!(expected.len() >= 90, "{period}: {}", expected.len());
        assert_eq!(cells, expected, "{period}");
        assert!(rows.iter().all(|row| row["period"] == period && row["pool"] == V3_POOL && row["chain_id"] == "1"));
        let told = ["dataset", "pool", "chain", "period", "from", "to"].map(|name| assignment[name].clone());
        assert_eq!(json!(told), json!(["price_bars", V3_POOL, "ethereum", period, "2026-10-01", "2026-10-31"]));
        assert_eq!(assignment["row_count"], json!(rows.len()));
        assert_eq!(assignment["title"], "Prices of October");
        assert_eq!(assignment["instructions"], "Compute the volatility.\nOf each week.");
        let last: u64 = rows.iter().filter_map(|row| row["last_block"].as_str()?.parse().ok()).max().expect("a block");
        assert!(assignment["as_of_block"].as_u64() >= Some(last), "{assignment}");
        let as_of = ask(&format!(
            "SELECT formatDateTime(max(last_event_at), '%Y-%m-%dT%H:%i:%SZ') FROM price_bars FINAL
             WHERE chain_id = 1 AND pool = unhex('{}') AND period = '{period}' AND start >= '2026-10-01' AND start < '2026-11-01'",
            &V3_POOL[2..]
        ));
        assert_eq!(assignment["as_of"], json!(as_of[0]), "the newest event in its bars");
    }
}

#[test]
fn a_series_is_daily_and_of_the_year_up_to_today_unless_it_says_otherwise() {
    let house = House::new(shared());
    let mut browser = house.admin.browser(shared());
    let before = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let assignment =
        pinned(&mut browser, &json!({ "organization_id": house.id, "pool": &V3_POOL.to_uppercase()[2..] }));
    let after = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let to: jiff::civil::Date = assignment["to"].as_str().expect("a day").parse().expect("a day");
    assert!((before..=after).contains(&to), "{assignment}");
    let year_before = to.checked_sub(jiff::Span::new().years(1)).expect("a day");
    assert_eq!((&assignment["from"], &assignment["period"]), (&json!(year_before.to_string()), &json!("daily")));
    assert_eq!(assignment["title"], json!(format!("Daily prices of {V3_POOL}")));
    assert_eq!(assignment["instructions"], Json::Null);
    let all = bars("daily", &year_before.to_string(), "2100-01-01");
    assert_eq!(assignment["row_count"], json!(all.len() / 3));
    // Of a leap day the year before has none.
    let mut leap = october(&house);
    leap["to"] = json!("2024-02-29");
    leap.as_object_mut().expect("an object").remove("from");
    let refused = pin(&mut browser, &leap);
    assert!(refused.detail().contains("from 2023-02-28 to 2024-02-29"), "{}", refused.text);
}
