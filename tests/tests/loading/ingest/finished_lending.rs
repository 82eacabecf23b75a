//! What is published of lenders: after every load, replay, reorganisation, withdrawal and late file the finished rows are those
//! that the events, the snapshots and what is known of contracts and tokens say, worked out from the beginning.

use super::tracking::{EVER, assert_pages_show_the_events};
use crate::ingest_support::*;
use alloy_primitives::{U256, keccak256};
use quarry::ingest::migrate::{MigrationSettings, migrate};
use quarry::ingest::{DatasetKind, IngestOptions, LoadState, WithdrawalTarget};

const USDC: &str = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WETH: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
/// An amount with decimals applied, of a raw one; by arithmetic, where ingest cuts digits.
const SCALED: &str = "(raw, decimals) -> if(isNull(decimals) OR isNull(raw), 'null', concat(\
    toString(intDiv(assumeNotNull(raw), powers[1 + assumeNotNull(decimals)])), if(assumeNotNull(raw) % powers[1 + assumeNotNull(decimals)] = 0, '', \
    concat('.', trim(TRAILING '0' FROM leftPad(toString(assumeNotNull(raw) % powers[1 + assumeNotNull(decimals)]), assumeNotNull(decimals), '0'))))))";
const POWERS: &str = "arrayMap(power -> toUInt256(concat('1', repeat('0', power))), range(40)) AS powers";

const KEPT_LIQUIDATIONS: &str = "
    SELECT toUInt64(toUnixTimestamp(block_timestamp)), block_number, log_place, chain, ifNull(protocol, 'null'), ifNull(deployment, 'null'),
        hex(borrower), ifNull(collateral.symbol, 'null'), toString(collateral_amount_raw), ifNull(collateral_amount, 'null'),
        ifNull(toString(collateral_price), 'null'), ifNull(collateral_usd_via, 'null'), ifNull(hex(debt.address), 'null'),
        ifNull(debt.symbol, 'null'), ifNull(debt_amount, 'null'), ifNull(toString(debt_price), 'null')
    FROM finished_liquidations FINAL ORDER BY block_timestamp, block_number, log_place";
const KEPT_ABSORPTIONS: &str = "
    SELECT block_number, log_place, kind, ifNull(deployment, 'null'), ifNull(hex(asset.address), 'null'), ifNull(asset.symbol, 'null'),
        ifNull(amount, 'null'), toString(usd_value_raw)
    FROM finished_absorptions FINAL ORDER BY block_number, log_place";
const KEPT_ACCOUNTS: &str = "
    SELECT block_number, protocol, hex(account), ifNull(deployment, 'null'), ifNull(toString(health_factor), 'null'),
        toString(arrayMap(balance -> (ifNull(balance.symbol, 'null'), ifNull(balance.amount, 'null')), collaterals))
    FROM {table} FINAL ORDER BY block_number, protocol, account";

