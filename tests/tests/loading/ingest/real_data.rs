//! Real chain data against what somebody else made of it. The data lies in `QUARRY_REAL_DATA`, or in `../shared/data`
//! beside the workspace; where it is absent these tests say so and pass.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::ingest_support::*;
use alloy_primitives::U256;
use quarry::ingest::{DatasetKind, IngestOptions};

pub(super) fn real_data(part: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let path = std::env::var_os("QUARRY_REAL_DATA").map_or(beside, PathBuf::from).join(part);
    if !path.exists() {
        println!("skipped: {} is absent (QUARRY_REAL_DATA names the folder of real chain data)", path.display());
        return None;
    }
    Some(path)
}

/// The rows of a simple CSV file as maps. Quoted fields keep their commas.
fn csv_rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(path).expect("a readable file");
    let mut lines = text.lines().map(fields);
    let header = lines.next().expect("a header");
    lines.map(|row| header.iter().cloned().zip(row).collect()).collect()
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("a field").push(letter),
        }
    }
    fields
}

/// `mantissa * 10^exponent`, correctly rounded.
fn float(mantissa: &str, exponent: i32) -> f64 {
    format!("{mantissa}e{exponent}").parse().expect("a number")
}

fn assert_close(found: f64, expected: f64, what: &str) {
    assert!((found / expected - 1.0).abs() < 1e-12, "{what}: {found} is not {expected}");
}

