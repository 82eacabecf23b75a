//! The parts that the ingest tests share: one running warehouse, a migrated database for each test, logs as the contracts emit
//! them.
#![allow(dead_code, reason = "each test program uses its part")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use alloy_primitives::{I256, U256};
use quarry::ingest::migrate::{MigrationSettings, migrate};
use quarry::ingest::{DatasetKind, Format, Ingest, IngestError, IngestOptions, IngestSummary, Silent};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{EmbeddedOptions, EmbeddedWarehouse, QuerySettings, Warehouse};
use quarry_tests::server::installation;

pub(crate) const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
pub(crate) const V2_SWAP: &str = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";
pub(crate) const V3_SWAP: &str = "0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67";
pub(crate) const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// 2024-01-01T00:00:00Z.
pub(crate) const NEW_YEAR: u64 = 1_704_067_200;

/// One migrated database of the warehouse that all tests of a program share.
pub(crate) struct Store {
    pub(crate) warehouse: Warehouse,
    pub(crate) ingest: Ingest,
    own: Option<OwnDatabase>,
}

/// A database that ends with the test that made it. The engine looks after each table all the time, rows or none: of sixty databases
/// that stayed it took a third of a processor, and each load took half as long again.
struct OwnDatabase {
    warehouse: Warehouse,
    name: String,
}

impl Drop for OwnDatabase {
    fn drop(&mut self) {
        let (warehouse, statement) = (self.warehouse.clone(), format!("DROP DATABASE `{}` SYNC", self.name));
        // The runtime of the test may be ending. Nobody waits for it: the next test goes on meanwhile.
        std::thread::spawn(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
            // A warehouse that has ended refuses it, and its databases have ended too.
            let _ = runtime.block_on(warehouse.execute(&statement));
        });
    }
}

impl Store {
    pub(crate) async fn new(database: &str) -> Store {
        static MIGRATED_ONCE: tokio::sync::OnceCell<Vec<SchemaObject>> = tokio::sync::OnceCell::const_new();
        let (store, socket) = Store::without_tables(database).await;
        let migrated = async || migrated_objects(Warehouse::over_unix_socket(socket, MIGRATED)).await;
        copy_tables(MIGRATED_ONCE.get_or_init(migrated).await, MIGRATED, &store.warehouse, database).await;
        store
    }

    /// As [`Store::new`], with the socket of its warehouse.
    pub(crate) async fn with_socket(database: &str) -> (Store, &'static Path) {
        let store = Store::new(database).await;
        (store, tokio::task::spawn_blocking(shared_socket).await.expect("the shared warehouse"))
    }

    /// The same database by another client, which ends with this store.
    pub(crate) fn by(&self, ingest: Ingest) -> Store {
        Store { warehouse: self.warehouse.clone(), ingest, own: None }
    }

    /// The name of its database, of one that the test made.
    pub(crate) fn database(&self) -> &str {
        &self.own.as_ref().expect("a database of its own").name
    }

    /// A store that has the tokens 1 and 2, of 6 decimals, and the pools 10 (of version 2) and 11 (of version 3). They are
    /// loaded once and copied with the schema: each load costs the warehouse some sixty statements.
    pub(crate) async fn with_pools(database: &str) -> Store {
        static LOADED_ONCE: tokio::sync::OnceCell<Vec<SchemaObject>> = tokio::sync::OnceCell::const_new();
        let (store, _) = Store::without_tables(database).await;
        let loaded = async || {
            let loaded = Store::new(WITH_POOLS).await;
            loaded.load(DatasetKind::Tokens, tokens_csv((6, 6))).await;
            let (v2_pool, v3_pool) = (address(10), address(11));
            let pools = pools_csv(&[(&v2_pool, "uniswap_v2"), (&v3_pool, "uniswap_v3")]);
            loaded.load(DatasetKind::Pools, pools).await;
            let objects = schema_objects(&loaded).await;
            // Others are copied from it.
            std::mem::forget(loaded);
            objects
        };
        copy_tables(LOADED_ONCE.get_or_init(loaded).await, WITH_POOLS, &store.warehouse, database).await;
        store
    }

    async fn without_tables(database: &str) -> (Store, &'static Path) {
        // Tests run side by side: one that met another's rows would fail now and then, and nobody would know why.
        static TAKEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
        let is_new = TAKEN.lock().expect("the names of the databases").insert(database.to_owned());
        assert!(is_new, "another test has the database {database}: give this one a name of its own");
        let socket = tokio::task::spawn_blocking(shared_socket).await.expect("the shared warehouse");
        let warehouse = Warehouse::over_unix_socket(socket, database);
        warehouse.create_database().await.expect("a database");
        let own = Some(OwnDatabase { warehouse: warehouse.clone(), name: database.to_owned() });
        (Store { own, ..Store::of(warehouse) }, socket)
    }

