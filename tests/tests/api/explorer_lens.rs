//! The explorer's lenses: what concerns an address, and the logs of an event; each walk gives each log once.

use crate::explorer::{V2_POOL, body, get};
use quarry_tests::extent;
use quarry_tests::server::shared;
use serde_json::Value as Json;
use std::collections::BTreeSet;

const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const WETH: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";

fn pool_lens(filters: &str) -> String {
    format!("/public/explorer/address/{V2_POOL}?chain=ethereum{filters}")
}

fn logs(page: &Json) -> Vec<Json> {
    page["logs"].as_array().expect("logs").clone()
}

/// A log's place.
fn place(log: &Json) -> (u64, u64) {
    (log["block_number"].as_u64().expect("a block"), log["log_index"].as_u64().expect("an index"))
}

/// Follows `before` to the end.
fn walk(path: &str, limit: usize) -> Vec<Json> {
    let mut rows = Vec::new();
    let mut next = format!("{path}&limit={limit}");
    loop {
        let page = body(&next);
        let shown = logs(&page);
        assert_eq!((&page["count"], &page["limit"]), (&Json::from(shown.len()), &Json::from(limit)));
        assert_eq!(page["as_of_block"], shown.first().map_or(Json::Null, |log| log["block_number"].clone()));
        rows.extend(shown);
        match page["next_cursor"].as_str() {
            Some(cursor) => next = format!("{path}&limit={limit}&before={cursor}"),
            None => return rows,
        }
    }
}

/// Somebody who traded with the pool.
fn trader() -> String {
    let page = body(&pool_lens(&format!("&topic0={TRANSFER}&limit=500")));
    let parties = logs(&page);
    let party =
        parties.iter().find(|log| log["roles"] == Json::from(vec!["recipient"])).expect("a payment to the pool");
    party["parameters"][0]["value"].as_str().expect("an address").to_owned()
}

#[test]
fn a_walk_gives_each_log_once_newest_first_whatever_the_page_size() {
    quarry_tests::on_one_engine!();
    let somebody = format!("/public/explorer/address/{}?chain=1", trader());
    let day = pool_lens("&date_from=2026-09-10&date_to=2026-09-10");
    for path in [somebody, day] {
        let whole = walk(&path, 500);
        assert!(whole.len() > 10, "{path} has {} logs", whole.len());
        assert!(whole.is_sorted_by(|a, b| place(a) > place(b)), "newest first, and no log twice");
        assert_eq!(body(&path)["matching"], whole.len(), "{path}");
        for &limit in extent::of(&[50][..], &[7, 50]) {
            assert_eq!(walk(&path, limit), whole, "{path} by {limit}");
        }
    }
}

#[test]
fn a_walk_back_meets_the_same_logs() {
    quarry_tests::on_one_engine!();
    let path = pool_lens("&date_from=2026-09-10&date_to=2026-09-10");
    let whole = walk(&path, 500);
    let first = body(&format!("{path}&limit=10"));
    assert_eq!(first["previous_cursor"], Json::Null, "nothing is newer than the first page");
    let mut pages = vec![logs(&first)];
    let mut page = first;
    while let Some(cursor) = page["next_cursor"].as_str() {
        page = body(&format!("{path}&limit=10&before={cursor}"));
        pages.push(logs(&page));
    }
    assert_eq!(pages.concat(), whole);
    let mut met = logs(&page);
    while let Some(cursor) = page["previous_cursor"].as_str() {
        page = body(&format!("{path}&limit=10&after={cursor}"));
        met = [logs(&page), met].concat();
    }
    assert_eq!(met, whole);
}

