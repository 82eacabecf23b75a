//! Event logs.

use super::column::BLOCK_TIME_NAMES;
use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("block_number", &["block_number"], Shape::Unsigned(64)),
    Column::required("log_index", &["log_index", "evt_index", "event_index", "index"], Shape::Unsigned(32)),
    Column::required("transaction_hash", &["transaction_hash", "tx_hash", "evt_tx_hash"], Shape::Bytes(32)),
    Column::required(
        "transaction_index",
        &["transaction_index", "tx_index", "evt_tx_index", "tx_position"],
        Shape::Unsigned(32),
    ),
    Column::required("address", &["address", "contract_address", "emitter"], Shape::Bytes(20)),
    Column::or_empty("topics", &["topics", "topic0", "topic1", "topic2", "topic3"], Shape::Topics),
    Column::or_empty("data", &["data"], Shape::Data),
    Column::or_zero("block_hash", &["block_hash"], Shape::Bytes(32)),
    Column::or_null("block_timestamp", BLOCK_TIME_NAMES, Shape::Time),
    Column::or_null("removed", &["removed", "is_removed", "event_removed"], Shape::Removed),
];