    /// A database that somebody else has made, and keeps.
    pub(crate) fn of(warehouse: Warehouse) -> Store {
        Store { ingest: Ingest::new(warehouse.clone()), warehouse, own: None }
    }

    /// Loads text as a file of chain 1.
    pub(crate) async fn load(&self, kind: DatasetKind, text: impl Into<String>) -> IngestSummary {
        self.try_load(kind, text, &ethereum()).await.unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) async fn try_load(
        &self,
        kind: DatasetKind,
        text: impl Into<String>,
        options: &IngestOptions,
    ) -> Result<IngestSummary, IngestError> {
        let text = text.into();
        let format = if text.starts_with('{') { Format::NdJson } else { Format::Csv };
        let chunk = futures_util::stream::iter([Ok(bytes::Bytes::from(text))]);
        self.ingest.ingest_bytes(kind, format, "test", chunk, options, Arc::new(Silent)).await
    }

    pub(crate) async fn load_file(
        &self,
        kind: DatasetKind,
        path: &Path,
        options: &IngestOptions,
    ) -> Result<IngestSummary, IngestError> {
        self.ingest.ingest_file(kind, path, options, Arc::new(Silent)).await
    }

    /// All cells of an answer as text, nulls as `null`.
    pub(crate) async fn rows(&self, sql: &str) -> Vec<Vec<String>> {
        let bounds = QuerySettings {
            deadline: Duration::from_secs(60),
            max_rows: 1_000_000,
            max_memory_bytes: 1 << 30,
            readonly: false,
        };
        let rows = self.warehouse.query(sql, &[], bounds).await.unwrap_or_else(|error| panic!("{sql}: {error}")).rows;
        (0..rows.row_count).map(|row| rows.columns.iter().map(|column| text(column.value(row))).collect()).collect()
    }

    /// The one cell of an answer.
    pub(crate) async fn cell(&self, sql: &str) -> String {
        self.rows(sql).await.remove(0).remove(0)
    }

    /// Gives the chain as a reader can see it: a count and a fingerprint of each table, versions apart.
    pub(crate) async fn contents(&self) -> Vec<Vec<String>> {
        const TABLES: [&str; 30] = [
            "blocks",
            "transactions",
            "logs",
            "tokens",
            "pools",
            "v2_syncs",
            "v2_swaps",
            "v3_swaps",
            "undecoded_logs",
            "price_bars",
            "hourly_bars",
            "newest_bars",
            "token_worth",
            "pool_activity",
            "ranked_tokens",
            "ranked_pools",
            "chain_days",
            "lending_deployments",
            "liquidations",
            "absorptions",
            "health_factors",
            "finished_liquidations",
            "finished_absorptions",
            "finished_health_factors",
            "account_health_factors",
            "tracked_activity",
            "tracked_collaterals",
            "tracked_contracts",
            "tracked_snapshots",
            "tracked_deployments",
        ];
        let fingerprint = |table: &str, columns: &str| {
            format!(
                "SELECT '{table}', concat(toString(count()), ' rows, ', toString(groupBitXor(cityHash64({columns})))) \
                 FROM {table} FINAL"
            )
        };
        let mut tables: Vec<String> =
            TABLES.iter().map(|table| fingerprint(table, "tuple(* EXCEPT (version, load))")).collect();
        // But for the blocks in which to look for them: those that were taken back stay in their range.
        tables.push(fingerprint("lens_days", "lens, chain_id, subject, topic0, day, logs"));
        // In one statement: the warehouse takes longer to begin one than to read these tables.
        let mut contents = self.rows(&tables.join(" UNION ALL ")).await;
        contents.sort();
        contents
    }
}

fn text(value: Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Int64(value) => value.to_string(),
        Value::UInt64(value) => value.to_string(),
        Value::Float64(value) => value.to_string(),
        Value::Text(value) => value,
        Value::Bytes(value) => value.iter().map(|byte| format!("{byte:02x}")).collect(),
        Value::Timestamp(value) => (value / 1_000_000).to_string(),
        other => panic!("unexpected cell {other:?}"),
    }
}

/// Options of a file whose rows are Ethereum's.
pub(crate) fn ethereum() -> IngestOptions {
    IngestOptions { chain: Some("ethereum".to_owned()), ..IngestOptions::default() }
}

/// A log on its way into a file.
#[derive(Clone)]
pub(crate) struct Log {
    pub(crate) block: u64,
    /// Tells versions of a block apart.
    pub(crate) fork: u8,
    pub(crate) index: u32,
    pub(crate) address: String,
    pub(crate) topics: Vec<String>,
    pub(crate) data: String,
    pub(crate) time: Option<u64>,
}

