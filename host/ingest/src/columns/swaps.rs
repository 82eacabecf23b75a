//! Swaps that somebody else decoded: mev-inspect and subgraphs (by tokens), demeter (by sides of the pool). Amounts are raw units.

use super::column::BLOCK_TIME_NAMES;
use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("block_number", &["block_number"], Shape::Unsigned(64)),
    Column::or_null("log_index", &["log_index", "evt_index"], Shape::Unsigned(32)),
    Column::required("transaction_hash", &["transaction_hash", "tx_hash", "hash"], Shape::Bytes(32)),
    Column::or_null("event_kind", &["tx_type", "event"], Shape::Kind("swap")),
    Column::required("address", &["pool", "address", "pool_address", "pair", "contract_address"], Shape::Bytes(20)),
    Column::or_null("sender", &["sender", "from_address", "from"], Shape::Bytes(20)),
    Column::or_null("recipient", &["recipient", "receipt", "to_address", "to"], Shape::Bytes(20)),
    Column::or_null("amount0", &["amount0"], Shape::Signed),
    Column::or_null("amount1", &["amount1"], Shape::Signed),
    Column::or_null("token_in", &["token_in_address", "token_in"], Shape::Bytes(20)),
    Column::or_null("amount_in", &["token_in_amount", "amount_in"], Shape::Unsigned(256)),
    Column::or_null("token_out", &["token_out_address", "token_out"], Shape::Bytes(20)),
    Column::or_null("amount_out", &["token_out_amount", "amount_out"], Shape::Unsigned(256)),
    Column::or_null("sqrt_price_x96", &["sqrt_price_x96"], Shape::Unsigned(256)),
    Column::or_null("liquidity", &["liquidity", "total_liquidity"], Shape::Unsigned(128)),
    Column::or_null("tick", &["tick", "current_tick"], Shape::Signed),
    Column::or_zero("block_hash", &["block_hash"], Shape::Bytes(32)),
    Column::or_null("block_timestamp", BLOCK_TIME_NAMES, Shape::Time),
];
