//! Tokens, pairs and price bars.

use quarry_tests::server::shared;
use serde_json::Value as Json;

/// USDC/WETH 0.3% on Uniswap V3, and on V2.
const V3_POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";
const V2_POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const WETH: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";

fn body(path: &str) -> Json {
    let answer = shared().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

fn number(value: &Json) -> f64 {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value} is no decimal text"))
}

fn addresses(body: &Json) -> Vec<String> {
    let pools = body["pools"].as_array().expect("pools");
    pools.iter().map(|pool| pool["address"].as_str().expect("an address").to_owned()).collect()
}

#[test]
fn tokens_are_found_by_part_of_their_symbol_and_by_address() {
    quarry_tests::on_one_engine!();
    insta::assert_json_snapshot!(body("/tokens?q=usd&chain=ethereum&limit=3"), { ".next_cursor" => "[cursor]" });
    let by_address = body(&format!("/tokens?q={}", &WETH[..12]));
    assert_eq!(by_address["tokens"][0]["symbol"], "WETH");
    assert_eq!(body("/tokens?q=no-such-token")["count"], 0);
}

#[test]
fn pairs_come_most_active_first() {
    quarry_tests::on_one_engine!();
    let pairs = body("/pairs?limit=5");
    insta::assert_json_snapshot!(pairs, { ".next_cursor" => "[cursor]" });
    let trades: Vec<u64> = body("/pairs?limit=500")["pools"]
        .as_array()
        .expect("pools")
        .iter()
        .map(|pool| pool["trades_24h"].as_u64().expect("a count"))
        .collect();
    assert!(trades.is_sorted_by(|a, b| a >= b), "{trades:?}");
    assert_eq!(trades.len(), 40);
}

#[test]
fn a_pair_is_found_by_symbols_by_addresses_and_in_either_order() {
    quarry_tests::on_one_engine!();
    let by_symbol = addresses(&body("/pairs?base=weth&quote=USDC&source=v2&chain=ethereum"));
    assert!(by_symbol.contains(&V2_POOL.to_owned()), "{by_symbol:?}");
    let turned = addresses(&body("/pairs?base=USDC&quote=WETH&source=v2&chain=1"));
    assert_eq!(by_symbol, turned);
    let by_address = addresses(&body(&format!(
        "/pairs?base={}&quote=usdc&source=v2&chain=ethereum",
        WETH.to_uppercase().replace("0X", "")
    )));
    assert_eq!(by_symbol, by_address);
    let every = body("/pairs?base=WETH&source=v3&limit=500");
    for pool in every["pools"].as_array().expect("pools") {
        assert_eq!(pool["source"], "v3");
        assert!([&pool["token0"], &pool["token1"]].iter().any(|token| token["symbol"] == "WETH"), "{pool}");
    }
    assert_eq!(addresses(&body(&format!("/pairs?q={V2_POOL}"))), [V2_POOL]);
}

#[test]
fn bars_name_their_pool_their_orientation_and_their_source() {
    quarry_tests::on_one_engine!();
    let path = format!("/pools/{V3_POOL}/prices?period=daily&from=2026-10-01&to=2026-10-03");
    insta::assert_json_snapshot!(body(&path));
}

#[test]
fn the_public_finder_lists_what_the_keyed_one_does() {
    quarry_tests::on_one_engine!();
    let answer = shared().get_keyless("/public/prices?base=WETH&limit=4");
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "public, max-age=60");
    assert_eq!(answer.json()["pools"], body("/pairs?base=WETH&limit=4")["pools"]);
}

#[test]
fn inverted_bars_are_the_inverse_with_high_and_low_changed_over() {
    quarry_tests::on_one_engine!();
    let server = shared();
    let path = format!("/public/prices/{V2_POOL}?period=hourly&range=24h");
    let upright = server.get_keyless(&path).json();
    let inverted = server.get_keyless(&format!("{path}&invert=true")).json();
    assert_eq!(upright["orientation"], "token0_per_token1");
    assert_eq!(inverted["orientation"], "token1_per_token0");
    let pairs = upright["bars"].as_array().expect("bars").iter().zip(inverted["bars"].as_array().expect("bars"));
    let mut compared = 0;
    for (bar, inverse) in pairs {
        assert_eq!(bar["start"], inverse["start"]);
        for (name, other) in [("open", "open"), ("high", "low"), ("low", "high"), ("close", "close")] {
            let product = number(&bar[name]) * number(&inverse[other]);
            assert!((product - 1.0).abs() < 1e-12, "{name} {} × {other} {}", bar[name], inverse[other]);
        }
        assert_eq!(bar["volume_token0"], inverse["volume_token0"]);
        compared += 1;
    }
    assert!(compared > 5, "{compared} bars were compared");
}