impl Log {
    pub(crate) fn fork(mut self, fork: u8) -> Log {
        self.fork = fork;
        self
    }

    pub(crate) fn untimed(mut self) -> Log {
        self.time = None;
        self
    }

    pub(crate) fn new(block: u64, index: u32, address: &str, topics: Vec<String>, words: &[U256]) -> Log {
        let data = words.iter().map(|word| format!("{word:064x}")).collect::<String>();
        let time = Some(time_of(block));
        Log { block, fork: 0, index, address: address.to_owned(), topics, data: format!("0x{data}"), time }
    }
}

/// Blocks come every 12 seconds from the new year on.
pub(crate) fn time_of(block: u64) -> u64 {
    NEW_YEAR + block * 12
}

pub(crate) fn address(number: u8) -> String {
    format!("0x{:040x}", U256::from(number))
}

pub(crate) fn block_hash(block: u64, fork: u8) -> String {
    format!("0x{:064x}", U256::from(block) * U256::from(256) + U256::from(fork) + U256::from(1))
}

pub(crate) fn sync(block: u64, index: u32, pool: &str, reserve0: u128, reserve1: u128) -> Log {
    Log::new(block, index, pool, vec![SYNC.to_owned()], &[U256::from(reserve0), U256::from(reserve1)])
}

pub(crate) fn v2_swap(block: u64, index: u32, pool: &str, amount0_in: u128, amount1_out: u128) -> Log {
    let words = [U256::from(amount0_in), U256::ZERO, U256::ZERO, U256::from(amount1_out)];
    Log::new(block, index, pool, with_parties(V2_SWAP), &words)
}

pub(crate) fn v3_swap(block: u64, index: u32, pool: &str, amounts: (i128, i128), sqrt_price_x96: U256) -> Log {
    let word = |amount: i128| I256::try_from(amount).expect("an amount").into_raw();
    let words = [word(amounts.0), word(amounts.1), sqrt_price_x96, U256::from(5), I256::MINUS_ONE.into_raw()];
    Log::new(block, index, pool, with_parties(V3_SWAP), &words)
}

pub(crate) fn transfer(block: u64, index: u32) -> Log {
    Log::new(block, index, &address(99), with_parties(TRANSFER), &[U256::from(1)])
}

fn with_parties(topic: &str) -> Vec<String> {
    let party = |number: u8| format!("0x{:064x}", U256::from(number));
    vec![topic.to_owned(), party(201), party(202)]
}

/// ethereum-etl's `logs.csv`.
pub(crate) fn etl_csv(logs: &[Log]) -> String {
    let mut text = String::from(
        "log_index,transaction_hash,transaction_index,block_hash,block_number,address,data,topics,block_timestamp\n",
    );
    for log in logs {
        let time = log.time.map(|time| time.to_string()).unwrap_or_default();
        text += &format!(
            "{},{},0,{},{},{},{},\"{}\",{time}\n",
            log.index,
            block_hash(log.block, 255),
            block_hash(log.block, log.fork),
            log.block,
            log.address,
            log.data,
            log.topics.join(",")
        );
    }
    text
}

/// cryo's `logs` with `--hex` and no block hashes.
pub(crate) fn cryo_csv(logs: &[Log]) -> String {
    let mut text = String::from(
        "block_number,transaction_index,log_index,transaction_hash,address,topic0,topic1,topic2,topic3,data,n_data_bytes,chain_id\n",
    );
    for log in logs {
        let topic = |index: usize| log.topics.get(index).cloned().unwrap_or_default();
        text += &format!(
            "{},0,{},{},{},{},{},{},{},{},{},1\n",
            log.block,
            log.index,
            block_hash(log.block, 255),
            log.address,
            topic(0),
            topic(1),
            topic(2),
            topic(3),
            log.data,
            (log.data.len() - 2) / 2
        );
    }
    text
}

/// ethereum-etl's `blocks.csv`, as far as it is read.
pub(crate) fn blocks_csv(blocks: &[(u64, u8)]) -> String {
    let mut text =
        String::from("number,hash,parent_hash,miner,extra_data,gas_limit,gas_used,timestamp,transaction_count\n");
    for (block, fork) in blocks {
        text += &format!(
            "{block},{},{},{},0x,30000000,1000,{},1\n",
            block_hash(*block, *fork),
            block_hash(block.saturating_sub(1), *fork),
            address(7),
            time_of(*block)
        );
    }
    text
}

/// Tokens 1 and 2 with their decimals.
pub(crate) fn tokens_csv(decimals: (u8, u8)) -> String {
    let (first, second) = (address(1), address(2));
    format!(
        "address,symbol,name,decimals,total_supply\n{first},ONE,One,{},1\n{second},TWO,Two,{},1\n",
        decimals.0, decimals.1
    )
}

