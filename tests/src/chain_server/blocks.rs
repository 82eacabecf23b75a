//! The chain itself: blocks with the logs that pools emit, and forks of it.

use alloy_primitives::{B256, Bloom, I256, U256, keccak256};
use serde_json::{Value as Json, json};

const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const V2_SWAP: &str = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";
const V3_SWAP: &str = "0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67";
/// 2024-01-01T00:00:00Z.
const GENESIS_AT: u64 = 1_704_067_200;
const SECONDS_A_BLOCK: u64 = 12;

/// A block as `eth_getBlockByNumber` gives it with full transactions, and its logs as `eth_getLogs` does.
#[derive(Debug, Clone)]
pub(super) struct ServedBlock {
    pub(super) number: u64,
    pub(super) hash: String,
    pub(super) block: Json,
    pub(super) logs: Vec<Json>,
    pub(super) receipts: Vec<Json>,
}

/// All blocks from the first on, without a hole.
#[derive(Debug, Default)]
pub(super) struct Chain {
    pub(super) blocks: Vec<ServedBlock>,
    /// Tells forks apart.
    fork: u64,
}

impl Chain {
    pub(super) fn head(&self) -> Option<&ServedBlock> {
        self.blocks.last()
    }

    pub(super) fn block(&self, number: u64) -> Option<&ServedBlock> {
        let first = self.blocks.first()?.number;
        self.blocks.get(usize::try_from(number.checked_sub(first)?).ok()?)
    }

    /// Adds `count` blocks to the head; the first block of a chain is block 100.
    pub(super) fn mine(&mut self, count: u64) {
        for _ in 0..count {
            let (number, parent) = match self.head() {
                Some(head) => (head.number + 1, head.hash.clone()),
                None => (100, hex(keccak256("before the beginning"))),
            };
            self.blocks.push(made_block(number, &parent, self.fork));
        }
    }

    /// Replaces the newest `depth` blocks by `count` others.
    pub(super) fn reorganise(&mut self, depth: u64, count: u64) {
        self.fork += 1;
        self.blocks.truncate(self.blocks.len() - usize::try_from(depth).unwrap_or(0));
        self.mine(count);
    }
}

fn made_block(number: u64, parent: &str, fork: u64) -> ServedBlock {
    let hash = hex(keccak256(format!("block {number} of fork {fork} after {parent}")));
    let logs = logs(number, fork, &hash);
    let mut bloom = Bloom::ZERO;
    for log in &logs {
        let topics: Vec<B256> = values(&log["topics"]).iter().map(|topic| parsed(topic)).collect();
        bloom.accrue_raw_log(parsed(log["address"].as_str().unwrap_or_default()), &topics);
    }
    let transactions: Vec<Json> =
        (0..transaction_count(number)).map(|index| transaction(number, index, fork, &hash)).collect();
    let receipts = transactions.iter().enumerate().map(|(index, transaction)| receipt(index, transaction)).collect();
    let nothing = hex(B256::ZERO);
    let block = json!({
        "number": quantity(number), "hash": hash, "parentHash": parent, "timestamp": quantity(GENESIS_AT + number * SECONDS_A_BLOCK),
        "miner": address(7), "gasLimit": quantity(30_000_000), "gasUsed": quantity(21_000 * number), "size": quantity(900 + fork),
        "baseFeePerGas": quantity(7 + number), "extraData": "0x717561727279", "logsBloom": format!("{bloom:#x}"),
        "difficulty": "0x0", "totalDifficulty": "0x0", "nonce": "0x0000000000000000", "mixHash": nothing, "sha3Uncles": nothing,
        "stateRoot": nothing, "receiptsRoot": nothing, "transactionsRoot": nothing, "uncles": [], "transactions": transactions,
    });
    ServedBlock { number, hash, block: lean(number, block), logs, receipts }
}

/// Every second block as chains of other kinds have it: without the members of a header that they do not know.
fn lean(number: u64, mut block: Json) -> Json {
    if number % 2 == 1
        && let Json::Object(members) = &mut block
    {
        let unknown = [
            "difficulty",
            "totalDifficulty",
            "nonce",
            "mixHash",
            "sha3Uncles",
            "stateRoot",
            "receiptsRoot",
            "transactionsRoot",
            "uncles",
        ];
        members.retain(|name, _| !unknown.contains(&name.as_str()));
    }
    block
}

