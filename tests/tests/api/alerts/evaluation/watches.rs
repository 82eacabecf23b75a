//! Watches: an organization hears of each matching record once, a person once an arming.

use super::stage::{BEGAN_AT, armings, evaluate, events, inbox, rearm, server, some_blocks, somebody};
use crate::organizations::house::{House, execute, texts};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::Warehouse;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Server, fresh_folder};
use serde_json::{Value as Json, json};

/// A liquidation as somebody else decoded it. `number` is that of its transaction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Liquidation<'a> {
    pub(super) block: i64,
    pub(super) at: i64,
    pub(super) number: i64,
    pub(super) protocol: &'a str,
}

impl Liquidation<'_> {
    pub(super) fn of(block: i64, number: i64) -> Liquidation<'static> {
        Liquidation { block, at: BEGAN_AT + block * 12, number: block * 100 + number, protocol: "aave_v3" }
    }
}

/// The token of a symbol, which is its own on each chain.
pub(super) fn token(symbol: &str) -> String {
    let hex: String = symbol.bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{hex:0>40}")
}

/// Loads liquidations of collateral in a token of that symbol.
pub(super) fn load_liquidations(server: &Server, symbol: &str, liquidations: &[Liquidation<'_>]) {
    load_liquidations_of(server, symbol, &symbol.to_uppercase(), liquidations);
}

/// The same with the symbol `shown`, whatever the door would say of it: a release that did not look may have stored it.
fn load_liquidations_of(server: &Server, symbol: &str, shown: &str, liquidations: &[Liquidation<'_>]) {
    let folder = fresh_folder("alert-watches").expect("a folder");
    let ingest = |dataset: &str, text: &str| {
        let path = folder.join(format!("{dataset}.csv"));
        std::fs::write(&path, text).expect("a file");
        server.command(&["ingest", dataset, &path.display().to_string(), "--chain", "gnosis"], "");
    };
    let collateral = token(symbol);
    ingest("tokens", &format!("address,symbol,decimals\n{collateral},{symbol},18\n"));
    let sql = format!(
        "INSERT INTO tokens (chain_id, address, symbol, name, decimals, version)
         SELECT chain_id, address, '{shown}', name, decimals, version + 1 FROM tokens FINAL WHERE address = unhex('{}')",
        &collateral[2..]
    );
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(warehouse.execute(&sql)).unwrap_or_else(|error| panic!("{error}"));
    let mut text = "block_number,transaction_hash,log_index,borrower,liquidator,collateral_asset,collateral_amount,debt_asset,debt_amount,address,protocol,block_timestamp\n".to_owned();
    for Liquidation { block, at, number, protocol } in liquidations {
        let (borrower, liquidator, debt, contract) = (token("b"), token("l"), token("debt"), token("pool"));
        text += &format!(
            "{block},0x{number:064x},{},{borrower},{liquidator},{collateral},1500,{debt},4350,{contract},{protocol},{at}\n",
            number % 100
        );
    }
    ingest("liquidations", &text);
}

pub(super) fn load_events(server: &Server, events: &[Json]) {
    let path = fresh_folder("alert-events").expect("a folder").join("events.ndjson");
    let lines: String = events.iter().map(|event| format!("{event}\n")).collect();
    std::fs::write(&path, lines).expect("a file");
    server.command(&["ingest", "events", &path.display().to_string()], "");
}

#[track_caller]
pub(super) fn watch(browser: &mut Browser<'_>, body: Json) -> Json {
    let made = browser.write("POST", "/session/alerts/watches", &body);
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()
}

fn watch_ids(told: &[Json]) -> Vec<&Json> {
    told.iter().map(|data| &data["watch_ids"]).collect()
}

#[test]
fn each_matching_liquidation_is_told_to_the_organization_once_and_to_a_person_once_an_arming() {
    let server = &server();
    let (person, mut browser) = somebody(server, "researcher");
    let block = some_blocks();
    load_liquidations(server, "quux", &[Liquidation::of(block, 1)]);
    evaluate(server);
    let by_symbol = watch(&mut browser, json!({ "kind": "liquidation", "condition": { "token": "QuuX" } }));
    let by_address = watch(&mut browser, json!({ "kind": "liquidation", "condition": { "token": token("quux") } }));
    let elsewhere = json!({ "kind": "liquidation", "condition": { "token": "quux", "protocols": ["compound_v3"] } });
    let of_others = watch(&mut browser, elsewhere);
    let other_token = watch(&mut browser, json!({ "kind": "liquidation", "condition": { "token": "WBTC" } }));
    let two = [Liquidation::of(block + 1, 2), Liquidation::of(block + 2, 3)];
    load_liquidations(server, "quux", &two);
    evaluate(server);
    // The same again, and one of them in another block, where a reorganisation put its transaction.
    load_liquidations(server, "quux", &two);
    load_liquidations(server, "quux", &[Liquidation { block: block + 3, ..two[0] }]);
    evaluate(server);
    let told = events(server, person.own_organization_id, "liquidation.recorded");
    let ids = json!([by_symbol["id"], by_address["id"]]);
    assert_eq!(watch_ids(&told), [&ids, &ids], "{told:?}");
    let mut blocks: Vec<&Json> = told.iter().map(|data| &data["liquidation"]["block_number"]).collect();
    blocks.sort_by_key(|block| block.as_i64());
    assert_eq!(blocks, [&json!(block + 1), &json!(block + 2)]);
    let liquidation = &told[0]["liquidation"];
    assert_eq!((&liquidation["chain"], &liquidation["protocol"]), (&json!("gnosis"), &json!("aave_v3")));
    assert_eq!(liquidation["collateral"], json!({ "address": token("quux"), "symbol": "QUUX", "decimals": 18 }));
    assert_eq!(
        (&liquidation["collateral_amount_raw"], &liquidation["debt_amount_raw"]),
        (&json!("1500"), &json!("4350"))
    );
    assert_eq!(inbox(&browser), ["watch", "watch"]);
    let entries = browser.get("/session/notifications").json()["notifications"].clone();
    let mut led_to: Vec<&Json> = entries.as_array().expect("a list").iter().map(|entry| &entry["watch_id"]).collect();
    led_to.sort_by_key(|id| id.as_i64());
    assert_eq!(led_to, [&by_symbol["id"], &by_address["id"]], "each leads to its watch: {entries}");
    for (alert, fired) in [(&by_symbol, 1), (&by_address, 1), (&of_others, 0), (&other_token, 0)] {
        assert_eq!(armings(server, "liquidation", &alert["id"]).len(), fired, "{alert}");
    }
    rearm(&mut browser, "watches", &by_symbol["id"]);
    load_liquidations(server, "quux", &[Liquidation { protocol: "compound_v3", ..Liquidation::of(block + 4, 4) }]);
    evaluate(server);
    assert_eq!(armings(server, "liquidation", &by_symbol["id"]), ["1", "2"]);
    assert_eq!(armings(server, "liquidation", &by_address["id"]), ["1"], "it was not armed");
    let told = events(server, person.own_organization_id, "liquidation.recorded");
    assert_eq!(
        told.last().expect("an event")["watch_ids"],
        json!([by_symbol["id"], by_address["id"], of_others["id"]])
    );
    for alert in [by_symbol, by_address, of_others, other_token] {
        assert_eq!(
            browser.write("DELETE", &format!("/session/alerts/watches/{}", alert["id"]), &json!({})).status,
            204
        );
    }
    load_liquidations(server, "quux", &[Liquidation::of(block + 5, 5)]);
    evaluate(server);
    let told = events(server, person.own_organization_id, "liquidation.recorded");
    assert_eq!(told.len(), 3, "nothing without a watch");
}

#[test]
fn an_event_that_is_added_is_told_to_those_who_watch_for_it_and_not_when_it_is_loaded_again() {
    let server = &server();
    let (person, mut browser) = somebody(server, "researcher");
    let (left, mut theirs) = somebody(server, "researcher");
    let house = House::new(server);
    evaluate(server);
    let mut made = |condition: Json| watch(&mut browser, json!({ "kind": "chain_event", "condition": condition }));
    let all = made(json!({}));
    let exploits = made(json!({ "category": "exploit", "chain": "gnosis" }));
    let aave = made(json!({ "protocol": "aave_v3" }));
    let elsewhere = made(json!({ "chain": "base" }));
    let theirs = watch(&mut theirs, json!({ "kind": "chain_event" }));
    let sql = "UPDATE alert_watches SET organization_id = $1 WHERE id = $2";
    execute(server, sql, &[Value::Int64(house.id), Value::Int64(theirs["id"].as_i64().expect("a number"))]);
    let key = |name: &str| format!("evaluation-{}-{name}", person.id);
    let added = [
        json!({ "key": key("a"), "category": "exploit", "title": "A drain of Aave V3", "chain": "gnosis" }),
        json!({ "key": key("b"), "category": "launch", "title": "Aavegotchi launches" }),
    ];
    load_events(server, &added);
    evaluate(server);
    load_events(server, &added);
    evaluate(server);
    let mut told = events(server, person.own_organization_id, "chain_event.created");
    told.sort_by_key(|data| data["event"]["id"].as_i64());
    let expected = [json!([all["id"], exploits["id"], aave["id"]]), json!([all["id"]])];
    assert_eq!(watch_ids(&told), expected.iter().collect::<Vec<_>>(), "{told:?}");
    assert_eq!(told[0]["event"]["title"], "A drain of Aave V3");
    assert_eq!((&told[0]["event"]["chain"], &told[1]["event"]["chain"]), (&json!("gnosis"), &Json::Null));
    assert_eq!(inbox(&browser), ["watch"; 3]);
    assert_eq!(armings(server, "chain_event", &elsewhere["id"]), [""; 0]);
    assert_eq!(events(server, house.id, "chain_event.created"), [Json::Null; 0], "its maker is no member");
    assert_eq!(events(server, left.own_organization_id, "chain_event.created"), [Json::Null; 0]);
    assert_eq!(armings(server, "chain_event", &theirs["id"]), ["1"], "the person is told all the same");
}

#[test]
fn a_record_that_cannot_be_sent_keeps_back_none_after_it_and_people_are_told_of_it() {
    let server = &server();
    let (person, mut browser) = somebody(server, "researcher");
    let block = some_blocks();
    load_liquidations(server, "huge", &[Liquidation::of(block, 1)]);
    evaluate(server);
    let huge = watch(&mut browser, json!({ "kind": "liquidation", "condition": { "token": token("huge") } }));
    let next = watch(&mut browser, json!({ "kind": "liquidation", "condition": { "token": "after" } }));
    // An event has 64 KiB at most.
    load_liquidations_of(server, "huge", &"H".repeat(70_000), &[Liquidation::of(block + 1, 2)]);
    evaluate(server);
    load_liquidations(server, "after", &[Liquidation::of(block + 2, 3)]);
    evaluate(server);
    let told = events(server, person.own_organization_id, "liquidation.recorded");
    assert_eq!(watch_ids(&told), [&json!([next["id"]])]);
    for alert in [&huge, &next] {
        assert_eq!(armings(server, "liquidation", &alert["id"]), ["1"], "{alert}");
    }
    // The longest event that a registry can have is sent shortened.
    watch(&mut browser, json!({ "kind": "chain_event" }));
    let long = |characters: usize| "\u{1}".repeat(characters);
    let sources: Vec<Json> = (0..20).map(|number| json!({ "name": format!("{number}{}", long(400)) })).collect();
    load_events(
        server,
        &[json!({
            "key": format!("long-{}", person.id), "category": "exploit", "title": "It is long", "summary": long(10_000),
            "reported_loss": long(500), "sources": sources,
        })],
    );
    evaluate(server);
    let told = events(server, person.own_organization_id, "chain_event.created");
    assert_eq!((told.len(), &told[0]["event"]["sources"]), (1, &json!([])));
    assert_eq!(told[0]["event"]["summary"], json!(format!("{}…", long(2_000))));
    assert_eq!(inbox(&browser), ["watch"; 3]);
}

#[test]
fn an_organization_with_thousands_of_watches_hears_once_and_each_of_them_fires() {
    quarry_tests::in_the_whole_suite!();
    const WATCHES: i64 = 2_300;
    let server = &server();
    let (person, _) = somebody(server, "researcher");
    let (other, mut browser) = somebody(server, "researcher");
    let block = some_blocks();
    load_liquidations(server, "many", &[Liquidation::of(block, 1)]);
    evaluate(server);
    let sql = "INSERT INTO alert_watches (space_id, created_by_user_id, organization_id, kind, token, protocols, sentence, state, arming, created_at)
               WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < CAST($1 AS BIGINT))
               SELECT spaces.id, spaces.personal_user_id, CAST($2 AS BIGINT), 'liquidation', 'many', '[]', 'A liquidation of MANY.', 'watching', 1, 1
               FROM numbers CROSS JOIN spaces WHERE spaces.personal_user_id = CAST($3 AS BIGINT)";
    let values = [WATCHES, person.own_organization_id, person.id].map(Value::Int64);
    assert_eq!(execute(server, sql, &values), WATCHES.unsigned_abs());
    let of_other = watch(&mut browser, json!({ "kind": "liquidation", "condition": { "token": "many" } }));
    load_liquidations(server, "many", &[Liquidation::of(block + 1, 2)]);
    evaluate(server);
    let told = events(server, person.own_organization_id, "liquidation.recorded");
    assert_eq!((told.len(), told[0]["watch_ids"].as_array().map(Vec::len)), (1, Some(1_000)));
    let fired =
        "SELECT CAST(count(*) AS TEXT) AS text FROM alert_watches WHERE created_by_user_id = $1 AND state = 'fired'";
    assert_eq!(texts(server, fired, &[Value::Int64(person.id)]), [WATCHES.to_string()]);
    assert_eq!(events(server, other.own_organization_id, "liquidation.recorded").len(), 1);
    assert_eq!(armings(server, "liquidation", &of_other["id"]), ["1"]);
}
