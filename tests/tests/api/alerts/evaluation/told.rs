//! Events about a record have what the lists show of it, member for member.

use super::stage::{BEGAN_AT, evaluate, events, server, some_blocks, somebody};
use super::watches::{Liquidation, load_events, load_liquidations, token, watch};
use crate::small_chain::write;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};

/// Closes of the hour before a block: of `priced` in dollars, and of `hopped` in wrapped ether, which is 3,000 dollars then.
fn set_prices(server: &Server, block: i64) {
    let hour = (BEGAN_AT + block * 12) / 3_600 * 3_600 - 3_600;
    let wrapped = "6a023ccd1ff6f2045c3309768ead9e68f978f6e1";
    let bytes = |hex: &str| format!("toFixedString(unhex('{}'), 20)", hex.trim_start_matches("0x"));
    let pool = bytes(&token("pool"));
    let closes = [(bytes(&token("priced")), "2000.25"), (bytes(wrapped), "3000")];
    for (token, close) in closes {
        write(
            server,
            &format!(
                "INSERT INTO dollar_prices SELECT 100, {token}, toDateTime({hour}, 'UTC'), {pool}, '{close}', '10', 1, 0"
            ),
        );
    }
    let hopped = bytes(&token("hopped"));
    let wrapped = bytes(wrapped);
    write(
        server,
        &format!(
            "INSERT INTO hop_prices SELECT 100, {hopped}, toDateTime({hour}, 'UTC'), {pool}, {wrapped}, '0.5', '10', 1, 0"
        ),
    );
}

#[test]
fn a_liquidation_is_told_as_the_list_of_liquidations_shows_it() {
    quarry_tests::on_one_engine!();
    let server = &server();
    let (person, mut browser) = somebody(server, "researcher");
    let block = some_blocks();
    set_prices(server, block);
    evaluate(server);
    for (number, symbol) in [(1, "priced"), (2, "hopped"), (3, "worthless")] {
        watch(&mut browser, json!({ "kind": "liquidation", "condition": { "token": symbol } }));
        load_liquidations(server, symbol, &[Liquidation::of(block + number, number)]);
        evaluate(server);
        let listed = server.get(&format!("/liquidations?chain=gnosis&collateral={symbol}&limit=10")).json();
        let listed = listed["liquidations"].as_array().unwrap_or_else(|| panic!("{listed}")).clone();
        let told = events(server, person.own_organization_id, "liquidation.recorded");
        assert_eq!(json!([told.last().expect("an event")["liquidation"]]), json!(listed));
        let worth = ["collateral_amount", "collateral_usd", "collateral_usd_via"].map(|name| listed[0][name].clone());
        let expected = match symbol {
            "priced" => [json!("0.0000000000000015"), json!("0.000000000003000375").clone(), Json::Null],
            "hopped" => [json!("0.0000000000000015"), json!("0.00000000000225"), json!("WETH")],
            _ => [json!("0.0000000000000015"), Json::Null, Json::Null],
        };
        assert_eq!(worth, expected, "{symbol}");
    }
}

#[test]
fn an_event_is_told_as_the_timeline_lists_it_with_its_sources_and_transactions() {
    let server = &server();
    let (person, mut browser) = somebody(server, "researcher");
    evaluate(server);
    watch(&mut browser, json!({ "kind": "chain_event", "condition": { "category": "depeg", "chain": "gnosis" } }));
    let added = json!({
        "key": format!("told-{}", person.id), "category": "depeg", "title": "A peg is lost", "summary": "For an hour.",
        "occurred_at": "2026-11-01", "chain": "gnosis", "block_number": 7, "reported_loss": "$5", "severity": 2,
        "sources": [{ "name": "A forum", "url": "https://forum.example/1" }, { "name": "A report" }],
        "transactions": [format!("0x{:064x}", person.id)],
    });
    load_events(server, &[added]);
    evaluate(server);
    let listed = server.get("/events?category=depeg&chain=gnosis").json();
    let told = events(server, person.own_organization_id, "chain_event.created");
    assert_eq!(told.len(), 1, "{told:?}");
    let shown = listed["events"].as_array().expect("a list").iter().find(|event| event["id"] == told[0]["event"]["id"]);
    assert_eq!(Some(&told[0]["event"]), shown, "{listed}");
    assert_eq!(
        told[0]["event"]["sources"],
        json!([{ "name": "A forum", "url": "https://forum.example/1" }, { "name": "A report", "url": null }])
    );
    assert_eq!(told[0]["event"]["transactions"][0]["anchor_state"], "unchecked");
    assert_eq!(told[0]["event"]["time_precision"], "day");
}
