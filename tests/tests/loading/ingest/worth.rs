//! What tokens are worth in dollars: after every load, replay, reorganisation, withdrawal and late file the rows that are kept are
//! those which the bars and the pools say, worked out from the beginning.

use crate::ingest_support::*;
use quarry::ingest::migrate::{MigrationSettings, migrate};
use quarry::ingest::{DatasetKind, IngestOptions, LoadState, WithdrawalTarget};

const USDC: &str = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WETH: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const KEPT: &str = "SELECT hex(token), toUInt64(toUnixTimestamp(hour)), hop_token != toFixedString('', 20), ifNull(toString(price), 'null'), \
    hex(pool) FROM token_worth FINAL ORDER BY 1, 2, 3";
/// The same from the bars, by another way: every close of both sides of every pool, the best of each kind, then the product.
const FROM_SCRATCH: &str = "
    WITH closes AS (
        SELECT bar.start AS hour, bar.pool AS pool, tupleElement(side, 1) AS token, tupleElement(side, 2) AS quote,
            if(tupleElement(side, 3), bar.inverse_close, bar.close) AS price,
            toFloat64OrZero(ifNull(if(tupleElement(side, 3), bar.volume_token1, bar.volume_token0), '')) AS volume
        FROM (SELECT * FROM price_bars FINAL WHERE period = 'hourly') AS bar
        INNER JOIN (SELECT address, arrayJoin([(token1, token0, 0), (token0, token1, 1)]) AS side FROM pools FINAL) AS pool
            ON pool.address = bar.pool
    ),
    direct AS (
        SELECT token, hour, price, pool FROM closes
        WHERE isNotNull(price) AND quote IN (SELECT address FROM dollar_tokens WHERE chain_id = 1)
          AND token NOT IN (SELECT address FROM dollar_tokens WHERE chain_id = 1)
        ORDER BY volume DESC, pool LIMIT 1 BY token, hour
    ),
    hopped AS (
        SELECT token, hour, price, pool, quote FROM closes
        WHERE isNotNull(price) AND quote IN (SELECT address FROM hop_tokens WHERE chain_id = 1)
          AND token NOT IN (SELECT address FROM dollar_tokens WHERE chain_id = 1)
        ORDER BY volume DESC, pool LIMIT 1 BY token, hour
    )
    SELECT hex(token), toUInt64(toUnixTimestamp(hour)), is_hop, worth, hex(pool) FROM (
        SELECT token, hour, 0 AS is_hop, ifNull(toString(toDecimal256OrNull(price, 30)), 'null') AS worth, pool FROM direct
        UNION ALL
        SELECT hopped.token, hopped.hour, 1 AS is_hop,
            assumeNotNull(toString(multiplyDecimal(toDecimal256OrNull(hopped.price, 30), toDecimal256OrNull(direct.price, 18), 30))), hopped.pool
        FROM hopped INNER JOIN direct ON direct.token = hopped.quote AND direct.hour = hopped.hour
    ) ORDER BY 1, 2, 3";

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn replacing() -> IngestOptions {
    IngestOptions { replace: true, ..ethereum() }
}

/// Pools of a dollar token, of wrapped ether and of both; the last two ways round.
fn pools(turned: bool) -> String {
    let (first, second) = (address(1), address(2));
    let sides = |number: u8, token0: &str, token1: &str| {
        let (token0, token1) = if turned && number >= 13 { (token1, token0) } else { (token0, token1) };
        format!("{},uniswap_v2,{token0},{token1},3000,1\n", address(number))
    };
    [
        "address,protocol,token0,token1,fee,created_block\n".to_owned(),
        sides(10, USDC, &first),
        sides(11, WETH, &second),
        sides(12, USDC, WETH),
        sides(13, &first, USDC),
        sides(14, &second, if turned { USDC } else { WETH }),
    ]
    .concat()
}

