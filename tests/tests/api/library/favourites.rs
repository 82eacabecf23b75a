//! Favourites: their figures, how old these may be, and how many there may be.

use super::{V2_POOL, V3_POOL, at_once, count, library, somebody};
use crate::alerts::evaluation::stage::{self, Point, Pool};
use crate::failures::signal;
use crate::organizations::house::{Person, execute, texts};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::server::{Server, shared};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

const PATH: &str = "/session/watchlist";

#[test]
fn a_favourite_shows_the_close_that_its_bars_have_and_the_change_of_a_day() {
    let (_, mut browser) = somebody("researcher");
    let kept = browser.write("POST", PATH, &json!({ "address": V3_POOL[2..].to_uppercase() }));
    assert_eq!(kept.status, 201, "{}", kept.text);
    let summary = kept.json()["summary"].clone();
    let bars = shared().get(&format!("/pools/{V3_POOL}/prices?period=hourly&from=2026-10-28&limit=500")).json();
    let bars = bars["bars"].as_array().unwrap_or_else(|| panic!("{bars}")).clone();
    let newest = bars.iter().max_by_key(|bar| bar["start"].as_str().map(str::to_owned)).expect("a bar");
    assert_eq!(summary["close"], newest["close"], "{summary}");
    let start =
        |bar: &Json| bar["start"].as_str().and_then(|time| time.parse::<jiff::Timestamp>().ok()).expect("a time");
    let day = jiff::SignedDuration::from_hours(24);
    let before = bars.iter().filter(|bar| start(newest).duration_since(start(bar)) >= day).max_by_key(|bar| start(bar));
    let number = |bar: &Json| bar["close"].as_str().and_then(|close| close.parse::<f64>().ok()).expect("a decimal");
    let expected = (number(newest) / number(before.expect("a day of bars")) - 1.0) * 100.0;
    let change: f64 = summary["change_24h_percent"].as_str().and_then(|text| text.parse().ok()).expect("a decimal");
    assert!((change - expected).abs() < 1e-5, "{change} for {expected}");
    assert_eq!((&summary["source"], &summary["chain"]), (&json!("v3_swaps"), &json!("ethereum")));
    assert_eq!(summary["orientation"], "token0_per_token1", "a price alone does not say of what");
    assert!(summary["as_of"].is_string() && summary["as_of_block"].is_u64(), "{summary}");
    assert_eq!(library(&browser)["favourites"], json!([kept.json()]));
}

#[test]
fn figures_are_kept_for_five_minutes_and_then_read_again() {
    let (_, mut browser) = somebody("researcher");
    let kept = browser.write("POST", PATH, &json!({ "address": V2_POOL }));
    assert_eq!(kept.status, 201, "{}", kept.text);
    let close = || library(&browser)["favourites"][0]["summary"]["close"].clone();
    let read = close();
    let set = |age_seconds: i64| {
        let now = jiff::Timestamp::now().as_microsecond();
        let sql =
            "UPDATE favourite_summaries SET summary = REPLACE(summary, $1, '7.25'), read_at = $2 WHERE summary LIKE $3";
        let values = [
            Value::Text(read.as_str().expect("a close").to_owned()),
            Value::Timestamp(now - age_seconds * 1_000_000),
            Value::Text(format!("%{V2_POOL}%")),
        ];
        assert_eq!(execute(shared(), sql, &values), 1);
    };
    set(200);
    assert_eq!(close(), "7.25", "within five minutes the kept figure stands");
    set(301);
    assert_eq!(close(), read);
    let sql = "SELECT summary AS text FROM favourite_summaries WHERE summary LIKE $1";
    let again = texts(shared(), sql, &[Value::Text(format!("%{V2_POOL}%"))]);
    assert!(again.len() == 1 && again[0].contains(read.as_str().expect("a close")), "{again:?}");
}

#[test]
fn a_favourite_without_a_figure_shows_null_and_never_zero() {
    quarry_tests::on_one_engine!();
    let server = &stage::server();
    let (_, mut browser) = stage::somebody(server, "researcher");
    // Without a price; of a token whose decimals nobody knows; with a price and none of the day before; with both.
    let pools = [Pool::new(server), Pool::with_decimals(server, ""), Pool::new(server), Pool::new(server)];
    let block = stage::some_blocks();
    let next_day = stage::point(block + 2, "2").at + 90_000;
    pools[1].load(server, &[stage::point(block, "2")]);
    pools[2].load(server, &[stage::point(block + 1, "2")]);
    pools[3].load(server, &[stage::point(block + 2, "2"), Point { at: next_day, ..stage::point(block + 3, "3") }]);
    let figures = pools.map(|pool| {
        let kept = browser.write("POST", PATH, &json!({ "address": pool.address }));
        assert_eq!(kept.status, 201, "{}", kept.text);
        let (kept, shown) = (kept.json(), library(&browser)["favourites"].as_array().expect("a list").clone());
        assert_eq!(shown.last(), Some(&kept));
        let summary = &kept["summary"];
        [&summary["close"], &summary["change_24h_percent"]].map(|figure| figure.as_str().map(str::to_owned))
    });
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(figures, [[None, None], [None, None], [text("2"), None], [text("3"), text("50.000000")]]);
}

