//! Rows that are served as they are kept: after every load, replay, reorganisation, withdrawal and late file they are those that are
//! derived from the beginning.

use super::worth::assert_worth_is_what_the_bars_say;
use crate::ingest_support::*;
use quarry::ingest::{DatasetKind, IngestOptions, LoadState, WithdrawalTarget};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::QuerySettings;
use quarry_statement::{Dialect, StatementFiles};
use std::path::Path;
use std::time::Duration;

const USDC: &str = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WETH: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
/// A token whose pools have a dollar token or wrapped ether as their lower side.
const FAR: &str = "0xf0000000000000000000000000000000000000fa";
const SIDES: &str = "hex(tupleElement(token0, 1)), tupleElement(token0, 2), tupleElement(token0, 3), hex(tupleElement(token1, 1)), \
    tupleElement(token1, 2), tupleElement(token1, 3)";
const OF_POOLS: &str = "hex(address), chain, protocol, source, fee, {sides}, ranked_at, trades_24h, volume_token0_24h, \
    volume_token1_24h, volume_usd_24h, price, price_at, price_reason, change_24h_percent, liquidity_usd, liquidity_at";
const OF_TOKENS: &str =
    "symbol, hex(address), chain, name, decimals, pools, price_usd, volume_24h, volume_usd_24h, ranked_at, _price_at";

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

pub(super) fn replacing() -> IngestOptions {
    IngestOptions { replace: true, ..ethereum() }
}

/// Pools of a dollar token, of wrapped ether and of both, as the lower and the higher side; the last two turn out to be others.
pub(super) fn pools(turned: bool) -> String {
    let (first, second) = (address(1), address(2));
    let sides =
        |number: u8, token0: &str, token1: &str| format!("{},uniswap_v2,{token0},{token1},3000,1\n", address(number));
    [
        "address,protocol,token0,token1,fee,created_block\n".to_owned(),
        sides(10, &first, USDC),
        sides(11, &second, WETH),
        sides(12, USDC, WETH),
        sides(13, if turned { WETH } else { USDC }, FAR),
        sides(14, &second, if turned { USDC } else { WETH }),
    ]
    .concat()
}

pub(super) fn tokens(decimals: u64) -> String {
    format!(
        "address,symbol,name,decimals\n{},ONE,One,{decimals}\n{},TWO,Two,18\n{USDC},USDC,Dollar,6\n{WETH},WETH,Ether,18\n{FAR},FAR,Far,18\n",
        address(1),
        address(2)
    )
}

/// Some events of some pools in a block; 300 blocks are an hour.
fn events(block: u64, numbers: &mut Numbers) -> Vec<Log> {
    let count = 1 + u32::try_from(numbers.below(5)).expect("a small number");
    (0..count)
        .map(|index| {
            let pool = address(10 + u8::try_from(numbers.below(5)).expect("a pool"));
            let amount = |numbers: &mut Numbers| u128::from(1 + numbers.below(1_000_000));
            match numbers.below(3) {
                0 => v2_swap(block, index, &pool, amount(numbers), amount(numbers)),
                _ => sync(block, index, &pool, amount(numbers), amount(numbers)),
            }
        })
        .collect()
}

/// What a statement of `markets` answers without filters, of rankings as of these hours of chain 1.
async fn listed(store: &Store, file: &str, columns: &str, hours: &[u64]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/markets");
    let statement = StatementFiles::read(&folder, &format!("sql/{file}"), false).expect("a statement").main.statement;
    let rendered = statement.render(Dialect::ClickHouse, None, |_| false, false);
    let value = |name: &str| match name {
        "chain_ids" => Value::UInt64List(hours.iter().map(|_| 1).collect()),
        "hours" => Value::UInt64List(hours.to_vec()),
        "starts" => {
            Value::UInt64List(hours.iter().flat_map(|hour| (1..=48).map(move |back| hour - 3_600 * back)).collect())
        }
        _ => Value::UInt64(500),
    };
    let named: Vec<(String, Value)> =
        rendered.bindings.iter().map(|name| (quarry_statement::dotless(name), value(name))).collect();
    let bounds = QuerySettings {
        deadline: Duration::from_secs(60),
        max_rows: 1_000,
        max_memory_bytes: 1 << 30,
        readonly: false,
    };
    let sql = format!("SELECT toString(({})) AS row FROM (\n{}\n)", columns.replace("{sides}", SIDES), rendered.sql);
    let rows = store.warehouse.query(&sql, &named, bounds).await.unwrap_or_else(|error| panic!("{sql}: {error}")).rows;
    let mut listed: Vec<_> = (0..rows.row_count)
        .map(|row| match rows.columns[0].value(row) {
            Value::Text(text) => text,
            other => panic!("{other:?}"),
        })
        .collect();
    listed.sort();
    listed
}

/// The kept rankings are those that the statements of earlier hours work out from the bars.
async fn assert_rankings_are_what_the_bars_say(store: &Store, what: &str) {
    let newest =
        "SELECT toString(toUnixTimestamp(toStartOfHour(max(last_event_at)))) FROM newest_bars FINAL GROUP BY chain_id";
    let hours: Vec<u64> = store.rows(newest).await.iter().map(|row| row[0].parse().expect("an hour")).collect();
    for (kept, derived, columns) in
        [("ranked_pools.sql", "earlier_ranked_pools.sql", OF_POOLS), ("tokens.sql", "earlier_tokens.sql", OF_TOKENS)]
    {
        assert_eq!(
            listed(store, kept, columns, &hours).await,
            listed(store, derived, columns, &hours).await,
            "{kept}, {what}"
        );
    }
    assert_eq!(store.cell("SELECT count() FROM touched_rankings").await, "0", "{what}");
}

