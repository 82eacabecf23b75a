//! While prices are switched off, price alerts pause: nothing fires, and people are told that it does not.

use super::stage::{Pool, armings, evaluate, events, inbox, point, server, some_blocks, somebody};
use super::watches::{load_events, watch};
use crate::organizations::house::execute;
use quarry::stores::result_set::Value;
use quarry_tests::server::Server;
use serde_json::json;

/// Switches prices as staff do.
fn switch(server: &Server, is_on: bool) {
    let sql = "UPDATE modules SET enabled = CAST($1 AS BOOLEAN), version = version + 1 WHERE key = 'prices'";
    assert_eq!(execute(server, sql, &[Value::Boolean(is_on)]), 1);
}

#[test]
fn price_alerts_pause_while_prices_are_off_and_say_so_once_to_those_who_wait() {
    let server = &server();
    let (person, mut browser) = somebody(server, "researcher");
    let (_, bystander) = somebody(server, "researcher");
    let (crossing, passing, block) = (Pool::new(server), Pool::new(server), some_blocks());
    crossing.sets(server, &[point(block, "1990")]);
    passing.sets(server, &[point(block, "1990")]);
    let crossed = crossing.alert(&mut browser, "above", "2000");
    let passed = passing.alert(&mut browser, "above", "2000");
    let watched = watch(&mut browser, json!({ "kind": "chain_event", "condition": { "category": "launch" } }));

    switch(server, false);
    evaluate(server);
    crossing.sets(server, &[point(block + 1, "2001")]);
    passing.sets(server, &[point(block + 2, "2001")]);
    passing.sets(server, &[point(block + 3, "1990")]);
    assert_eq!(inbox(&browser), ["price_alerts_paused"], "once");
    let entry = browser.get("/session/notifications").json()["notifications"][0].clone();
    assert_eq!((&entry["title"], &entry["space_id"]), (&json!("Your price alerts pause"), &json!(null)), "{entry}");
    assert!(entry["excerpt"].as_str().is_some_and(|text| text.contains("fire nothing meanwhile")), "{entry}");
    assert_eq!(inbox(&bystander), [""; 0], "who has no price alert is told nothing");
    for alert in [&crossed, &passed] {
        assert_eq!(armings(server, "price", &alert["id"]), [""; 0]);
    }
    assert_eq!(events(server, person.own_organization_id, "price_alert.triggered").len(), 0);
    load_events(server, &[json!({ "key": format!("pause-{}", person.id), "category": "launch" })]);
    evaluate(server);
    assert_eq!(armings(server, "chain_event", &watched["id"]), ["1"], "watches are not behind the module");

    switch(server, true);
    evaluate(server);
    assert_eq!(armings(server, "price", &crossed["id"]), ["1"], "its condition holds now");
    assert_eq!(armings(server, "price", &passed["id"]), [""; 0], "what came and went in the pause fires nothing");
    assert_eq!(inbox(&browser), ["price_alerts_paused", "watch", "price_alert"]);

    switch(server, false);
    evaluate(server);
    assert_eq!(inbox(&browser).last().map(String::as_str), Some("price_alerts_paused"), "another pause");
}