#[test]
fn other_pools_stand_beside_the_first_over_the_same_window() {
    quarry_tests::on_one_engine!();
    let other = "0x397ff1542f962076d0bfe58ea045ffa2d347aca0";
    let path = format!("/public/prices/{V2_POOL}?period=daily&range=7d&compare={other},{V3_POOL}");
    let answer = shared().get_keyless(&path).json();
    let comparisons = answer["comparisons"].as_array().expect("comparisons");
    assert_eq!(comparisons.len(), 2);
    assert_eq!(comparisons[0]["pool"]["address"], other);
    for comparison in comparisons {
        assert_eq!(comparison["from"], answer["from"]);
        assert!(!comparison["bars"].as_array().expect("bars").is_empty());
    }
    let unknown = format!("/public/prices/{V2_POOL}?compare=0x{}", "12".repeat(20));
    let refusal = shared().get_keyless(&unknown);
    assert_eq!((refusal.status, refusal.json()["parameter"].as_str()), (422, Some("compare")));
}

#[test]
fn a_range_has_as_many_bars_as_it_has_periods() {
    quarry_tests::on_one_engine!();
    for (range, period, bars) in [("7d", "daily", 7), ("30d", "daily", 30), ("24h", "hourly", 24)] {
        let answer = shared().get_keyless(&format!("/public/prices/{V2_POOL}?period={period}&range={range}")).json();
        let shown = answer["bars"].as_array().expect("bars").len();
        assert!(shown <= bars && shown > bars / 2, "{range} by {period} gave {shown} bars");
    }
}

#[test]
fn unknown_decimals_give_null_prices_and_never_zero() {
    quarry_tests::on_one_engine!();
    // WETH/DGD: the sample gives DGD no decimals.
    let bars = body("/pools/0xb3fee89d04d02dc4b522d487c24c810ad8e5809c/prices?period=daily");
    assert_eq!(bars["pool"]["token1"]["decimals"], Json::Null);
    for bar in bars["bars"].as_array().expect("bars") {
        assert_eq!(bar["close"], Json::Null, "{bar}");
        assert_eq!(bar["volume_token1"], Json::Null, "{bar}");
        assert!(bar["volume_token0"].is_string(), "the known side is scaled: {bar}");
    }
    assert!(bars["count"].as_u64().expect("a count") > 30);
}

#[test]
fn a_quiet_day_has_no_bar_and_reserve_changes_alone_have_no_trades() {
    quarry_tests::on_one_engine!();
    let quiet =
        body("/pools/0x3e8468f66d30fc99f745481d4b383f89861702c6/prices?period=daily&from=2026-10-01&to=2026-10-31");
    assert!(quiet["count"].as_u64().expect("a count") < 20, "{}", quiet["count"]);
    let hours = body("/pools/0x088ee5007c98a9677165d78dd2109ae4a3d04d0c/prices?period=hourly");
    let bars = hours["bars"].as_array().expect("bars");
    assert!(bars.iter().any(|bar| bar["trades"] == 0), "some hours have reserve changes alone");
    for bar in bars.iter().filter(|bar| bar["trades"] == 0) {
        assert_eq!((&bar["volume_token0"], &bar["volume_token1"]), (&Json::from("0"), &Json::from("0")), "{bar}");
        assert!(bar["close"].is_string());
    }
}

#[test]
fn the_same_question_has_the_same_tag_and_a_304() {
    quarry_tests::on_one_engine!();
    let path = format!("/public/prices/{V3_POOL}?period=daily&range=30d");
    let first = shared().get_keyless(&path);
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with('"'), "a strong tag: {tag}");
    assert_eq!(shared().get_keyless(&path).header("etag"), tag);
    for sent in [tag.as_str(), "*", &format!("\"other\", W/{tag}")] {
        let again = shared().send("GET", &path, &[("if-none-match", sent)]);
        assert_eq!((again.status, again.text.as_str()), (304, ""), "If-None-Match: {sent}");
        assert_eq!(again.header("etag"), tag);
    }
}
