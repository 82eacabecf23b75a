//! Charts of lenders count what the lists of lenders show.

use quarry_tests::server::shared;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

fn body(path: &str) -> Json {
    let answer = shared().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

/// Every row of a list.
fn walk(path: &str, list: &str) -> Vec<Json> {
    let (mut rows, mut next) = (Vec::new(), format!("{path}&limit=500"));
    loop {
        let page = body(&next);
        rows.extend(page[list].as_array().expect("a list").clone());
        match page["next_cursor"].as_str() {
            Some(cursor) => next = format!("{path}&limit=500&cursor={cursor}"),
            None => return rows,
        }
    }
}

/// Point by place on the axis.
fn series(chart: &Json, key: &str) -> BTreeMap<String, String> {
    let all = chart["series"].as_array().expect("series");
    let found = all.iter().find(|series| series["key"] == key).unwrap_or_else(|| panic!("no series {key} in {chart}"));
    let place = |point: &Json| point["at"].as_str().or(point["class"].as_str()).expect("a place").to_owned();
    let points = found["points"].as_array().expect("points");
    points.iter().map(|point| (place(point), point["value"].as_str().expect("a value").to_owned())).collect()
}

fn text(row: &Json, member: &str) -> String {
    row[member].as_str().unwrap_or_else(|| panic!("no {member} in {row}")).to_owned()
}

fn day(row: &Json) -> String {
    format!("{}T00:00:00Z", &text(row, "block_timestamp")[..10])
}

/// Counts the rows of each place.
fn counted(places: impl Iterator<Item = String>) -> BTreeMap<String, String> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for place in places {
        *counts.entry(place).or_default() += 1;
    }
    counts.into_iter().map(|(place, count)| (place, count.to_string())).collect()
}

/// Counts the borrowers of each day.
fn borrowers(rows: &[Json]) -> BTreeMap<String, String> {
    let each: BTreeSet<(String, String, String)> =
        rows.iter().map(|row| (day(row), row["chain"].to_string(), text(row, "borrower"))).collect();
    counted(each.into_iter().map(|(day, ..)| day))
}

#[test]
fn a_liquidation_chart_counts_the_list() {
    quarry_tests::on_one_engine!();
    let range = "from=2026-08-15&to=2026-10-20";
    for filter in ["", "&protocol=aave_v3", "&chain=ethereum"] {
        let rows = walk(&format!("/liquidations?{range}{filter}"), "liquidations");
        assert!(rows.len() > 5, "{filter} is no test");
        let chart = body(&format!("/charts/liquidations?{range}{filter}"));
        assert_eq!(series(&chart, "liquidations"), counted(rows.iter().map(day)), "{filter}");
        assert_eq!(series(&chart, "accounts"), borrowers(&rows), "{filter}");
        assert_eq!((&chart["as_of"], &chart["source"]), (&rows[0]["block_timestamp"], &Json::from("event_logs")));
        let block = if filter.contains("chain") { rows[0]["block_number"].clone() } else { Json::Null };
        assert_eq!(chart["as_of_block"], block, "a block where one chain is meant");
    }
    let rows = walk(&format!("/liquidations?{range}"), "liquidations");
    let slug = rows.iter().find_map(|row| row["deployment"].as_str()).expect("a deployment").to_owned();
    let of_one: Vec<Json> = rows.into_iter().filter(|row| row["deployment"] == slug.as_str()).collect();
    let chart = body(&format!("/charts/liquidations?{range}&deployment={slug}"));
    assert_eq!(series(&chart, "liquidations"), counted(of_one.iter().map(day)));
}

#[test]
fn an_absorption_chart_counts_debts_and_adds_up_what_markets_valued() {
    quarry_tests::on_one_engine!();
    let range = "from=2026-08-05&to=2026-10-31";
    let rows = walk(&format!("/absorptions?{range}"), "absorptions");
    let of_kind = |kind: &str| rows.iter().filter(|row| row["kind"] == kind).cloned().collect::<Vec<_>>();
    let debts = of_kind("debt");
    assert!(debts.len() > 1, "no test");
    let chart = body(&format!("/charts/absorptions?{range}"));
    let absorptions = series(&chart, "absorptions");
    let days: BTreeSet<String> = rows.iter().map(day).collect();
    assert_eq!(absorptions.keys().cloned().collect::<BTreeSet<_>>(), days);
    assert_eq!(series(&chart, "accounts"), borrowers(&rows));
    for (day_of_debts, count) in counted(debts.iter().map(day)) {
        assert_eq!(absorptions.get(&day_of_debts), Some(&count), "{day_of_debts}");
    }
    for (kind, key) in [("debt", "debt_usd"), ("collateral", "collateral_usd")] {
        let mut sums: BTreeMap<String, u128> = days.iter().map(|day| (day.clone(), 0)).collect();
        for row in of_kind(kind) {
            *sums.entry(day(&row)).or_default() += hundred_millionths(&text(&row, "usd_value"));
        }
        let shown: BTreeMap<String, u128> =
            series(&chart, key).into_iter().map(|(day, value)| (day, hundred_millionths(&value))).collect();
        assert_eq!(shown, sums, "{key}");
    }
}

/// A decimal text with at most 8 digits behind the point, as a whole number of its last digit.
fn hundred_millionths(text: &str) -> u128 {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{rest:0<8}").parse().unwrap_or_else(|_| panic!("{text} has another form"))
}

#[test]
fn a_health_factor_chart_sorts_the_accounts_of_the_nearest_snapshot() {
    quarry_tests::on_one_engine!();
    let newest = body("/health_factors?chain=ethereum&limit=1");
    let block = newest["as_of_block"].as_u64().expect("a block");
    for query in ["chain=ethereum".to_owned(), format!("chain=ethereum&block={}", block - 1)] {
        let rows = walk(&format!("/health_factors?{query}"), "health_factors");
        let list = body(&format!("/health_factors?{query}&limit=1"));
        let chart = body(&format!("/charts/health_factors?{query}"));
        assert_eq!((&chart["as_of_block"], &chart["as_of"]), (&list["as_of_block"], &list["as_of"]), "{query}");
        let class = |row: &Json| match row["health_factor"].as_str().map(|text| text.parse::<f64>().expect("a number"))
        {
            None => "without",
            Some(factor) if factor < 1.0 => "0-1",
            Some(factor) if factor < 1.05 => "1-1.05",
            Some(factor) if factor < 1.1 => "1.05-1.1",
            Some(factor) if factor < 1.25 => "1.1-1.25",
            Some(factor) if factor < 1.5 => "1.25-1.5",
            Some(factor) if factor < 2.0 => "1.5-2",
            Some(factor) if factor < 5.0 => "2-5",
            Some(_) => "5-",
        };
        assert!(rows.len() > 5, "{query} is no test");
        assert_eq!(series(&chart, "accounts"), counted(rows.iter().map(|row| class(row).to_owned())), "{query}");
    }
    let refusal = shared().get("/charts/health_factors?block=-1");
    assert_eq!((refusal.status, refusal.json()["parameter"].as_str()), (422, Some("block")), "{}", refusal.text);
    let before_all = body("/charts/health_factors?chain=ethereum&block=1");
    assert_eq!((&before_all["as_of"], series(&before_all, "accounts").len()), (&Json::Null, 0));
}
