//! Liquidations, absorptions, health factors and the tracking pages, on the sample chain.

use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry_tests::server::shared;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const WETH: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const AAVE_V2: &str = "0x7d2768de32b0b80b7a3454c06bdac94a69ddc7a9";

fn body(path: &str) -> Json {
    let answer = shared().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

fn rows<'a>(body: &'a Json, list: &str) -> &'a Vec<Json> {
    body[list].as_array().unwrap_or_else(|| panic!("a list {list} in {body}"))
}

fn text<'a>(row: &'a Json, member: &str) -> &'a str {
    row[member].as_str().unwrap_or_else(|| panic!("text {member} in {row}"))
}

fn number(row: &Json, member: &str) -> u64 {
    row[member].as_u64().unwrap_or_else(|| panic!("a number {member} in {row}"))
}

fn float(row: &Json, member: &str) -> f64 {
    text(row, member).parse().expect("a decimal")
}

/// All rows of a list, by cursor.
fn walk(path: &str, list: &str, limit: usize) -> Vec<Json> {
    let joint = if path.contains('?') { '&' } else { '?' };
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = body(&format!("{path}{joint}limit={limit}{cursor}"));
        all.extend(rows(&page, list).iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

/// Gives the answer of the shared server's warehouse, as text.
fn warehouse(sql: &str) -> Vec<Vec<String>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let warehouse = Warehouse::over_unix_socket(&shared().data_dir.join("warehouse.sock"), "quarry");
        let bounds = QuerySettings {
            deadline: Duration::from_secs(60),
            max_rows: 100_000,
            max_memory_bytes: 1 << 30,
            readonly: true,
        };
        let rows = warehouse.query(sql, &[], bounds).await.unwrap_or_else(|error| panic!("{sql}: {error}")).rows;
        let cell = |value| match value {
            Value::Text(text) => text,
            Value::Null => "null".to_owned(),
            other => panic!("{other:?} is no text: write toString"),
        };
        (0..rows.row_count).map(|row| rows.columns.iter().map(|column| cell(column.value(row))).collect()).collect()
    })
}

#[test]
fn the_envelope_says_what_matches_what_is_shown_and_how_to_go_on() {
    quarry_tests::on_one_engine!();
    let page = body("/liquidations?limit=3");
    let members: Vec<&str> = page.as_object().expect("an object").keys().map(String::as_str).collect();
    for member in ["protocol", "matching", "count", "next_cursor", "limit", "max_rows", "liquidations"] {
        assert!(members.contains(&member), "{member} in {members:?}");
    }
    assert_eq!(page["protocol"], "all");
    assert_eq!((&page["count"], &page["limit"], &page["max_rows"]), (&3.into(), &3.into(), &500.into()));
    assert_eq!(page["as_of"], page["liquidations"][0]["block_timestamp"]);
    assert_eq!(page["as_of_block"], Json::Null, "blocks of several chains cannot be compared");
    let one_chain = body("/liquidations?limit=3&chain=base");
    assert_eq!(one_chain["as_of_block"], one_chain["liquidations"][0]["block_number"]);
    assert_eq!(number(&page, "matching") as usize, walk("/liquidations", "liquidations", 500).len());
}

#[test]
fn an_event_belongs_to_the_contract_that_emitted_it() {
    quarry_tests::on_one_engine!();
    // Four deployments emit the same LiquidationCall.
    let all = walk("/liquidations", "liquidations", 500);
    let words: BTreeSet<&str> = all.iter().map(|row| text(row, "protocol")).collect();
    let expected = ["aave_v1", "aave_v2", "aave_v2_amm", "aave_v3", "compound_v2", "spark"];
    assert_eq!(words, BTreeSet::from(expected));
    let mut counted = 0;
    for protocol in ["aave_v1", "aave_v2", "aave_v3", "compound_v2"] {
        let page = body(&format!("/liquidations?protocol={protocol}&limit=500"));
        assert_eq!(page["protocol"], protocol);
        for row in rows(&page, "liquidations") {
            assert_eq!(row["protocol"], protocol);
        }
        counted += number(&page, "matching") as usize;
    }
    let others = all.iter().filter(|row| ["spark", "aave_v2_amm"].contains(&text(row, "protocol"))).count();
    assert!(others > 0);
    assert_eq!(counted + others, all.len(), "a fork and the AMM market are no part of what they are copies of");
    let contracts: BTreeSet<String> = walk("/liquidations?protocol=aave_v2", "liquidations", 500)
        .iter()
        .map(|row| text(row, "contract").to_owned())
        .collect();
    assert_eq!(contracts, BTreeSet::from([AAVE_V2.to_owned()]));
}

