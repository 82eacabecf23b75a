//! Pools. Neither tool exports them; the columns are Quarry's own.

use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("address", &["address", "pool"], Shape::Bytes(20)),
    Column::required("protocol", &["protocol"], Shape::Text),
    Column::or_zero("source", &["source"], Shape::PoolSource),
    Column::required("token0", &["token0"], Shape::Bytes(20)),
    Column::required("token1", &["token1"], Shape::Bytes(20)),
    Column::or_null("fee", &["fee"], Shape::Unsigned(32)),
    Column::or_null("created_block", &["created_block", "created_block_number", "block_number"], Shape::Unsigned(64)),
];