#[test]
fn the_link_header_leads_both_ways() {
    quarry_tests::on_one_engine!();
    let path = pool_lens("&limit=2");
    let first = get(&path);
    let older = first.json()["next_cursor"].as_str().expect("older logs").to_owned();
    assert_eq!(first.header("link"), format!("</api/v1{path}&before={older}>; rel=\"next\""));
    let second = get(&format!("{path}&before={older}"));
    let cursor = |name: &str| second.json()[name].as_str().expect("a cursor").to_owned();
    let expected = format!(
        "</api/v1{path}&before={}>; rel=\"next\", </api/v1{path}&after={}>; rel=\"prev\"",
        cursor("next_cursor"),
        cursor("previous_cursor")
    );
    assert_eq!(second.header("link"), expected);
    let back = body(&format!("{path}&after={}", cursor("previous_cursor")));
    assert_eq!((&back["logs"], &back["previous_cursor"]), (&first.json()["logs"], &Json::Null));
}

#[test]
fn filters_narrow_the_lens_and_its_count_alike() {
    quarry_tests::on_one_engine!();
    let whole = walk(&pool_lens("&date_from=2026-09-10&date_to=2026-09-11"), 500);
    let (oldest, newest) = (place(&whole[whole.len() - 20]).0, place(&whole[20]).0);
    let within = |log: &&Json| (oldest..=newest).contains(&place(log).0);
    let expected: Vec<Json> = whole.iter().filter(within).cloned().collect();
    let blocks = pool_lens(&format!("&block_from={oldest}&block_to={newest}"));
    assert_eq!(walk(&blocks, 500), expected);
    assert_eq!(body(&blocks)["matching"], expected.len());

    let syncs: Vec<Json> = expected.iter().filter(|log| log["topics"][0] == SYNC).cloned().collect();
    let path = format!("{blocks}&topic0={SYNC}");
    assert_eq!(walk(&path, 7), syncs);
    assert_eq!(body(&path)["matching"], syncs.len());

    // Times within a day: both days are at an edge.
    let (from, to) = ("2026-09-10T11:30:00Z", "2026-09-11T04:00:00Z");
    let timed: Vec<Json> = whole
        .iter()
        .filter(|log| (from..to).contains(&log["block_timestamp"].as_str().expect("a time")))
        .cloned()
        .collect();
    let path = pool_lens(&format!("&date_from={from}&date_to={to}"));
    assert!(timed.len() > 10 && timed.len() < whole.len());
    assert_eq!(walk(&path, 500), timed);
    assert_eq!(body(&path)["matching"], timed.len());
    let nothing = body(&pool_lens("&date_from=2020-01-01&date_to=2020-01-31"));
    assert_eq!(
        (&nothing["matching"], &nothing["logs"], &nothing["next_cursor"]),
        (&0.into(), &Json::Array(vec![]), &Json::Null)
    );
}

#[test]
fn an_address_sees_what_it_emitted_and_the_tokens_it_sent_and_got() {
    quarry_tests::on_one_engine!();
    let somebody = trader();
    let rows = walk(&format!("/public/explorer/address/{somebody}?chain=1"), 500);
    let mut seen = BTreeSet::new();
    for log in &rows {
        assert_eq!(log["signature"], "Transfer(address,address,uint256)", "a person emits nothing: {log}");
        let party = |parameter: usize| log["parameters"][parameter]["value"] == somebody.as_str();
        let mut roles = Vec::new();
        if party(0) {
            roles.push("sender");
        }
        if party(1) {
            roles.push("recipient");
        }
        assert_eq!(log["roles"], Json::from(roles.clone()), "{log}");
        seen.extend(roles);
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["recipient", "sender"]);
    let emitted = logs(&body(&format!("/public/explorer/address/{WETH}?chain=1&limit=5")));
    assert!(
        emitted.iter().all(|log| log["address"] == WETH && log["roles"] == Json::from(vec!["emitter"])),
        "{emitted:?}"
    );
}