/// Pools of tokens 1 and 2.
pub(crate) fn pools_csv(pools: &[(&str, &str)]) -> String {
    let mut text = String::from("address,protocol,token0,token1,fee,created_block\n");
    for (pool, protocol) in pools {
        text += &format!("{pool},{protocol},{},{},3000,1\n", address(1), address(2));
    }
    text
}

/// A fresh folder of this test run. Short, because a socket's path is bounded.
pub(crate) fn fresh_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quarry-ingest-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// The warehouse lives on a runtime of its own, because each test's ends with the test; it stops with the process.
/// The database that the schema is copied from: its migrations, told one by one, take seconds.
const MIGRATED: &str = "quarry_migrated_once";
/// The database that the stores with pools are copied from.
const WITH_POOLS: &str = "quarry_with_pools_once";

/// A table or a view of the migrated database.
#[derive(Debug)]
struct SchemaObject {
    name: String,
    create: String,
    has_rows: bool,
    is_view: bool,
}

/// Makes the tables and views of one database in another, with their rows.
async fn copy_tables(objects: &[SchemaObject], from: &str, warehouse: &Warehouse, database: &str) {
    let (views, tables): (Vec<_>, Vec<_>) = objects.iter().partition(|object| object.is_view);
    for table in tables {
        let name = &table.name;
        warehouse
            .execute(&table.create.replace(from, database))
            .await
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        // Before there are views, which would carry the rows on a second time.
        if table.has_rows {
            let copy = format!("INSERT INTO {name} SELECT * FROM {from}.{name}");
            warehouse.execute(&copy).await.unwrap_or_else(|error| panic!("{copy}: {error}"));
        }
    }
    let mut waiting = views;
    while !waiting.is_empty() {
        let mut failed = Vec::new();
        for view in &waiting {
            // It may stand on a view that comes later.
            if let Err(error) = warehouse.execute(&view.create.replace(from, database)).await {
                failed.push((*view, error));
            }
        }
        assert!(failed.len() < waiting.len(), "{failed:?}");
        waiting = failed.into_iter().map(|(view, _)| view).collect();
    }
}

async fn migrated_objects(warehouse: Warehouse) -> Vec<SchemaObject> {
    warehouse.create_database().await.expect("a database");
    migrate(&warehouse, &MigrationSettings::default()).await.expect("the schema");
    schema_objects(&Store::of(warehouse)).await
}

async fn schema_objects(store: &Store) -> Vec<SchemaObject> {
    let sql = "SELECT name, create_table_query, ifNull(total_rows, 0) > 0, engine LIKE '%View' FROM system.tables \
               WHERE database = currentDatabase()";
    let rows = store.rows(sql).await;
    let is = |cell: &String| cell != "0";
    let object = |row: Vec<String>| SchemaObject {
        has_rows: is(&row[2]),
        is_view: is(&row[3]),
        name: row[0].clone(),
        create: row[1].clone(),
    };
    rows.into_iter().map(object).collect()
}

fn shared_socket() -> &'static Path {
    static SOCKET: OnceLock<PathBuf> = OnceLock::new();
    SOCKET.get_or_init(|| {
        remove_folders_of_ended_runs();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = Box::leak(Box::new(runtime.expect("a runtime")));
        let folder = fresh_folder("store");
        let options = EmbeddedOptions {
            binary: binary(),
            library: library(),
            data_dir: folder.join("data"),
            socket: folder.join("warehouse.sock"),
            memory_limit_bytes: Some(3 << 30),
            max_concurrent_queries: Some(16),
        };
        let warehouse = runtime.block_on(EmbeddedWarehouse::start(options)).unwrap_or_else(|error| panic!("{error}"));
        Box::leak(Box::new(warehouse)).socket().to_owned()
    })
}

fn binary() -> PathBuf {
    if let Some(path) = std::env::var_os("QUARRY_WAREHOUSE_BINARY") {
        return path.into();
    }
    installation().expect("an installation").join("quarry-warehouse")
}

fn library() -> PathBuf {
    if let Some(path) = std::env::var_os("QUARRY_WAREHOUSE_LIBRARY") {
        return path.into();
    }
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules/@chdb/lib-linux-x64-gnu/libchdb.so")
}

/// The shared warehouse ends with its tests, so only a later run can tidy up after it.
fn remove_folders_of_ended_runs() {
    for entry in std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process = name.strip_prefix("quarry-ingest-").and_then(|rest| rest.split('-').next());
        if process.is_some_and(|process| process.parse::<u32>().is_ok() && !Path::new("/proc").join(process).exists()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
