//! Transactions, with the receipt's fields where the file has them; or receipts alone, which add to what is known.

use super::column::BLOCK_TIME_NAMES;
use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("block_number", &["block_number"], Shape::Unsigned(64)),
    Column::required("transaction_index", &["transaction_index", "tx_index", "index"], Shape::Unsigned(32)),
    Column::required("transaction_hash", &["hash", "transaction_hash", "tx_hash"], Shape::Bytes(32)),
    Column::or_null("from_address", &["from_address", "from", "tx_from"], Shape::Bytes(20)),
    Column::or_null("to_address", &["to_address", "to", "tx_to"], Shape::Bytes(20)),
    Column::or_null("nonce", &["nonce"], Shape::Unsigned(64)),
    Column::or_null("value", &["value", "value_string", "value_lossless", "value_wei"], Shape::Unsigned(256)),
    Column::or_null("gas_limit", &["gas", "gas_limit"], Shape::Unsigned(64)),
    Column::or_null("gas_price", &["gas_price"], Shape::Unsigned(256)),
    Column::or_null("max_fee_per_gas", &["max_fee_per_gas"], Shape::Unsigned(256)),
    Column::or_null("max_priority_fee_per_gas", &["max_priority_fee_per_gas"], Shape::Unsigned(256)),
    Column::or_null("gas_used", &["receipt_gas_used", "gas_used"], Shape::Unsigned(64)),
    Column::or_null("transaction_type", &["transaction_type", "type"], Shape::Unsigned(8)),
    Column::or_null("success", &["receipt_status", "success", "status"], Shape::Boolean),
    Column::or_null("input", &["input", "data"], Shape::Data),
    Column::or_zero("block_hash", &["block_hash"], Shape::Bytes(32)),
    Column::or_null("block_timestamp", BLOCK_TIME_NAMES, Shape::Time),
];
