//! The warehouse hangs, and people come for what they keep: that is in the application store. What the warehouse alone knows is null
//! meanwhile, and all else is as before.

use crate::account_support::eventually;
use crate::alerts::evaluation::stage::{self, Pool};
use crate::data::got;
use crate::failures::signal;
use crate::spaces::refused;
use quarry_tests::bounded;
use quarry_tests::browser::Browser;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

const CENTRE: &str = "/session/alerts";

/// The longest that the first one waits: four seconds until it is known that the warehouse hangs.
const WITHIN: Duration = Duration::from_secs(5);

/// Does `work` while the warehouse hangs. Stopped, not ended: it would be back at once.
fn while_it_hangs(server: &Server, work: impl FnOnce()) {
    let warehouse = server.warehouse_pid().expect("a warehouse");
    signal(warehouse, "STOP");
    work();
    signal(warehouse, "CONT");
}

/// Gives a page, which must come in time and not be kept for others.
#[track_caller]
fn shown(browser: &Browser<'_>, path: &str) -> Json {
    let began = Instant::now();
    let answer = browser.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    assert!(began.elapsed() < bounded::beside_others(WITHIN), "{path} took {:?}", began.elapsed());
    assert!(!answer.header("cache-control").contains("public"), "{path}: {answer:?}");
    answer.json()
}

/// The page without those members, which are null in it.
#[track_caller]
fn without(mut page: Json, members: &[&str]) -> Json {
    for member in members {
        let taken = page[*member].take();
        assert!(taken.is_null(), "{member}: {taken}");
    }
    page
}

/// The page with null in the place of those members.
fn nulled(mut page: Json, members: &[&str]) -> Json {
    for member in members {
        page[*member] = Json::Null;
    }
    page
}

