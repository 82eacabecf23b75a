//! The sample chain keeps what its module promises: the same bytes for the same options, the contracts' encoding and
//! arithmetic, real addresses, and the odd cases that the endpoints must show.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::time::Instant;

use alloy_primitives::{Keccak256, U256, hex};
use jiff::Timestamp;
use quarry::sample_chain::{SampleChain, SampleChainError, SampleChainOptions, SampleNetwork, SampleTable};

const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const V2_SWAP: &str = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";
const V2_MINT: &str = "0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f";
const V2_BURN: &str = "0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496";
const V3_SWAP: &str = "0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67";
const V3_MINT: &str = "0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde";
const V3_BURN: &str = "0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c";
const V3_COLLECT: &str = "0x70935338e69775456a85ddef226c395fb668b63fa0115f5f20610b388e6ca9c0";
const INITIALIZE: &str = "0x98636036cb66a9c19a37435efc1e90142190214e8abeb821bdba3f2990dd4c95";
const PAIR_CREATED: &str = "0x0d3648bd0f6ba80134a33ba9275ac585d9d315f0ad8355cddefde31afa28d0e9";
const POOL_CREATED: &str = "0x783cca1c0412dd0d695e784568c96da2e9c22ff989357a2e8b1d9b2b4e6b7118";
/// Aave V1; Aave V2, V3 and their forks.
const AAVE_V1_LIQUIDATION: &str = "0x56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237";
const AAVE_LIQUIDATION: &str = "0xe413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286";
const LIQUIDATE_BORROW: &str = "0x298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52";
const ABSORB_DEBT: &str = "0x1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f";
const ABSORB_COLLATERAL: &str = "0x9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e";
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/// The quiet pool (GNO/WETH) and the one whose reserves change without trades (Sushi YFI/WETH).
const QUIET: &str = "0x3e8468f66d30fc99f745481d4b383f89861702c6";
const MOSTLY_RESERVES: &str = "0x088ee5007c98a9677165d78dd2109ae4a3d04d0c";

fn chain(days: u32, pools: u32) -> SampleChain {
    let end: Timestamp = "2025-06-30T00:00:00Z".parse().expect("a time");
    SampleChain::new(SampleChainOptions { seed: 7, end, days, pools }).expect("valid options")
}

/// A row by column name.
type Row = HashMap<String, String>;

fn rows(chain: &SampleChain, network: SampleNetwork, table: SampleTable) -> Vec<Row> {
    let bytes: Vec<u8> = chain.table(network, table).flatten().collect();
    let text = String::from_utf8(bytes).expect("ASCII");
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a header").split(',').collect();
    lines
        .map(|line| {
            // The one quoted field is the last.
            let (plain, quoted) = match line.split_once('"') {
                Some((plain, quoted)) => (plain.trim_end_matches(','), Some(quoted.trim_end_matches('"'))),
                None => (line, None),
            };
            let values: Vec<String> = plain.split(',').chain(quoted).map(str::to_owned).collect();
            assert_eq!(values.len(), columns.len(), "{line}");
            columns.iter().map(|column| (*column).to_owned()).zip(values).collect()
        })
        .collect()
}

fn topics(log: &Row) -> Vec<&str> {
    log["topics"].split(',').collect()
}

fn words(log: &Row) -> Vec<U256> {
    let data = hex::decode(&log["data"]).expect("hexadecimal data");
    data.chunks_exact(32).map(U256::from_be_slice).collect()
}

fn number(row: &Row, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} is a number in {row:?}"))
}

fn digest(chain: &SampleChain) -> String {
    let mut hasher = Keccak256::new();
    for network in chain.networks() {
        for table in SampleTable::ALL {
            chain.table(network, table).for_each(|chunk| hasher.update(&chunk));
        }
    }
    hex::encode(hasher.finalize())
}

#[test]
fn the_same_options_give_the_same_bytes_for_ever() {
    assert_eq!(digest(&chain(3, 9)), digest(&chain(3, 9)));
    // Pinned: a change here changes what every installation shows, so it must be meant.
    assert_eq!(digest(&chain(3, 9)), "51a52b5124234b30abee4827da6ac6c2e6d23974a8a6c4b4f486cfb0964a1f29");
}

#[test]
fn another_seed_gives_another_market() {
    let mut options = chain(2, 3).options().clone();
    options.seed += 1;
    assert_ne!(digest(&chain(2, 3)), digest(&SampleChain::new(options).expect("valid options")));
}