struct Oracle {
    pool: &'static str,
    tokens: [(&'static str, u8); 2],
    /// Column of `rel-price.csv` with token0 per token1.
    price_column: &'static str,
    swaps: usize,
}

const ORACLES: [Oracle; 2] = [
    Oracle {
        pool: "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8",
        tokens: [("0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", 6), ("0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", 18)],
        price_column: "weth",
        swaps: 267,
    },
    Oracle {
        pool: "0x82c427adfdf2d245ec51d8046b41c4ee87f0d29c",
        tokens: [
            ("0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", 18),
            ("0xf1b99e3e573a1a9c5e6b2ce818b617f0e664e86b", 18),
        ],
        price_column: "osqth",
        swaps: 41,
    },
];

/// The oracle's raw file has no address column, and topics as Python writes a list.
fn raw_logs(path: &Path, pool: &str) -> String {
    let columns =
        ["block_number", "block_timestamp", "transaction_hash", "transaction_index", "log_index", "topics", "data"];
    let mut text = format!("{},address\n", columns.join(","));
    for row in csv_rows(path) {
        let values: Vec<_> = columns.iter().map(|column| format!("\"{}\"", row[*column])).collect();
        text += &format!("{},{pool}\n", values.join(","));
    }
    text
}

#[tokio::test]
async fn v3_swaps_decode_to_what_an_independent_decoder_says() {
    let Some(folder) = real_data("v3-oracle") else { return };
    let store = Store::new("v3_oracle").await;
    for oracle in &ORACLES {
        let file = |kind: &str| folder.join(format!("ethereum-{}-2024-01-05.{kind}.csv", oracle.pool));
        let [(token0, decimals0), (token1, decimals1)] = oracle.tokens;
        let tokens = format!("address,symbol,name,decimals\n{token0},A,A,{decimals0}\n{token1},B,B,{decimals1}\n");
        let pools = format!("address,protocol,token0,token1,fee\n{},uniswap_v3,{token0},{token1},3000\n", oracle.pool);
        store.load(DatasetKind::Tokens, tokens).await;
        store.load(DatasetKind::Pools, pools).await;
        store.load(DatasetKind::Logs, raw_logs(&file("raw"), oracle.pool)).await;

        let pool = format!("pool = unhex('{}')", &oracle.pool[2..]);
        let decoded = store
            .rows(&format!(
                "SELECT toString(block_number), toString(log_index), toString(amount0), toString(amount1), toString(sqrt_price_x96), \
                 toString(liquidity), toString(tick) FROM v3_swaps FINAL WHERE {pool} ORDER BY block_number, log_index"
            ))
            .await;
        let mut expected: Vec<Vec<String>> = csv_rows(&file("pool.tick"))
            .into_iter()
            .filter(|row| row["tx_type"] == "SWAP")
            .map(|row| {
                let columns = ["block_number", "log_index", "amount0", "amount1", "sqrtPriceX96", "total_liquidity"];
                let mut values: Vec<String> = columns.iter().map(|column| row[*column].clone()).collect();
                values.push(row["current_tick"].trim_end_matches(".0").to_owned());
                values
            })
            .collect();
        expected.sort_by_key(|row| (row[0].parse::<u64>().expect("a block"), row[1].parse::<u32>().expect("an index")));
        assert_eq!(expected.len(), oracle.swaps);
        assert_eq!(decoded, expected);

        let scale = i32::from(decimals1) - i32::from(decimals0);
        let prices: BTreeMap<String, f64> = store
            .rows(&format!("SELECT toString(sqrt_price_x96), toString(price_mantissa), toString(price_exponent) FROM v3_swaps FINAL WHERE {pool}"))
            .await
            .into_iter()
            .map(|row| (row[0].clone(), float(&row[1], row[2].parse::<i32>().expect("an exponent") + scale)))
            .collect();
        let minutes = csv_rows(&file("rel-price"));
        assert_eq!(minutes.len(), 1440);
        for minute in minutes {
            let expected: f64 = minute[oracle.price_column].parse().expect("a price");
            assert_close(prices[&minute["sqrtPriceX96"]], expected, &minute["block_timestamp"]);
        }
        bars_follow_from_the_ticks(&store, oracle, &csv_rows(&file("pool.tick"))).await;
    }
}

async fn bars_follow_from_the_ticks(store: &Store, oracle: &Oracle, ticks: &[BTreeMap<String, String>]) {
    let scale = i32::from(oracle.tokens[1].1) - i32::from(oracle.tokens[0].1);
    let price = |row: &BTreeMap<String, String>| {
        let root: f64 = row["sqrtPriceX96"].parse().expect("a root");
        (2f64.powi(96) / root).powi(2) * 10f64.powi(scale)
    };
    let mut swaps: Vec<_> = ticks.iter().filter(|row| row["tx_type"] == "SWAP").collect();
    swaps.sort_by_key(|row| {
        (row["block_number"].parse::<u64>().expect("a block"), row["log_index"].parse::<u32>().expect("an index"))
    });
    let magnitude = |row: &BTreeMap<String, String>, column: &str| -> U256 {
        row[column].trim_start_matches('-').parse().expect("an amount")
    };
    for (period, prefix) in [("hourly", 13), ("daily", 10)] {
        let mut periods: BTreeMap<&str, Vec<&BTreeMap<String, String>>> = BTreeMap::new();
        for row in &swaps {
            periods.entry(&row["block_timestamp"][..prefix]).or_default().push(row);
        }
        let bars = store
            .rows(&format!(
                "SELECT substring(toString(start), 1, {prefix}), open, high, low, close, toString(volume_token0_raw), \
                 toString(volume_token1_raw), toString(trades), toString(first_block), toString(last_block) \
                 FROM price_bars FINAL WHERE period = '{period}' AND pool = unhex('{}') ORDER BY start",
                &oracle.pool[2..]
            ))
            .await;
        assert_eq!(bars.len(), periods.len(), "{period} bars");
        for (bar, (start, rows)) in bars.iter().zip(periods) {
            assert_eq!(bar[0], start);
            let prices: Vec<f64> = rows.iter().map(|row| price(row)).collect();
            let expected = [
                prices[0],
                prices.iter().copied().fold(f64::MIN, f64::max),
                prices.iter().copied().fold(f64::MAX, f64::min),
                prices[prices.len() - 1],
            ];
            for (found, expected) in bar[1..5].iter().zip(expected) {
                assert_close(found.parse().expect("a price"), expected, start);
            }
            let volume = |column: &str| rows.iter().map(|row| magnitude(row, column)).sum::<U256>().to_string();
            let rest = [
                volume("amount0"),
                volume("amount1"),
                rows.len().to_string(),
                rows[0]["block_number"].clone(),
                rows[rows.len() - 1]["block_number"].clone(),
            ];
            assert_eq!(bar[5..], rest, "{period} {start}");
        }
    }
}

#[tokio::test]
async fn logs_of_many_sources_decode_with_their_traps() {
    let Some(path) = real_data("logs/logs.csv.gz") else { return };
    let store = Store::new("real_logs").await;
    let summary = store.load_file(DatasetKind::Logs, &path, &IngestOptions::default()).await.expect("a load");
    // One Transfer has its parties in the data: it is kept, counted and not guessed at.
    assert_eq!((summary.rows_loaded, summary.rows_bad, summary.undecoded), (12_572, 0, 1));
    assert_eq!(summary.waiting_for_block, 459, "logs whose file has no time wait for their block");
    // The blocks of those logs come later, with times that the test makes up.
    let blocks =
        store.rows("SELECT DISTINCT toString(block_number) FROM logs FINAL WHERE isNull(block_timestamp)").await;
    let blocks: String = blocks.iter().map(|row| format!("{},{}\n", row[0], NEW_YEAR)).collect();
    let late = store.load(DatasetKind::Blocks, format!("number,timestamp\n{blocks}")).await;
    let [first, late] = [summary.decoded, late.decoded];
    assert_eq!(
        (first.v2_syncs + late.v2_syncs, first.v2_swaps + late.v2_swaps, first.v3_swaps + late.v3_swaps),
        (453, 443, 403)
    );
    let tables = store
        .rows(
            "SELECT (SELECT count() FROM logs FINAL), (SELECT count() FROM v2_syncs FINAL), \
             (SELECT count() FROM v2_swaps FINAL), (SELECT count() FROM v3_swaps FINAL), (SELECT uniqExact(chain_id) FROM logs)",
        )
        .await;
    assert_eq!(tables, [["12572", "453", "443", "403", "2"]]);

    // A pool that only swaps with the V2 topic (Solidly-type pools sync with another one) is decoded and never priced.
    let priced = "SELECT count() FROM price_bars FINAL WHERE price_events = 0 OR (chain_id, pool) NOT IN \
                  (SELECT chain_id, pool FROM price_points)";
    assert_eq!(store.cell(priced).await, "0");

    // Several Syncs of a pair in one block: the block closes with the last.
    let closes = "SELECT count(), countIf(closing = (price_exponent, price_mantissa)) FROM (\
                  SELECT pool, block_number, argMax((price_exponent, price_mantissa), log_index) AS closing FROM price_points \
                  WHERE source = 'v2' GROUP BY pool, block_number HAVING count() > 1) AS blocks \
                  INNER JOIN (SELECT pool, block_number, price_exponent, price_mantissa FROM v2_syncs FINAL \
                  ORDER BY log_index DESC LIMIT 1 BY pool, block_number) AS syncs USING (pool, block_number)";
    let closes = store.rows(closes).await.remove(0);
    assert_eq!(closes[0], closes[1]);
    assert_ne!(closes[0], "0", "the data has such blocks");

    let before = store.contents().await;
    store.load_file(DatasetKind::Logs, &path, &IngestOptions::default()).await.expect("a replay");
    assert_eq!(store.contents().await, before);
}

#[tokio::test]
async fn whole_exports_of_ethereum_etl_load() {
    let Some(folder) = real_data("blocks/ethereum-etl/tests/resources") else { return };
    let store = Store::new("real_exports").await;
    let streamed = folder.join("test_stream/blocks_17173049_17173050");
    let exported = folder.join("test_export_blocks_job/blocks_with_transactions_and_withdrawals");
    let files = [
        (DatasetKind::Logs, streamed.join("expected_logs.json")),
        (DatasetKind::Blocks, streamed.join("expected_blocks.json")),
        (DatasetKind::Transactions, streamed.join("expected_transactions.json")),
        (DatasetKind::Transactions, exported.join("expected_transactions.csv")),
        (DatasetKind::Logs, folder.join("test_extract_token_transfers_job/logs/logs.csv")),
    ];
    for (kind, path) in files {
        let summary = store.load_file(kind, &path, &ethereum()).await.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(summary.rows_bad, 0);
        assert_eq!(summary.blocks_replaced, 0, "{}", path.display());
    }
    let counts = store
        .rows("SELECT (SELECT count() FROM blocks FINAL), (SELECT sum(transaction_count) FROM blocks FINAL), (SELECT count() FROM transactions FINAL)")
        .await
        .remove(0);
    assert_eq!(counts[0], "2");
    assert_eq!(counts[1], counts[2], "every transaction of the blocks is there once");
    let tokens = folder.join("test_export_tokens_job/token_with_alternative_return_type/expected_tokens.csv");
    store.load_file(DatasetKind::Tokens, &tokens, &ethereum()).await.expect("tokens");
    assert_eq!(store.rows("SELECT symbol, decimals FROM tokens FINAL").await, [["EOS", "18"]]);
}

#[tokio::test]
async fn each_block_of_a_v2_pair_closes_at_its_reserves() {
    let Some(path) = real_data("v2-reserves/usdc_weth_block_end_reserves.csv") else { return };
    let pool = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
    let store = Store::new("v2_reserves").await;
    let (usdc, weth) = (ORACLES[0].tokens[0].0, ORACLES[0].tokens[1].0);
    store.load(DatasetKind::Tokens, format!("address,symbol,name,decimals\n{usdc},USDC,,6\n{weth},WETH,,18\n")).await;
    store.load(DatasetKind::Pools, format!("address,protocol,token0,token1\n{pool},uniswap_v2,{usdc},{weth}\n")).await;
    let series: Vec<(u64, u128, u128)> = csv_rows(&path)
        .iter()
        .map(|row| {
            let number = |column: &str| row[column].parse().expect("a number");
            (number("blockNumber") as u64, number("reserve0"), number("reserve1"))
        })
        .collect();
    assert_eq!(series.len(), 28_484);
    let first = series[0].0;
    // An earlier Sync of the same block, which must not close it, and then the one of the series.
    let logs: Vec<Log> = series
        .iter()
        .flat_map(|(block, reserve0, reserve1)| {
            let block = block - first;
            [sync(block, 3, pool, reserve0 / 2, *reserve1), sync(block, 8, pool, *reserve0, *reserve1)]
        })
        .collect();
    store.load(DatasetKind::Logs, etl_csv(&logs)).await;

    let closes = store
        .rows(
            "SELECT toString(block_number), toString(argMax(price_mantissa, log_index)), toString(argMax(price_exponent, log_index)) \
             FROM price_points GROUP BY block_number ORDER BY block_number",
        )
        .await;
    assert_eq!(closes.len(), series.len());
    for (close, (block, reserve0, reserve1)) in closes.iter().zip(&series) {
        assert_eq!(close[0], (block - first).to_string());
        // The mantissa is the quotient cut to 19 digits: mantissa <= reserve0 * 10^-exponent / reserve1 < mantissa + 1.
        let exponent: i32 = close[2].parse().expect("an exponent");
        let scaled = U256::from(*reserve0) * U256::from(10).pow(U256::from(-exponent)) / U256::from(*reserve1);
        assert_eq!(close[1], scaled.to_string(), "block {block}");
        assert_eq!(close[1].len(), 19);
    }

    let bars = store
        .rows("SELECT start, close, toString(last_block) FROM price_bars FINAL WHERE period = 'hourly' ORDER BY start")
        .await;
    let mut hours: BTreeMap<u64, (u64, u128, u128)> = BTreeMap::new();
    for (block, reserve0, reserve1) in &series {
        hours.insert(time_of(block - first) / 3600 * 3600, (block - first, *reserve0, *reserve1));
    }
    assert_eq!(bars.len(), hours.len());
    for (bar, (start, (block, reserve0, reserve1))) in bars.iter().zip(hours) {
        assert_eq!((bar[0].clone(), bar[2].clone()), (start.to_string(), block.to_string()));
        assert_close(bar[1].parse().expect("a price"), reserve0 as f64 / reserve1 as f64 * 1e12, &bar[0]);
    }
}
