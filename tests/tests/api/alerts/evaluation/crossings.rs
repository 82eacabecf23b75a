//! Crossings of prices: once each, whatever is loaded again, and again after re-arming.

use super::stage::{Pool, armings, evaluate, events, inbox, point, rearm, server, shown, some_blocks, somebody};
use crate::organizations::house::{House, execute, texts};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

const LIST: &str = "price_alerts";

#[test]
fn a_crossing_fires_once_with_what_was_measured_and_tells_maker_and_organization() {
    let server = &server();
    let (person, mut browser) = somebody(server, "researcher");
    let (pool, block) = (Pool::new(server), some_blocks());
    pool.sets(server, &[point(block, "1990")]);
    let alert = pool.alert(&mut browser, "above", "2000");
    assert_eq!(alert["waits_for_crossing"], false);
    pool.sets(server, &[point(block + 1, "2000")]);
    assert_eq!(shown(&browser, LIST, &alert["id"])["state"], "watching", "it is not above");
    let crossing = [point(block + 2, "2001.4")];
    pool.sets(server, &crossing);
    let fired = shown(&browser, LIST, &alert["id"]);
    assert_eq!(fired["state"], "fired");
    let measured = &fired["fired"];
    assert_eq!((&measured["measured_price"], &measured["block_number"]), (&json!("2001.4"), &json!(block + 2)));
    // The same file again, another price above, a look without news: nothing more.
    pool.sets(server, &crossing);
    pool.sets(server, &[point(block + 3, "2100")]);
    evaluate(server);
    assert_eq!(armings(server, "price", &alert["id"]), ["1"]);
    assert_eq!(inbox(&browser), ["price_alert"]);
    let entry = browser.get("/session/notifications").json()["notifications"][0].clone();
    assert_eq!((&entry["title"], &entry["actor"]), (&alert["sentence"], &Json::Null));
    assert_eq!(entry["excerpt"], json!(format!("2001.4 at block {} on gnosis.", block + 2)));
    assert_eq!((&entry["price_alert_id"], &entry["watch_id"]), (&alert["id"], &Json::Null), "it leads to the alert");
    let read = browser.write("PATCH", &format!("/session/notifications/{}/read", entry["id"]), &json!({}));
    assert_eq!((read.status, &read.json()["price_alert_id"]), (200, &alert["id"]), "{}", read.text);
    let told = events(server, person.own_organization_id, "price_alert.triggered");
    let expected = json!({
        "alert_id": alert["id"], "pool": pool.address, "chain": "gnosis", "condition": "above",
        "orientation": "token0_per_token1", "threshold": "2000", "measured_price": "2001.4", "block_number": block + 2, "as_of": measured["as_of"],
    });
    assert_eq!(told, [expected]);
    let lines =
        "SELECT kind || ' ' || alert_type || ' ' || sentence AS text FROM alert_letter_lines WHERE user_id = $1";
    let sentence = alert["sentence"].as_str().expect("a sentence");
    let letters = crate::organizations::house::letters(server, &person.email);
    let waits = texts(server, lines, &[Value::Int64(person.id)]);
    // Who writes the letters may have been quicker.
    assert!(waits == [format!("fired price {sentence}")] || letters.len() == 1, "{waits:?} {letters:?}");
    let removed = browser.write("DELETE", &format!("/session/alerts/prices/{}", alert["id"]), &json!({}));
    assert_eq!(removed.status, 204, "{}", removed.text);
    let entry = browser.get("/session/notifications").json()["notifications"][0].clone();
    assert_eq!(
        (&entry["title"], &entry["price_alert_id"]),
        (&alert["sentence"], &Json::Null),
        "it leads to nothing gone"
    );
}