#[test]
fn an_event_is_listed_whoever_emitted_it_raw_and_decoded() {
    quarry_tests::on_one_engine!();
    let page = body(&format!("/public/explorer/events/{SYNC}?chain=ethereum&limit=100"));
    let rows = logs(&page);
    assert!(rows.iter().map(|log| log["address"].as_str()).collect::<BTreeSet<_>>().len() > 3);
    for log in &rows {
        assert_eq!((&log["topics"][0], &log["event"]), (&SYNC.into(), &"Sync".into()));
        // The words of the data, read here.
        let data = log["data"].as_str().expect("data");
        for (index, parameter) in log["parameters"].as_array().expect("parameters").iter().enumerate() {
            let word = &data[2 + index * 64..2 + (index + 1) * 64];
            let value = u128::from_str_radix(word, 16).expect("a reserve fits").to_string();
            assert_eq!(parameter["value"], value);
        }
        assert_eq!(log["parameters"][1]["name"], "reserve1");
    }
    let first = place(&rows[0]).0;
    assert_eq!(page["as_of_block"], first);
    let tail = format!("/public/explorer/events/{SYNC}?chain=1&block_from={}", place(&rows[99]).0);
    assert_eq!(body(&tail)["matching"], walk(&tail, 500).len());
}

#[test]
fn several_chains_have_to_be_told_apart() {
    quarry_tests::on_one_engine!();
    let refusal = get(&format!("/public/explorer/events/{SYNC}"));
    assert_eq!((refusal.status, refusal.json()["parameter"].as_str()), (422, Some("chain")), "{}", refusal.text);
    assert_eq!(refusal.json()["chains"], serde_json::json!(["ethereum", "base"]), "{}", refusal.text);
    assert_eq!(
        body(&format!("/public/explorer/address/{V2_POOL}?limit=1"))["chain"],
        "ethereum",
        "one chain is enough"
    );
}

#[test]
fn what_was_never_seen_is_an_empty_lens() {
    quarry_tests::on_one_engine!();
    for path in [
        format!("/public/explorer/address/0x{}", "12".repeat(20)),
        format!("/public/explorer/events/0x{}", "12".repeat(32)),
    ] {
        let page = body(&path);
        assert_eq!((&page["chain"], &page["matching"], &page["count"]), (&Json::Null, &0.into(), &0.into()), "{path}");
        let page = body(&format!("{path}?chain=base"));
        assert_eq!((&page["chain"], &page["matching"], &page["next_cursor"]), (&"base".into(), &0.into(), &Json::Null));
    }
}

#[test]
fn a_malformed_question_is_refused_by_name() {
    quarry_tests::on_one_engine!();
    let cursor = body(&pool_lens("&limit=2"))["next_cursor"].as_str().expect("a cursor").to_owned();
    for (filters, parameter) in [
        ("&block_from=-1", "block_from"),
        ("&block_from=9&block_to=8", "block_from"),
        ("&date_from=yesterday", "date_from"),
        ("&date_from=2026-09-02&date_to=2026-09-01", "date_from"),
        ("&topic0=0x12", "topic0"),
        ("&limit=0", "limit"),
        ("&limit=many", "limit"),
        (&*format!("&before={cursor}&after={cursor}"), "after"),
    ] {
        let refusal = get(&pool_lens(filters));
        assert_eq!(
            (refusal.status, refusal.json()["parameter"].as_str()),
            (422, Some(parameter)),
            "{filters}: {}",
            refusal.text
        );
    }
    for (path, parameter) in [
        (pool_lens("&before=forged"), "before"),
        (pool_lens("&after=forged"), "after"),
        (pool_lens(&format!("&topic0={SYNC}&before={cursor}")), "before"),
        (format!("/public/explorer/events/{SYNC}?chain=1&before={cursor}"), "before"),
    ] {
        let refusal = get(&path);
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "invalid_cursor"), "{path}: {}", refusal.text);
        assert_eq!(refusal.json()["parameter"], parameter, "the one that was sent is named: {}", refusal.text);
    }
    for path in
        ["/public/explorer/address/0x12", "/public/explorer/events/0x12", "/public/explorer/address/vitalik.eth"]
    {
        assert_eq!(get(path).status, 422, "{path}");
    }
    assert_eq!(shared().get_keyless(&pool_lens("&limit=9999")).json()["limit"], 500);
}
