//! Events of lenders are decoded as their contracts emit them, vanish with their blocks, and are never guessed at;
//! snapshots and deployments load in every form.

use crate::ingest_support::*;
use alloy_primitives::{U256, keccak256};
use quarry::ingest::{DatasetKind, IngestOptions};

/// Signatures as the contracts declare them.
const AAVE_V1: &str = "LiquidationCall(address,address,address,uint256,uint256,uint256,address,bool,uint256)";
const AAVE: &str = "LiquidationCall(address,address,address,uint256,uint256,address,bool)";
const COMPOUND_V2: &str = "LiquidateBorrow(address,address,uint256,address,uint256)";
const ABSORB_DEBT: &str = "AbsorbDebt(address,address,uint256,uint256)";
const ABSORB_COLLATERAL: &str = "AbsorbCollateral(address,address,address,uint256,uint256)";
/// The topic that circulates in public code for `AbsorbCollateral`, and belongs to no such event.
const WRONG_ABSORB_COLLATERAL: &str = "0x9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f94120";

fn topic(signature: &str) -> String {
    keccak256(signature).to_string()
}

fn word(number: u64) -> U256 {
    U256::from(number)
}

/// A log of `signature` with indexed addresses and words of data.
fn log(block: u64, index: u32, signature: &str, indexed: &[u64], words: &[U256]) -> Log {
    let topics = indexed.iter().map(|number| format!("0x{number:064x}"));
    Log::new(block, index, &address(50), std::iter::once(topic(signature)).chain(topics).collect(), words)
}

/// One event of each kind: indexed 1, 2, 3; amounts 100 and up; other addresses 4 and up.
fn events(block: u64) -> Vec<Log> {
    vec![
        log(block, 0, AAVE_V1, &[1, 2, 3], &[word(100), word(101), word(102), word(4), word(1), word(1_600_000_000)]),
        log(block, 1, AAVE, &[1, 2, 3], &[word(100), U256::MAX, word(4), word(0)]),
        log(block, 2, COMPOUND_V2, &[], &[word(4), word(3), word(100), word(1), word(101)]),
        log(block, 3, ABSORB_DEBT, &[4, 3], &[word(100), word(12_345_678_901)]),
        log(block, 4, ABSORB_COLLATERAL, &[4, 3, 1], &[word(101), word(13_000_000_000)]),
    ]
}

const LIQUIDATIONS: &str = "SELECT event, hex(borrower), hex(liquidator), hex(collateral_asset), toString(collateral_amount), \
     ifNull(hex(debt_asset), 'null'), toString(debt_amount), ifNull(toString(accrued_interest_amount), 'null'), \
     ifNull(toString(receives_deposit_token), 'null') FROM liquidations FINAL ORDER BY log_index";
const ABSORPTIONS: &str = "SELECT kind, hex(absorber), hex(borrower), ifNull(hex(asset), 'null'), toString(amount), \
     toString(usd_value) FROM absorptions FINAL ORDER BY log_index";

#[test]
fn topics_are_the_hashes_of_the_signatures() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations/warehouse/0011_lending_events.sql");
    let sql = std::fs::read_to_string(folder).expect("the migration");
    for signature in [AAVE_V1, AAVE, COMPOUND_V2, ABSORB_DEBT, ABSORB_COLLATERAL] {
        let topic = topic(signature);
        // Its decoder, the list of topics not decoded, and the two places that tell which it is (the last kind needs one).
        let mentions = sql.matches(&topic[2..]).count();
        assert!(mentions >= 2, "{signature} is {topic}, which stands {mentions} times in the migration");
    }
    assert!(topic(AAVE_V1).starts_with("0x56864757"));
    assert!(topic(AAVE).starts_with("0xe413a321"));
    assert!(topic(ABSORB_COLLATERAL).starts_with("0x9850ab1a"));
    assert_ne!(topic(ABSORB_COLLATERAL), WRONG_ABSORB_COLLATERAL);
}

