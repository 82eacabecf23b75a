//! The file as a client meets it. Run these by `quarry plugin test`.

use quarry_testkit::{Json, Sandbox, json};

const POOL: &str = "0x000000000000000000000000000000000000000a";
const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
/// 2024-01-01T00:00:00Z.
const NEW_YEAR: u64 = 1_704_067_200;

/// The log of a pool whose reserves are now these, raw.
fn sync(day: u64, reserve0: u128, reserve1: u128) -> Json {
    json!({
        "chain_id": 1,
        "block_number": day + 1,
        "block_hash": format!("0x{:064x}", day + 1),
        "block_timestamp": NEW_YEAR + day * 86_400,
        "transaction_hash": format!("0x{:064x}", day + 1_000),
        "transaction_index": 0,
        "log_index": 0,
        "address": POOL,
        "topics": [SYNC],
        "data": format!("0x{reserve0:064x}{reserve1:064x}"),
    })
}

/// A pool with a bar on each of three days; the one on the second has the odd price.
fn with_bars() -> Sandbox {
    let sandbox = Sandbox::start();
    let token = |number: u64, symbol: &str, decimals: u64| json!({ "chain_id": 1, "address": format!("0x{number:040x}"), "symbol": symbol, "name": symbol, "decimals": decimals });
    sandbox.ingest("tokens", &[token(1, "USDC", 6), token(2, "WETH", 18)]);
    let pool = json!({
        "chain_id": 1, "address": POOL, "protocol": "uniswap_v2", "token0": format!("0x{:040x}", 1),
        "token1": format!("0x{:040x}", 2),
    });
    sandbox.ingest("pools", &[pool]);
    let one = 1_000_000_000_000_000_000;
    sandbox.ingest("logs", &[sync(0, 3_000_000, one), sync(1, 2_500_001, one), sync(2, 4_000_000, one)]);
    sandbox
}

#[test]
fn a_pool_is_a_file_that_a_spreadsheet_opens() {
    let sandbox = with_bars();
    let key = sandbox.read_key();
    let path = format!("/pool-bars-csv/{POOL}");
    let file = key.get(&path).expect_status(200);
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert_eq!(file.header("content-disposition"), format!("attachment; filename*=UTF-8''ethereum-{POOL}-daily.csv"));
    let lines: Vec<&str> = file.text.split("\r\n").collect();
    assert_eq!(
        lines,
        [
            "start,open,high,low,close,volume_token0,volume_token1,trades",
            "2024-01-01T00:00:00Z,3,3,3,3,0,0,0",
            "2024-01-02T00:00:00Z,2.500001,2.500001,2.500001,2.500001,0,0,0",
            "2024-01-03T00:00:00Z,4,4,4,4,0,0,0",
            "",
        ]
    );
    let again = key.send("GET", &path, &[("if-none-match", file.header("etag"))], &[]);
    assert_eq!(again.status, 304, "a file that did not change is not sent again");

    let second = key.get(&format!("{path}?from=2024-01-02&to=2024-01-02")).expect_status(200);
    assert_eq!(second.text.lines().count(), 2, "{}", second.text);
    let hourly = key.get(&format!("{path}?period=hourly&chain=ethereum")).expect_status(200);
    assert_eq!(hourly.text.lines().count(), 4, "{}", hourly.text);
    let empty = key.get(&format!("{path}?from=2025-01-01")).expect_status(200);
    assert_eq!(empty.text.lines().count(), 1, "a range without bars is a file with its names: {}", empty.text);

    key.get("/pool-bars-csv/0x000000000000000000000000000000000000000b").expect_status(404);
    sandbox.nobody().get(&path).expect_status(401);
}
