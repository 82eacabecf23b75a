//! Reorganisations: a crossing that is taken back is told once, and what stays is not told again.

use super::stage::{
    BEGAN_AT, Point, Pool, armings, evaluate, inbox, point, rearm, server, shown, some_blocks, somebody,
};
use crate::organizations::house::texts;
use quarry::stores::result_set::Value;
use serde_json::json;

fn fork(block: i64, price: &str) -> Point<'_> {
    Point { block, fork: 2, at: BEGAN_AT + block * 12, price }
}

#[test]
fn a_crossing_that_a_reorganisation_takes_back_is_said_once_and_fires_again_once_armed() {
    let server = &server();
    let (_, mut browser) = somebody(server, "researcher");
    let (pool, block) = (Pool::new(server), some_blocks());
    pool.sets(server, &[point(block, "1990")]);
    let alert = pool.alert(&mut browser, "above", "2000");
    pool.sets(server, &[point(block + 1, "2001")]);
    assert_eq!(inbox(&browser), ["price_alert"]);
    let replacing = [fork(block + 1, "1999")];
    pool.sets(server, &replacing);
    assert_eq!(inbox(&browser), ["price_alert", "alert_taken_back"]);
    pool.sets(server, &replacing);
    evaluate(server);
    assert_eq!(inbox(&browser).len(), 2, "once");
    // It crosses on the chain that stands: the arming has fired, and one more is asked for.
    pool.sets(server, &[fork(block + 2, "2003")]);
    assert_eq!(armings(server, "price", &alert["id"]), ["1"]);
    assert_eq!(rearm(&mut browser, "prices", &alert["id"])["waits_for_crossing"], true);
    pool.sets(server, &[fork(block + 3, "1998")]);
    pool.sets(server, &[fork(block + 4, "2004")]);
    assert_eq!(armings(server, "price", &alert["id"]), ["1", "2"]);
    assert_eq!(inbox(&browser), ["price_alert", "alert_taken_back", "price_alert"]);
    let sql = "SELECT CAST(count(*) AS TEXT) AS text FROM alert_firings WHERE alert_id = $1 AND alert_type = 'price' AND taken_back_at IS NOT NULL";
    let id = alert["id"].as_i64().expect("a number");
    assert_eq!(texts(server, sql, &[Value::Int64(id)]), ["1"]);
}

#[test]
fn a_crossing_that_is_on_both_chains_is_told_once() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let server = &server();
    let (_, mut browser) = somebody(server, "researcher");
    let (pool, block) = (Pool::new(server), some_blocks());
    pool.sets(server, &[point(block, "1990")]);
    let alert = pool.alert(&mut browser, "above", "2000");
    pool.sets(server, &[point(block + 1, "2001")]);
    pool.sets(server, &[fork(block + 1, "2002")]);
    // Replaced once more, and now it is gone.
    assert_eq!(inbox(&browser), ["price_alert"]);
    pool.sets(server, &[Point { fork: 3, ..fork(block + 1, "1995") }]);
    assert_eq!(inbox(&browser), ["price_alert", "alert_taken_back"]);
    assert_eq!(shown(&browser, "price_alerts", &alert["id"])["state"], "fired");
}

#[test]
fn a_crossing_that_a_reorganisation_brings_fires() {
    quarry_tests::on_one_engine!();
    let server = &server();
    let (_, mut browser) = somebody(server, "researcher");
    let (pool, block) = (Pool::new(server), some_blocks());
    pool.sets(server, &[point(block, "1990"), point(block + 1, "1991")]);
    let alert = pool.alert(&mut browser, "above", "2000");
    pool.sets(server, &[fork(block + 1, "2005")]);
    let fired = shown(&browser, "price_alerts", &alert["id"]);
    assert_eq!((&fired["state"], &fired["fired"]["measured_price"]), (&json!("fired"), &json!("2005")));
}

#[test]
fn a_price_of_before_fires_nothing_when_what_came_after_it_is_taken_out() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let server = &server();
    let (_, mut browser) = somebody(server, "researcher");
    let (pool, block) = (Pool::new(server), some_blocks());
    pool.sets(server, &[point(block, "2100")]);
    pool.sets(server, &[point(block + 1, "1990")]);
    let alert = pool.alert(&mut browser, "above", "2000");
    let (first, last) = ((block + 1).to_string(), (block + 1).to_string());
    server.command(&["withdraw", "blocks", "gnosis", &first, &last, "--yes"], "");
    evaluate(server);
    assert_eq!(armings(server, "price", &alert["id"]), [""; 0]);
    assert_eq!(shown(&browser, "price_alerts", &alert["id"])["state"], "watching");
    pool.sets(server, &[fork(block + 1, "2101")]);
    assert_eq!(armings(server, "price", &alert["id"]), ["1"]);
}