fn transaction_count(number: u64) -> u64 {
    number % 3
}

/// Legacy transactions, ones with a fee market, and ones of a rollup's own type; one of them makes a contract.
fn transaction(number: u64, index: u64, fork: u64, hash: &str) -> Json {
    let mut transaction = json!({
        "hash": transaction_hash(number, index, fork), "blockHash": hash, "blockNumber": quantity(number),
        "transactionIndex": quantity(index), "from": address(201), "to": (!number.is_multiple_of(4)).then(|| address(202)),
        "nonce": quantity(number), "value": format!("{:#x}", U256::from(10).pow(U256::from(20)) + U256::from(fork)),
        "gas": quantity(100_000), "gasPrice": quantity(7 + number), "input": "0xa9059cbb", "type": "0x0",
        "v": "0x1b", "r": "0x1", "s": "0x2",
    });
    if index == 1 {
        transaction["type"] = json!(if number.is_multiple_of(2) { "0x2" } else { "0x7e" });
        transaction["maxFeePerGas"] = json!(quantity(1_000));
        transaction["maxPriorityFeePerGas"] = json!(quantity(3));
    }
    transaction
}

fn receipt(index: usize, transaction: &Json) -> Json {
    json!({
        "transactionHash": transaction["hash"], "transactionIndex": transaction["transactionIndex"],
        "blockHash": transaction["blockHash"], "blockNumber": transaction["blockNumber"],
        "gasUsed": quantity(21_000), "status": if index == 0 { "0x1" } else { "0x0" }, "logs": [],
    })
}

/// Makes the pools' logs, one of each shape in turn: none at all, without topics, with a known topic and a wrong shape.
fn logs(number: u64, fork: u64, hash: &str) -> Vec<Json> {
    let count = (number * 7 + fork * 3) % 6;
    (0..count)
        .map(|index| {
            let amount = U256::from(1_000_000 + number * 1_000 + index * 10 + fork);
            let party = |number: u64| format!("0x{:064x}", U256::from(number));
            let (topics, words) = match (number + index) % 5 {
                0 => (vec![SYNC.to_owned()], vec![amount, U256::from(1_000_000)]),
                1 => {
                    let words = vec![amount, U256::ZERO, U256::ZERO, U256::from(500_000)];
                    (vec![V2_SWAP.to_owned(), party(201), party(202)], words)
                }
                2 => {
                    let price = (U256::from(1) << 96) + amount;
                    let words = vec![amount, I256::MINUS_ONE.into_raw(), price, U256::from(5), U256::from(1)];
                    (vec![V3_SWAP.to_owned(), party(201), party(202)], words)
                }
                3 => (vec![SYNC.to_owned()], vec![amount]),
                _ => (Vec::new(), Vec::new()),
            };
            let data: String = words.iter().map(|word| format!("{word:064x}")).collect();
            let pool = if (number + index) % 5 == 2 { address(11) } else { address(10) };
            json!({
                "address": pool, "topics": topics, "data": format!("0x{data}"), "blockNumber": quantity(number),
                "blockHash": hash, "logIndex": quantity(index), "transactionIndex": "0x0",
                "transactionHash": transaction_hash(number, 0, fork), "removed": false,
            })
        })
        .collect()
}

fn transaction_hash(number: u64, index: u64, fork: u64) -> String {
    hex(keccak256(format!("transaction {number} {index} {fork}")))
}

pub(super) fn quantity(number: u64) -> String {
    format!("{number:#x}")
}

fn address(number: u64) -> String {
    format!("0x{number:040x}")
}

fn hex(hash: B256) -> String {
    format!("{hash:#x}")
}

fn values(list: &Json) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Json::as_str).collect()
}

fn parsed<Value: std::str::FromStr + Default>(text: &str) -> Value {
    text.parse().unwrap_or_default()
}

/// A block that a real node served, with its logs.
pub(super) fn recorded(block: &Json, logs: &Json) -> Option<ServedBlock> {
    Some(ServedBlock {
        number: number_of(&block["number"])?,
        hash: block["hash"].as_str()?.to_owned(),
        block: block.clone(),
        logs: logs.as_array()?.clone(),
        receipts: Vec::new(),
    })
}

/// The number of a quantity such as `0x1a`.
pub(super) fn number_of(quantity: &Json) -> Option<u64> {
    u64::from_str_radix(quantity.as_str()?.strip_prefix("0x")?, 16).ok()
}
