//! Tokens: ethereum-etl's `tokens`, cryo's `erc20_metadata`, token lists.

use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("address", &["address", "erc20", "token_address", "contract_address"], Shape::Bytes(20)),
    Column::or_null("symbol", &["symbol"], Shape::Text),
    Column::or_null("name", &["name"], Shape::Text),
    Column::or_null("decimals", &["decimals"], Shape::Unsigned(8)),
];