#[tokio::test]
async fn every_event_is_decoded_field_by_field() {
    let store = Store::new("lending_fields").await;
    let summary = store.load(DatasetKind::Logs, etl_csv(&events(1))).await;
    assert_eq!((summary.decoded.liquidations, summary.decoded.absorptions, summary.undecoded), (3, 2, 0));
    let party = |number: u8| address(number)[2..].to_uppercase();
    let [collateral, debt, borrower, liquidator] = [1, 2, 3, 4].map(party);
    let (maximum, none) = (U256::MAX.to_string(), "null");
    let expected = [
        ["aave_v1_liquidation_call", &borrower, &liquidator, &collateral, "101", &debt, "100", "102", "1"],
        ["aave_liquidation_call", &borrower, &liquidator, &collateral, &maximum, &debt, "100", none, "0"],
        ["compound_v2_liquidate_borrow", &borrower, &liquidator, &collateral, "101", none, "100", none, none],
    ];
    assert_eq!(store.rows(LIQUIDATIONS).await, expected);
    let expected = [
        ["debt", &liquidator, &borrower, none, "100", "12345678901"],
        ["collateral", &liquidator, &borrower, &collateral, "101", "13000000000"],
    ];
    assert_eq!(store.rows(ABSORPTIONS).await, expected);
}

#[tokio::test]
async fn a_topic_without_its_shape_is_kept_and_counted() {
    let dirty = U256::from(1) << 200;
    let wrong = [
        log(1, 0, AAVE_V1, &[1, 2, 3], &[word(100), word(101), word(4), word(0)]),
        log(1, 1, AAVE_V1, &[1, 2, 3], &[word(1), word(1), word(1), word(4), word(2), word(1)]),
        log(1, 2, AAVE, &[1, 2], &[word(100), word(101), word(4), word(0)]),
        log(1, 3, AAVE, &[1, 2, 3], &[word(100), word(101), dirty, word(0)]),
        log(1, 4, AAVE, &[1, 2, 3], &[word(100), word(101), word(4), dirty]),
        log(1, 5, COMPOUND_V2, &[1], &[word(4), word(3), word(100), word(1), word(101)]),
        log(1, 6, COMPOUND_V2, &[], &[word(4), dirty, word(100), word(1), word(101)]),
        log(1, 7, ABSORB_DEBT, &[4, 3], &[word(100)]),
        log(1, 8, ABSORB_COLLATERAL, &[4, 3], &[word(101), word(1)]),
    ];
    let mut logs = wrong.to_vec();
    // Another event altogether: neither decoded nor missed.
    let mut stranger = log(1, 9, ABSORB_COLLATERAL, &[4, 3, 1], &[word(101), word(1)]);
    stranger.topics[0] = WRONG_ABSORB_COLLATERAL.to_owned();
    logs.push(stranger);
    let store = Store::new("lending_shapes").await;
    let summary = store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    assert_eq!((summary.rows_loaded, summary.undecoded), (10, 9));
    assert_eq!((summary.decoded.liquidations, summary.decoded.absorptions), (0, 0));
    let listed =
        store.rows("SELECT event, toString(count()) FROM undecoded_logs FINAL GROUP BY event ORDER BY event").await;
    let expected = [
        ["aave_liquidation_call", "3"],
        ["aave_v1_liquidation_call", "2"],
        ["collateral_absorption", "1"],
        ["compound_v2_liquidate_borrow", "2"],
        ["debt_absorption", "1"],
    ];
    assert_eq!(listed, expected);
    assert_eq!(store.cell("SELECT toString(count()) FROM logs FINAL").await, "10");
}

