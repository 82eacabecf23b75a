//! Block headers.

use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("block_number", &["number", "block_number"], Shape::Unsigned(64)),
    Column::required(
        "block_timestamp",
        &["timestamp", "block_timestamp", "block_time", "time", "time_stamp", "blocktime", "unix_timestamp"],
        Shape::Time,
    ),
    Column::or_zero("block_hash", &["hash", "block_hash"], Shape::Bytes(32)),
    Column::or_zero("parent_hash", &["parent_hash"], Shape::Bytes(32)),
    Column::or_null("miner", &["miner", "author", "fee_recipient", "coinbase", "beneficiary"], Shape::Bytes(20)),
    Column::or_null("gas_limit", &["gas_limit"], Shape::Unsigned(64)),
    Column::or_null("gas_used", &["gas_used"], Shape::Unsigned(64)),
    Column::or_null("base_fee_per_gas", &["base_fee_per_gas", "base_fee"], Shape::Unsigned(64)),
    Column::or_null("size_bytes", &["size", "size_bytes", "block_size"], Shape::Unsigned(64)),
    Column::or_null("transaction_count", &["transaction_count", "tx_count"], Shape::Unsigned(32)),
    Column::or_null("extra_data", &["extra_data"], Shape::Data),
];
