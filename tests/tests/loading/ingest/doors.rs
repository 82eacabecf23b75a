//! What files bring that cannot be: texts that are none, logs whose place another one has, pools that no contract makes, swaps in which
//! nothing was exchanged. And the first hour of a chain.

use crate::ingest_support::*;
use alloy_primitives::U256;
use quarry::ingest::{DatasetKind, IngestError, IngestOptions, IngestSummary, WithdrawalTarget};
use serde_json::{Value as Json, json};

fn skipping() -> IngestOptions {
    IngestOptions { skip_bad: true, ..ethereum() }
}

async fn load_bytes(
    store: &Store,
    kind: DatasetKind,
    name: &str,
    bytes: &[u8],
    options: &IngestOptions,
) -> Result<IngestSummary, IngestError> {
    let folder = fresh_folder("doors");
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a file");
    let outcome = store.load_file(kind, &path, options).await;
    std::fs::remove_dir_all(&folder).expect("no folder");
    outcome
}

#[tokio::test]
async fn a_name_that_is_no_text_is_refused_by_line_and_what_fills_one_up_is_cut_off() {
    let store = Store::new("texts").await;
    let long = "L".repeat(257);
    let mut csv = b"address,symbol,name,decimals\n".to_vec();
    let mut row = |number: u8, symbol: &[u8], name: &[u8]| {
        csv.extend_from_slice(format!("{},", address(number)).as_bytes());
        csv.extend_from_slice(symbol);
        csv.push(b',');
        csv.extend_from_slice(name);
        csv.extend_from_slice(b",18\n");
    };
    row(1, b"MKR\0\0\0", b"Maker");
    row(2, b"M\xffR", b"Maker");
    row(3, b"ONE", b"Ma\x07ker");
    row(4, long.as_bytes(), b"Long");
    row(5, b"0x4d4b520000000000000000000000000000000000000000000000000000000000", "Börse 🦄".as_bytes());
    row(6, b"A\0B", b"Inner");
    row(7, b"\0\0\0", &long.as_bytes()[..256]);
    row(8, b"NEL", b"a\xc2\x85b");
    let error =
        load_bytes(&store, DatasetKind::Tokens, "t.csv", &csv, &ethereum()).await.expect_err("refused").to_string();
    for said in [
        "t.csv:3: column `symbol` is not UTF-8: `M\u{fffd}R`; save the file as UTF-8",
        "t.csv:4: column `name` has control characters: `Ma\\u{7}ker`",
        "t.csv:5: column `symbol` is longer than 256 characters: `LLL",
        "t.csv:7: column `symbol` has control characters: `A\\0B`",
        "t.csv:9: column `name` has control characters: `a\\u{85}b`",
    ] {
        assert!(error.contains(said), "{said} is not in {error}");
    }
    assert_eq!(store.cell("SELECT count() FROM tokens").await, "0");
    let summary = load_bytes(&store, DatasetKind::Tokens, "t.csv", &csv, &skipping()).await.expect("the others");
    assert_eq!((summary.rows_bad, summary.rows_loaded), (5, 3));
    let kept = "SELECT ifNull(symbol, 'null'), lengthUTF8(name) FROM tokens FINAL ORDER BY address";
    assert_eq!(store.rows(kept).await, [["MKR", "5"], ["MKR", "7"], ["null", "256"]]);

    // Other readers, and the other names: each is refused, and nothing of it is there.
    let json = format!("{{\"address\":\"{}\",\"symbol\":\"MKR\\u0000\\u0000\",\"name\":\"A\\nB\"}}\n", address(9));
    let mut latin = format!("{{\"address\":\"{}\",\"symbol\":\"M", address(9)).into_bytes();
    latin.extend_from_slice(b"\xffR\"}\n");
    let mut pool = b"address,protocol,source,token0,token1\n".to_vec();
    pool.extend_from_slice(format!("{},b", address(10)).as_bytes());
    pool.extend_from_slice(format!("\u{0}_v2,v2,{},{}\n", address(1), address(2)).as_bytes());
    let mut deployment = b"address,protocol,slug,name\n".to_vec();
    deployment.extend_from_slice(format!("{},aave_v3,latin-one,B", address(50)).as_bytes());
    deployment.extend_from_slice(b"\xf6rse\n");
    for (kind, name, bytes, said) in [
        (DatasetKind::Tokens, "a.ndjson", json.as_bytes(), "a.ndjson:1: column `name` has control characters: `A\\nB`"),
        (DatasetKind::Tokens, "b.ndjson", &latin, "not UTF-8"),
        (DatasetKind::Pools, "p.csv", &pool, "p.csv:2: column `protocol` has control characters"),
        (DatasetKind::LendingDeployments, "d.csv", &deployment, "d.csv:2: column `name` is not UTF-8: `B\u{fffd}rse`"),
    ] {
        let error = load_bytes(&store, kind, name, bytes, &ethereum()).await.expect_err(name).to_string();
        assert!(error.contains(said), "{said} is not in {error}");
    }
    let counts =
        "SELECT (SELECT count() FROM tokens), (SELECT count() FROM pools), (SELECT count() FROM lending_deployments)";
    assert_eq!(store.rows(counts).await, [["3", "0", "0"]]);
}