#[test]
fn adding_a_pool_leaves_the_logs_of_the_others_alone() {
    let contents = |pools| -> Vec<(String, String, String)> {
        let address = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
        rows(&chain(2, pools), SampleNetwork::Ethereum, SampleTable::Logs)
            .into_iter()
            .filter(|log| log["address"] == address)
            .map(|log| (log["block_number"].clone(), log["topics"].clone(), log["data"].clone()))
            .collect()
    };
    assert_eq!(contents(2), contents(12));
}

#[test]
fn real_pairs_have_their_real_addresses() {
    let chain = chain(1, SampleChain::CATALOGUE_POOLS);
    let known: [(SampleNetwork, &str, &str, &str, &str, &str); 20] = {
        use SampleNetwork::{Base, Ethereum};
        [
            (Ethereum, "uniswap_v2", "USDC", "WETH", "", "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc"),
            (Ethereum, "uniswap_v2", "WETH", "USDT", "", "0x0d4a11d5eeaac28ec3f61d100daf4d40471f1852"),
            (Ethereum, "uniswap_v2", "DAI", "WETH", "", "0xa478c2975ab1ea89e8196811f51a7b7ade33eb11"),
            (Ethereum, "uniswap_v2", "WBTC", "WETH", "", "0xbb2b8038a1640196fbe3e38816f3e67cba72d940"),
            (Ethereum, "uniswap_v2", "UNI", "WETH", "", "0xd3d2e2692501a5c9ca623199d38826e513033a17"),
            (Ethereum, "uniswap_v2", "LINK", "WETH", "", "0xa2107fa5b38d9bbd2c461d6edf11b11a50f6b974"),
            (Ethereum, "sushiswap", "USDC", "WETH", "", "0x397ff1542f962076d0bfe58ea045ffa2d347aca0"),
            (Ethereum, "sushiswap", "SUSHI", "WETH", "", "0x795065dcc9f64b5614c407a6efdc400da6221fb0"),
            (Ethereum, "sushiswap", "YFI", "WETH", "", MOSTLY_RESERVES),
            (Ethereum, "uniswap_v2", "GNO", "WETH", "", QUIET),
            (Ethereum, "uniswap_v3", "USDC", "WETH", "500", "0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640"),
            (Ethereum, "uniswap_v3", "USDC", "WETH", "3000", "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8"),
            (Ethereum, "uniswap_v3", "WBTC", "WETH", "3000", "0xcbcdf9626bc03e24f779434178a73a0b4bad62ed"),
            (Ethereum, "uniswap_v3", "WBTC", "WETH", "500", "0x4585fe77225b41b697c938b018e2ac67ac5a20c0"),
            (Ethereum, "uniswap_v3", "DAI", "USDC", "100", "0x5777d92f208679db4b9778590fa3cab3ac9e2168"),
            (Ethereum, "uniswap_v3", "USDC", "USDT", "100", "0x3416cf6c708da44db2624d63ea0aaef7113527c6"),
            (Ethereum, "uniswap_v3", "UNI", "WETH", "3000", "0x1d42064fc4beb5f8aaf85f4617ae8b3b5b8bd801"),
            (Ethereum, "uniswap_v3", "LINK", "WETH", "3000", "0xa6cc3c2531fdaa6ae1a3ca84c2855806728693e8"),
            (Base, "uniswap_v3", "WETH", "USDC", "500", "0xd0b53d9277642d899df5c87a3966a349a798f224"),
            (Base, "uniswap_v2", "WETH", "USDC", "", "0x88a43bbdf9d098eec7bceda4e2494615dfd9bb9c"),
        ]
    };
    for network in SampleNetwork::ALL {
        let symbols: HashMap<String, String> = rows(&chain, network, SampleTable::Tokens)
            .into_iter()
            .map(|token| (token["address"].clone(), token["symbol"].clone()))
            .collect();
        let pools = rows(&chain, network, SampleTable::Pools);
        for (_, protocol, symbol0, symbol1, fee, address) in known.iter().filter(|pool| pool.0 == network) {
            let found = pools.iter().find(|pool| {
                pool["protocol"] == *protocol
                    && symbols[&pool["token0"]] == *symbol0
                    && symbols[&pool["token1"]] == *symbol1
                    && pool["fee"] == *fee
            });
            assert_eq!(found.map(|pool| pool["address"].as_str()), Some(*address), "{protocol} {symbol0}/{symbol1}");
        }
        for pool in &pools {
            assert!(
                pool["token0"] < pool["token1"],
                "a pool holds its tokens in the order of their addresses: {pool:?}"
            );
            assert_eq!(pool["source"], if pool["fee"].is_empty() { "v2" } else { "v3" });
        }
        let addresses: HashSet<&String> = pools.iter().map(|pool| &pool["address"]).collect();
        assert_eq!(addresses.len(), pools.len(), "each pool is listed once");
    }
    assert_eq!(SampleChain::CATALOGUE_POOLS, 40);
}

