//! A range of blocks, read and checked: one piece of one version of the chain, with all of its logs.
//!
//! A server behind a balancer is several servers, of which one may be behind or on another fork. So nothing is taken for
//! granted: blocks must be linked by their parents' hashes, each log must name the hash of its block, and the logs of a
//! block must give every bit of the bloom filter in its header (which catches logs that were left out, and lets pass those
//! that some chains add beside it).

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use alloy_primitives::{B256, Bloom};
use alloy_rpc_types_eth::{BlockTransactions, Log};
use futures_util::{StreamExt, TryStreamExt, stream};

use super::client::ChainClient;
use super::fault::Fault;
use super::received_logs::ReceivedLogs;
use super::wire::{Lines, RpcBlock, RpcReceipt};
use crate::dataset::DatasetKind;

/// Tries to get the receipts of a block from a busy server, and the time before the second one, which doubles.
const RECEIPTS_ATTEMPTS: u32 = 3;
const FIRST_RECEIPTS_WAIT: Duration = Duration::from_secs(1);

/// Rows of the blocks from `first` to `last`, ready to be loaded.
pub(super) struct Batch {
    pub(super) first: u64,
    pub(super) last: u64,
    /// The hash of the block before the first.
    pub(super) parent: B256,
    pub(super) last_hash: B256,
    pub(super) received: ReceivedLogs,
    logs: Lines,
    transactions: Lines,
    blocks: Lines,
}

impl Batch {
    /// The rows in the order in which they are loaded: a block is seen once its logs are there.
    pub(super) fn into_parts(self) -> impl Iterator<Item = (DatasetKind, Vec<u8>)> {
        [
            (DatasetKind::Logs, self.logs),
            (DatasetKind::Transactions, self.transactions),
            (DatasetKind::Blocks, self.blocks),
        ]
        .into_iter()
        .filter(|(_, lines)| lines.count() > 0)
        .map(|(kind, lines)| (kind, lines.into_text()))
    }
}

/// The options for reading a range.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadOptions {
    pub(super) concurrent_requests: usize,
    pub(super) receipts: bool,
}

/// Reads the blocks from `first` to `last`, both included.
pub(super) async fn read(client: &ChainClient, first: u64, last: u64, options: ReadOptions) -> Result<Batch, Fault> {
    let blocks = stream::iter(first..=last).map(|block| client.block(block)).buffered(options.concurrent_requests);
    let blocks: Vec<RpcBlock> = blocks.try_collect().await?;
    let logs = client.logs(first, last).await?;
    let receipts = match options.receipts {
        true => receipts(client, first, last, options.concurrent_requests).await,
        false => HashMap::new(),
    };
    let parent = refuse_unlinked(&blocks)?;
    let mut by_block = by_block(&blocks, logs)?;
    let mut batch = Batch {
        first,
        last,
        parent,
        last_hash: blocks.last().map(|block| block.header.hash).unwrap_or_default(),
        received: ReceivedLogs::default(),
        logs: Lines::default(),
        transactions: Lines::default(),
        blocks: Lines::default(),
    };
    for block in &blocks {
        let logs = by_block.remove(&block.header.inner.number).unwrap_or_default();
        refuse_left_out(block, &logs)?;
        let logs = batch.received.take(block.header.inner.number, logs)?;
        write(&mut batch, block, &logs, &receipts)?;
    }
    Ok(batch)
}

/// The receipts of a range, by their transaction. Blocks and logs are loaded without those that the server does not give: gas and
/// outcome of their transactions are null then.
async fn receipts(
    client: &ChainClient,
    first: u64,
    last: u64,
    concurrent_requests: usize,
) -> HashMap<B256, RpcReceipt> {
    let is_given_up = AtomicBool::new(false);
    let answers = stream::iter(first..=last)
        .map(|block| receipts_of(client, block, &is_given_up))
        .buffered(concurrent_requests)
        .collect::<Vec<_>>();
    let receipts = answers.await.into_iter().flatten();
    receipts.map(|receipt| (receipt.transaction_hash, receipt)).collect()
}