/// A Sync of a transaction, with its index within that.
fn log(block: u64, transaction: u64, index: u64, pool: u8, reserve0: u64) -> Json {
    json!({
        "block_number": block, "block_timestamp": time_of(block), "log_index": index, "transaction_index": transaction,
        "transaction_hash": format!("0x{:064x}", block * 1_000 + transaction), "address": address(pool), "topics": [SYNC],
        "data": format!("0x{reserve0:064x}{:064x}", 1_000),
    })
}

fn lines<'a>(logs: impl IntoIterator<Item = &'a Json>) -> String {
    logs.into_iter().map(|log| format!("{log}\n")).collect()
}

#[tokio::test]
async fn logs_that_are_counted_within_transactions_are_all_there_or_named() {
    let whole = [log(3, 0, 0, 10, 2_000), log(3, 0, 1, 10, 2_500), log(3, 1, 0, 12, 3_000), log(4, 0, 5, 10, 4_000)];
    let places = "SELECT place.block_number, place.log_index, place.transaction_index, toString(sync.reserve0) \
                  FROM (SELECT * FROM v2_syncs FINAL) AS sync INNER JOIN (SELECT * FROM logs FINAL) AS place \
                  ON place.block_number = sync.block_number AND place.log_index = sync.log_index ORDER BY 1, 2";
    let expected = [["3", "0", "0", "2000"], ["3", "1", "0", "2500"], ["3", "2", "1", "3000"], ["4", "5", "0", "4000"]];
    let store = Store::with_pools("counted_within").await;
    for turn in ["at first", "again"] {
        let summary = store.load(DatasetKind::Logs, lines(&whole)).await;
        assert_eq!((summary.rows_loaded, summary.conflicts, summary.blocks_counted_anew), (4, 0, 1), "{turn}");
        assert!(summary.to_string().contains("blocks numbered     1"), "{summary}");
        assert_eq!(store.rows(places).await, expected, "{turn}");
    }
    // In another order of the file they have the same places.
    let turned = Store::with_pools("counted_turned").await;
    turned.load(DatasetKind::Logs, lines(whole.iter().rev())).await;
    assert_eq!(turned.rows(places).await, expected);

    // A block in two files: what the first has kept out is counted and named.
    let parts = Store::with_pools("counted_parts").await;
    parts.load(DatasetKind::Logs, lines(&whole[..2])).await;
    let summary = parts.load(DatasetKind::Logs, lines(&whole[2..])).await;
    assert_eq!((summary.rows_loaded, summary.conflicts), (1, 1));
    assert!(
        summary.to_string().contains("ethereum block 3, log 0: transaction_hash, transaction_index, address, data"),
        "{summary}"
    );

    // Two transactions under one index are a contradiction, not another way of counting.
    let mut other = whole[0].clone();
    other["transaction_hash"] = json!(format!("0x{:064x}", 77));
    let summary = Store::with_pools("counted_forks").await.load(DatasetKind::Logs, lines([&whole[0], &other])).await;
    assert_eq!((summary.rows_loaded, summary.conflicts, summary.blocks_counted_anew), (1, 1, 0));
}