/// The liquidations with their dollars by another way: of all hours of both kinds in the day before, the newest.
fn liquidations_from_scratch() -> String {
    let price = |token: &str| {
        format!(
            "multiIf({token} IN (SELECT address FROM dollar_tokens WHERE chain_id = 1), (toNullable(toDecimal256(1, 30)), ''), \
             notEmpty(arrayFilter(close -> close.1 = {token} AND close.2 < hour AND close.2 >= hour - 86400 AND close.3 = '', closes)), \
             (arraySort(close -> -toInt64(toUnixTimestamp(close.2)), arrayFilter(close -> close.1 = {token} AND close.2 < hour \
             AND close.2 >= hour - 86400 AND close.3 = '', closes))[1].4, ''), \
             notEmpty(arrayFilter(close -> close.1 = {token} AND close.2 < hour AND close.2 >= hour - 86400 AND close.3 != '', closes)), \
             (arraySort(close -> -toInt64(toUnixTimestamp(close.2)), arrayFilter(close -> close.1 = {token} AND close.2 < hour \
             AND close.2 >= hour - 86400 AND close.3 != '', closes))[1].4, 'WETH'), (CAST(NULL, 'Nullable(Decimal(76, 30))'), ''))"
        )
    };
    let (taken, repaid) = (price("taken_token"), price("repaid_token"));
    format!(
        "WITH {POWERS}, {SCALED} AS scaled,
            (SELECT groupArray((token, hour, if(hop_token = toFixedString('', 20), '', 'WETH'), price)) FROM token_worth FINAL) AS closes,
            events AS (
                SELECT event.block_timestamp AS block_timestamp, event.block_number AS block_number, event.log_index AS place,
                    toStartOfHour(event.block_timestamp) AS hour, contract.protocol AS protocol, contract.slug AS slug,
                    event.stated_protocol AS stated, event.borrower AS borrower, event.collateral_asset AS taken_token,
                    event.collateral_amount AS taken_amount, coalesce(event.debt_asset, contract.underlying) AS debt_token,
                    ifNull(debt_token, toFixedString('', 20)) AS repaid_token, event.debt_amount AS repaid_amount
                FROM (SELECT * FROM liquidations FINAL) AS event
                LEFT JOIN (SELECT address, toNullable(toString(protocol)) AS protocol, toNullable(toString(slug)) AS slug, underlying
                    FROM lending_deployments FINAL) AS contract ON contract.address = event.address
            )
        SELECT toUInt64(toUnixTimestamp(block_timestamp)), block_number, place, 'ethereum', coalesce(protocol, nullIf(toString(stated), ''), 'null'),
            ifNull(slug, 'null'), hex(borrower), ifNull(taken.symbol, 'null'), toString(taken_amount), scaled(taken_amount, taken.decimals),
            ifNull(toString(({taken}).1), 'null'),
            if(isNull(({taken}).1) OR isNull(taken.decimals) OR ({taken}).2 = '', 'null', ({taken}).2),
            ifNull(hex(debt_token), 'null'), ifNull(repaid.symbol, 'null'), scaled(repaid_amount, repaid.decimals), ifNull(toString(({repaid}).1), 'null')
        FROM events
        LEFT JOIN (SELECT address, symbol, decimals FROM tokens FINAL) AS taken ON taken.address = events.taken_token
        LEFT JOIN (SELECT address, symbol, decimals FROM tokens FINAL) AS repaid ON repaid.address = events.repaid_token
        ORDER BY block_timestamp, block_number, place"
    )
}

fn absorptions_from_scratch() -> String {
    format!(
        "WITH {POWERS}, {SCALED} AS scaled
        SELECT event.block_number, event.log_index, event.kind, ifNull(contract.slug, 'null'), ifNull(hex(event.token), 'null'),
            ifNull(absorbed.symbol, 'null'), scaled(event.amount, absorbed.decimals), toString(event.usd_value)
        FROM (
            SELECT raw.block_number AS block_number, raw.log_index AS log_index, raw.kind AS kind, raw.address AS address, raw.amount AS amount,
                raw.usd_value AS usd_value, coalesce(raw.asset, lender.underlying) AS token
            FROM (SELECT * FROM absorptions FINAL) AS raw
            LEFT JOIN (SELECT address, underlying FROM lending_deployments FINAL) AS lender ON lender.address = raw.address
        ) AS event
        LEFT JOIN (SELECT address, toNullable(toString(slug)) AS slug FROM lending_deployments FINAL) AS contract ON contract.address = event.address
        LEFT JOIN (SELECT address, symbol, decimals FROM tokens FINAL) AS absorbed ON absorbed.address = event.token
        ORDER BY event.block_number, event.log_index"
    )
}

fn accounts_from_scratch() -> String {
    format!(
        "WITH {POWERS}, {SCALED} AS scaled,
            (SELECT groupArray((address, ifNull(symbol, 'null'), decimals)) FROM tokens FINAL) AS known,
            (SELECT groupArray((protocol, slug)) FROM (SELECT toString(protocol) AS protocol, min(toString(slug)) AS slug FROM lending_deployments FINAL
                GROUP BY protocol HAVING count(DISTINCT lending_deployments.slug) = 1)) AS sole
        SELECT block_number, protocol, hex(account),
            ifNull(arrayFirstOrNull(lender -> lender.1 = toString(protocol), sole).2, 'null'), ifNull(toString(health_factor), 'null'),
            toString(arrayMap(balance -> if(arrayExists(token -> token.1 = balance.token, known),
                (arrayFirst(token -> token.1 = balance.token, known).2,
                    scaled(toNullable(balance.amount), arrayFirst(token -> token.1 = balance.token, known).3)), ('null', 'null')), collaterals))
        FROM health_factors FINAL ORDER BY block_number, protocol, account"
    )
}