#[tokio::test]
async fn a_replay_changes_nothing_and_a_reorganised_block_takes_its_events_with_it() {
    let store = Store::new("lending_changes").await;
    let chain: Vec<Log> = [events(1), events(2)].concat();
    store.load(DatasetKind::Logs, etl_csv(&chain)).await;
    let before = store.contents().await;
    store.load(DatasetKind::Logs, etl_csv(&chain)).await;
    assert_eq!(store.contents().await, before, "a replay");

    let fork = vec![log(2, 7, AAVE, &[1, 2, 3], &[word(5), word(6), word(4), word(0)]).fork(1)];
    let summary = store.load(DatasetKind::Logs, etl_csv(&fork)).await;
    assert_eq!(summary.blocks_replaced, 1);
    let left =
        "SELECT toString(block_number), toString(log_index) FROM liquidations FINAL ORDER BY block_number, log_index";
    assert_eq!(store.rows(left).await, [["1", "0"], ["1", "1"], ["1", "2"], ["2", "7"]]);
    assert_eq!(store.cell("SELECT toString(count()) FROM absorptions FINAL").await, "2");

    let fresh = Store::new("lending_changes_fresh").await;
    fresh.load(DatasetKind::Logs, etl_csv(&[events(1), fork].concat())).await;
    assert_eq!(store.contents().await, fresh.contents().await, "as if the old block had never been");
}

#[tokio::test]
async fn a_log_without_a_time_is_decoded_when_its_block_comes() {
    let store = Store::new("lending_waiting").await;
    let waiting: Vec<Log> = events(1).into_iter().map(Log::untimed).collect();
    let summary = store.load(DatasetKind::Logs, etl_csv(&waiting)).await;
    assert_eq!((summary.decoded.liquidations, summary.waiting_for_block), (0, 5));
    let summary = store.load(DatasetKind::Blocks, blocks_csv(&[(1, 0)])).await;
    assert_eq!((summary.decoded.liquidations, summary.decoded.absorptions), (3, 2));
    let times = store.cell("SELECT toString(toUnixTimestamp(min(block_timestamp))) FROM liquidations FINAL").await;
    assert_eq!(times, time_of(1).to_string());
}

/// The same two accounts in both text forms.
fn snapshot_forms() -> [String; 2] {
    let (one, two, token) = (address(201), address(202), address(9));
    [
        format!(
            "chain,protocol,block_number,block_timestamp,account,health_factor,collateral_usd,debt_usd,collaterals,debts\n\
             ethereum,aave_v3,100,2024-01-01T00:20:00Z,{one},1.000000000000000001,12.5,0,\"[{{\"\"token\"\":\"\"{token}\"\",\"\"amount\"\":\"\"340282366920938463463374607431768211456\"\"}}]\",[]\n\
             1,aave_v3,100,1704068400,{two},,,,,\n"
        ),
        format!(
            "{{\"chain\":\"ethereum\",\"protocol\":\"aave_v3\",\"block_number\":100,\"block_timestamp\":1704068400,\"account\":\"{one}\",\
             \"health_factor\":\"1.000000000000000001\",\"collateral_usd\":12.5,\"debt_usd\":\"0\",\
             \"collaterals\":[{{\"token\":\"{token}\",\"amount\":\"340282366920938463463374607431768211456\"}}],\"debts\":[]}}\n\
             {{\"chain\":\"1\",\"protocol\":\"aave_v3\",\"block_number\":100,\"block_timestamp\":\"2024-01-01 00:20:00\",\"account\":\"{two}\"}}\n"
        ),
    ]
}

fn anywhere() -> IngestOptions {
    IngestOptions::default()
}