#[tokio::test]
async fn pools_with_their_tokens_the_other_way_round_have_no_price_upside_down() {
    let store = Store::new("token_order").await;
    let pool = |number: u8, protocol: &str, token0: u8, token1: u8| {
        format!("{},{protocol},{},{},3000\n", address(number), address(token0), address(token1))
    };
    let rows = [pool(10, "uniswap_v2", 2, 1), pool(11, "uniswap_v3", 3, 3), pool(12, "uniswap_v2", 1, 2)].concat();
    let text = format!("address,protocol,token0,token1,fee\n{rows}");
    let error = store.try_load(DatasetKind::Pools, text.clone(), &ethereum()).await.expect_err("refused").to_string();
    for (line, number) in [(2, 1), (3, 3)] {
        let said = format!("test:{line}: column `token1` is `{}`, which is not above `token0`", address(number));
        assert!(error.contains(&said), "{error}");
    }
    let summary = store.try_load(DatasetKind::Pools, text, &skipping()).await.expect("the other");
    assert_eq!((summary.rows_bad, summary.rows_loaded), (2, 1));
    assert_eq!(store.cell("SELECT hex(pool) FROM ranked_pools FINAL").await, address(12)[2..].to_uppercase());
}

#[tokio::test]
async fn a_loan_and_a_swap_that_moved_nothing_are_no_trade_and_set_no_price() {
    let store = Store::new("no_trade").await;
    store.load(DatasetKind::Tokens, tokens_csv((0, 0))).await;
    let (v2, v3) = (address(10), address(11));
    store.load(DatasetKind::Pools, pools_csv(&[(&v2, "uniswap_v2"), (&v3, "uniswap_v3")])).await;
    let words = |block, index, amounts: [u64; 4]| {
        Log::new(block, index, &v2, v2_swap(1, 1, &v2, 1, 1).topics, &amounts.map(U256::from))
    };
    let one = U256::from(1) << 96;
    let traded = [sync(1, 0, &v2, 2_000, 1_000), words(1, 1, [5, 0, 0, 2]), v3_swap(1, 2, &v3, (10, -5), one)];
    store.load(DatasetKind::Logs, etl_csv(&traded)).await;
    let bars = "SELECT hex(pool), period, open, high, low, close, volume_token0, volume_token1, trades, price_events, last_block \
                FROM price_bars FINAL ORDER BY pool, period";
    let before = store.rows(bars).await;
    assert_eq!(before[0][2..], ["2", "2", "2", "2", "5", "2", "1", "1", "1"]);
    let nothing = [
        sync(2, 0, &v2, 9_000, 1_000),
        // A loan that comes back in its own token with its fee, and a swap of nothing.
        words(2, 1, [903, 0, 900, 0]),
        sync(2, 3, &v2, 9_000, 3_000),
        words(2, 4, [0, 0, 0, 0]),
        v3_swap(3, 0, &v3, (0, 0), one * U256::from(1_000)),
        v3_swap(3, 1, &v3, (1, 0), one / U256::from(1_000)),
    ];
    let summary = store.load(DatasetKind::Logs, etl_csv(&nothing)).await;
    assert_eq!((summary.decoded.v2_swaps, summary.decoded.v3_swaps), (2, 2), "they are kept, as events");
    assert_eq!(store.rows(bars).await, before);
    // Reserves alone set a price: somebody added or took some.
    store.load(DatasetKind::Logs, etl_csv(&[sync(4, 0, &v2, 6_000, 2_000)])).await;
    assert_eq!(store.rows(bars).await[0][2..], ["2", "3", "2", "3", "5", "2", "1", "2", "4"]);
}

