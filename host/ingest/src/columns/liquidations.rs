//! Liquidations that somebody else decoded: mev-inspect, demeter, subgraphs.

use super::column::BLOCK_TIME_NAMES;
use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("block_number", &["block_number"], Shape::Unsigned(64)),
    Column::or_null("log_index", &["log_index", "evt_index"], Shape::Unsigned(32)),
    Column::required("transaction_hash", &["transaction_hash", "tx_hash", "hash"], Shape::Bytes(32)),
    Column::or_null("event_kind", &["tx_type", "event", "action"], Shape::Kind("liquidat")),
    Column::or_null("address", &["address", "contract", "contract_address", "pool", "market"], Shape::Bytes(20)),
    Column::or_null("stated_protocol", &["protocol"], Shape::Word),
    Column::required("borrower", &["borrower", "liquidated_user", "liquidatee", "user", "owner"], Shape::Bytes(20)),
    Column::required("liquidator", &["liquidator", "liquidator_user"], Shape::Bytes(20)),
    Column::required(
        "collateral_asset",
        &["collateral_asset", "received_token_address", "collateral_reserve", "asset", "reserve"],
        Shape::Bytes(20),
    ),
    Column::required("collateral_amount", &["collateral_amount", "received_amount", "amount"], Shape::Unsigned(256)),
    Column::or_null("debt_asset", &["debt_asset", "debt_token_address", "principal_reserve"], Shape::Bytes(20)),
    Column::or_null("debt_amount", &["debt_amount", "debt_purchase_amount", "principal_amount"], Shape::Unsigned(256)),
    Column::or_zero("block_hash", &["block_hash"], Shape::Bytes(32)),
    Column::or_null("block_timestamp", BLOCK_TIME_NAMES, Shape::Time),
];
