//! Blocks, transactions and logs, and the hashes that tie them together.
//!
//! Hashes are Keccak-256 of what they stand for, as on a chain, though not of the RLP form that a node would hash.

use alloy_primitives::{Address, B256, Keccak256, LogData};
use alloy_sol_types::SolEvent;

use crate::registry::SampleNetwork;

/// A log before it has a place: who emits it, and its topics and data.
#[derive(Debug)]
pub(crate) struct Entry {
    pub address: Address,
    pub content: LogData,
}

impl Entry {
    pub(crate) fn new(address: Address, event: &impl SolEvent) -> Self {
        Self { address, content: event.encode_log_data() }
    }
}

/// The wish of a participant: a transaction without a block.
#[derive(Debug)]
pub(crate) struct Draft {
    /// The slot within the step, from 0.
    pub slot: u32,
    pub from: Address,
    pub to: Address,
    pub input: Vec<u8>,
    pub gas_used: u64,
    pub logs: Vec<Entry>,
}

/// A transaction with its place in a block. Its index is its position there.
#[derive(Debug)]
pub(crate) struct Transaction {
    pub hash: B256,
    /// The number of transactions that its sender had made before.
    pub nonce: u64,
    pub gas_price_wei: u64,
    pub draft: Draft,
}

impl Transaction {
    pub(super) fn new(network: SampleNetwork, nonce: u64, gas_price_wei: u64, draft: Draft) -> Self {
        let mut hasher = Keccak256::new();
        hasher.update(network.chain_id().to_be_bytes());
        hasher.update(draft.from);
        hasher.update(nonce.to_be_bytes());
        hasher.update(gas_price_wei.to_be_bytes());
        hasher.update(draft.to);
        hasher.update(&draft.input);
        Self { hash: hasher.finalize(), nonce, gas_price_wei, draft }
    }
}

/// A block with at least one transaction.
#[derive(Debug)]
pub(crate) struct Block {
    pub number: u64,
    /// Seconds since 1970.
    pub second: i64,
    pub hash: B256,
    pub parent_hash: B256,
    pub base_fee_wei: u64,
    pub transactions: Vec<Transaction>,
}

impl Block {
    pub(super) fn new(
        number: u64,
        second: i64,
        parent_hash: B256,
        base_fee_wei: u64,
        transactions: Vec<Transaction>,
    ) -> Self {
        let mut hasher = Keccak256::new();
        hasher.update(parent_hash);
        hasher.update(number.to_be_bytes());
        hasher.update(second.to_be_bytes());
        hasher.update(base_fee_wei.to_be_bytes());
        for transaction in &transactions {
            hasher.update(transaction.hash);
            for log in &transaction.draft.logs {
                hasher.update(&log.content.data);
            }
        }
        Self { number, second, hash: hasher.finalize(), parent_hash, base_fee_wei, transactions }
    }

    /// The hash of a block in which nothing happened. It depends on its height alone, so heights can be skipped.
    pub(super) fn hash_of_empty(seed: u64, network: SampleNetwork, number: u64) -> B256 {
        let mut hasher = Keccak256::new();
        hasher.update(b"empty block");
        hasher.update(seed.to_be_bytes());
        hasher.update(network.chain_id().to_be_bytes());
        hasher.update(number.to_be_bytes());
        hasher.finalize()
    }

    /// The gas of all transactions.
    pub(crate) fn gas_used(&self) -> u64 {
        self.transactions.iter().map(|transaction| transaction.draft.gas_used).sum()
    }
}