#[test]
fn events_carry_the_contracts_topics_and_as_many_words() {
    // Topic 0, topics, words of data.
    let shapes: HashMap<&str, (usize, usize)> = HashMap::from([
        (SYNC, (1, 2)),
        (V2_SWAP, (3, 4)),
        (V2_MINT, (2, 2)),
        (V2_BURN, (3, 2)),
        (V3_SWAP, (3, 5)),
        (V3_MINT, (4, 4)),
        (V3_BURN, (4, 3)),
        (V3_COLLECT, (4, 3)),
        (INITIALIZE, (1, 2)),
        (PAIR_CREATED, (3, 2)),
        (POOL_CREATED, (4, 2)),
        (TRANSFER, (3, 1)),
        (AAVE_V1_LIQUIDATION, (4, 6)),
        (AAVE_LIQUIDATION, (4, 4)),
        (LIQUIDATE_BORROW, (1, 5)),
        (ABSORB_DEBT, (3, 2)),
        (ABSORB_COLLATERAL, (4, 2)),
    ]);
    let mut seen = HashSet::new();
    for log in rows(&chain(10, 12), SampleNetwork::Ethereum, SampleTable::Logs) {
        let topics = topics(&log);
        let (topic_count, word_count) = shapes.get(topics[0]).unwrap_or_else(|| panic!("a known event: {}", topics[0]));
        assert_eq!((topics.len(), words(&log).len()), (*topic_count, *word_count), "{log:?}");
        seen.insert(topics[0].to_owned());
    }
    assert_eq!(seen.len(), shapes.len(), "every event occurs");
}

#[test]
fn blocks_transactions_and_logs_are_in_order_and_refer_to_each_other() {
    let chain = chain(3, 16);
    for network in chain.networks() {
        let blocks = rows(&chain, network, SampleTable::Blocks);
        let transactions = rows(&chain, network, SampleTable::Transactions);
        let logs = rows(&chain, network, SampleTable::Logs);
        let slot_seconds = if network == SampleNetwork::Ethereum { 12 } else { 2 };
        for pair in blocks.windows(2) {
            let heights = number(&pair[1], "number") - number(&pair[0], "number");
            assert!(heights >= 1);
            assert_eq!(number(&pair[1], "timestamp") - number(&pair[0], "timestamp"), heights * slot_seconds);
            assert_eq!(heights == 1, pair[1]["parent_hash"] == pair[0]["hash"], "linked exactly where adjacent");
        }
        let end = chain.options().end.as_second().unsigned_abs();
        assert!(blocks.iter().all(|block| {
            let time = number(block, "timestamp");
            time < end && time >= end - 3 * 86_400
        }));

        let block_hashes: HashMap<&str, &str> =
            blocks.iter().map(|block| (block["number"].as_str(), block["hash"].as_str())).collect();
        let mut next_in_block: HashMap<&str, u64> = HashMap::new();
        let mut transaction_places: HashMap<&str, (&str, &str)> = HashMap::new();
        for transaction in &transactions {
            let next = next_in_block.entry(&transaction["block_number"]).or_default();
            assert_eq!(number(transaction, "transaction_index"), *next);
            *next += 1;
            assert_eq!(block_hashes[transaction["block_number"].as_str()], transaction["block_hash"]);
            let place = (transaction["block_number"].as_str(), transaction["transaction_index"].as_str());
            assert!(transaction_places.insert(&transaction["hash"], place).is_none(), "hashes are unique");
        }
        for block in &blocks {
            assert_eq!(next_in_block[block["number"].as_str()], number(block, "transaction_count"));
        }
        let mut next_log: HashMap<&str, u64> = HashMap::new();
        let mut shared_block = false;
        for log in &logs {
            let next = next_log.entry(&log["block_number"]).or_default();
            assert_eq!(number(log, "log_index"), *next);
            *next += 1;
            let place = (log["block_number"].as_str(), log["transaction_index"].as_str());
            assert_eq!(transaction_places[log["transaction_hash"].as_str()], place);
            shared_block |= log["transaction_index"] != "0";
        }
        assert!(shared_block, "some blocks hold several transactions");
    }
}

