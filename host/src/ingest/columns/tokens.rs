//! Tokens: ethereum-etl's `tokens`, cryo's `erc20_metadata`.

use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("address", &["address", "erc20"], Shape::Bytes(20)),
    Column::or_zero("symbol", &["symbol"], Shape::Text),
    Column::or_zero("name", &["name"], Shape::Text),
    Column::or_null("decimals", &["decimals"], Shape::Unsigned(8)),
];
