//! Figures whose data grow behind them: what came later changes nothing, however much it is, and what came before its end does.

use super::changes::{again, cite, server, state};
use crate::organizations::house::execute;
use crate::small_chain::{load, load_file, write};
use quarry_tests::browser::Browser;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};

const POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
/// 2017-07-14T00:00:00Z, before the blocks of the small chain.
const LONG_AGO: u64 = 1_499_990_400;
/// The beginning of an hour that is over when the small chain begins.
const HOUR: u64 = 1_699_992_000;

fn load_pool(server: &Server) {
    let (usdc, weth) = ("0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2");
    load_file(server, "pools", &format!("address,protocol,token0,token1\n{POOL},uniswap_v2,{usdc},{weth}\n"));
}

/// So many bars of the pool, one behind the other from that moment on.
fn bars(server: &Server, period: &str, from: u64, count: u64, last_block: u64) {
    let seconds = if period == "daily" { 86_400 } else { 3_600 };
    write(
        server,
        &format!(
            "INSERT INTO price_bars (chain_id, pool, period, start, source, close, trades, first_block, last_block, last_event_at, version)
             SELECT 1, unhex('{}'), '{period}', toDateTime({from} + number * {seconds}, 'UTC'), 'v2_reserves', toString(number), 1,
                    {last_block}, {last_block}, toDateTime({from} + number * {seconds}, 'UTC'), 1 FROM numbers({count})",
            &POOL[2..]
        ),
    );
}

fn count_of_bars(period: &str) -> Json {
    json!({
        "dataset": "price_bars", "aggregate": "count", "period": period, "chain": "ethereum", "filters": { "addresses": POOL }
    })
}

#[test]
fn a_daily_series_of_years_is_cited_whatever_there_is_of_hours() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let server = server("citations-years");
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(100, 11)]);
    load_pool(&server);
    bars(&server, "daily", LONG_AGO, 30, 50);
    bars(&server, "hourly", LONG_AGO, 50_000, 50);
    let series = cite(&mut staff, &json!({ "pool": POOL, "period": "daily" }));
    assert_eq!((&series["row_count"], &series["cited"]["parameters"]["period"]), (&json!(30), &json!("daily")));
    assert_eq!(state(&again(&mut staff, &series)).0, "verified");
    // A figure of them is of one period where one is named; of both it would add days to their own hours.
    let days = cite(&mut staff, &count_of_bars("daily"));
    assert_eq!((&days["value"], &days["cited"]["parameters"]["period"]), (&json!("30"), &json!("daily")));
    assert_eq!(state(&again(&mut staff, &days)).0, "verified");
    let query = json!({ "dataset": "price_bars", "columns": ["start"], "period": "daily", "chain": "ethereum" });
    assert_eq!(cite(&mut staff, &query)["row_count"], json!(30));
    for (body, code) in [
        (json!({ "dataset": "price_bars", "columns": ["start"], "chain": "ethereum" }), "too_many_rows"),
        (json!({ "dataset": "logs", "aggregate": "count", "period": "daily" }), "validation_failed"),
    ] {
        let refused = staff.write("POST", "/session/citations", &body);
        assert_eq!((refused.status, refused.code().as_str()), (422, code), "{}", refused.text);
    }
}

#[test]
fn what_comes_behind_a_figure_never_makes_it_drift() {
    quarry_tests::on_one_engine!();
    let server = server("citations-grown");
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(100, 11)]);
    load_pool(&server);
    bars(&server, "hourly", LONG_AGO, 10, 50);
    let series = cite(&mut staff, &json!({ "pool": POOL, "period": "hourly" }));
    let event = "INSERT INTO chain_events (key, category, ordered_at, is_verified, created_at, updated_at, version)
                 WITH RECURSIVE grown(place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM grown WHERE place < {most})
                 SELECT 'grown-{most}-' || CAST(place AS TEXT), 'other', 0, FALSE, 0, 0, 1 FROM grown";
    execute(&server, &event.replace("{most}", "1"), &[]);
    let events = cite(&mut staff, &json!({ "dataset": "chain_events", "aggregate": "count" }));
    assert_eq!((&series["row_count"], &events["value"]), (&json!(10), &json!("1")));
    // More than can be read, all of it behind them.
    bars(&server, "hourly", LONG_AGO + 36_000, 50_000, 60);
    execute(&server, &event.replace("{most}", "10000"), &[]);
    for citation in [&series, &events] {
        assert_eq!(state(&again(&mut staff, citation)).0, "verified", "{citation}");
    }
}

#[test]
fn a_count_of_nothing_drifts_when_something_comes_to_be_in_its_range() {
    quarry_tests::on_one_engine!();
    let server = server("citations-of-nothing");
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(100, 11)]);
    load_pool(&server);
    let event = "INSERT INTO chain_events (key, category, ordered_at, is_verified, created_at, updated_at, version)
                 VALUES ('one', 'other', 0, FALSE, 0, 0, 1)";
    execute(&server, event, &[]);
    let of_events = json!({ "dataset": "chain_events", "aggregate": "count", "filters": { "verified": true } });
    let of_nothing = [cite(&mut staff, &of_events), cite(&mut staff, &count_of_bars("hourly"))];
    for citation in &of_nothing {
        assert_eq!((&citation["value"], state(&again(&mut staff, citation)).0.as_str()), (&json!("0"), "verified"));
    }
    execute(&server, "UPDATE chain_events SET is_verified = TRUE", &[]);
    bars(&server, "hourly", LONG_AGO, 1, 50);
    for citation in &of_nothing {
        let now = state(&again(&mut staff, citation));
        assert_eq!((now.0.as_str(), &now.2), ("mismatch", &json!("1")), "{citation}");
    }
}

#[test]
fn a_bar_that_can_still_be_replaced_is_not_cited() {
    quarry_tests::on_one_engine!();
    let server = server("citations-below-finality");
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(0, 1), (1, 2), (66, 3)]);
    load_pool(&server);
    write(&server, "INSERT INTO followed_chains SELECT 1, 0, 67, 67, 66, now(), now(), 64, '', 1");
    // The last trade of the second bar is in a block that is not final, though both were over long ago.
    bars(&server, "hourly", HOUR - 3_600, 1, 1);
    bars(&server, "hourly", HOUR, 1, 40);
    let citation = cite(&mut staff, &count_of_bars("hourly"));
    assert_eq!((&citation["value"], &citation["as_of_block"]), (&json!("1"), &json!(1)), "{citation}");
    // One that has no trade behind the final block may still get one, until the final block is later than it.
    let final_block = |at: u64| {
        format!("INSERT INTO blocks (chain_id, block_number, block_timestamp, version) VALUES (1, 1, {at}, {at})")
    };
    write(&server, &final_block(HOUR - 60));
    let none = cite(&mut staff, &count_of_bars("hourly"));
    assert_eq!(none["value"], "0", "{none}");
    write(&server, &final_block(HOUR + 60));
    assert_eq!(cite(&mut staff, &count_of_bars("hourly"))["hash"], citation["hash"]);
}
