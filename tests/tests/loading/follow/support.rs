//! A followed chain: a server, a store, and the comparison of both.

use std::path::Path;
use std::time::{Duration, Instant};

use quarry::ingest::DatasetKind;
use quarry::ingest::follow::{FollowError, FollowSettings, Followed, RpcEndpoint, follow};
use quarry::shutdown::{ShutdownTrigger, shutdown_signal};
use quarry_tests::bounded;
use quarry_tests::chain_server::ChainServer;
use serde_json::{Value as Json, json};

use crate::ingest_support::{Store, address, pools_csv, tokens_csv};

/// The first block of each chain.
pub(crate) const FIRST: u64 = 100;

pub(crate) struct Fixture {
    pub(crate) name: String,
    pub(crate) server: ChainServer,
    pub(crate) store: Store,
    pub(crate) settings: FollowSettings,
}

impl Fixture {
    /// A chain of so many blocks, of which nothing is loaded.
    pub(crate) async fn new(name: &str, blocks: u64) -> Fixture {
        let name = format!("follow_{name}");
        let store = Store::with_pools(&name).await;
        Fixture { name, server: server(1, blocks), store, settings: settings() }
    }

    pub(crate) fn endpoint(&self) -> RpcEndpoint {
        format!("ethereum={}", self.server.url).parse().expect("an address")
    }

    /// Follows up to the head, as a process that is started anew.
    pub(crate) async fn catch_up(&self) -> Followed {
        self.try_catch_up().await.unwrap_or_else(|error| panic!("{error}")).remove(0)
    }

    pub(crate) async fn try_catch_up(&self) -> Result<Vec<Followed>, FollowError> {
        let (_trigger, shutdown) = shutdown_signal();
        let settings = FollowSettings { once: true, ..self.settings.clone() };
        follow(self.store.warehouse.clone(), vec![self.endpoint()], settings, shutdown).await
    }

    /// Follows until it is stopped.
    pub(crate) fn start(&self) -> Following {
        let (trigger, shutdown) = shutdown_signal();
        let (warehouse, endpoint, settings) = (self.store.warehouse.clone(), self.endpoint(), self.settings.clone());
        let task = tokio::spawn(follow(warehouse, vec![endpoint], settings, shutdown));
        Following { trigger, task }
    }

    /// Waits until everything up to `head` is loaded.
    pub(crate) async fn reached(&self, head: u64) {
        self.eventually("SELECT max(next_block) FROM followed_chains FINAL", &(head + 1).to_string()).await;
    }