fn tokens(decimals: u64) -> String {
    format!(
        "address,symbol,name,decimals\n{},ONE,One,{decimals}\n{},TWO,Two,18\n{USDC},USDC,Dollar,6\n{WETH},WETH,Ether,18\n",
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

async fn assert_worth_is_what_the_bars_say(store: &Store, what: &str) {
    assert_eq!(store.rows(KEPT).await, store.rows(FROM_SCRATCH).await, "{what}");
    assert_eq!(store.cell("SELECT count() FROM touched_worth").await, "0", "{what}");
}

#[tokio::test]
async fn a_token_is_worth_what_its_pools_say_whatever_was_loaded_taken_back_or_learned_late() {
    let store = Store::new("worth_of_anything").await;
    let mut numbers = Numbers(7);
    let mut blocks: Vec<(u64, Vec<Log>)> = Vec::new();
    for step in 0..24_u64 {
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
        assert_worth_is_what_the_bars_say(&store, &format!("step {step}: {what}")).await;
    }
    // Whatever happened to it on the way, the store has what can be said of these blocks in the end.
    store.try_load(DatasetKind::Pools, pools(false), &replacing()).await.expect("pools");
    store.try_load(DatasetKind::Tokens, tokens(6), &replacing()).await.expect("tokens");
    let last: Vec<Log> = (0..8).flat_map(|hour| events(3_000 + hour * 300, &mut numbers)).collect();
    store.load(DatasetKind::Logs, etl_csv(&last)).await;
    assert_worth_is_what_the_bars_say(&store, "all of it").await;
    assert_ne!(store.cell("SELECT countIf(hop_token != toFixedString('', 20)) FROM token_worth FINAL").await, "0");
}

/// A store in which every kind of pool has priced something.
async fn priced(database: &str) -> Store {
    let store = Store::new(database).await;
    store.load(DatasetKind::Tokens, tokens(6)).await;
    store.load(DatasetKind::Pools, pools(false)).await;
    let each = (10..15).map(|pool| sync(1, u32::from(pool), &address(pool), 2_000_000, 1_000_000 + u128::from(pool)));
    store.load(DatasetKind::Logs, etl_csv(&each.collect::<Vec<_>>())).await;
    store
}

#[tokio::test]
async fn loading_again_writes_no_worth_anew() {
    let store = priced("worth_again").await;
    let written = "SELECT count(), max(version) FROM token_worth";
    let before = store.rows(written).await;
    let each = (10..15).map(|pool| sync(1, u32::from(pool), &address(pool), 2_000_000, 1_000_000 + u128::from(pool)));
    store.load(DatasetKind::Logs, etl_csv(&each.collect::<Vec<_>>())).await;
    assert_eq!(store.rows(written).await, before);
}

#[tokio::test]
async fn a_token_that_is_priced_by_wrapped_ether_follows_what_that_is_worth() {
    let store = priced("worth_of_a_hop").await;
    let by_hop = "SELECT toString(price) FROM token_worth FINAL WHERE hop_token != toFixedString('', 20) AND endsWith(token, unhex('02'))";
    let before = store.cell(by_hop).await;
    // Wrapped ether alone trades, at half of its price.
    store.load(DatasetKind::Logs, etl_csv(&[sync(2, 0, &address(12), 1_000_000, 1_000_012)])).await;
    let after = store.cell(by_hop).await;
    assert_ne!(after, before);
    assert_worth_is_what_the_bars_say(&store, "another price of wrapped ether").await;
}

#[tokio::test]
async fn a_migration_that_was_cut_off_goes_on_and_a_crash_leaves_nothing_undone() {
    let store = priced("worth_upgraded").await;
    let known = store.rows(KEPT).await;
    assert!(!known.is_empty());
    for sql in [
        "DROP TABLE touch_worth_of_dollar_prices SYNC",
        "DROP TABLE touch_worth_of_hop_prices SYNC",
        "DROP TABLE touched_worth SYNC",
        "DROP TABLE token_worth SYNC",
        "ALTER TABLE schema_migrations DELETE WHERE number >= 34 SETTINGS mutations_sync = 2",
    ] {
        store.warehouse.execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    migrate(&store.warehouse, &MigrationSettings::default()).await.expect("the schema");
    assert_ne!(store.cell("SELECT count() FROM touched_worth").await, "0", "listed, and not yet made");
    store.ingest.finish_migration().await.expect("what was listed");
    assert_eq!(store.rows(KEPT).await, known);

    // As after a crash between the bars and what is made of them.
    store.warehouse.execute("TRUNCATE TABLE token_worth").await.expect("no worth");
    let listed = "INSERT INTO touched_worth SELECT DISTINCT chain_id, token, start FROM dollar_prices UNION DISTINCT \
                  SELECT DISTINCT chain_id, token, start FROM hop_prices";
    store.warehouse.execute(listed).await.expect("a list");
    store.ingest.recover().await.expect("a recovery");
    assert_eq!(store.rows(KEPT).await, known);
}