/// Numbers that look random and are the same in each run.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn small(&mut self, bound: u8) -> u8 {
        u8::try_from(self.below(u64::from(bound))).expect("a small number")
    }
}

fn log(block: u64, index: u32, contract: u8, signature: &str, indexed: &[String], words: &[U256]) -> Log {
    let padded = indexed.iter().map(|party| format!("0x{:0>64}", party.trim_start_matches("0x")));
    let topics = std::iter::once(keccak256(signature).to_string()).chain(padded).collect();
    Log::new(block, index, &address(contract), topics, words)
}

/// One event of a lender, of tokens 1 and 2, wrapped ether and a dollar.
fn event(block: u64, index: u32, numbers: &mut Numbers) -> Log {
    let token = |numbers: &mut Numbers| match numbers.below(4) {
        0 => USDC.to_owned(),
        1 => WETH.to_owned(),
        other => address(u8::try_from(other - 1).expect("a token")),
    };
    let (contract, amount) = (50 + numbers.small(3), U256::from(1 + numbers.below(1_000_000_000)));
    let (taken, repaid, party) = (token(numbers), token(numbers), address(200 + numbers.small(3)));
    let word = |text: &str| text.parse::<U256>().expect("a word");
    match numbers.below(4) {
        0 => log(
            block,
            index,
            contract,
            "LiquidateBorrow(address,address,uint256,address,uint256)",
            &[],
            &[word(&address(9)), word(&party), amount, word(&taken), amount + amount],
        ),
        1 => log(
            block,
            index,
            contract,
            "AbsorbDebt(address,address,uint256,uint256)",
            &[address(9), party],
            &[amount, amount],
        ),
        _ => log(
            block,
            index,
            contract,
            "LiquidationCall(address,address,address,uint256,uint256,address,bool)",
            &[taken, repaid, party],
            &[amount, amount + amount, word(&address(9)), U256::ZERO],
        ),
    }
}

/// Events of lenders and pools in a block; 300 blocks are an hour.
pub(super) fn events(block: u64, fork: u8, numbers: &mut Numbers) -> Vec<Log> {
    (0..4)
        .map(|index| match numbers.below(3) {
            0 => {
                let amount = |numbers: &mut Numbers| u128::from(1 + numbers.below(1_000_000));
                sync(block, index, &address(10 + numbers.small(3)), amount(numbers), amount(numbers))
            }
            _ => event(block, index, numbers),
        })
        .map(|log| log.fork(fork))
        .collect()
}

fn replacing() -> IngestOptions {
    IngestOptions { replace: true, ..ethereum() }
}

fn tokens(decimals: u64) -> String {
    format!(
        "address,symbol,name,decimals\n{},ONE,One,{decimals}\n{},TWO,Two,18\n{USDC},USDC,Dollar,6\n{WETH},WETH,Ether,18\n",
        address(1),
        address(2)
    )
}

fn pools() -> String {
    let of = |pool: u8, token0: &str, token1: &str| format!("{},uniswap_v2,{token0},{token1},3000,1\n", address(pool));
    let (first, second) = (address(1), address(2));
    [
        "address,protocol,token0,token1,fee,created_block\n".to_owned(),
        of(10, &first, USDC),
        of(11, &second, WETH),
        of(12, USDC, WETH),
    ]
    .concat()
}

/// Two or three contracts, of one deployment of a protocol or of two.
pub(super) fn deployments(numbers: &mut Numbers) -> String {
    let mut text = "address,protocol,slug,name,underlying\n".to_owned();
    for contract in 50..52 + numbers.small(2) {
        let slug = ["comet", "other-comet"][usize::from(numbers.small(2))];
        text += &format!("{},compound_v3,{slug},Comet,{}\n", address(contract), address(1 + numbers.small(2)));
    }
    text
}

