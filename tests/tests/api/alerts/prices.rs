//! Price thresholds: what is kept of them, the space that they are of, and arming again.

use super::{CENTRE, POOL, centre, join, somebody};
use crate::organizations::house::{execute, texts};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

const PATH: &str = "/session/alerts/prices";

#[test]
fn a_threshold_is_of_its_space_whose_members_alone_see_arm_and_remove_it() {
    let (_, mut browser, space) = somebody("researcher");
    let body = json!({ "pool_address": POOL[2..].to_uppercase(), "condition": "above", "threshold": "0009000.50" });
    let made = browser.write("POST", PATH, &body);
    assert_eq!(made.status, 201, "{}", made.text);
    let alert = made.json();
    assert_eq!(
        (&alert["type"], &alert["space_id"], &alert["state"]),
        (&json!("price"), &json!(space), &json!("watching"))
    );
    assert_eq!((&alert["threshold"], &alert["pool_address"]), (&json!("9000.5"), &json!(POOL)));
    assert_eq!((&alert["fired"], &alert["waits_for_crossing"]), (&Json::Null, &json!(false)));
    let sentence =
        "The price of WETH in USDC (pool 0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc on ethereum) rises above 9000.5.";
    assert_eq!(alert["sentence"], sentence);
    assert_eq!((&alert["orientation"], &alert["never_fires"]), (&json!("token0_per_token1"), &Json::Null));
    let seen = centre(&browser);
    assert_eq!((&seen["price_alerts"], &seen["spaces"][0]["id"]), (&json!([alert]), &json!(space)));
    assert_eq!(seen["spaces"][0]["active"], true);
    let (path, rearm) = (format!("{PATH}/{}", alert["id"]), format!("{PATH}/{}/rearm", alert["id"]));
    let (viewer, mut theirs, _) = somebody("free");
    refused(&theirs.write("PATCH", &rearm, &json!({})), 404, "not_found", None);
    refused(&theirs.write("DELETE", &path, &json!({})), 404, "not_found", None);
    let elsewhere = json!({ "pool_address": POOL, "condition": "below", "threshold": "1", "space_id": space });
    refused(&theirs.write("POST", PATH, &elsewhere), 422, "validation_failed", Some("space"));
    join(space, &viewer, "viewer");
    assert_eq!(centre(&theirs)["price_alerts"], json!([alert]));
    assert_eq!(centre(&theirs)["allowance"]["used"], 0, "it counts for its maker");
    assert_eq!(theirs.write("PATCH", &rearm, &json!({})).json(), alert, "one that is watching stays as it is");
    assert_eq!(theirs.write("DELETE", &path, &json!({})).status, 204);
    assert_eq!(centre(&browser)["price_alerts"], json!([]));
}

#[test]
fn one_that_is_armed_again_while_its_condition_holds_waits_for_a_crossing() {
    let (_, mut browser, _) = somebody("researcher");
    for (condition, threshold, waits) in [
        ("above", "0.000001", true),
        ("above", "99999999", false),
        ("below", "99999999", true),
        ("below", "0.000001", false),
        ("percent_change_24h", "0.0000000001", true),
        ("percent_change_24h", "100000", false),
    ] {
        let body = json!({ "pool_address": POOL, "condition": condition, "threshold": threshold });
        let alert = browser.write("POST", PATH, &body).json();
        let sql = "UPDATE price_alerts SET state = 'fired', fired_price = '2001.4', fired_block_number = 9, fired_as_of = 1793491200000000,
                       fired_at = 1793491260000000 WHERE id = $1";
        let id = alert["id"].as_i64().unwrap_or_else(|| panic!("a number: {alert}"));
        assert_eq!(execute(shared(), sql, &[Value::Int64(id)]), 1);
        let fired = centre(&browser)["price_alerts"][0].clone();
        let measured = json!({
            "measured_price": "2001.4", "block_number": 9, "as_of": "2026-11-01T00:00:00Z", "at": "2026-11-01T00:01:00Z",
        });
        assert_eq!((&fired["state"], &fired["fired"]), (&json!("fired"), &measured));
        let armed = browser.write("PATCH", &format!("{PATH}/{id}/rearm"), &json!({}));
        assert_eq!(armed.status, 200, "{}", armed.text);
        let armed = armed.json();
        assert_eq!((&armed["state"], &armed["fired"]), (&json!("watching"), &Json::Null));
        assert_eq!(armed["waits_for_crossing"], json!(waits), "{condition} {threshold}");
        let sql = "SELECT CAST(arming AS TEXT) AS text FROM price_alerts WHERE id = $1";
        assert_eq!(texts(shared(), sql, &[Value::Int64(id)]), ["2"]);
    }
}

#[test]
fn thresholds_sort_as_the_numbers_that_they_are() {
    let (_, mut browser, space) = somebody("institution");
    let rising = [
        "0.0000000000000000009",
        "0.001",
        "0.0101",
        "0.9",
        "1",
        "1.0000000000000001",
        "9.5",
        "10",
        "1999.99",
        "2000",
        "1234567890123456789000",
    ];
    for threshold in rising.iter().rev() {
        let body = json!({ "pool_address": POOL, "condition": "above", "threshold": threshold });
        let made = browser.write("POST", PATH, &body);
        assert_eq!((made.status, &made.json()["threshold"]), (201, &json!(threshold)), "{}", made.text);
    }
    let sql = "SELECT threshold AS text FROM price_alerts WHERE space_id = $1 ORDER BY threshold_exponent, threshold_mantissa";
    assert_eq!(texts(shared(), sql, &[Value::Int64(space)]), rising);
}

#[test]
fn what_means_nothing_is_refused_by_its_field_and_not_kept() {
    let (_, mut browser, _) = somebody("researcher");
    let good = json!({ "pool_address": POOL, "condition": "above", "threshold": "2000" });
    for (name, value, code) in [
        ("pool_address", json!("0x12"), "validation_failed"),
        ("pool_address", json!(null), "validation_failed"),
        ("pool_address", json!(format!("0x{:040x}", 0xdead)), "unknown_market"),
        ("condition", json!("equals"), "validation_failed"),
        ("threshold", json!("0"), "validation_failed"),
        ("threshold", json!("0.000"), "validation_failed"),
        ("threshold", json!("-5"), "validation_failed"),
        ("threshold", json!("1e3"), "validation_failed"),
        ("threshold", json!("1.2.3"), "validation_failed"),
        ("threshold", json!(".5"), "validation_failed"),
        ("threshold", json!(2000), "validation_failed"),
        ("threshold", json!("12345678901234567890.1"), "validation_failed"),
    ] {
        let mut body = good.clone();
        body[name] = value;
        refused(&browser.write("POST", PATH, &body), 422, code, Some(name));
    }
    for name in ["pool_address", "condition", "threshold"] {
        let mut body = good.clone();
        body.as_object_mut().expect("an object").remove(name);
        refused(&browser.write("POST", PATH, &body), 422, "validation_failed", Some(name));
    }
    let seen = browser.get(CENTRE).json();
    assert_eq!((&seen["price_alerts"], &seen["allowance"]["used"]), (&json!([]), &json!(0)));
}