#[test]
fn filters_narrow_and_agree_with_each_other() {
    quarry_tests::on_one_engine!();
    let by_symbol = walk("/liquidations?collateral=weth&chain=ethereum", "liquidations", 500);
    let by_address = walk(&format!("/liquidations?collateral={WETH}"), "liquidations", 500);
    assert_eq!(by_symbol, by_address);
    assert!(by_symbol.len() > 20 && by_symbol.iter().all(|row| row["collateral"]["symbol"] == "WETH"));

    let all = walk("/liquidations?chain=1", "liquidations", 500);
    let (first, last) = (number(&all[all.len() / 2], "block_number"), number(&all[10], "block_number"));
    let between: Vec<Json> =
        all.iter().filter(|row| (first..=last).contains(&number(row, "block_number"))).cloned().collect();
    let path = format!("/liquidations?chain=1&block_from={first}&block_to={last}");
    assert_eq!(walk(&path, "liquidations", 500), between);

    let day = &text(&all[0], "block_timestamp")[..10];
    let of_day: Vec<Json> = all.iter().filter(|row| text(row, "block_timestamp").starts_with(day)).cloned().collect();
    assert_eq!(walk(&format!("/liquidations?chain=1&from={day}&to={day}"), "liquidations", 500), of_day, "{day}");
}

