//! The answers of a node, and the same data as rows of the kind that files have (`ingest/columns`).
//!
//! Logs are alloy's type. Headers and transactions are read leniently, as chains have types of their own: only what a row
//! holds is looked at.

use alloy_primitives::{Address, B256, Bytes, U64, U256};
use alloy_rpc_types_eth::{Block, Log};
use serde::{Deserialize, Serialize};

pub(super) use super::header::RpcHeader;

/// A block with its transactions, or with their hashes alone.
pub(super) type RpcBlock = Block<RpcTransaction, RpcHeader>;

/// A mined transaction, of whatever type.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RpcTransaction {
    hash: B256,
    pub(super) block_hash: Option<B256>,
    transaction_index: U64,
    from: Address,
    to: Option<Address>,
    #[serde(default)]
    nonce: U64,
    value: U256,
    gas: U64,
    gas_price: Option<U256>,
    max_fee_per_gas: Option<U256>,
    max_priority_fee_per_gas: Option<U256>,
    #[serde(rename = "type")]
    transaction_type: Option<U64>,
    #[serde(default)]
    input: Bytes,
}

/// The values that a receipt adds to a transaction.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RpcReceipt {
    pub(super) transaction_hash: B256,
    gas_used: U64,
    /// Absent before Byzantium.
    status: Option<U64>,
}

#[derive(Serialize)]
struct BlockRow<'a> {
    number: u64,
    timestamp: u64,
    hash: B256,
    parent_hash: B256,
    miner: Option<Address>,
    gas_limit: Option<u64>,
    gas_used: Option<u64>,
    base_fee_per_gas: Option<u64>,
    size: Option<u64>,
    transaction_count: usize,
    extra_data: Option<&'a Bytes>,
}

#[derive(Serialize)]
struct TransactionRow<'a> {
    block_number: u64,
    transaction_index: u64,
    hash: B256,
    from_address: Address,
    to_address: Option<Address>,
    nonce: u64,
    value: String,
    gas: u64,
    gas_price: Option<String>,
    max_fee_per_gas: Option<String>,
    max_priority_fee_per_gas: Option<String>,
    receipt_gas_used: Option<u64>,
    transaction_type: Option<u64>,
    receipt_status: Option<u64>,
    input: &'a Bytes,
    block_hash: B256,
    block_timestamp: u64,
}

#[derive(Serialize)]
struct LogRow<'a> {
    block_number: u64,
    log_index: u64,
    transaction_hash: B256,
    transaction_index: u64,
    address: Address,
    topics: &'a [B256],
    data: &'a Bytes,
    block_hash: B256,
    block_timestamp: u64,
}

/// One row a line, as newline JSON files have them.
#[derive(Default)]
pub(super) struct Lines {
    text: Vec<u8>,
    count: usize,
}

impl Lines {
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn into_text(self) -> Vec<u8> {
        self.text
    }

    fn push(&mut self, row: &impl Serialize) -> Result<(), serde_json::Error> {
        serde_json::to_writer(&mut self.text, row)?;
        self.text.push(b'\n');
        self.count += 1;
        Ok(())
    }

    pub(super) fn block(&mut self, header: &RpcHeader, transaction_count: usize) -> Result<(), serde_json::Error> {
        self.push(&BlockRow {
            number: header.inner.number,
            timestamp: header.inner.timestamp,
            hash: header.hash,
            parent_hash: header.inner.parent_hash,
            miner: header.inner.beneficiary,
            gas_limit: header.inner.gas_limit,
            gas_used: header.inner.gas_used,
            base_fee_per_gas: header.inner.base_fee_per_gas,
            size: header.inner.size,
            transaction_count,
            extra_data: header.inner.extra_data.as_ref(),
        })
    }

    pub(super) fn transaction(
        &mut self,
        header: &RpcHeader,
        transaction: &RpcTransaction,
        receipt: Option<&RpcReceipt>,
    ) -> Result<(), serde_json::Error> {
        let decimal = |amount: U256| amount.to_string();
        self.push(&TransactionRow {
            block_number: header.inner.number,
            transaction_index: transaction.transaction_index.to(),
            hash: transaction.hash,
            from_address: transaction.from,
            to_address: transaction.to,
            nonce: transaction.nonce.to(),
            value: decimal(transaction.value),
            gas: transaction.gas.to(),
            gas_price: transaction.gas_price.map(decimal),
            max_fee_per_gas: transaction.max_fee_per_gas.map(decimal),
            max_priority_fee_per_gas: transaction.max_priority_fee_per_gas.map(decimal),
            receipt_gas_used: receipt.map(|receipt| receipt.gas_used.to()),
            transaction_type: transaction.transaction_type.map(|kind| kind.to()),
            receipt_status: receipt.and_then(|receipt| receipt.status.map(|status| status.to())),
            input: &transaction.input,
            block_hash: header.hash,
            block_timestamp: header.inner.timestamp,
        })
    }

    /// A log of that block; `false` where it lacks its place in the chain.
    pub(super) fn log(&mut self, header: &RpcHeader, log: &Log) -> Result<bool, serde_json::Error> {
        let (Some(log_index), Some(transaction_hash), Some(transaction_index)) =
            (log.log_index, log.transaction_hash, log.transaction_index)
        else {
            return Ok(false);
        };
        self.push(&LogRow {
            block_number: header.inner.number,
            log_index,
            transaction_hash,
            transaction_index,
            address: log.inner.address,
            topics: log.inner.topics(),
            data: &log.inner.data.data,
            block_hash: header.hash,
            block_timestamp: header.inner.timestamp,
        })?;
        Ok(true)
    }
}

impl RpcTransaction {
    pub(super) fn hash(&self) -> B256 {
        self.hash
    }
}