#[tokio::test]
async fn a_chain_or_a_pool_within_its_first_hour_is_listed_with_the_price_of_its_bar() {
    let store = Store::with_pools("first_hour").await;
    let listed = "SELECT toString(toUnixTimestamp(hours.ranked_at)), pool.trades, ifNull(pool.price, 'null'), ifNull(pool.price_reason, 'none'), \
                  ifNull(toString(toUnixTimestamp(pool.price_at)), 'never') \
                  FROM (SELECT * FROM ranked_pools FINAL WHERE source = 'v2') AS pool \
                  INNER JOIN (SELECT * FROM ranking_hours FINAL) AS hours ON hours.chain_id = pool.chain_id";
    let time = |seconds: u64| (NEW_YEAR + seconds).to_string();
    let pool = address(10);
    store.load(DatasetKind::Logs, etl_csv(&[sync(1, 0, &pool, 2, 1), v2_swap(1, 1, &pool, 5, 2)])).await;
    assert_eq!(store.rows(listed).await, [[&time(0), "0", "2", "none", &time(12)]]);
    store.load(DatasetKind::Logs, etl_csv(&[sync(2, 0, &pool, 3, 1), v2_swap(2, 1, &pool, 5, 2)])).await;
    assert_eq!(store.rows(listed).await, [[&time(0), "0", "3", "none", &time(24)]], "later in the hour");
    // The first hour is over: from now on it counts, and the second does not yet.
    store.load(DatasetKind::Logs, etl_csv(&[sync(301, 0, &pool, 4, 1), v2_swap(301, 1, &pool, 5, 2)])).await;
    assert_eq!(store.rows(listed).await, [[&time(3_600), "2", "3", "none", &time(24)]]);
    store.load(DatasetKind::Logs, etl_csv(&[sync(601, 0, &pool, 5, 1)])).await;
    assert_eq!(store.rows(listed).await, [[&time(7_200), "3", "4", "none", &time(3_612)]]);
    // Taken back to its first hour, it is priced by that hour's bar again.
    let later = WithdrawalTarget::Blocks { chain: "ethereum".to_owned(), first_block: 2, last_block: 700 };
    store.ingest.withdraw(&later).await.expect("a withdrawal");
    assert_eq!(store.rows(listed).await, [[&time(0), "0", "2", "none", &time(12)]]);
}

#[tokio::test]
async fn files_that_were_reported_elsewhere_are_read_as_their_reporters_expect() {
    let beside = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("QUARRY_REAL_DATA").map_or(beside, std::path::PathBuf::from).join("reports");
    if !folder.join("04-log-index-per-transaction").exists() {
        println!("skipped: {} is absent", folder.display());
        return;
    }
    let store = Store::new("reported").await;
    let load = async |kind, file: &str| store.load_file(kind, &folder.join(file), &ethereum()).await;
    let loaded = async |kind, file: &str| load(kind, file).await.unwrap_or_else(|error| panic!("{file}: {error}"));
    let refused = async |kind, file: &str| load(kind, file).await.expect_err(file).to_string();
    for (kind, file) in
        [(DatasetKind::Tokens, "tokens.csv"), (DatasetKind::Pools, "pools.csv"), (DatasetKind::Logs, "logs.json")]
    {
        loaded(kind, &format!("04-log-index-per-transaction/{file}")).await;
    }
    assert_eq!(
        store.cell("SELECT count() FROM price_bars FINAL WHERE period = 'daily'").await,
        "2",
        "a bar for each pool"
    );

    loaded(DatasetKind::Tokens, "11-pool-tokens-reversed/tokens.csv").await;
    for (file, rows) in [("reversed.csv", "2 bad row(s)"), ("same.csv", "1 bad row(s)")] {
        let error = refused(DatasetKind::Pools, &format!("11-pool-tokens-reversed/{file}")).await;
        assert!(error.contains(rows) && error.contains("which is not above `token0`"), "{error}");
    }
    loaded(DatasetKind::Pools, "11-pool-tokens-reversed/right.csv").await;
    loaded(DatasetKind::Logs, "11-pool-tokens-reversed/logs.ndjson").await;
    let close = "SELECT close FROM price_bars FINAL WHERE period = 'daily' AND hex(pool) = '0B0B000000000000000000000000000000000002'";
    assert_eq!(store.cell(close).await, "0.0005", "ten ether lie beside 20,000 dollars");

    let of_names = |file: &str| format!("13-symbol-bytes32/{file}");
    for (kind, file) in [
        (DatasetKind::Tokens, "invalid_utf8.csv"),
        (DatasetKind::Tokens, "invalid.ndjson"),
        (DatasetKind::LendingDeployments, "deploy_latin1.csv"),
        (DatasetKind::Pools, "pools_latin1.csv"),
    ] {
        let error = refused(kind, &of_names(file)).await;
        assert!(error.contains("UTF-8"), "{file}: {error}");
    }
    loaded(DatasetKind::Tokens, &of_names("nul.csv")).await;
    let list = std::fs::read_to_string(folder.join(of_names("tokens.json"))).expect("a list").replace("9131300", "1");
    let summary =
        load_bytes(&store, DatasetKind::Tokens, "list.json", list.as_bytes(), &skipping()).await.expect("the others");
    assert_eq!((summary.rows_read, summary.rows_bad), (14, 4), "{summary}");
    assert_eq!(store.cell("SELECT count() FROM tokens FINAL WHERE symbol = 'MKR'").await, "3");
}
