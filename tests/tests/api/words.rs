//! The words of a row: each can be asked for by the same word everywhere, a word that nothing has is refused naming those that
//! exist, and a parameter that narrows nothing down is refused too.

use crate::account_support::eventually;
use crate::organizations::house::{Person, execute};
use quarry::stores::result_set::Value;
use quarry_tests::server::{Server, shared};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

#[track_caller]
fn good(server: &Server, path: &str) -> Json {
    let answer = server.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

#[track_caller]
fn refused(server: &Server, path: &str, parameter: &str, expected: &[&str]) {
    let answer = server.get(path);
    assert_eq!((answer.status, answer.code().as_str()), (422, "invalid_parameter"), "{path}: {}", answer.text);
    assert_eq!(answer.json()["parameter"], parameter, "{path}: {}", answer.text);
    for word in expected {
        assert!(answer.detail().contains(word), "{path}: {} should contain {word}", answer.detail());
    }
}

fn words(body: &Json, list: &str, field: &str) -> BTreeSet<String> {
    let rows = body[list].as_array().expect("a list").iter();
    rows.filter_map(|row| row[field].as_str().map(str::to_owned)).collect()
}

#[test]
fn every_protocol_and_deployment_that_a_row_carries_can_be_asked_for() {
    quarry_tests::on_one_engine!();
    let server = shared();
    let liquidations = good(server, "/liquidations?limit=500");
    let protocols = words(&liquidations, "liquidations", "protocol");
    assert!(protocols.contains("spark") && protocols.contains("aave_v2_amm"), "{protocols:?}");
    let mut counted = 0;
    for protocol in &protocols {
        let of = good(server, &format!("/liquidations?protocol={protocol}&limit=500"));
        assert_eq!(words(&of, "liquidations", "protocol"), BTreeSet::from([protocol.clone()]));
        counted += of["matching"].as_u64().expect("a count");
        good(server, &format!("/charts/liquidations?protocol={protocol}"));
    }
    assert_eq!(Some(counted), liquidations["matching"].as_u64(), "nothing is lost between the words");
    for deployment in words(&liquidations, "liquidations", "deployment") {
        let of = good(server, &format!("/liquidations?deployment={deployment}&limit=500"));
        assert_eq!(words(&of, "liquidations", "deployment"), BTreeSet::from([deployment.clone()]));
        good(server, &format!("/charts/liquidations?deployment={deployment}"));
    }
    for protocol in words(&good(server, "/health_factors?limit=500"), "health_factors", "protocol") {
        good(server, &format!("/health_factors?protocol={protocol}"));
        good(server, &format!("/charts/health_factors?protocol={protocol}"));
    }
    for path in ["/liquidations", "/health_factors", "/charts/liquidations", "/charts/health_factors"] {
        refused(server, &format!("{path}?protocol=aave"), "protocol", &["aave", "spark", "aave_v2_amm", "compound_v3"]);
    }
    refused(server, "/charts/volume?protocol=aave_v3", "protocol", &["uniswap_v2", "uniswap_v3"]);
    for path in ["/liquidations", "/charts/liquidations", "/charts/absorptions"] {
        refused(server, &format!("{path}?deployment=aave"), "deployment", &["aave-v3", "compound-v3-usdc"]);
    }
    refused(server, "/absorptions?market=compound", "market", &["compound-v3-usdc"]);
    let unknown = server.get_keyless("/public/tracking/aave");
    assert_eq!(unknown.status, 404);
    assert!(unknown.detail().contains("aave-v3") && unknown.detail().contains("spark"), "{}", unknown.detail());
}

#[test]
fn a_protocol_that_one_list_offers_every_other_takes() {
    quarry_tests::on_one_engine!();
    let server = shared();
    let person = Person::new(server, "Ada");
    let plan = "UPDATE organizations SET plan_key = 'institution' WHERE id = $1";
    execute(server, plan, &[Value::Int64(person.own_organization_id)]);
    let mut browser = person.browser(server);
    eventually("every account has a space of its own", || {
        browser.get("/session/spaces").json()["spaces"][0].is_object()
    });
    let offered = |path: &str| {
        let body = browser.get(path).json();
        body["protocols"].as_array().unwrap_or_else(|| panic!("{path}: {body}")).clone()
    };
    let of_alerts = offered("/session/alerts");
    assert!(of_alerts.contains(&json!("spark")) && of_alerts.contains(&json!("compound_v3")), "{of_alerts:?}");
    for dataset in ["liquidations", "health_factors"] {
        assert_eq!(offered(&format!("/session/data/datasets/{dataset}")), of_alerts, "{dataset}");
    }
    for protocol in &of_alerts {
        let word = protocol.as_str().expect("a word");
        for path in ["/liquidations", "/health_factors", "/charts/liquidations"] {
            good(server, &format!("{path}?protocol={word}"));
        }
        let watch = json!({ "kind": "liquidation", "condition": { "token": "WETH", "protocols": [protocol] } });
        assert_eq!(browser.write("POST", "/session/alerts/watches", &watch).status, 201, "{word}");
        for dataset in ["liquidations", "health_factors"] {
            let draft = json!({ "filters": { "protocols": [protocol] } });
            let path = format!("/session/data/datasets/{dataset}/requests");
            let drafted = browser.write("POST", &path, &draft);
            assert_eq!(drafted.status, 201, "{dataset} {word}: {}", drafted.text);
        }
    }
    // Slugs of deployments, by which exports could be filtered before, are taken still.
    let draft = json!({ "filters": { "protocols": ["aave-v3"] } });
    assert_eq!(browser.write("POST", "/session/data/datasets/liquidations/requests", &draft).status, 201);
}

#[test]
fn a_parameter_that_a_chart_has_no_use_for_is_refused_by_name() {
    quarry_tests::on_one_engine!();
    let server = shared();
    let pool = "0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640";
    for (path, parameter) in [
        (format!("/charts/prices?pool={pool}&deployment=spark"), "deployment"),
        (format!("/charts/prices?pool={pool}&block=5"), "block"),
        (format!("/charts/volume?pool={pool}&protocol=uniswap_v3"), "protocol"),
        (format!("/charts/liquidations?pool={pool}"), "pool"),
        ("/charts/absorptions?protocol=compound_v3".to_owned(), "protocol"),
        ("/charts/health_factors?from=2026-01-01".to_owned(), "from"),
        ("/charts/events?protocol=aave_v3".to_owned(), "protocol"),
        ("/charts/liquidations?category=exploit".to_owned(), "category"),
    ] {
        refused(server, &path, parameter, &["has no use for", parameter]);
    }
    good(server, "/charts/liquidations?category=exploit&events=true");
    good(server, &format!("/charts/volume?pool={pool}"));
    // A block number means something on one chain only, and bounds that cross hold nothing.
    refused(server, "/charts/health_factors?block=60000000", "chain", &["ethereum", "base"]);
    refused(server, "/health_factors?block=60000000", "chain", &["ethereum", "base"]);
    good(server, "/charts/health_factors?block=60000000&chain=base");
    refused(server, "/health_factors?min_hf=1.5&max_hf=1.05", "min_hf", &["1.5", "1.05"]);
    good(server, "/health_factors?min_hf=1.05&max_hf=1.5");
}

#[test]
fn figures_in_dollars_are_there_where_they_can_be_derived_and_say_how() {
    quarry_tests::on_one_engine!();
    let server = shared();
    let rows = good(server, "/liquidations?limit=500")["liquidations"].as_array().expect("rows").clone();
    let unknown: Vec<&Json> = rows.iter().filter(|row| row["collateral_usd"].is_null()).collect();
    assert!(unknown.iter().all(|row| row["collateral"]["symbol"] == "cETH"), "{unknown:?}");
    let hopped: Vec<&Json> = rows.iter().filter(|row| row["collateral_usd_via"] == "WETH").collect();
    assert!(!hopped.is_empty() && hopped.iter().all(|row| row["collateral"]["symbol"] != "WETH"));
    assert!(rows.iter().all(|row| row["decoded_from"] == "log"));
    // The worth of the debt is near that of the collateral, by whichever way it was found.
    for row in hopped.iter().filter(|row| !row["debt_usd"].is_null()) {
        let number = |name: &str| row[name].as_str().expect("a figure").parse::<f64>().expect("a number");
        let ratio = number("collateral_usd") / number("debt_usd");
        assert!((0.9..1.3).contains(&ratio), "{ratio}: {row}");
    }
    let pairs = good(server, "/pairs?limit=500");
    let pool = |address: &str| {
        pairs["pools"]
            .as_array()
            .expect("pools")
            .iter()
            .find(|pool| pool["address"] == address)
            .expect("a pool")
            .clone()
    };
    let v2 = pool("0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc");
    for field in ["volume_usd_24h", "change_24h_percent", "liquidity_usd", "liquidity_at"] {
        assert!(v2[field].is_string(), "{field}: {v2}");
    }
    assert_eq!(v2["volume_usd_24h"], v2["volume_token0_24h"], "token0 is a dollar token");
    assert_eq!(pool("0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640")["liquidity_usd"], Json::Null, "swaps do not tell it");
    let tokens = good(server, "/tokens?q=WETH&chain=ethereum&limit=500");
    let weth = tokens["tokens"]
        .as_array()
        .expect("tokens")
        .iter()
        .find(|token| token["symbol"] == "WETH")
        .expect("WETH")
        .clone();
    let price: f64 = weth["price_usd"].as_str().expect("a price").parse().expect("a number");
    assert!((1000.0..4000.0).contains(&price), "{weth}");
    assert!(weth["volume_usd_24h"].is_string() && tokens["as_of"].is_string(), "{weth}");
    assert_eq!(tokens["source"], "price_bars");
    let tracked = server.get_keyless("/public/tracking/aave-v3?range=all").json();
    assert_eq!(tracked["dollars"]["repaid_usd_of"], tracked["totals"]["liquidations"]);
    assert_eq!(tracked["complete"], json!(true));
    let absorbed = server.get_keyless("/public/tracking/compound-v3-usdc?range=all").json();
    assert!(absorbed["dollars"]["absorbed_debt_usd"].is_string(), "{absorbed}");
    let listed = good(server, "/absorptions?limit=1");
    assert!(listed["matching"].as_u64().is_some_and(|matching| matching > 1), "{listed}");
    let datasets = good(server, "/datasets");
    assert_eq!((&datasets["source"], &datasets["as_of_block"]), (&json!("stored_rows"), &Json::Null));
}