/// `digits / 10^decimals`, exactly.
fn scaled(digits: &str, decimals: usize) -> String {
    let padded = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, fraction) = padded.split_at(padded.len() - decimals);
    format!("{whole}.{fraction}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[test]
fn amounts_are_scaled_to_the_last_digit_and_dollars_derived_or_null() {
    quarry_tests::on_one_engine!();
    let mut seen = BTreeMap::<(String, bool), usize>::new();
    for row in walk("/liquidations", "liquidations", 500) {
        for side in ["collateral", "debt"] {
            let decimals = number(&row[side], "decimals") as usize;
            let raw = text(&row, &format!("{side}_amount_raw")).to_owned();
            assert_eq!(row[format!("{side}_amount")], scaled(&raw, decimals), "{row}");
            let (symbol, usd) = (text(&row[side], "symbol").to_owned(), &row[format!("{side}_usd")]);
            *seen.entry((symbol.clone(), usd.is_null())).or_default() += 1;
            match symbol.as_str() {
                "USDC" | "USDT" | "DAI" => assert_eq!(usd, &row[format!("{side}_amount")], "{row}"),
                // Only pools with WETH: by the price of WETH, which the row says, or null; never a zero.
                "WBTC" | "wstETH" | "LINK" => {
                    let via = if usd.is_null() { Json::Null } else { "WETH".into() };
                    assert_eq!(row[format!("{side}_usd_via")], via, "{row}");
                }
                "cETH" | "cUSDC" => assert!(usd.is_null(), "{row}"),
                _ => {}
            }
        }
        // Both sides priced in dollars: a liquidator gets a few percent more than he repays. By a hop the sample's made-up pools say
        // less: `words::figures_in_dollars…` has it.
        let is_direct = row["collateral_usd_via"].is_null() && row["debt_usd_via"].is_null();
        if is_direct && !row["collateral_usd"].is_null() && !row["debt_usd"].is_null() {
            let bonus = float(&row, "collateral_usd") / float(&row, "debt_usd");
            assert!((0.95..1.2).contains(&bonus), "{bonus} in {row}");
        }
    }
    assert!(seen[&("WETH".to_owned(), false)] > 50, "{seen:?}");
    assert_eq!(seen.get(&("WETH".to_owned(), true)), None, "WETH has a price in dollars every hour: {seen:?}");
}

#[test]
fn a_dollar_value_is_the_close_of_the_hour_before() {
    quarry_tests::on_one_engine!();
    let row = body("/liquidations?collateral=WETH&chain=base&limit=1")["liquidations"][0].clone();
    let (price, at) = (float(&row, "collateral_usd") / float(&row, "collateral_amount"), text(&row, "block_timestamp"));
    let (day, hour) = (&at[..10], at[11..13].parse::<u32>().expect("an hour"));
    let pools = body("/pairs?base=WETH&quote=USDC&chain=base");
    let closes: Vec<f64> = rows(&pools, "pools")
        .iter()
        .filter_map(|pool| {
            let path = format!(
                "/pools/{}/prices?period=hourly&from=2026-08-01&to={day}T{hour:02}:00:00Z",
                text(pool, "address")
            );
            let bars = walk(&path, "bars", 500);
            let bar = bars.last()?.clone();
            // A price is token0 per token1; on Base WETH is token0.
            (pool["token0"]["symbol"] == "WETH").then(|| 1.0 / float(&bar, "close"))
        })
        .collect();
    assert!(closes.iter().any(|close| (close / price - 1.0).abs() < 1e-9), "{price} is none of {closes:?}");
}

#[test]
fn a_debt_is_absorbed_at_its_collateral_times_the_liquidation_factor() {
    quarry_tests::on_one_engine!();
    let mut absorbed = BTreeMap::<String, BTreeMap<String, Json>>::new();
    for row in walk("/absorptions", "absorptions", 500) {
        let kinds = absorbed.entry(text(&row, "transaction_hash").to_owned()).or_default();
        kinds.insert(text(&row, "kind").to_owned(), row);
    }
    assert!(absorbed.len() > 10);
    for kinds in absorbed.values() {
        let (debt, collateral) = (&kinds["debt"], &kinds["collateral"]);
        assert_eq!((&debt["borrower"], &debt["absorber"]), (&collateral["borrower"], &collateral["absorber"]));
        assert_eq!(debt["asset"]["symbol"], "USDC", "the base token of the market");
        let factor = float(debt, "usd_value") / float(collateral, "usd_value");
        let expected = if collateral["asset"]["symbol"] == "LINK" { 0.93 } else { 0.95 };
        assert!((factor - expected).abs() < 1e-6, "{factor}: {debt} {collateral}");
        for row in [debt, collateral] {
            let decimals = number(&row["asset"], "decimals") as usize;
            assert_eq!(row["amount"], scaled(text(row, "amount_raw"), decimals), "{row}");
        }
    }
}

#[test]
fn a_market_is_found_by_its_slug_and_by_its_address() {
    quarry_tests::on_one_engine!();
    let base = "0xb125e6687d4313864e53df431d5425969c15eb2f";
    let by_address = walk(&format!("/absorptions?market={base}"), "absorptions", 500);
    assert_eq!(walk("/absorptions?market=compound-v3-usdc&chain=base", "absorptions", 500), by_address);
    assert!(!by_address.is_empty() && by_address.iter().all(|row| row["market"] == base));
    let refusal = shared().get("/absorptions?market=no-such-market");
    assert_eq!((refusal.status, refusal.json()["parameter"].as_str()), (422, Some("market")), "{}", refusal.text);
    assert!(refusal.text.contains("compound-v3-usdc"), "it names those that there are: {}", refusal.text);
}

#[test]
fn a_snapshot_is_the_nearest_at_or_before_the_block() {
    quarry_tests::on_one_engine!();
    let blocks: Vec<u64> = warehouse(
        "SELECT DISTINCT toString(block_number) FROM health_factor_snapshots WHERE chain_id = 1 ORDER BY block_number",
    )
    .into_iter()
    .map(|row| row[0].parse().expect("a number"))
    .collect();
    assert!(blocks.len() > 5, "{blocks:?}");
    let snapshot = |block: u64| body(&format!("/health_factors?chain=ethereum&block={block}&limit=1"));
    assert_eq!(snapshot(blocks[2])["snapshot_block"], blocks[2], "the very block");
    assert_eq!(snapshot(blocks[3] - 1)["snapshot_block"], blocks[2], "the last one before");
    assert_eq!(snapshot(blocks[3] - 1)["as_of_block"], blocks[2]);
    let before = snapshot(blocks[0] - 1);
    assert_eq!((&before["snapshot_block"], &before["count"]), (&Json::Null, &0.into()), "none is that old");
    assert_eq!(body("/health_factors?chain=ethereum")["snapshot_block"], blocks[blocks.len() - 1], "the newest");

    let refusal = shared().get("/health_factors?block=30000000");
    assert_eq!((refusal.status, refusal.json()["parameter"].as_str()), (422, Some("chain")));
    assert!(refusal.detail().contains("base, ethereum"), "{}", refusal.detail());
}

#[test]
fn health_factors_are_ordered_bounded_and_agree_with_the_balances() {
    quarry_tests::on_one_engine!();
    let all = walk("/health_factors?chain=ethereum", "health_factors", 500);
    let factors: Vec<f64> =
        all.iter().filter(|row| !row["health_factor"].is_null()).map(|row| float(row, "health_factor")).collect();
    assert!(factors.is_sorted() && factors.len() > 40, "the least healthy first: {factors:?}");
    let middle = text(&all[factors.len() / 2], "health_factor");
    let upper = walk(&format!("/health_factors?chain=ethereum&min_hf={middle}"), "health_factors", 500);
    let lower = walk(&format!("/health_factors?chain=ethereum&max_hf={middle}"), "health_factors", 500);
    assert_eq!(upper[0]["health_factor"], middle, "bounds are inclusive");
    assert_eq!(lower[lower.len() - 1]["health_factor"], middle);
    assert_eq!(upper.len() + lower.len(), factors.len() + 1);

    let account = text(&all[0], "account");
    let found = body(&format!("/health_factors?chain=ethereum&account={account}"));
    assert_eq!(rows(&found, "health_factors"), &vec![all[0].clone()]);
    for row in walk("/health_factors?chain=ethereum&protocol=aave_v3", "health_factors", 500) {
        assert_eq!(row["protocol"], "aave_v3");
        for side in ["collaterals", "debts"] {
            for balance in rows(&row, side) {
                let decimals = number(balance, "decimals") as usize;
                assert_eq!(balance["amount"], scaled(text(balance, "amount_raw"), decimals), "{row}");
            }
        }
        assert_eq!(rows(&row, "debts").is_empty(), row["health_factor"].is_null(), "{row}");
    }
}

#[test]
fn a_deployments_page_agrees_with_its_lists() {
    quarry_tests::on_one_engine!();
    let index = walk("/public/tracking", "deployments", 500);
    for deployment in &index {
        let (slug, chain) = (text(deployment, "slug"), text(deployment, "chain"));
        let path = format!("/public/tracking/{slug}?chain={chain}&range=all");
        let answer = shared().get_keyless(&path);
        assert_eq!((answer.status, answer.header("cache-control")), (200, "public, max-age=60"), "{}", answer.text);
        let page = answer.json();
        for member in ["liquidations", "absorptions"] {
            assert_eq!(page["totals"][member], deployment[member], "{slug} {chain} {member}");
            let by_day: u64 = rows(&page, "days").iter().map(|day| number(day, member)).sum();
            assert_eq!(by_day, number(deployment, member), "{slug} {chain} {member}");
        }
        assert_eq!(page["as_of"], deployment["newest_event_at"]);
        assert_eq!(rows(&page, "contracts").len() as u64, number(deployment, "contracts"));
        assert_eq!(page["snapshots"][0]["block_number"], deployment["snapshot_block"]);
        let listed = walk(&format!("/public/tracking/{slug}/liquidations?chain={chain}"), "liquidations", 45);
        assert_eq!(listed.len() as u64, number(deployment, "liquidations"), "{slug} {chain}");
        assert!(listed.iter().all(|row| row["deployment"] == slug && row["chain"] == chain));
    }
    let both = body("/public/tracking/aave-v3?range=all");
    let apart: u64 = index.iter().filter(|row| row["slug"] == "aave-v3").map(|row| number(row, "liquidations")).sum();
    assert_eq!(number(&both["totals"], "liquidations"), apart, "without a chain: on all of them");
    assert_eq!(both["as_of_block"], Json::Null);
}

#[test]
fn a_range_counts_back_from_the_newest_event() {
    quarry_tests::on_one_engine!();
    let newest = body("/public/tracking/aave-v3?range=all&chain=ethereum");
    let week = body("/public/tracking/aave-v3?range=7d&chain=ethereum");
    assert_eq!(newest["as_of"], week["as_of"]);
    assert_eq!((&newest["from"], &newest["to"]), (&Json::Null, &Json::Null));
    let liquidations = walk("/public/tracking/aave-v3/liquidations?range=7d&chain=ethereum", "liquidations", 3);
    assert_eq!(liquidations.len() as u64, number(&week["totals"], "liquidations"), "pages of a walk share the range");
    assert!(liquidations.iter().all(|row| text(row, "block_timestamp") >= text(&week, "from")));
}

#[test]
fn a_deployments_liquidations_are_narrowed_by_either_side() {
    quarry_tests::on_one_engine!();
    let path = "/public/tracking/aave-v3/liquidations?chain=ethereum";
    let all = walk(path, "liquidations", 500);
    for symbol in ["USDC", "WETH"] {
        let expected: Vec<Json> = all
            .iter()
            .filter(|row| [&row["collateral"], &row["debt"]].iter().any(|token| token["symbol"] == symbol))
            .cloned()
            .collect();
        assert!(!expected.is_empty() && expected.len() < all.len());
        assert_eq!(walk(&format!("{path}&symbol={symbol}"), "liquidations", 500), expected, "{symbol}");
    }
    // The debt of Compound V2 is told by the registry of deployments alone.
    let dai = walk("/public/tracking/compound-v2/liquidations?symbol=DAI", "liquidations", 500);
    assert!(!dai.is_empty() && dai.iter().all(|row| row["debt"]["symbol"] == "DAI"));
}

#[test]
fn an_account_has_its_history_its_balances_and_its_liquidations() {
    quarry_tests::on_one_engine!();
    let all = walk("/public/tracking/aave-v3/liquidations?chain=ethereum", "liquidations", 500);
    let borrower = text(&all[all.len() - 1], "borrower");
    let page = body(&format!("/public/tracking/aave-v3/accounts/{borrower}?limit=500"));
    let expected: Vec<Json> = all.iter().filter(|row| row["borrower"] == borrower).cloned().collect();
    assert_eq!(rows(&page, "liquidations"), &expected);
    assert_eq!(page["matching"], expected.len());
    let history = rows(&page, "history");
    assert!(!history.is_empty());
    let blocks: Vec<u64> = history.iter().map(|row| number(row, "block_number")).collect();
    assert!(blocks.is_sorted_by(|a, b| a > b), "newest first: {blocks:?}");
    for balance in rows(&page, "balances") {
        assert_eq!(number(balance, "block_number"), blocks[0]);
    }
    let absorbed = body("/absorptions?market=compound-v3-usdc&chain=ethereum&limit=1")["absorptions"][0].clone();
    let account = body(&format!("/public/tracking/compound-v3-usdc/accounts/{}?chain=1", text(&absorbed, "borrower")));
    assert!(number(&account["absorbed"], "absorptions") > 0);
    let nobody = body(&format!("/public/tracking/aave-v3/accounts/0x{}", "12".repeat(20)));
    assert_eq!((&nobody["matching"], rows(&nobody, "history").len()), (&0.into(), 0));
}

#[test]
fn what_cannot_be_asked_is_refused_by_name() {
    quarry_tests::on_one_engine!();
    for (path, parameter) in [
        ("/liquidations?protocol=atlantis", "protocol"),
        ("/liquidations?collateral=0x12", "collateral"),
        ("/liquidations?from=yesterday", "from"),
        ("/liquidations?block_from=-1", "block_from"),
        ("/liquidations?chain=atlantis", "chain"),
        ("/liquidations?limit=0", "limit"),
        ("/absorptions?market=0x12", "market"),
        ("/health_factors?protocol=aave", "protocol"),
        ("/health_factors?min_hf=much", "min_hf"),
        ("/health_factors?max_hf=1.0000000000000000001", "max_hf"),
        ("/health_factors?account=0x12", "account"),
        ("/public/tracking/aave-v3?range=2d", "range"),
        ("/public/tracking/aave-v3/accounts/0x12", "address"),
    ] {
        let refusal = shared().get(path);
        assert_eq!(refusal.status, 422, "{path}: {}", refusal.text);
        assert_eq!(
            (refusal.code().as_str(), refusal.json()["parameter"].as_str()),
            ("invalid_parameter", Some(parameter)),
            "{path}"
        );
    }
    for path in
        ["/public/tracking/no-such", "/public/tracking/spark?chain=base", "/public/tracking/no-such/liquidations"]
    {
        let refusal = shared().get_keyless(path);
        assert_eq!((refusal.status, refusal.code().as_str()), (404, "not_found"), "{path}: {}", refusal.text);
    }
    let cursor = body("/liquidations?limit=2")["next_cursor"].as_str().expect("a further page").to_owned();
    let foreign = shared().get(&format!("/liquidations?protocol=aave_v3&limit=2&cursor={cursor}"));
    assert_eq!((foreign.status, foreign.code().as_str()), (422, "invalid_cursor"));
    assert_eq!(shared().get_keyless("/liquidations").status, 401);
}