async fn assert_all_is_finished(store: &Store, what: &str) {
    assert_worth_is_what_the_bars_say(store, what).await;
    assert_rankings_are_what_the_bars_say(store, what).await;
}

#[tokio::test]
async fn what_is_kept_is_what_can_be_derived_whatever_was_loaded_taken_back_or_learned_late() {
    let store = Store::new("finished_rows").await;
    let mut numbers = Numbers(7);
    let mut blocks: Vec<(u64, Vec<Log>)> = Vec::new();
    for step in 0..quarry_tests::extent::of(12, 24_u64) {
        let what = match numbers.below(10) {
            0 => {
                store.try_load(DatasetKind::Pools, pools(step % 2 == 0), &replacing()).await.expect("pools");
                "a file of pools".to_owned()
            }
            1 => {
                let decimals = 4 + numbers.below(15);
                store.try_load(DatasetKind::Tokens, tokens(decimals), &replacing()).await.expect("tokens");
                format!("a file of tokens of {decimals} decimals")
            }
            2 if !blocks.is_empty() => {
                let place = usize::try_from(numbers.below(blocks.len() as u64)).expect("a place");
                store.load(DatasetKind::Logs, etl_csv(&blocks[place].1)).await;
                format!("block {} once more", blocks[place].0)
            }
            3 if !blocks.is_empty() => {
                let place = usize::try_from(numbers.below(blocks.len() as u64)).expect("a place");
                let fork = u8::try_from(step).expect("a small number");
                let block = blocks[place].0;
                blocks[place].1 = events(block, &mut numbers).into_iter().map(|log| log.fork(fork)).collect();
                store.load(DatasetKind::Logs, etl_csv(&blocks[place].1)).await;
                format!("another block {block}")
            }
            4 => {
                let loads = store.ingest.loads().await.expect("the journal");
                let loaded: Vec<_> = loads.iter().filter(|load| load.state == LoadState::Loaded).collect();
                if loaded.is_empty() {
                    continue;
                }
                let load = loaded[usize::try_from(numbers.below(loaded.len() as u64)).expect("a place")];
                store.ingest.withdraw(&WithdrawalTarget::Load(load.number)).await.expect("a withdrawal");
                format!("without load {}, {}", load.number, load.dataset)
            }
            5 => {
                let first_block = numbers.below(2_000);
                let last_block = first_block + numbers.below(300);
                let range = WithdrawalTarget::Blocks { chain: "ethereum".to_owned(), first_block, last_block };
                store.ingest.withdraw(&range).await.expect("a withdrawal");
                format!("without the blocks {first_block} to {last_block}")
            }
            _ => {
                // A block under one hash: one that was there is replaced.
                let (block, fork) = (numbers.below(2_000), u8::try_from(100 + step).expect("a small number"));
                let logs: Vec<Log> = events(block, &mut numbers).into_iter().map(|log| log.fork(fork)).collect();
                store.load(DatasetKind::Logs, etl_csv(&logs)).await;
                blocks.push((block, logs));
                format!("block {block}")
            }
        };
        assert_all_is_finished(&store, &format!("step {step}: {what}")).await;
    }
    // Whatever happened to it on the way, the store has what can be said of these blocks in the end.
    store.try_load(DatasetKind::Pools, pools(false), &replacing()).await.expect("pools");
    store.try_load(DatasetKind::Tokens, tokens(6), &replacing()).await.expect("tokens");
    let last: Vec<Log> = (0..8).flat_map(|hour| events(3_000 + hour * 300, &mut numbers)).collect();
    store.load(DatasetKind::Logs, etl_csv(&last)).await;
    assert_all_is_finished(&store, "all of it").await;
    assert_ne!(store.cell("SELECT countIf(hop_token != toFixedString('', 20)) FROM token_worth FINAL").await, "0");
}

#[tokio::test]
async fn a_block_of_the_same_hour_ranks_no_pool_anew_but_says_what_lies_in_it() {
    let store = Store::new("rankings_within_an_hour").await;
    store.load(DatasetKind::Tokens, tokens(6)).await;
    store.load(DatasetKind::Pools, pools(false)).await;
    let each = |block| (10..15).map(move |pool| sync(block, u32::from(pool), &address(pool), 2_000_000, 1_000_000));
    store.load(DatasetKind::Logs, etl_csv(&each(1).chain(each(400)).collect::<Vec<_>>())).await;
    let written = async |table: &str| store.cell(&format!("SELECT toString(max(version)) FROM {table}")).await;
    let before = (written("pool_activity").await, written("ranked_tokens").await);
    let liquidity = "SELECT ifNull(liquidity_usd, 'null') FROM ranked_pools FINAL WHERE endsWith(pool, unhex('0a'))";
    let lay = store.cell(liquidity).await;
    store.load(DatasetKind::Logs, etl_csv(&[sync(401, 0, &address(10), 4_000_000, 2_000_000)])).await;
    assert_eq!((written("pool_activity").await, written("ranked_tokens").await), before);
    assert_ne!(store.cell(liquidity).await, lay);
    assert_all_is_finished(&store, "another block of the hour").await;
    store.load(DatasetKind::Logs, etl_csv(&each(800).collect::<Vec<_>>())).await;
    assert_ne!(written("pool_activity").await, before.0, "another hour");
    assert_all_is_finished(&store, "another hour").await;
}