#[test]
fn a_library_is_shown_while_the_warehouse_is_down_and_asks_it_of_no_market_at_every_look() {
    quarry_tests::in_the_whole_suite!();
    let server = &Server::start(&stage::options("library_outage")).expect("a server");
    let (person, mut browser) = stage::somebody(server, "researcher");
    let pool = Pool::new(server);
    pool.load(server, &[stage::point(1, "2")]);
    let kept = browser.write("POST", PATH, &json!({ "address": pool.address }));
    assert_eq!(kept.json()["summary"]["close"], "2", "{}", kept.text);
    let view = json!({ "kind": "finder", "params": { "base": "WETH" } });
    assert_eq!(browser.write("POST", "/session/saved_queries", &view).status, 201);
    // A market that was tracked once.
    let gone = "INSERT INTO favourites (user_id, chain_id, pool, created_at) VALUES ($1, 100, $2, 1)";
    execute(server, gone, &[Value::Int64(person.id), Value::Bytes(vec![9; 20])]);
    let seen = library(&browser);
    assert_eq!((&seen["favourites"][0], &seen["favourites"][1]["summary"]), (&kept.json(), &Json::Null));
    let warehouse = server.warehouse_pid().expect("a warehouse");
    signal(warehouse, "STOP");
    let began = Instant::now();
    assert_eq!(library(&browser), seen);
    assert!(began.elapsed() < Duration::from_secs(2), "it was asked again: {:?}", began.elapsed());
    execute(server, "UPDATE favourite_summaries SET read_at = 1", &[]);
    assert_eq!(library(&browser), seen, "what was read last");
    signal(warehouse, "CONT");
    pool.load(server, &[stage::point(2, "3")]);
    assert_eq!(library(&browser)["favourites"][0]["summary"]["close"], "3");
}

#[test]
fn unknown_markets_and_favourites_of_before_are_refused_by_their_field() {
    let (_, mut browser) = somebody("researcher");
    let unknown = format!("0x{:040x}", 0xdead);
    refused(&browser.write("POST", PATH, &json!({ "address": unknown })), 422, "unknown_market", Some("address"));
    let elsewhere = json!({ "address": V2_POOL, "chain": "base" });
    refused(&browser.write("POST", PATH, &elsewhere), 422, "unknown_market", Some("address"));
    for body in [
        json!({}),
        json!({ "address": "0x12" }),
        json!({ "address": null }),
        json!({ "address": format!("{V2_POOL}00") }),
    ] {
        refused(&browser.write("POST", PATH, &body), 422, "validation_failed", Some("address"));
    }
    assert_eq!(browser.write("POST", PATH, &json!({ "address": V2_POOL, "chain": "1" })).status, 201);
    let again = browser.write("POST", PATH, &json!({ "address": V2_POOL }));
    refused(&again, 422, "already_favourited", Some("address"));
    assert_eq!(library(&browser)["favourites"].as_array().map(Vec::len), Some(1));
}

#[test]
fn people_who_keep_markets_at_once_do_not_get_more_than_the_plan_allows() {
    let person = Person::new(shared(), "Ada");
    // A plan that allows fewer than the sample has, before anything asks for it: what is in force is kept for a moment.
    let sql = "INSERT INTO entitlement_overrides (organization_id, name, value, set_by, set_at) VALUES ($1, 'favourites', '2', 'a test', 0)";
    execute(shared(), sql, &[Value::Int64(person.own_organization_id)]);
    let mut browser = person.browser(shared());
    let listed = shared().get("/pairs").json();
    let pools: Vec<Json> = listed["pools"].as_array().unwrap_or_else(|| panic!("{listed}")).clone();
    assert!(pools.len() > 2, "the sample has pools");
    let write = || at_once(&browser, PATH, |number| json!({ "address": pools[number % pools.len()]["address"] }));
    let mut statuses = write();
    // On a busy machine the warehouse may not answer some of them in time: all try again then.
    while count(&statuses, 201) < 2 && count(&statuses, 503) > 0 && statuses.len() < 100 {
        statuses.extend(write());
    }
    let of = |status| count(&statuses, status);
    assert_eq!((of(201), of(403) + of(422) + of(503)), (2, statuses.len() - 2), "{statuses:?}");
    let seen = library(&browser);
    assert_eq!((&seen["favourites"].as_array().map(Vec::len), &seen["favourites_limit"]), (&Some(2), &json!(2)));
    let is_kept = |pool: &&Json| {
        seen["favourites"].as_array().expect("a list").iter().any(|one| one["address"] == pool["address"])
    };
    let other = pools.iter().find(|pool| !is_kept(pool)).expect("one more");
    let spent = browser.write("POST", PATH, &json!({ "address": other["address"] }));
    refused(&spent, 403, "plan_limit_reached", None);
    assert_eq!(spent.json()["allowance"], "favourites");
    let path = format!("{PATH}/{}", seen["favourites"][0]["id"]);
    let (_, mut stranger) = somebody("free");
    refused(&stranger.write("DELETE", &path, &json!({})), 404, "not_found", None);
    assert_eq!(browser.write("DELETE", &path, &json!({})).status, 204);
    assert_eq!(browser.write("POST", PATH, &json!({ "address": other["address"] })).status, 201);
}
