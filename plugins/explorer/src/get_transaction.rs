//! `GET /public/transactions/{hash}`.

use crate::decoded_log::DecodedParameter;
use crate::place;
use crate::transaction::Transaction;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectTransactionPlaces, "sql/transaction_places.sql", hash: Hash, chain_id: Chain);
statement!(warehouse, SelectTransaction, "sql/transaction.sql", hash: Hash);
statement!(warehouse, SelectTransactionOfLogs, "sql/transaction_of_logs.sql", hash: Hash);
statement!(warehouse, SelectTransactionLogs, "sql/transaction_logs.sql", hash: Hash);
statement!(warehouse, CountTransactionLogs, "sql/count_transaction_logs.sql", hash: Hash);
statement!(warehouse, SelectTransactionMovements, "sql/transaction_movements.sql", hash: Hash);

#[derive(Parameters)]
pub struct TransactionQuery {
    /// The transaction's hash.
    #[parameter(path, example = "0x757939717298e81fc43411918788f41fdf0be00ad16b9b46a7a1c861b2b6b26f")]
    hash: Hash,
    /// The transaction's chain, slug or id; needed when several chains have it.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

/// A log of a transaction: raw and whole, and decoded where its event is known.
#[derive(Schema)]
pub struct TransactionLog {
    /// The log's place in the block, from 0.
    #[schema(example = 3)]
    pub log_index: u64,
    /// The contract that emitted it.
    #[schema(example = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")]
    pub address: Address,
    /// Topics of the log, up to four, the event's own first.
    #[schema(example = ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"])]
    pub topics: Vec<Hash>,
    /// Data of the log beside its topics, in hex.
    #[schema(example = "0x00000000000000000000000000000000000000000000000000000000000003e8")]
    pub data: String,
    /// The event's name; null when its topic or its shape is not known.
    #[schema(example = "Transfer")]
    pub event: Option<String>,
    /// The event with its parameters' types; null when it is not known.
    #[schema(example = "Transfer(address,address,uint256)")]
    pub signature: Option<String>,
    /// Parameters in the order of the signature; empty when the event is not known.
    pub parameters: Vec<DecodedParameter>,
}

/// ERC-20 tokens that changed hands, as a token's `Transfer` tells it.
#[derive(Schema)]
pub struct TokenMovement {
    /// The log that tells it.
    #[schema(example = 3)]
    pub log_index: u64,
    /// The token's contract.
    pub token: Address,
    /// The token's symbol; null when the token is not in the registry.
    #[schema(example = "WETH")]
    pub symbol: Option<String>,
    /// Decimals of the token; null when unknown.
    #[schema(example = 18)]
    pub decimals: Option<u64>,
    /// The sender; the zero address where tokens were made.
    #[schema(example = "0xae2fc483527b8ef99eb5d9b44875f005ba1fae13")]
    pub from_address: Address,
    /// The receiver; the zero address where tokens were destroyed.
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub to_address: Address,
    /// The amount in the token's smallest unit.
    #[schema(example = "1500000000000000000")]
    pub amount_raw: DecimalText,
    /// Decimals applied; null when they are unknown.
    #[schema(example = "1.5")]
    pub amount: Option<DecimalText>,
}

#[derive(Schema)]
pub struct TransactionPage {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The time of the transaction's block; null until the block is known.
    pub as_of: Option<Time>,
    /// The transaction's block.
    #[schema(example = 23_479_210)]
    pub as_of_block: u64,
    /// `transactions`, or `logs` where only the transaction's logs were loaded.
    #[schema(example = "transactions")]
    pub source: String,
    /// The transaction itself.
    #[schema(rows = [SelectTransaction, SelectTransactionOfLogs])]
    pub transaction: Transaction,
    /// The number of its logs.
    #[schema(example = 1)]
    pub log_count: u64,
    /// The tokens that the logs of this page moved, in their order.
    #[schema(rows = SelectTransactionMovements)]
    pub movements: Vec<TokenMovement>,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Logs of the transaction by their index.
    #[schema(rows = SelectTransactionLogs)]
    pub logs: Vec<TransactionLog>,
}

/// A transaction with its logs and the tokens that it moved
///
/// A transaction that is known by its logs alone is shown with what they tell; the rest is null and `source` is `logs`. A
/// transaction of more than 500 logs is paged by them: each page has the tokens that its own logs moved.
#[endpoint(
    get = "/public/transactions/{hash}", keyless, module = "explorer", rate_weight = 2, paged = 500, body = TransactionPage
)]
pub fn get_transaction(request: &Request, query: TransactionQuery) -> Result<Answer, Problem> {
    let hex = query.hash.to_hex();
    let unknown = || Problem::not_found(format!("No transaction {hex} is known{}.", place::on_chain(query.chain)));
    let places = SelectTransactionPlaces { hash: query.hash.clone(), chain_id: query.chain }.query()?;
    let place = place::only_chain(&places, &format!("The transaction {hex}"))?.ok_or_else(unknown)?;
    let number = |column| places.integer(place.row, column).and_then(|number| u64::try_from(number).ok());
    let (chain_id, hash) = (place.chain_id, || query.hash.clone());
    let block_number = number("block_number").unwrap_or_default();
    let transaction_index = number("transaction_index").unwrap_or_default();
    let mut source = "transactions";
    let mut transaction = SelectTransaction { chain_id, block_number, transaction_index, hash: hash() }.query()?;
    if transaction.is_empty() {
        source = "logs";
        transaction = SelectTransactionOfLogs { chain_id, block_number, transaction_index, hash: hash() }.query()?;
    }
    if transaction.is_empty() {
        // Replaced between the two statements.
        return Err(unknown());
    }
    let logs = SelectTransactionLogs { chain_id, block_number, transaction_index, hash: hash() }.query()?;
    let counted = CountTransactionLogs { chain_id, block_number, transaction_index, hash: hash() }.query()?;
    let index = |row: usize| logs.integer(row, "log_index").and_then(|index| u64::try_from(index).ok());
    let shown = logs.row_count().min(request.page_size());
    let last_log = shown.checked_sub(1).and_then(index).unwrap_or_default();
    let movements = SelectTransactionMovements {
        chain_id,
        block_number,
        transaction_index,
        hash: hash(),
        first_log: index(0).unwrap_or_default(),
        last_log,
    }
    .defer()?;
    Ok(Answer::object()
        .member("chain", &place.chain)
        .member("chain_id", &chain_id)
        .member("as_of", &transaction.time(0, "block_timestamp"))
        .member("as_of_block", &block_number)
        .member("source", source)
        .row("transaction", transaction)
        .member("log_count", &counted.integer(0, "logs").unwrap_or(0))
        .rows("movements", movements)
        .page("logs", logs)
        .into())
}