pub(super) fn snapshot(block: u64, numbers: &mut Numbers) -> String {
    let mut text = "protocol,block_number,block_timestamp,account,health_factor,collaterals\n".to_owned();
    for account in 201..=203 {
        let health = 1 + numbers.below(3);
        let balance = format!(
            "\"[{{\"\"token\"\":\"\"{}\"\",\"\"amount\"\":\"\"{}\"\"}}]\"",
            address(1 + numbers.small(3)),
            numbers.below(1_000_000_000)
        );
        text += &format!("compound_v3,{block},{},{},{health}.5,{balance}\n", time_of(block), address(account));
    }
    text
}

async fn assert_rows_are_finished(store: &Store, what: &str) {
    assert_eq!(store.rows(KEPT_LIQUIDATIONS).await, store.rows(&liquidations_from_scratch()).await, "{what}");
    assert_eq!(store.rows(KEPT_ABSORPTIONS).await, store.rows(&absorptions_from_scratch()).await, "{what}");
    let accounts = store.rows(&accounts_from_scratch()).await;
    for table in ["finished_health_factors", "account_health_factors"] {
        assert_eq!(store.rows(&KEPT_ACCOUNTS.replace("{table}", table)).await, accounts, "{table}: {what}");
    }
    assert_pages_show_the_events(store, EVER, what).await;
    let listed = "SELECT (SELECT count() FROM touched_lending_hours) + (SELECT count() FROM touched_lending_names) \
                  + (SELECT count() FROM touched_snapshots)";
    assert_eq!(store.cell(listed).await, "0", "{what}");
}

#[tokio::test]
async fn what_is_published_of_lenders_is_what_is_known_whatever_was_loaded_taken_back_or_learned_late() {
    let store = Store::new("finished_lending").await;
    let mut numbers = Numbers(11);
    let mut blocks: Vec<(u64, Vec<Log>)> = Vec::new();
    for step in 0..quarry_tests::extent::of(14, 28_u8) {
        let what = match numbers.below(12) {
            0 => {
                store.load(DatasetKind::Pools, pools()).await;
                "a file of pools".to_owned()
            }
            1 => {
                let decimals = 4 + numbers.below(15);
                store.try_load(DatasetKind::Tokens, tokens(decimals), &replacing()).await.expect("tokens");
                format!("a file of tokens of {decimals} decimals")
            }
            2 => {
                store.load(DatasetKind::LendingDeployments, deployments(&mut numbers)).await;
                "a file of deployments".to_owned()
            }
            3 => {
                let block = 100 * (1 + numbers.below(3));
                store.load(DatasetKind::HealthFactors, snapshot(block, &mut numbers)).await;
                format!("a snapshot at block {block}")
            }
            4 if !blocks.is_empty() => {
                let place = usize::try_from(numbers.below(blocks.len() as u64)).expect("a place");
                store.load(DatasetKind::Logs, etl_csv(&blocks[place].1)).await;
                format!("block {} once more", blocks[place].0)
            }
            5 if !blocks.is_empty() => {
                let place = usize::try_from(numbers.below(blocks.len() as u64)).expect("a place");
                let block = blocks[place].0;
                blocks[place].1 = events(block, step, &mut numbers);
                store.load(DatasetKind::Logs, etl_csv(&blocks[place].1)).await;
                format!("another block {block}")
            }
            6 => {
                let loads = store.ingest.loads().await.expect("the journal");
                let loaded: Vec<_> = loads.iter().filter(|load| load.state == LoadState::Loaded).collect();
                if loaded.is_empty() {
                    continue;
                }
                let load = loaded[usize::try_from(numbers.below(loaded.len() as u64)).expect("a place")];
                store.ingest.withdraw(&WithdrawalTarget::Load(load.number)).await.expect("a withdrawal");
                format!("without load {}, {}", load.number, load.dataset)
            }
            7 => {
                let first_block = numbers.below(2_000);
                let last_block = first_block + numbers.below(600);
                let range = WithdrawalTarget::Blocks { chain: "ethereum".to_owned(), first_block, last_block };
                store.ingest.withdraw(&range).await.expect("a withdrawal");
                format!("without the blocks {first_block} to {last_block}")
            }
            _ => {
                let block = numbers.below(2_000);
                let logs = events(block, 100 + step, &mut numbers);
                store.load(DatasetKind::Logs, etl_csv(&logs)).await;
                blocks.push((block, logs));
                format!("block {block}")
            }
        };
        assert_rows_are_finished(&store, &format!("step {step}: {what}")).await;
    }
}

