//! Absorptions of Compound III that somebody else decoded.

use super::column::BLOCK_TIME_NAMES;
use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("block_number", &["block_number"], Shape::Unsigned(64)),
    Column::or_null("log_index", &["log_index", "evt_index"], Shape::Unsigned(32)),
    Column::required("transaction_hash", &["transaction_hash", "tx_hash", "hash"], Shape::Bytes(32)),
    Column::required("address", &["address", "market", "comet", "contract_address"], Shape::Bytes(20)),
    Column::required("absorber", &["absorber"], Shape::Bytes(20)),
    Column::required("borrower", &["borrower", "account"], Shape::Bytes(20)),
    Column::or_null("asset", &["asset", "collateral_asset"], Shape::Bytes(20)),
    Column::required("amount", &["amount", "base_paid_out", "collateral_absorbed"], Shape::Unsigned(256)),
    Column::required("usd_value", &["usd_value"], Shape::Unsigned(256)),
    Column::or_zero("block_hash", &["block_hash"], Shape::Bytes(32)),
    Column::or_null("block_timestamp", BLOCK_TIME_NAMES, Shape::Time),
];
