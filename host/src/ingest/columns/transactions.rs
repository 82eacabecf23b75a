//! Transactions, with the receipt's fields where the file has them.

use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("block_number", &["block_number"], Shape::Unsigned(64)),
    Column::required("transaction_index", &["transaction_index"], Shape::Unsigned(32)),
    Column::required("transaction_hash", &["hash", "transaction_hash"], Shape::Bytes(32)),
    Column::required("from_address", &["from_address"], Shape::Bytes(20)),
    Column::or_null("to_address", &["to_address"], Shape::Bytes(20)),
    Column::or_zero("nonce", &["nonce"], Shape::Unsigned(64)),
    Column::required("value", &["value", "value_string"], Shape::Unsigned(256)),
    Column::or_zero("gas_limit", &["gas", "gas_limit"], Shape::Unsigned(64)),
    Column::or_null("gas_price", &["gas_price"], Shape::Unsigned(256)),
    Column::or_null("max_fee_per_gas", &["max_fee_per_gas"], Shape::Unsigned(256)),
    Column::or_null("max_priority_fee_per_gas", &["max_priority_fee_per_gas"], Shape::Unsigned(256)),
    Column::or_null("gas_used", &["receipt_gas_used", "gas_used"], Shape::Unsigned(64)),
    Column::or_null("transaction_type", &["transaction_type"], Shape::Unsigned(8)),
    Column::or_null("success", &["receipt_status", "success"], Shape::Boolean),
    Column::or_zero("input", &["input"], Shape::Data),
    Column::or_zero("block_hash", &["block_hash"], Shape::Bytes(32)),
    Column::or_null("block_timestamp", &["block_timestamp"], Shape::Time),
];