fn list(value: &Json) -> &Vec<Json> {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

#[test]
fn ones_alerts_are_shown_and_watches_are_made_while_the_warehouse_hangs() {
    let server = &stage::server();
    let (_, mut browser) = stage::somebody(server, "researcher");
    let pool = Pool::new(server);
    pool.load(server, &[stage::point(1, "2")]);
    let price = json!({ "pool_address": pool.address, "condition": "above", "threshold": "5" });
    let kept = browser.write("POST", "/session/alerts/prices", &price);
    assert_eq!(kept.status, 201, "{}", kept.text);
    let before = got(&browser, CENTRE);
    let names = ["protocols", "chains"];
    assert!(names.iter().all(|name| !list(&before[*name]).is_empty()), "{before}");
    while_it_hangs(server, || {
        assert_eq!(without(shown(&browser, CENTRE), &names), nulled(before.clone(), &names));
        let watch = |kind: &str, condition: Json| json!({ "kind": kind, "condition": condition });
        let plain = [watch("chain_event", json!({})), watch("liquidation", json!({ "token": "WETH" }))];
        for new in plain {
            let made = browser.write("POST", "/session/alerts/watches", &new);
            assert_eq!(made.status, 201, "{new} names nothing that the warehouse alone knows: {}", made.text);
        }
        let naming = [
            watch("chain_event", json!({ "chain": "ethereum" })),
            watch("liquidation", json!({ "token": "WETH", "protocols": ["aave_v3"] })),
        ];
        for new in naming {
            let answer = browser.write("POST", "/session/alerts/watches", &new);
            refused(&answer, 503, "data_source_unavailable", None);
            assert_eq!(answer.json()["store"], "warehouse", "{}", answer.text);
        }
        refused(&browser.write("POST", "/session/alerts/prices", &price), 503, "data_source_unavailable", None);
        let gone = browser.write("DELETE", &format!("/session/alerts/prices/{}", kept.json()["id"]), &json!({}));
        assert_eq!(gone.status, 204, "{}", gone.text);
    });
    eventually("the names are there again", || names.iter().all(|name| got(&browser, CENTRE)[*name].is_array()));
    assert_eq!(got(&browser, CENTRE)["allowance"]["used"], 2);
}

#[test]
fn the_catalogue_of_data_is_read_while_the_warehouse_hangs() {
    let server = &stage::server();
    let (_, browser) = stage::somebody(server, "researcher");
    let categories = ["raw", "dex", "lending", "events"].map(|key| format!("/session/data/categories/{key}"));
    let before = categories.each_ref().map(|path| got(&browser, path));
    let keys: Vec<&str> =
        before.iter().flat_map(|page| list(&page["datasets"])).filter_map(|one| one["key"].as_str()).collect();
    let managers: Vec<(String, Json)> = keys
        .iter()
        .map(|key| format!("/session/data/datasets/{key}"))
        .map(|path| (path.clone(), got(&browser, &path)))
        .collect();
    while_it_hangs(server, || {
        for (path, before) in categories.iter().zip(&before) {
            let page = shown(&browser, path);
            for (dataset, before) in list(&page["datasets"]).iter().zip(list(&before["datasets"])) {
                // Events are of the application store.
                let unknown: &[&str] = if dataset["key"] == "chain_events" { &[] } else { &["rows", "newest_at"] };
                assert_eq!(without(dataset.clone(), unknown), nulled(before.clone(), unknown), "{path}");
            }
            assert_eq!(list(&page["datasets"]).len(), list(&before["datasets"]).len(), "{path}");
        }
        for (path, before) in &managers {
            let takes = |filter: &str| list(&before["filter_fields"]).iter().any(|field| field["name"] == filter);
            let unknown = [("protocols", "protocols"), ("event_signatures", "topic0")];
            let unknown: Vec<&str> =
                unknown.into_iter().filter(|(_, filter)| takes(filter)).map(|(member, _)| member).collect();
            assert_eq!(without(shown(&browser, path), &unknown), nulled(before.clone(), &unknown), "{path}");
        }
    });
    eventually("the figures are there again", || {
        let page = got(&browser, &categories[0]);
        list(&page["datasets"]).iter().all(|dataset| dataset["rows"].is_u64())
    });
}

#[test]
fn an_export_is_drafted_with_any_filter_while_the_warehouse_hangs_or_is_gone() {
    quarry_tests::on_one_engine!();
    let server = &stage::server();
    let (_, mut browser) = stage::somebody(server, "researcher");
    let drafts = [
        ("swaps", json!({ "chain": "Ethereum", "protocols": ["Uniswap_V3"], "block_from": 1 })),
        (
            "logs",
            json!({ "chain": "1", "topic0": format!("0x{:064x}", 7), "emitter_addresses": [format!("0x{:040x}", 7)] }),
        ),
        ("health_factors", json!({ "protocols": ["aave_v3"] })),
        ("price_bars", json!({ "chain": "atlantis", "period": "hourly" })),
        ("tokens", json!({ "addresses": [format!("0x{:040x}", 7)] })),
    ];
    let mut built = Vec::new();
    while_it_hangs(server, || {
        for (dataset, filters) in &drafts {
            let began = Instant::now();
            let path = format!("/session/data/datasets/{dataset}/requests");
            let answer = browser.write("POST", &path, &json!({ "filters": filters }));
            assert_eq!(answer.status, 201, "{dataset} {filters}: {}", answer.text);
            assert!(began.elapsed() < bounded::beside_others(WITHIN), "{dataset} took {:?}", began.elapsed());
            let draft = answer.json();
            assert!(draft["warning"].is_string() && draft["request"]["estimate"].is_null(), "{draft}");
            assert_eq!(draft["request"]["warning"], draft["warning"]);
            built.push(draft["request"]["id"].clone());
        }
        // What is wrong whatever the warehouse says is refused.
        let wrong = json!({ "filters": { "chain": "ethereum", "block_from": 9, "block_to": 8 } });
        let answer = browser.write("POST", "/session/data/datasets/swaps/requests", &wrong);
        refused(&answer, 422, "validation_failed", Some("filters.block_to"));
    });
    signal(server.warehouse_pid().expect("a warehouse"), "KILL");
    let began = Instant::now();
    let answer =
        browser.write("POST", "/session/data/datasets/swaps/requests", &json!({ "filters": { "chain": "1" } }));
    assert_eq!(answer.status, 201, "gone, or back already: {}", answer.text);
    assert!(began.elapsed() < bounded::beside_others(WITHIN), "{:?}", began.elapsed());
    // A name that nobody knows is found when the draft is run.
    let submit = |browser: &mut Browser<'_>, id: &Json| {
        browser.write("POST", &format!("/session/data/requests/{id}/submit"), &json!({}))
    };
    eventually("the warehouse is back", || got(&browser, "/session/data/datasets/swaps")["protocols"].is_array());
    let estimated = browser.write("PATCH", &format!("/session/data/requests/{}", built[4]), &json!({})).json();
    assert!(estimated["warning"].is_null() && estimated["request"]["estimate"].is_object(), "{estimated}");
    refused(&submit(&mut browser, &built[3]), 422, "validation_failed", Some("filters.chain"));
    let queued = submit(&mut browser, &built[1]);
    assert_eq!((queued.status, &queued.json()["filters"]["chain"]), (200, &json!("1")), "{}", queued.text);
}

/// Reads of people that show what the warehouse has and nothing beside it.
const OF_THE_WAREHOUSE: [&str; 1] = ["/session/admin/load_conflicts"];

#[test]
fn every_page_of_ones_own_opens_while_the_warehouse_hangs() {
    let server = &stage::server();
    let staff = Browser::of(server, "staff");
    let document = server.get_keyless("/openapi.session.json").json();
    let paths: Vec<String> = document["paths"]
        .as_object()
        .expect("paths")
        .iter()
        .filter(|(path, item)| item["get"].is_object() && !path.contains('{'))
        .map(|(path, item)| {
            let asked = item["get"]["parameters"].as_array().into_iter().flatten();
            let required = asked.filter(|parameter| parameter["required"] == true);
            let given: Vec<String> = required
                .map(|parameter| {
                    let value = if parameter["name"] == "hash" { format!("0x{:064x}", 1) } else { "swaps".to_owned() };
                    format!("{}={value}", parameter["name"].as_str().expect("a name"))
                })
                .collect();
            format!("{path}?{}", given.join("&"))
        })
        .collect();
    assert!(paths.len() > 20, "{paths:?}");
    for path in &paths {
        // The personal space comes within seconds of the account.
        eventually(path, || staff.get(path).status == 200);
    }
    while_it_hangs(server, || {
        for path in &paths {
            match OF_THE_WAREHOUSE.iter().any(|own| path.starts_with(own)) {
                true => refused(&staff.get(path), 503, "data_source_unavailable", None),
                false => drop(shown(&staff, path)),
            }
        }
    });
}
