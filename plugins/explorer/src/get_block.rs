//! `GET /public/blocks/{number}`.

use crate::place;
use crate::transaction::Transaction;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectBlock, "sql/block.sql");
statement!(warehouse, SelectBlockOfRows, "sql/block_of_rows.sql");
statement!(warehouse, CountBlockLogs, "sql/count_block_logs.sql");
statement!(warehouse, SelectBlockTransactions, "sql/block_transactions.sql");

#[derive(Parameters)]
pub struct BlockQuery {
    /// The block's number.
    #[parameter(path, minimum = 0, example = "26357860")]
    number: i64,
    /// The block's chain, slug or id; needed when blocks of several chains have that number.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
    /// The hash that the caller knows the block by. When the chain has another block there by now, the answer is a 409
    /// with its hash.
    #[parameter(example = "0x95b198e154acbfc64109dfd22d8224fe927fd8dfdedfae01587674482ba4baf3")]
    expect_hash: Option<Hash>,
}

/// A block's header. What its file did not say is null.
#[derive(Schema)]
pub struct Block {
    /// The block's height.
    #[schema(example = 23_479_210)]
    pub number: u64,
    /// The block's hash.
    #[schema(example = "0x95b198e154acbfc64109dfd22d8224fe927fd8dfdedfae01587674482ba4baf3")]
    pub hash: Option<Hash>,
    /// The hash of the block before it.
    #[schema(example = "0x198723e0ddf20153951c6304093cbd97fd306c5db03287c5586c0430a986080d")]
    pub parent_hash: Option<Hash>,
    /// The time at which it was made; null where only rows without a time are known of it.
    pub block_timestamp: Option<Time>,
    /// The address that gets its fees.
    #[schema(example = "0xdafea492d9c6733ae3d56b7ed1adb60692c98bc5")]
    pub miner: Option<Address>,
    /// The most gas it could take.
    #[schema(example = 30_000_000)]
    pub gas_limit: Option<u64>,
    /// The gas of its transactions.
    #[schema(example = 18_270_795)]
    pub gas_used: Option<u64>,
    /// The wei that were burnt for a unit of gas; null before EIP-1559.
    #[schema(example = "28703575149")]
    pub base_fee_per_gas_wei: Option<DecimalText>,
    /// Size of the block in its encoding, in bytes.
    #[schema(example = 40_573)]
    pub size_bytes: Option<u64>,
    /// The number of its transactions, as its header's file says.
    #[schema(example = 172)]
    pub transaction_count: Option<u64>,
    /// The text that its maker wrote into it, in hex.
    #[schema(example = "0x546974616e")]
    pub extra_data: Option<String>,
}

#[derive(Schema)]
pub struct BlockPage {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The block's time; null where only rows without a time are known of it.
    pub as_of: Option<Time>,
    /// The block's number.
    #[schema(example = 23_479_210)]
    pub as_of_block: u64,
    /// `blocks`; `transactions` or `logs` where only those of the block were loaded.
    #[schema(example = "blocks")]
    pub source: String,
    /// The block's header.
    #[schema(rows = SelectBlock)]
    pub block: Block,
    /// The number of its logs; each transaction's page lists its own.
    #[schema(example = 412)]
    pub log_count: u64,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Transactions by their index in the block, those included that are known by their logs alone.
    #[schema(rows = SelectBlockTransactions)]
    pub transactions: Vec<Transaction>,
}

/// A block with its transactions
///
/// Number and chain name a place, not a block: after a reorganisation another block stands there. With `expect_hash` the
/// answer is of that block or a 409 `block_reorganised`, whose `current_hash` is the block that stands there now; a walk
/// through the transactions passes it along to stay in one block.
#[endpoint(get = "/public/blocks/{number}", keyless, module = "explorer", paged, body = BlockPage)]
pub fn get_block(query: BlockQuery) -> Result<Answer, Problem> {
    let number = query.number.unsigned_abs();
    let chain_id = query.chain.map(|chain| chain.0);
    let mut blocks = SelectBlock { number, chain_id }.query()?;
    if blocks.is_empty() {
        blocks = SelectBlockOfRows { number, chain_id }.query()?;
    }
    let place = place::only_chain(&blocks, &format!("A block {number}"))?
        .ok_or_else(|| Problem::not_found(format!("No block {number} is known{}.", place::on_chain(query.chain))))?;
    if let Some(expected) = query.expect_hash {
        refuse_another(&blocks, number, &place.chain, &expected)?;
    }
    let logs = CountBlockLogs { chain_id: place.chain_id, block_number: number }.query()?;
    let source = blocks.text(place.row, "_source").unwrap_or_else(|| "blocks".to_owned());
    let transactions = SelectBlockTransactions { chain_id: place.chain_id, block_number: number }.defer()?;
    Ok(Answer::object()
        .member("chain", &place.chain)
        .member("chain_id", &place.chain_id)
        .member("as_of", &blocks.time(place.row, "block_timestamp"))
        .member("as_of_block", &number)
        .member("source", &source)
        .row("block", blocks)
        .member("log_count", &logs.integer(0, "logs").unwrap_or_default())
        .page("transactions", transactions)
        .into())
}

/// 409 when the block at this place is not the expected one. A block of unknown hash may be any.
fn refuse_another(blocks: &ResultSet, number: u64, chain: &str, expected: &Hash) -> Result<(), Problem> {
    match blocks.value(0, "hash") {
        Value::Bytes(current) if current != expected.0 => {
            let (expected, current) = (expected.to_hex(), Hash(current).to_hex());
            let detail = format!(
                "Block {number} on {chain} is {current} and not {expected}: the chain was reorganised, or that \
                 hash was never there."
            );
            Err(Problem::new(409, "block_reorganised", detail).with("current_hash", current))
        }
        _ => Ok(()),
    }
}
