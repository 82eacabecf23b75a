//! Data that is too old: it fires nothing and tells nobody.

use super::stage::{Point, Pool, armings, evaluate, events, inbox, options, some_blocks, somebody};
use super::watches::{Liquidation, load_events, load_liquidations, watch};
use crate::organizations::house::{execute, texts};
use jiff::Timestamp;
use quarry::stores::result_set::Value;
use quarry_tests::server::Server;
use serde_json::json;

#[test]
fn data_that_is_too_old_and_a_backfill_fire_nothing_and_what_is_fresh_does() {
    quarry_tests::on_one_engine!();
    let server = &Server::start(&options("alert_staleness")).expect("a server");
    execute(server, "UPDATE alert_rules SET stale_after_seconds = 900", &[]);
    let (person, mut browser) = somebody(server, "researcher");
    let (pool, other, block) = (Pool::new(server), Pool::new(server), some_blocks());
    let now = Timestamp::now().as_second();
    let set =
        |block: i64, seconds_ago: i64, price: &'static str| Point { block, fork: 1, at: now - seconds_ago, price };

    // A chain that is an hour behind is not looked at; the crossing counts once it has caught up.
    pool.sets(server, &[set(block, 7_200, "1990"), set(block + 1, 60, "1991")]);
    let alert = pool.alert(&mut browser, "above", "2000");
    let dead = other.alert(&mut browser, "above", "2000");
    // Fresh data of the chain, and with it the history of another pool: only what happened lately counts.
    other.sets(server, &[set(block - 400, 90_000, "2500")]);
    assert_eq!(armings(server, "price", &dead["id"]), [""; 0], "a backfill");
    pool.sets(server, &[set(block + 2, 30, "2001")]);
    assert_eq!(armings(server, "price", &alert["id"]), ["1"]);

    // Liquidations and events of the past are no news either.
    let liquidated = watch(&mut browser, json!({ "kind": "liquidation", "condition": { "token": "stale" } }));
    let told = watch(&mut browser, json!({ "kind": "chain_event" }));
    let old = Liquidation { block: block + 1, at: now - 3_600, ..Liquidation::of(block, 1) };
    let new = Liquidation { block: block + 2, at: now - 20, ..Liquidation::of(block, 2) };
    load_liquidations(server, "stale", &[old]);
    evaluate(server);
    assert_eq!(armings(server, "liquidation", &liquidated["id"]), [""; 0]);
    load_liquidations(server, "stale", &[new]);
    evaluate(server);
    assert_eq!(armings(server, "liquidation", &liquidated["id"]), ["1"]);
    let day = |days: i64| Timestamp::from_second(now - days * 86_400).expect("a time").to_string();
    load_events(server, &[json!({ "key": "past", "category": "exploit", "occurred_at": day(30) })]);
    load_events(server, &[json!({ "key": "unknown", "category": "exploit" })]);
    evaluate(server);
    assert_eq!(armings(server, "chain_event", &told["id"]), [""; 0]);
    // A registry of the past, as large as a third of a file may be: the shares of a run are for what is new.
    let registry = "INSERT INTO chain_events (key, category, ordered_at, is_verified, created_at, updated_at, version)
                    WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 30000)
                    SELECT 'past-' || number, 'other', 0, FALSE, CAST($1 AS BIGINT), CAST($1 AS BIGINT), 1 FROM numbers";
    execute(server, registry, &[Value::Int64(Timestamp::now().as_microsecond())]);
    load_events(server, &[json!({ "key": "lately", "category": "exploit", "occurred_at": day(2) })]);
    evaluate(server);
    assert_eq!(armings(server, "chain_event", &told["id"]), ["1"]);
    let mut kinds = inbox(&browser);
    kinds.sort();
    assert_eq!(kinds, ["price_alert", "watch", "watch"]);
    for name in ["price_alert.triggered", "liquidation.recorded", "chain_event.created"] {
        assert_eq!(events(server, person.own_organization_id, name).len(), 1, "{name}");
    }

    // Behind again: nothing is looked at, whatever the price.
    let pool = Pool::new(server);
    pool.sets(server, &[set(block + 3, 10, "1")]);
    let late = pool.alert(&mut browser, "above", "2");
    execute(server, "UPDATE alert_rules SET stale_after_seconds = 1", &[]);
    let missed = Liquidation { block: block + 4, at: now - 9, ..Liquidation::of(block, 3) };
    load_liquidations(server, "stale", &[missed]);
    pool.sets(server, &[set(block + 4, 9, "3")]);
    evaluate(server);
    assert_eq!(armings(server, "price", &late["id"]), [""; 0]);
    let recorded = || events(server, person.own_organization_id, "liquidation.recorded").len();
    assert_eq!(recorded(), 1);
    execute(server, "UPDATE alert_rules SET stale_after_seconds = 900", &[]);
    load_liquidations(server, "other", &[Liquidation { at: now - 8, ..Liquidation::of(block + 4, 4) }]);
    evaluate(server);
    assert_eq!(armings(server, "price", &late["id"]), ["1"], "it has caught up");
    assert_eq!(recorded(), 2, "what was recorded meanwhile is told then");
    let own = "SELECT part AS text FROM job_marks WHERE component = 'alerts' AND part LIKE 'liquidations%'";
    assert_eq!(texts(server, own, &[]), ["liquidations"]);
}