#[tokio::test]
async fn snapshots_load_from_every_text_form_and_name_their_chain() {
    for (number, text) in snapshot_forms().into_iter().enumerate() {
        let store = Store::new(&format!("snapshots_{number}")).await;
        let summary =
            store.try_load(DatasetKind::HealthFactors, text, &anywhere()).await.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((summary.rows_loaded, summary.rows_bad), (2, 0));
        let rows = store
            .rows(
                "SELECT toString(chain_id), protocol, toString(block_number), toString(toUnixTimestamp(block_timestamp)), hex(account), \
                 ifNull(toString(health_factor), 'null'), ifNull(toString(collateral_usd), 'null'), ifNull(toString(debt_usd), 'null'), \
                 toString(length(collaterals)), toString(if(empty(collaterals), 0, collaterals[1].amount)), toString(length(debts)) \
                 FROM health_factors FINAL ORDER BY account",
            )
            .await;
        let hex = |number: u8| address(number)[2..].to_uppercase();
        let amount = "340282366920938463463374607431768211456";
        let (one, two) = (hex(201), hex(202));
        let expected = [
            ["1", "aave_v3", "100", "1704068400", &one, "1.000000000000000001", "12.5", "0", "1", amount, "0"],
            ["1", "aave_v3", "100", "1704068400", &two, "null", "null", "null", "0", "0", "0"],
        ];
        assert_eq!(rows, expected, "form {number}");
        assert_eq!(store.cell("SELECT toString(count()) FROM health_factor_snapshots FINAL").await, "1");
    }
}

/// Writes Parquet with the warehouse itself.
async fn parquet(store: &Store, sql: &str) -> std::path::PathBuf {
    let mut cursor = store.warehouse.client().query(sql).fetch_bytes("Parquet").expect("a query");
    let mut bytes = Vec::new();
    while let Some(chunk) = cursor.next().await.expect("a chunk") {
        bytes.extend_from_slice(&chunk);
    }
    let path = fresh_folder("registries").join("rows.parquet");
    std::fs::write(&path, bytes).expect("a file");
    path
}

#[tokio::test]
async fn snapshots_and_registries_load_from_parquet_as_from_text() {
    let (reference, loaded) = (Store::new("registries_text").await, Store::new("registries_parquet").await);
    let deployments = format!(
        "chain,address,protocol,slug,name,underlying\nethereum,{},aave_v3,aave-v3,Aave V3,\nbase,{},compound_v3,comet,Comet,{}\n",
        address(1),
        address(2),
        address(3)
    );
    let pools = pools_csv(&[(&address(10), "uniswap_v2"), (&address(11), "uniswap_v3")]);
    let declaration = "declaration\n\"PairSwept(address indexed pair, uint256 amount)\"\n".to_owned();
    reference.load(DatasetKind::Tokens, tokens_csv((6, 18))).await;
    reference.load(DatasetKind::Pools, pools).await;
    reference.try_load(DatasetKind::LendingDeployments, deployments, &anywhere()).await.expect("deployments");
    reference.try_load(DatasetKind::TopicNames, declaration, &anywhere()).await.expect("declarations");
    let [snapshot, _] = snapshot_forms();
    reference.try_load(DatasetKind::HealthFactors, snapshot, &anywhere()).await.expect("a snapshot");

    let (account, token) = ("concat('0x', lower(hex(account)))", "concat('0x', lower(hex(balance.token)))");
    let lists = |list: &str| format!("arrayMap(balance -> ({token}, toString(balance.amount)), {list})");
    let named = "Array(Tuple(token String, amount String))";
    let head = format!("chain_id, protocol, block_number, block_timestamp, {account} AS account");
    let registries = [
        (DatasetKind::Tokens, "SELECT chain_id, address, symbol, name, decimals FROM tokens FINAL".to_owned()),
        (
            DatasetKind::Pools,
            "SELECT chain_id, address, protocol, source, token0, token1, fee, created_block FROM pools FINAL"
                .to_owned(),
        ),
        (
            DatasetKind::LendingDeployments,
            "SELECT chain_id, address, protocol, slug, name, underlying FROM lending_deployments FINAL".to_owned(),
        ),
        (DatasetKind::TopicNames, "SELECT 'PairSwept(address indexed pair, uint256 amount)' AS declaration".to_owned()),
        // Lists stand in it as the JSON that text files have.
        (
            DatasetKind::HealthFactors,
            format!(
                "SELECT {head}, toString(health_factor) AS health_factor, toString(collateral_usd) AS collateral_usd, \
                 toString(debt_usd) AS debt_usd, toJSONString(CAST({}, '{named}')) AS collaterals, '[]' AS debts FROM health_factors FINAL",
                lists("collaterals")
            ),
        ),
    ];
    for (kind, sql) in registries {
        let path = parquet(&reference, &sql).await;
        let summary =
            loaded.load_file(kind, &path, &anywhere()).await.unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        assert!(summary.rows_loaded > 0 && summary.rows_bad == 0, "{kind:?}");
    }
    assert_eq!(loaded.contents().await, reference.contents().await);
    let declared = "SELECT signature, toString(topic_count) FROM topic_names FINAL WHERE name = 'PairSwept'";
    assert_eq!(loaded.rows(declared).await, reference.rows(declared).await);
}