#[test]
fn pools_are_created_in_the_block_that_their_row_names() {
    let chain = chain(20, SampleChain::CATALOGUE_POOLS);
    for network in chain.networks() {
        let mut first: HashMap<String, String> = HashMap::new();
        for log in rows(&chain, network, SampleTable::Logs) {
            first.entry(log["address"].clone()).or_insert_with(|| log["block_number"].clone());
        }
        for pool in rows(&chain, network, SampleTable::Pools) {
            assert_eq!(first.get(&pool["address"]), Some(&pool["created_block_number"]), "{pool:?}");
        }
    }
}

#[test]
fn a_v2_swap_follows_its_sync_and_never_lowers_the_product() {
    let logs = rows(&chain(12, SampleChain::CATALOGUE_POOLS), SampleNetwork::Ethereum, SampleTable::Logs);
    let mut reserves: HashMap<String, (U256, U256)> = HashMap::new();
    let mut swaps = 0;
    for window in logs.windows(2) {
        let (sync, next) = (&window[0], &window[1]);
        if topics(sync)[0] != SYNC {
            continue;
        }
        assert_eq!(sync["address"], next["address"], "Sync comes right before what caused it");
        let after = words(sync);
        let before = reserves.insert(sync["address"].clone(), (after[0], after[1]));
        if topics(next)[0] != V2_SWAP {
            continue;
        }
        let (reserve0, reserve1) = before.expect("a deposit before the first swap");
        let amounts = words(next);
        assert_eq!(after[0], reserve0 + amounts[0] - amounts[2]);
        assert_eq!(after[1], reserve1 + amounts[1] - amounts[3]);
        assert!(after[0] * after[1] >= reserve0 * reserve1, "the product of the reserves fell: {next:?}");
        // The contract's own check, with the fee taken from what came in.
        let thousand = U256::from(1000);
        let adjusted0 = after[0] * thousand - amounts[0] * U256::from(3);
        let adjusted1 = after[1] * thousand - amounts[1] * U256::from(3);
        assert!(adjusted0 * adjusted1 >= reserve0 * reserve1 * thousand * thousand, "the pair would have reverted: K");
        swaps += 1;
    }
    assert!(swaps > 1000, "{swaps} swaps");
}

#[test]
fn v3_swaps_agree_in_signs_price_tick_and_liquidity() {
    let chain = chain(12, SampleChain::CATALOGUE_POOLS);
    let mut swaps = 0;
    for network in chain.networks() {
        let mut last: HashMap<String, (U256, U256)> = HashMap::new();
        let mut liquidity: HashMap<String, U256> = HashMap::new();
        for log in rows(&chain, network, SampleTable::Logs) {
            let (pool, topics, words) = (log["address"].clone(), topics(&log), words(&log));
            match topics[0] {
                INITIALIZE => {
                    last.insert(pool, (words[0], words[1]));
                }
                V3_MINT => *liquidity.entry(pool).or_default() += words[1],
                V3_BURN => *liquidity.entry(pool).or_default() -= words[0],
                V3_SWAP => {
                    let is_negative = |word: U256| word.bit(255);
                    let (price_before, _) = last[&pool];
                    assert_ne!(
                        is_negative(words[0]),
                        is_negative(words[1]),
                        "one comes in, the other goes out: {log:?}"
                    );
                    let token1_in = is_negative(words[0]);
                    assert!(if token1_in { words[2] >= price_before } else { words[2] <= price_before }, "{log:?}");
                    assert_eq!(words[3], liquidity[&pool]);
                    let tick = words[4].wrapping_neg().min(words[4]).to::<u32>() as i32;
                    let tick = if is_negative(words[4]) { -tick } else { tick };
                    assert_tick(words[2], tick);
                    last.insert(pool, (words[2], words[4]));
                    swaps += 1;
                }
                _ => {}
            }
        }
    }
    assert!(swaps > 1000, "{swaps} swaps");
}

/// `1.0001^tick <= price < 1.0001^(tick + 1)`, by floating point: wide enough for its error, narrower than half a tick.
fn assert_tick(sqrt_price: U256, tick: i32) {
    let sqrt_price: f64 = sqrt_price.to_string().parse().expect("a number");
    let exact = 2.0 * (sqrt_price / 2_f64.powi(96)).ln() / 1.0001_f64.ln();
    assert!(exact - f64::from(tick) > -1e-6 && exact - f64::from(tick) < 1.0 + 1e-6, "tick {tick}, price says {exact}");
}

