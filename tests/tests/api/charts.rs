//! Chart series: what the lists say, as points; with events as markers.

use quarry_tests::server::{Options, Server, quarry, shared};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// USDC/WETH 0.3% on Uniswap V3, and on V2.
const V3_POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";
const V2_POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";

fn body(path: &str) -> Json {
    let answer = shared().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

fn series(chart: &Json, key: &str) -> Vec<(String, Option<String>)> {
    let all = chart["series"].as_array().expect("series");
    let found = all.iter().find(|series| series["key"] == key).unwrap_or_else(|| panic!("no series {key} in {chart}"));
    let points = found["points"].as_array().expect("points");
    points
        .iter()
        .map(|point| {
            assert_eq!(point["class"], Json::Null, "a series over time");
            (point["at"].as_str().expect("a time").to_owned(), point["value"].as_str().map(str::to_owned))
        })
        .collect()
}

/// Gives the bars of the list.
fn bars(pool: &str, query: &str, member: &str) -> Vec<(String, Option<String>)> {
    let list = body(&format!("/pools/{pool}/prices?limit=500&{query}"));
    let text =
        |value: &Json| value.as_str().map(str::to_owned).or_else(|| value.as_u64().map(|count| count.to_string()));
    let bars = list["bars"].as_array().expect("bars");
    bars.iter().map(|bar| (bar["start"].as_str().expect("a time").to_owned(), text(&bar[member]))).collect()
}

#[test]
fn a_price_chart_shows_the_bars_of_its_pool() {
    quarry_tests::on_one_engine!();
    for (pool, source, query) in [
        (V2_POOL, "v2_reserves", "period=daily&from=2026-09-01&to=2026-10-15"),
        (V3_POOL, "v3_swaps", "period=hourly&from=2026-10-20&to=2026-10-21"),
        (V3_POOL, "v3_swaps", "period=hourly"),
    ] {
        let chart = body(&format!("/charts/prices?pool={pool}&{query}"));
        assert_eq!((&chart["source"], &chart["complete"]), (&Json::from(source), &Json::from(true)));
        assert_eq!(chart["pool"]["address"], pool);
        for member in ["open", "high", "low", "close"] {
            let expected = bars(pool, query, member);
            assert!(expected.len() > 5, "{query} is no test");
            assert_eq!(series(&chart, member), expected, "{pool} {query} {member}");
        }
        let list = body(&format!("/pools/{pool}/prices?limit=500&{query}"));
        for member in ["from", "to", "as_of", "as_of_block", "period"] {
            assert_eq!(chart[member], list[member], "{member} of {query}");
        }
        assert_eq!(chart["series"][0]["unit"], "USDC per WETH");
        let oriented = Json::from("token0_per_token1");
        assert_eq!((&chart["orientation"], &list["orientation"]), (&oriented, &oriented));
    }
}

#[test]
fn a_long_range_shows_its_newest_500_points_and_says_so() {
    quarry_tests::on_one_engine!();
    let chart = body(&format!("/charts/prices?pool={V3_POOL}&period=hourly&from=2026-08-05"));
    let shown = series(&chart, "close");
    assert_eq!((shown.len(), &chart["complete"]), (500, &Json::from(false)));
    let newest = bars(V3_POOL, "period=hourly&from=2026-10-25", "close");
    assert_eq!(shown[500 - newest.len()..], newest, "the newest are shown, oldest first");
}

#[test]
fn a_volume_chart_shows_a_pool_in_its_tokens_and_several_pools_in_swaps() {
    quarry_tests::on_one_engine!();
    let query = "period=daily&from=2026-10-01&to=2026-10-10";
    let chart = body(&format!("/charts/volume?pool={V2_POOL}&{query}"));
    for member in ["volume_token0", "volume_token1", "trades"] {
        assert_eq!(series(&chart, member), bars(V2_POOL, query, member), "{member}");
    }
    let pools = body("/pairs?chain=ethereum&limit=500")["pools"].clone();
    let sushi: Vec<&str> = pools
        .as_array()
        .expect("pools")
        .iter()
        .filter(|pool| pool["protocol"] == "sushiswap")
        .filter_map(|pool| pool["address"].as_str())
        .collect();
    assert!(sushi.len() > 1, "several pools");
    let mut days: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for pool in sushi {
        for (day, trades) in bars(pool, query, "trades") {
            let trades: u64 = trades.and_then(|count| count.parse().ok()).expect("a count");
            let (sum, active) = days.entry(day).or_default();
            *sum += trades;
            *active += u64::from(trades > 0);
        }
    }
    days.retain(|_, (trades, _)| *trades > 0);
    let chart = body(&format!("/charts/volume?chain=ethereum&protocol=sushiswap&{query}"));
    let expect = |pick: fn(&(u64, u64)) -> u64| {
        days.iter().map(|(day, counts)| (day.clone(), Some(pick(counts).to_string()))).collect::<Vec<_>>()
    };
    assert_eq!(series(&chart, "trades"), expect(|counts| counts.0));
    assert_eq!(series(&chart, "pools"), expect(|counts| counts.1));
    assert!(chart["as_of_block"].is_u64(), "one chain is meant");
    let everywhere = body("/charts/volume");
    assert_eq!((&everywhere["source"], &everywhere["pool"]), (&Json::from("price_bars"), &Json::Null));
    assert_eq!(everywhere["orientation"], Json::Null, "it has no prices");
    assert_eq!(everywhere["as_of_block"], Json::Null, "several chains have no block in common");
    assert!(series(&everywhere, "trades").len() > 80);
}

#[test]
fn an_event_chart_counts_the_timeline() {
    quarry_tests::on_one_engine!();
    let list = body("/events?from=2026-09-01&to=2026-10-31&limit=500");
    let mut counted: BTreeMap<(String, String), u64> = BTreeMap::new();
    for event in list["events"].as_array().expect("events") {
        let day = format!("{}T00:00:00Z", &event["occurred_at"].as_str().expect("a time")[..10]);
        *counted.entry((event["category"].as_str().expect("a category").to_owned(), day)).or_default() += 1;
    }
    let chart = body("/charts/events?from=2026-09-01&to=2026-10-31");
    let mut shown = BTreeMap::new();
    for each in chart["series"].as_array().expect("series") {
        let key = each["key"].as_str().expect("a key").to_owned();
        for (day, events) in series(&chart, &key) {
            shown.insert((key.clone(), day), events.and_then(|count| count.parse().ok()).expect("a count"));
        }
    }
    assert_eq!(shown, counted);
    assert_eq!(chart["as_of"], list["as_of"]);
    let exploits = body("/charts/events?category=exploit&chain=base&period=hourly&from=2026-10-01");
    assert_eq!(series(&exploits, "exploit"), [("2026-10-06T18:00:00Z".to_owned(), Some("1".to_owned()))]);
}

#[test]
fn markers_are_the_events_of_the_range_on_the_chain_or_on_none() {
    quarry_tests::on_one_engine!();
    let range = "from=2026-09-09&to=2026-10-12";
    let chart = body(&format!("/charts/prices?pool={V2_POOL}&chain=ethereum&events=true&{range}"));
    let expected: Vec<Json> = body(&format!("/events?limit=500&{range}"))["events"]
        .as_array()
        .expect("events")
        .iter()
        .filter(|event| event["chain"] == "ethereum" || event["chain"].is_null())
        .map(|event| event["id"].clone())
        .collect();
    assert!(expected.len() > 3);
    let ids: Vec<Json> = chart["events"].as_array().expect("events").iter().map(|event| event["id"].clone()).collect();
    assert_eq!(ids, expected);
    let depegs = body(&format!("/charts/prices?pool={V2_POOL}&events=true&category=depeg&{range}"));
    assert!(depegs["events"].as_array().expect("events").iter().all(|event| event["category"] == "depeg"));
    assert_eq!(body(&format!("/charts/prices?pool={V2_POOL}&{range}"))["events"], serde_json::json!([]));
}

#[test]
fn bad_input_is_named() {
    quarry_tests::on_one_engine!();
    for (path, parameter) in [
        ("/charts/prices".to_owned(), "pool"),
        ("/charts/moods".to_owned(), "source"),
        (format!("/charts/prices?pool={V2_POOL}&period=weekly"), "period"),
        (format!("/charts/prices?pool={V2_POOL}&events=maybe"), "events"),
        (format!("/charts/prices?pool={V2_POOL}&from=2026-10-05&to=2026-10-01"), "from"),
        ("/charts/events?category=theft".to_owned(), "category"),
        ("/charts/volume?pool=0x12".to_owned(), "pool"),
    ] {
        let refusal = shared().get(&path);
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "invalid_parameter"), "{path}: {}", refusal.text);
        assert_eq!(refusal.json()["parameter"], parameter, "{path}");
    }
    let unknown = shared().get(&format!("/charts/prices?pool=0x{}", "ab".repeat(20)));
    assert_eq!((unknown.status, unknown.code().as_str()), (404, "not_found"), "{}", unknown.text);
    assert_eq!(shared().get_keyless("/charts/events").status, 401);
}

#[test]
fn a_chart_of_a_part_that_is_off_is_off_too() {
    quarry_tests::on_one_engine!();
    let server = Server::start(&Options { no_sample: true, ..Options::default() }).expect("a server");
    let data_dir = server.data_dir.display().to_string();
    assert_eq!(server.get("/charts/events").status, 200);
    assert_eq!(server.get("/charts/events").json()["series"], serde_json::json!([]), "an empty timeline");
    let output = quarry(&["module", "off", "timeline", "--data-dir", &data_dir]).expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let refusal = server.get("/charts/events");
    assert_eq!((refusal.status, refusal.code().as_str()), (404, "module_disabled"), "{}", refusal.text);
    assert_eq!(refusal.json()["module"], "timeline");
    assert_eq!(server.get("/charts/volume?events=true").status, 200, "what has no event stays");
}