/// A store in which everything that is known counts in some row.
async fn known(database: &str) -> Store {
    let store = Store::new(database).await;
    let mut numbers = Numbers(3);
    store.load(DatasetKind::Tokens, tokens(6)).await;
    store.load(DatasetKind::Pools, pools()).await;
    store.load(DatasetKind::LendingDeployments, deployments(&mut numbers)).await;
    store.load(DatasetKind::HealthFactors, snapshot(100, &mut numbers)).await;
    let logs: Vec<Log> = (0..8).flat_map(|hour| events(hour * 300, 0, &mut numbers)).collect();
    store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    store
}

#[tokio::test]
async fn a_repeated_file_writes_no_finished_row_and_another_name_writes_those_that_have_it() {
    let store = known("finished_again").await;
    let written = "SELECT (SELECT count() FROM finished_liquidations) + (SELECT count() FROM finished_absorptions) \
                   + (SELECT count() FROM finished_health_factors)";
    let before = store.cell(written).await;
    store.load(DatasetKind::Tokens, tokens(6)).await;
    let mut numbers = Numbers(3);
    store.load(DatasetKind::LendingDeployments, deployments(&mut numbers)).await;
    store.load(DatasetKind::HealthFactors, snapshot(100, &mut numbers)).await;
    assert_eq!(store.cell(written).await, before, "the same again");
    let holders = "SELECT count() FROM finished_liquidations FINAL WHERE ifNull(collateral.symbol, '') = 'TWO' OR ifNull(debt.symbol, '') = 'TWO'";
    let held = store.cell(holders).await;
    let renamed = format!("address,symbol,name,decimals\n{},DEUX,Two,18\n", address(2));
    store.try_load(DatasetKind::Tokens, renamed, &replacing()).await.expect("a token");
    let versions = "SELECT count() FROM finished_liquidations FINAL WHERE version = (SELECT max(version) FROM finished_liquidations)";
    assert_eq!(store.cell(versions).await, held, "those of the token and no others");
    assert_ne!(held, "0");
    assert_rows_are_finished(&store, "another name").await;
}

#[tokio::test]
async fn a_warehouse_of_before_is_brought_over_and_a_crash_leaves_nothing_undone() {
    let store = known("finished_upgraded").await;
    let kept = store.rows(KEPT_LIQUIDATIONS).await;
    assert!(!kept.is_empty());
    for sql in [
        "TRUNCATE TABLE finished_liquidations",
        "TRUNCATE TABLE finished_absorptions",
        "TRUNCATE TABLE finished_health_factors",
        "TRUNCATE TABLE account_health_factors",
        "ALTER TABLE schema_migrations DELETE WHERE number = 35 SETTINGS mutations_sync = 2",
    ] {
        store.warehouse.execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    migrate(&store.warehouse, &MigrationSettings::default()).await.expect("the schema");
    assert_eq!(store.rows(KEPT_LIQUIDATIONS).await, Vec::<Vec<String>>::new(), "listed, and not yet made");
    store.ingest.finish_migration().await.expect("what was listed");
    assert_eq!(store.rows(KEPT_LIQUIDATIONS).await, kept);
    assert_rows_are_finished(&store, "brought over").await;

    // As after a crash behind the rows of a load, before what is made of them.
    let listed =
        "INSERT INTO touched_lending_hours SELECT DISTINCT chain_id, toStartOfHour(block_timestamp) FROM liquidations";
    for sql in ["TRUNCATE TABLE finished_liquidations", listed] {
        store.warehouse.execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    store.ingest.recover().await.expect("a recovery");
    assert_rows_are_finished(&store, "recovered").await;
}
