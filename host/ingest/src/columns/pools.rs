//! Pools. The columns are Quarry's own, and those of pool lists.

use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("address", &["address", "pool", "pool_address", "pair", "pair_address", "id"], Shape::Bytes(20)),
    Column::required("protocol", &["protocol", "exchange", "dex"], Shape::Text),
    Column::or_zero("source", &["source"], Shape::PoolSource),
    Column::required("token0", &["token0", "token0_address"], Shape::Bytes(20)),
    Column::required("token1", &["token1", "token1_address"], Shape::Bytes(20)),
    Column::or_null("fee", &["fee", "fee_tier"], Shape::Unsigned(32)),
    Column::or_null("is_stable", &["stable", "is_stable"], Shape::Boolean),
    Column::or_null(
        "created_block",
        &["created_block", "created_block_number", "created_at_block_number", "block_number"],
        Shape::Unsigned(64),
    ),
];