#[test]
fn the_odd_cases_are_there() {
    let chain = chain(12, SampleChain::CATALOGUE_POOLS);
    let tokens = rows(&chain, SampleNetwork::Ethereum, SampleTable::Tokens);
    let unknown: Vec<&str> =
        tokens.iter().filter(|token| token["decimals"].is_empty()).map(|token| token["symbol"].as_str()).collect();
    assert_eq!(unknown, ["DGD"]);

    let times: HashMap<String, u64> = rows(&chain, SampleNetwork::Ethereum, SampleTable::Blocks)
        .iter()
        .map(|block| (block["number"].clone(), number(block, "timestamp")))
        .collect();
    let logs = rows(&chain, SampleNetwork::Ethereum, SampleTable::Logs);
    let buckets = |pool: &str, topic: &str, seconds: u64| -> HashSet<u64> {
        logs.iter()
            .filter(|log| log["address"] == pool && topics(log)[0] == topic)
            .map(|log| times[&log["block_number"]] / seconds)
            .collect()
    };
    let quiet_days = buckets(QUIET, SYNC, 86_400);
    assert_eq!(quiet_days.len(), 3, "awake on days 0, 5 and 10 of 12: {quiet_days:?}");

    let hours_of_trades = buckets(MOSTLY_RESERVES, V2_SWAP, 3600);
    let hours_of_changes = buckets(MOSTLY_RESERVES, SYNC, 3600);
    assert!(!hours_of_trades.is_empty());
    assert!(hours_of_changes.difference(&hours_of_trades).count() > 20, "hours in which only reserves changed");
}

#[test]
fn files_and_readers_hold_the_same_bytes_as_the_streams() {
    let chain = chain(2, 4);
    let folder = std::env::temp_dir().join(format!("quarry-sample-chain-{}", std::process::id()));
    let written = chain.write_to(&folder).expect("files written");
    assert_eq!(written.files.len(), 2 * SampleTable::ALL.len());
    for file in &written.files {
        let mut stream = chain.table(file.network, file.table);
        let bytes: Vec<u8> = (&mut stream).flatten().collect();
        assert_eq!(std::fs::read(&file.path).expect("a file"), bytes, "{}", file.path.display());
        assert_eq!((file.bytes, file.rows), (bytes.len() as u64, stream.rows()));
        assert!(file.rows > 0);
        let mut reader: Box<dyn Read + Send> = Box::new(chain.table(file.network, file.table).into_reader());
        let mut read = Vec::new();
        reader.read_to_end(&mut read).expect("a reader that cannot fail");
        assert!(read == bytes, "the reader gives what the stream gives");
    }
    std::fs::remove_dir_all(&folder).expect("folder removed");
}

#[test]
fn impossible_options_are_refused_with_the_offending_value() {
    let refused = |change: fn(&mut SampleChainOptions)| {
        let mut options = chain(2, 3).options().clone();
        change(&mut options);
        SampleChain::new(options).expect_err("refused")
    };
    assert!(matches!(refused(|options| options.days = 0), SampleChainError::DaysOutOfRange { days: 0 }));
    assert!(matches!(refused(|options| options.pools = 41), SampleChainError::PoolsOutOfRange { pools: 41 }));
    let early = refused(|options| options.end = "2020-01-01T00:00:00Z".parse().expect("a time"));
    assert!(early.to_string().contains("2020-01-01"), "{early}");
}

/// The sample of a first run: large enough to look like a market, small enough to load in seconds. The time is reported,
/// not tested.
#[test]
fn the_standard_sample_has_the_promised_size() {
    let end: Timestamp = "2025-06-30T00:00:00Z".parse().expect("a time");
    let chain = SampleChain::new(SampleChainOptions::standard(end)).expect("valid options");
    let mut total_logs = 0;
    for network in chain.networks() {
        for table in SampleTable::ALL {
            let started = Instant::now();
            let mut stream = chain.table(network, table);
            let bytes: usize = (&mut stream).map(|chunk| chunk.len()).sum();
            let (name, rows, seconds) = (table.name(), stream.rows(), started.elapsed().as_secs_f64());
            eprintln!("{} {name}: {rows} rows, {bytes} bytes, {seconds:.2} s", network.slug());
            total_logs += if table == SampleTable::Logs { rows } else { 0 };
        }
    }
    assert!((300_000..=500_000).contains(&total_logs), "{total_logs} logs");
}
