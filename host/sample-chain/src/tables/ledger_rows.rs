//! Rows of what happens: blocks, transactions, logs.

use super::csv::Line;
use crate::SampleNetwork;
use crate::ledger::Block;

pub(super) const BLOCK_COLUMNS: &str = "number,hash,parent_hash,nonce,sha3_uncles,logs_bloom,transactions_root,state_root,receipts_root,miner,difficulty,total_difficulty,size,extra_data,gas_limit,gas_used,timestamp,transaction_count,base_fee_per_gas";
pub(super) const TRANSACTION_COLUMNS: &str = "hash,nonce,block_hash,block_number,transaction_index,from_address,to_address,value,gas,gas_price,input,block_timestamp,max_fee_per_gas,max_priority_fee_per_gas,transaction_type";
pub(super) const LOG_COLUMNS: &str =
    "log_index,transaction_hash,transaction_index,block_hash,block_number,address,data,topics";

/// Tells everybody who reads a block where it comes from.
const EXTRA_DATA: &[u8] = b"quarry sample chain";
/// EIP-1559.
const TRANSACTION_TYPE: u8 = 2;

/// One row.
pub(super) fn write_block(network: SampleNetwork, block: &Block, buffer: &mut Vec<u8>) -> u64 {
    let mut line = Line::new(buffer);
    line.number(block.number).hex(block.hash).hex(block.parent_hash).hex([0; 8]);
    // Uncles, bloom and the three roots: there is no state behind the sample.
    line.empty(5).hex([0; 20]).number(0).empty(2).hex(EXTRA_DATA);
    line.number(network.facts().gas_limit).number(block.gas_used()).number(block.second);
    line.number(block.transactions.len()).number(block.base_fee_wei).end();
    1
}

/// A row for each transaction; how many.
pub(super) fn write_transactions(block: &Block, buffer: &mut Vec<u8>) -> u64 {
    for (index, transaction) in block.transactions.iter().enumerate() {
        let draft = &transaction.draft;
        let mut line = Line::new(buffer);
        line.hex(transaction.hash).number(transaction.nonce).hex(block.hash).number(block.number).number(index);
        line.hex(draft.from).hex(draft.to).number(0).number(draft.gas_used * 6 / 5).number(transaction.gas_price_wei);
        line.hex(&draft.input).number(block.second).number(block.base_fee_wei * 2 + transaction.gas_price_wei);
        line.number(transaction.gas_price_wei - block.base_fee_wei).number(TRANSACTION_TYPE).end();
    }
    block.transactions.len() as u64
}

/// A row for each log, indexed through the block; how many.
pub(super) fn write_logs(block: &Block, buffer: &mut Vec<u8>) -> u64 {
    let mut log_index = 0;
    for (transaction_index, transaction) in block.transactions.iter().enumerate() {
        for log in &transaction.draft.logs {
            let mut line = Line::new(buffer);
            line.number(log_index).hex(transaction.hash).number(transaction_index).hex(block.hash);
            line.number(block.number).hex(log.address).hex(&log.content.data).hex_list(log.content.topics()).end();
            log_index += 1;
        }
    }
    log_index
}