    /// Waits until a statement's one cell is so.
    pub(crate) async fn eventually(&self, sql: &str, wanted: &str) {
        let began = Instant::now();
        loop {
            let cell = self.store.cell(sql).await;
            if cell == wanted {
                return;
            }
            assert!(began.elapsed() < bounded::SHORT, "{sql} stays {cell} and does not become {wanted}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Asserts that the store holds the server's chain.
    pub(crate) async fn assert_is_the_chain(&self) {
        self.assert_holds(&self.server.truth()).await;
    }

    /// Asserts that the store holds these blocks and no others: the same as one that was given them at once as files.
    pub(crate) async fn assert_holds(&self, truth: &[Json]) {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let given = Store::with_pools(&format!("{}_truth_{}", self.name, NUMBER.fetch_add(1, Ordering::Relaxed))).await;
        load_truth(&given, truth, self.settings.receipts).await;
        assert_eq!(self.store.contents().await, given.contents().await);
    }
}

/// A following task.
pub(crate) struct Following {
    trigger: ShutdownTrigger,
    task: tokio::task::JoinHandle<Result<Vec<Followed>, FollowError>>,
}

impl Following {
    /// Stops it as a signal does.
    pub(crate) async fn stop(self) -> Followed {
        self.trigger.fire();
        let ended = tokio::time::timeout(Duration::from_secs(60), self.task).await.expect("it ends");
        ended.expect("no panic").unwrap_or_else(|error| panic!("{error}")).remove(0)
    }
}

pub(crate) fn server(chain_id: u64, blocks: u64) -> ChainServer {
    ChainServer::start(Path::new(env!("CARGO_BIN_EXE_quarry-chain-server")), chain_id, blocks).expect("a server")
}

pub(crate) fn settings() -> FollowSettings {
    FollowSettings {
        first_block: Some(FIRST),
        once: false,
        receipts: false,
        batch_blocks: 8,
        finality_depth: 32,
        concurrent_requests: 3,
        attempts: 3,
        poll: Duration::from_millis(20),
        request_timeout: Duration::from_millis(1_000),
        shortest_wait: Duration::from_millis(5),
        longest_wait: Duration::from_millis(50),
        gap_wait: Duration::from_millis(20),
    }
}

/// Loads the tokens and pools that the chain's logs are of.
pub(crate) async fn register(store: &Store) {
    store.load(DatasetKind::Tokens, tokens_csv((6, 6))).await;
    store.load(DatasetKind::Pools, pools_csv(&[(&address(10), "uniswap_v2"), (&address(11), "uniswap_v3")])).await;
}

/// Loads what a server says as files of ethereum-etl's columns.
async fn load_truth(store: &Store, truth: &[Json], receipts: bool) {
    let time = |block: &Json| number(&block["timestamp"]);
    let blocks = truth.iter().map(|served| {
        let block = &served["block"];
        json!({
            "number": number(&block["number"]), "hash": block["hash"], "parent_hash": block["parentHash"],
            "timestamp": time(block), "miner": block["miner"], "gas_limit": number(&block["gasLimit"]),
            "gas_used": number(&block["gasUsed"]), "base_fee_per_gas": number(&block["baseFeePerGas"]),
            "size": number(&block["size"]), "extra_data": block["extraData"],
            "transaction_count": block["transactions"].as_array().map(Vec::len),
        })
    });
    let transactions = truth.iter().flat_map(|served| {
        let block = &served["block"];
        let all = block["transactions"].as_array().expect("transactions").iter().enumerate();
        all.map(move |(index, transaction)| {
            let receipt = &served["receipts"][index];
            json!({
                "block_number": number(&block["number"]), "block_hash": block["hash"], "block_timestamp": time(block),
                "transaction_index": number(&transaction["transactionIndex"]), "hash": transaction["hash"],
                "from_address": transaction["from"], "to_address": transaction["to"],
                "nonce": number(&transaction["nonce"]), "value": decimal(&transaction["value"]),
                "gas": number(&transaction["gas"]), "gas_price": number(&transaction["gasPrice"]),
                "max_fee_per_gas": number(&transaction["maxFeePerGas"]),
                "max_priority_fee_per_gas": number(&transaction["maxPriorityFeePerGas"]),
                "transaction_type": number(&transaction["type"]), "input": transaction["input"],
                "receipt_gas_used": receipts.then(|| number(&receipt["gasUsed"])),
                "receipt_status": receipts.then(|| number(&receipt["status"])),
            })
        })
    });
    let logs = truth.iter().flat_map(|served| {
        let block = &served["block"];
        served["logs"].as_array().expect("logs").iter().map(move |log| {
            json!({
                "block_number": number(&log["blockNumber"]), "block_hash": log["blockHash"],
                "block_timestamp": time(block), "log_index": number(&log["logIndex"]), "address": log["address"],
                "topics": log["topics"], "data": log["data"], "transaction_hash": log["transactionHash"],
                "transaction_index": number(&log["transactionIndex"]),
            })
        })
    });
    for (kind, lines) in [
        (DatasetKind::Logs, lines(logs)),
        (DatasetKind::Transactions, lines(transactions)),
        (DatasetKind::Blocks, lines(blocks)),
    ] {
        if !lines.is_empty() {
            store.load(kind, lines).await;
        }
    }
}

fn lines(rows: impl Iterator<Item = Json>) -> String {
    rows.map(|row| format!("{row}\n")).collect()
}

fn number(quantity: &Json) -> Option<u64> {
    u64::from_str_radix(quantity.as_str()?.strip_prefix("0x")?, 16).ok()
}

fn decimal(quantity: &Json) -> String {
    let text = quantity.as_str().expect("a quantity");
    text.parse::<alloy_primitives::U256>().expect("a number").to_string()
}