async fn receipts_of(client: &ChainClient, block: u64, is_given_up: &AtomicBool) -> Vec<RpcReceipt> {
    let mut wait = FIRST_RECEIPTS_WAIT;
    for turn in 1.. {
        if is_given_up.load(Ordering::Relaxed) {
            break;
        }
        match client.receipts(block).await {
            Ok(receipts) => return receipts,
            Err(fault) if fault.is_of_the_range() || turn == RECEIPTS_ATTEMPTS => {
                let server = client.server();
                tracing::warn!(server, block, %fault, "a block is loaded without receipts");
                // A server that is busy is not asked again for each block of the range.
                is_given_up.fetch_or(!fault.is_of_the_range(), Ordering::Relaxed);
                break;
            }
            Err(_) => {
                tokio::time::sleep(wait).await;
                wait *= 2;
            }
        }
    }
    Vec::new()
}

/// Refuses blocks that are not each other's parents. Gives the first one's parent.
fn refuse_unlinked(blocks: &[RpcBlock]) -> Result<B256, Fault> {
    for pair in blocks.windows(2) {
        if pair[1].header.inner.parent_hash != pair[0].header.hash {
            return Err(Fault::Moved { block: pair[1].header.inner.number });
        }
    }
    Ok(blocks.first().map(|block| block.header.inner.parent_hash).unwrap_or_default())
}

/// The logs by their block, each of which must be one of these under the same hash.
fn by_block(blocks: &[RpcBlock], logs: Vec<Log>) -> Result<HashMap<u64, Vec<Log>>, Fault> {
    let hashes: HashMap<u64, B256> =
        blocks.iter().map(|block| (block.header.inner.number, block.header.hash)).collect();
    let mut found: HashMap<u64, Vec<Log>> = HashMap::new();
    for log in logs.into_iter().filter(|log| !log.removed) {
        let (Some(number), Some(hash)) = (log.block_number, log.block_hash) else {
            return Err(unplaced());
        };
        match hashes.get(&number) {
            Some(known) if *known == hash => found.entry(number).or_default().push(log),
            _ => return Err(Fault::Moved { block: number }),
        }
    }
    Ok(found)
}

/// Chains that have no bloom filter, or fill it with ones, say nothing by it.
fn refuse_left_out(block: &RpcBlock, logs: &[Log]) -> Result<(), Fault> {
    let Some(claimed) = block.header.inner.logs_bloom else { return Ok(()) };
    let mut given = Bloom::ZERO;
    for log in logs {
        given.accrue_raw_log(log.inner.address, log.inner.topics());
    }
    match given.contains(&claimed) || claimed == Bloom::repeat_byte(0xff) {
        true => Ok(()),
        false => Err(Fault::LogsLeftOut { block: block.header.inner.number }),
    }
}

fn write(batch: &mut Batch, block: &RpcBlock, logs: &[Log], receipts: &HashMap<B256, RpcReceipt>) -> Result<(), Fault> {
    let header = &block.header;
    let unwritable =
        |error: serde_json::Error| Fault::Unreadable { method: "eth_getBlockByNumber", detail: error.to_string() };
    let transactions = match &block.transactions {
        BlockTransactions::Full(transactions) => transactions.as_slice(),
        BlockTransactions::Hashes(hashes) if hashes.is_empty() => &[],
        _ => {
            let detail = format!("block {} has no transactions but hashes of them", header.inner.number);
            return Err(Fault::Unreadable { method: "eth_getBlockByNumber", detail });
        }
    };
    for transaction in transactions {
        if transaction.block_hash.is_some_and(|hash| hash != header.hash) {
            return Err(Fault::Moved { block: header.inner.number });
        }
        let receipt = receipts.get(&transaction.hash());
        batch.transactions.transaction(header, transaction, receipt).map_err(unwritable)?;
    }
    for log in logs {
        if !batch.logs.log(header, log).map_err(unwritable)? {
            return Err(unplaced());
        }
    }
    batch.blocks.block(header, transactions.len()).map_err(unwritable)
}

fn unplaced() -> Fault {
    Fault::Unreadable { method: "eth_getLogs", detail: "a log lacks its place in the chain".to_owned() }
}
