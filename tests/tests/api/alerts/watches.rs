//! Watches of liquidations and chain events: what they wait for, in words and as it is kept.

use super::{CENTRE, centre, somebody};
use crate::organizations::house::execute;
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

const PATH: &str = "/session/alerts/watches";

#[test]
fn a_watch_says_in_words_what_it_waits_for() {
    let (_, mut browser, space) = somebody("researcher");
    let token = "0xC02AAA39B223FE8D0A0E5C4F27EAD9083C756CC2";
    for (kind, condition, kept, sentence) in [
        ("liquidation", json!({ "token": "WETH" }), json!({ "token": "weth" }), "A liquidation of WETH"),
        (
            "liquidation",
            json!({ "token": token, "protocols": ["Compound_V2", "aave_v3", "aave_v3"] }),
            json!({ "token": token.to_lowercase(), "protocols": ["aave_v3", "compound_v2"] }),
            "A liquidation of 0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2 on aave_v3, compound_v2",
        ),
        ("chain_event", json!({}), json!({}), "A new event"),
        (
            "chain_event",
            json!({ "category": "exploit", "protocol": "Aave", "chain": "1" }),
            json!({ "category": "exploit", "protocol": "aave", "chain": "ethereum" }),
            "A new event of the category exploit about aave on ethereum",
        ),
    ] {
        let made = browser.write("POST", PATH, &json!({ "kind": kind, "label": "Mine", "condition": condition }));
        assert_eq!(made.status, 201, "{}", made.text);
        let watch = made.json();
        let mut expected = json!({ "token": null, "protocols": [], "category": null, "protocol": null, "chain": null });
        for (name, value) in kept.as_object().expect("an object") {
            expected[name] = value.clone();
        }
        assert_eq!((&watch["condition"], &watch["label"]), (&expected, &json!("Mine")));
        assert_eq!(watch["sentence"], json!(format!("{sentence}.")));
        assert_eq!(
            (&watch["space_id"], &watch["state"], &watch["fired"]),
            (&json!(space), &json!("watching"), &Json::Null)
        );
        assert_eq!(centre(&browser)[format!("{kind}_watches")][0], watch);
        assert_eq!(watch["never_fires"], Json::Null, "{watch}");
    }
    let seen = centre(&browser);
    assert_eq!(seen["event_categories"].as_array().map(Vec::len), Some(8));
    let offers = |list: &str, word: &str| seen[list].as_array().is_some_and(|words| words.contains(&json!(word)));
    assert!(offers("protocols", "aave_v3") && offers("chains", "ethereum"), "{seen}");
}

#[test]
fn a_watch_that_told_is_armed_again_by_a_member_and_by_nobody_else() {
    let (_, mut browser, _) = somebody("researcher");
    let made = browser.write("POST", PATH, &json!({ "kind": "chain_event" }));
    assert_eq!(made.status, 201, "{}", made.text);
    let watch = made.json();
    let sql = "UPDATE alert_watches SET state = 'fired', fired_at = 1793491200000000 WHERE id = $1";
    assert_eq!(execute(shared(), sql, &[Value::Int64(watch["id"].as_i64().expect("a number"))]), 1);
    let fired = centre(&browser)["chain_event_watches"][0].clone();
    assert_eq!((&fired["state"], &fired["fired"]), (&json!("fired"), &json!({ "at": "2026-11-01T00:00:00Z" })));
    let path = format!("{PATH}/{}", watch["id"]);
    let (_, mut stranger, _) = somebody("researcher");
    refused(&stranger.write("PATCH", &format!("{path}/rearm"), &json!({})), 404, "not_found", None);
    refused(&stranger.write("DELETE", &path, &json!({})), 404, "not_found", None);
    for _ in 0..2 {
        let armed = browser.write("PATCH", &format!("{path}/rearm"), &json!({}));
        assert_eq!((armed.status, armed.json()), (200, watch.clone()));
    }
    assert_eq!(browser.write("DELETE", &path, &json!({})).status, 204);
    refused(&browser.write("DELETE", &path, &json!({})), 404, "not_found", None);
}

#[test]
fn what_means_nothing_is_refused_by_its_field_and_not_kept() {
    let (_, mut browser, _) = somebody("researcher");
    let (_, _, elsewhere) = somebody("researcher");
    for (body, field) in [
        (json!({}), "kind"),
        (json!({ "kind": "price" }), "kind"),
        (json!({ "kind": "liquidation" }), "condition.token"),
        (json!({ "kind": "liquidation", "condition": { "token": "0x12" } }), "condition.token"),
        (json!({ "kind": "liquidation", "condition": { "token": "two words" } }), "condition.token"),
        (
            json!({ "kind": "liquidation", "condition": { "token": "WETH", "protocols": ["nonsense"] } }),
            "condition.protocols",
        ),
        (
            json!({ "kind": "liquidation", "condition": { "token": "WETH", "category": "exploit" } }),
            "condition.category",
        ),
        (json!({ "kind": "chain_event", "condition": { "token": "WETH" } }), "condition.token"),
        (json!({ "kind": "chain_event", "condition": { "category": "party" } }), "condition.category"),
        (json!({ "kind": "chain_event", "condition": { "chain": "nowhere" } }), "condition.chain"),
        (json!({ "kind": "chain_event", "label": "x".repeat(81) }), "label"),
        (json!({ "kind": "chain_event", "space_id": elsewhere }), "space"),
    ] {
        refused(&browser.write("POST", PATH, &body), 422, "validation_failed", Some(field));
    }
    assert_eq!(browser.get(CENTRE).json()["allowance"]["used"], 0);
}

#[test]
fn a_watch_that_waits_for_what_is_not_here_says_so() {
    let (_, mut browser, _) = somebody("researcher");
    let unknown = "0x00000000000000000000000000000000deadbeef";
    let mut reason = |condition: &Json| {
        let made = browser.write("POST", PATH, &json!({ "kind": "liquidation", "condition": condition }));
        assert_eq!(made.status, 201, "{}", made.text);
        let rearm = format!("{PATH}/{}/rearm", made.json()["id"]);
        let armed = browser.write("PATCH", &rearm, &json!({})).json();
        assert_eq!(armed["never_fires"], made.json()["never_fires"], "{armed}");
        made.json()["never_fires"].clone()
    };
    for (condition, part) in [
        (json!({ "token": "ZZZNOSUCH" }), "zzznosuch"),
        (json!({ "token": unknown }), unknown),
        (json!({ "token": "WETH", "protocols": ["compound_v3"] }), "/absorptions"),
    ] {
        let said = reason(&condition);
        assert!(said.as_str().is_some_and(|said| said.contains(part)), "{condition}: {said}");
    }
    assert_eq!(reason(&json!({ "token": "WETH", "protocols": ["compound_v3", "aave_v3"] })), Json::Null);
    // The list goes on saying it, the newest first.
    let seen = centre(&browser);
    let watches = seen["liquidation_watches"].as_array().expect("a list");
    let waiting: Vec<bool> = watches.iter().map(|watch| watch["never_fires"].is_string()).collect();
    assert_eq!(waiting, [false, true, true, true], "{seen}");
    let wordless = json!({ "kind": "chain_event", "condition": { "protocol": "?!" } });
    refused(&browser.write("POST", PATH, &wordless), 422, "validation_failed", Some("condition.protocol"));
}