#[tokio::test]
async fn what_cannot_be_in_a_snapshot_is_named_and_nothing_is_loaded() {
    let store = Store::new("bad_snapshots").await;
    let header = "chain,protocol,block_number,block_timestamp,account,health_factor,collaterals\n";
    let account = address(1);
    for (row, column, value) in [
        (format!("ethereum,aave_v3,1,1704067200,{account},-1,[]"), "health_factor", "-1"),
        (format!("ethereum,aave_v3,1,1704067200,{account},1e3,[]"), "health_factor", "1e3"),
        (
            format!("ethereum,aave_v3,1,1704067200,{account},1.0000000000000000001,[]"),
            "health_factor",
            "1.0000000000000000001",
        ),
        (format!("ethereum,Aave V3,1,1704067200,{account},1,[]"), "protocol", "Aave V3"),
        (format!("atlantis,aave_v3,1,1704067200,{account},1,[]"), "chain_id", "atlantis"),
        (format!("ethereum,aave_v3,1,1704067200,{account},1,nothing"), "collaterals", "nothing"),
        (
            format!(
                "ethereum,aave_v3,1,1704067200,{account},1,\"[{{\"\"token\"\":\"\"0x12\"\",\"\"amount\"\":\"\"1\"\"}}]\""
            ),
            "collaterals",
            "0x12",
        ),
        (
            format!(
                "ethereum,aave_v3,1,1704067200,{account},1,\"[{{\"\"token\"\":\"\"{account}\"\",\"\"amount\"\":\"\"-1\"\"}}]\""
            ),
            "collaterals",
            "-1",
        ),
    ] {
        let refusal = store.try_load(DatasetKind::HealthFactors, format!("{header}{row}\n"), &anywhere()).await;
        let sentence = refusal.err().unwrap_or_else(|| panic!("{row} was loaded")).to_string();
        assert!(sentence.contains(&format!("`{column}`")) && sentence.contains(value), "{row}: {sentence}");
    }
    assert_eq!(store.cell("SELECT toString(count()) FROM health_factors").await, "0");
}

#[tokio::test]
async fn deployments_load_and_are_replaced_by_their_address() {
    let store = Store::new("deployments").await;
    let (pool, ctoken) = (address(1), address(2));
    let text = format!(
        "chain,pool,protocol,slug,name,underlying\nethereum,{pool},aave_v3,aave-v3,Aave V3,\n8453,{ctoken},compound_v2,compound-v2,\"Compound, V2\",{pool}\n"
    );
    store.try_load(DatasetKind::LendingDeployments, text, &anywhere()).await.unwrap_or_else(|e| panic!("{e}"));
    let renamed = format!("address,protocol,slug,name\n{pool},spark,spark,Spark\n");
    store.load(DatasetKind::LendingDeployments, renamed).await;
    let rows = store
        .rows("SELECT toString(chain_id), protocol, slug, name, ifNull(hex(underlying), 'null') FROM lending_deployments FINAL ORDER BY chain_id")
        .await;
    let underlying = pool[2..].to_uppercase();
    assert_eq!(
        rows,
        [["1", "spark", "spark", "Spark", "null"], ["8453", "compound_v2", "compound-v2", "Compound, V2", &underlying]]
    );
}
