//! Raw chain data.

use crate::column::ColumnKind::{Address, Boolean, Bytes, Hash, Integer, RawAmount, Time};
use crate::column::{BLOCK_NUMBER, BLOCK_TIMESTAMP, CHAIN_ID, Column, LOG_INDEX, TRANSACTION_HASH};
use crate::dataset::{Category, Dataset, Reader, Source};
use crate::filter::{BLOCK_FROM, BLOCK_TO, CHAIN, DATE_FROM, DATE_TO, Filter, FilterField};
use quarry_dataset_names as names;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectBlocks, "src/raw/blocks.sql");
statement!(warehouse, SelectTransactions, "src/raw/transactions.sql");
statement!(warehouse, SelectLogs, "src/raw/logs.sql");

pub(crate) const DATASETS: &[Dataset] = &[
    Dataset {
        key: names::BLOCKS.key,
        name: names::BLOCKS.name,
        category: Category::Raw,
        description: names::BLOCKS.description,
        columns: &[
            CHAIN_ID,
            BLOCK_NUMBER,
            Column::new("block_hash", Hash, "Hash of the block; zero bytes where the file did not say."),
            Column::new("parent_hash", Hash, "Hash of the block before.").when_picked(),
            BLOCK_TIMESTAMP,
            Column::new("miner", Address, "Who receives the fees; null where the file did not say."),
            Column::new("gas_limit", Integer, "Gas that the block may use.").in_units("gas"),
            Column::new("gas_used", Integer, "Gas that it used.").in_units("gas"),
            Column::new("base_fee_per_gas", Integer, "Null before EIP-1559.").in_units("wei"),
            Column::new("size_bytes", Integer, "Null where the file did not say.").in_units("bytes"),
            Column::new("transaction_count", Integer, "Null where the file did not say."),
            Column::new("extra_data", Bytes, "What its maker wrote into it.").when_picked(),
        ],
        filters: &[CHAIN, DATE_FROM, DATE_TO, BLOCK_FROM, BLOCK_TO],
        order: &["chain_id", "block_number"],
        source: Source::Warehouse(Reader::Statement(SelectBlocks::NAME)),
        protocols: None,
        compares_measures: false,
    },
    Dataset {
        key: names::TRANSACTIONS.key,
        name: names::TRANSACTIONS.name,
        category: Category::Raw,
        description: names::TRANSACTIONS.description,
        columns: &[
            CHAIN_ID,
            BLOCK_NUMBER,
            Column::new("transaction_index", Integer, "Index within its block."),
            TRANSACTION_HASH,
            Column::new("block_hash", Hash, "Hash of the block.").when_picked(),
            Column::new("block_timestamp", Time, "Time of the block; null while the block is not known."),
            Column::new("nonce", Integer, "Of the sender."),
            Column::new("from_address", Address, "The sender."),
            Column::new("to_address", Address, "Null for a contract creation."),
            Column::new("value", RawAmount, "What was sent with it.").in_units("wei"),
            Column::new("gas_limit", Integer, "Gas that it may use.").in_units("gas"),
            Column::new("gas_price", RawAmount, "Null where the file did not say.").in_units("wei"),
            Column::new("max_fee_per_gas", RawAmount, "Null before EIP-1559.").in_units("wei"),
            Column::new("max_priority_fee_per_gas", RawAmount, "Null before EIP-1559.").in_units("wei"),
            Column::new("gas_used", Integer, "Null without a receipt.").in_units("gas"),
            Column::new("transaction_type", Integer, "Null where the file did not say."),
            Column::new("success", Boolean, "Whether the receipt says success; null without one."),
            Column::new("input", Bytes, "The call's data.").when_picked(),
        ],
        filters: &[
            CHAIN,
            DATE_FROM,
            DATE_TO,
            BLOCK_FROM,
            BLOCK_TO,
            FilterField::new(Filter::Addresses, "Transactions from or to one of these."),
            FilterField::new(Filter::FromAddresses, "Transactions from one of these."),
            FilterField::new(Filter::ToAddresses, "Transactions to one of these."),
        ],
        order: &["chain_id", "block_number", "transaction_index"],
        source: Source::Warehouse(Reader::Statement(SelectTransactions::NAME)),
        protocols: None,
        compares_measures: false,
    },
    Dataset {
        key: names::LOGS.key,
        name: names::LOGS.name,
        category: Category::Raw,
        description: names::LOGS.description,
        columns: &[
            CHAIN_ID,
            BLOCK_NUMBER,
            LOG_INDEX,
            Column::new("block_hash", Hash, "Hash of the block.").when_picked(),
            Column::new("block_timestamp", Time, "Time of the block; null while the block is not known."),
            TRANSACTION_HASH,
            Column::new("transaction_index", Integer, "Index of the transaction within its block.").when_picked(),
            Column::new("address", Address, "The contract that emitted it."),
            Column::new("topic_count", Integer, "0 to 4; the topics after it are zero bytes."),
            Column::new("topic0", Hash, "Usually the event's signature."),
            Column::new("topic1", Hash, "First indexed argument."),
            Column::new("topic2", Hash, "Second indexed argument."),
            Column::new("topic3", Hash, "Third indexed argument."),
            Column::new("data", Bytes, "The arguments that are not indexed."),
        ],
        filters: &[
            CHAIN,
            DATE_FROM,
            DATE_TO,
            BLOCK_FROM,
            BLOCK_TO,
            FilterField::new(Filter::Topic0, "Logs of this event, by the hash of its signature."),
            FilterField::new(Filter::Addresses, "Logs that one of these emitted, or that have one in a topic."),
            FilterField::new(Filter::FromAddresses, "Logs with one of these in topic1: of a transfer, who sends."),
            FilterField::new(Filter::ToAddresses, "Logs with one of these in topic2: of a transfer, who receives."),
            FilterField::new(Filter::EmitterAddresses, "Logs that one of these contracts emitted."),
        ],
        order: &["chain_id", "block_number", "log_index"],
        source: Source::Warehouse(Reader::Statement(SelectLogs::NAME)),
        protocols: None,
        compares_measures: false,
    },
];