#[test]
fn an_alert_that_is_armed_again_while_it_holds_waits_for_the_next_crossing() {
    let server = &server();
    let (person, mut browser) = somebody(server, "researcher");
    let (pool, block) = (Pool::new(server), some_blocks());
    pool.sets(server, &[point(block, "90")]);
    let below = pool.alert(&mut browser, "below", "80");
    let above = pool.alert(&mut browser, "above", "89");
    assert_eq!((&below["waits_for_crossing"], &above["waits_for_crossing"]), (&json!(false), &json!(true)));
    pool.sets(server, &[point(block + 1, "79.5")]);
    assert_eq!(shown(&browser, LIST, &below["id"])["state"], "fired");
    let waiting = shown(&browser, LIST, &above["id"]);
    assert_eq!((&waiting["state"], &waiting["waits_for_crossing"]), (&json!("watching"), &json!(false)), "it ceased");
    assert_eq!(rearm(&mut browser, "prices", &below["id"])["waits_for_crossing"], true);
    pool.sets(server, &[point(block + 2, "79")]);
    assert_eq!(armings(server, "price", &below["id"]), ["1"], "it holds still");
    pool.sets(server, &[point(block + 3, "95")]);
    assert_eq!(shown(&browser, LIST, &below["id"])["waits_for_crossing"], false);
    assert_eq!(armings(server, "price", &above["id"]), ["1"]);
    pool.sets(server, &[point(block + 4, "70")]);
    pool.sets(server, &[point(block + 5, "60")]);
    assert_eq!(armings(server, "price", &below["id"]), ["1", "2"]);
    assert_eq!(inbox(&browser), ["price_alert"; 3]);
    assert_eq!(events(server, person.own_organization_id, "price_alert.triggered").len(), 3);
}

#[test]
fn a_change_counts_in_either_direction_and_a_price_that_is_not_known_meets_nothing() {
    quarry_tests::on_one_engine!();
    let server = &server();
    let (_, mut browser) = somebody(server, "researcher");
    let (pool, unknown, block) = (Pool::new(server), Pool::with_decimals(server, ""), some_blocks());
    // Two days in one file: the change is to the close a day before.
    let day = 86_400 / 12;
    pool.sets(server, &[point(block, "100"), point(block + day, "101")]);
    unknown.sets(server, &[point(block + day, "5")]);
    let change = pool.alert(&mut browser, "percent_change_24h", "10");
    let nothing = unknown.alert(&mut browser, "below", "1000000");
    pool.sets(server, &[point(block + day + 1, "105")]);
    unknown.sets(server, &[point(block + day + 2, "4")]);
    assert_eq!(shown(&browser, LIST, &change["id"])["state"], "watching");
    pool.sets(server, &[point(block + day + 3, "89.5")]);
    let fired = shown(&browser, LIST, &change["id"]);
    assert_eq!((&fired["state"], &fired["fired"]["measured_price"]), (&json!("fired"), &json!("-10.5")));
    assert_eq!(armings(server, "price", &nothing["id"]), [""; 0]);
}

#[test]
fn the_organization_of_somebody_who_left_it_is_told_nothing_and_neither_is_who_left_the_space() {
    let server = &server();
    let (person, mut browser) = somebody(server, "researcher");
    let house = House::new(server);
    let (pool, block) = (Pool::new(server), some_blocks());
    pool.sets(server, &[point(block, "10")]);
    let stays = pool.alert(&mut browser, "above", "11");
    let left = pool.alert(&mut browser, "above", "12");
    let sql = "UPDATE price_alerts SET organization_id = $1 WHERE id = $2";
    for alert in [&stays, &left] {
        let id = alert["id"].as_i64().expect("a number");
        assert_eq!(execute(server, sql, &[Value::Int64(house.id), Value::Int64(id)]), 1);
    }
    let join = "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, 'member', 1)";
    execute(server, join, &[Value::Int64(house.id), Value::Int64(person.id)]);
    pool.sets(server, &[point(block + 1, "11.5")]);
    assert_eq!(events(server, house.id, "price_alert.triggered").len(), 1);
    let leave = "DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2";
    execute(server, leave, &[Value::Int64(house.id), Value::Int64(person.id)]);
    execute(server, "DELETE FROM space_members WHERE user_id = $1", &[Value::Int64(person.id)]);
    pool.sets(server, &[point(block + 2, "12.5")]);
    assert_eq!(armings(server, "price", &left["id"]), ["1"], "it is the space's, and fires");
    assert_eq!(events(server, house.id, "price_alert.triggered").len(), 1);
    assert_eq!(events(server, person.own_organization_id, "price_alert.triggered"), [Json::Null; 0]);
    let entries = "SELECT kind AS text FROM inbox_notifications WHERE user_id = $1";
    assert_eq!(texts(server, entries, &[Value::Int64(person.id)]), ["price_alert"]);
}
