//! Health-factor snapshots. No tool exports them; the columns are Quarry's own.

use super::{Column, Shape};

pub(super) const COLUMNS: &[Column] = &[
    Column::required("protocol", &["protocol"], Shape::Word),
    Column::required("block_number", &["block_number"], Shape::Unsigned(64)),
    Column::required("block_timestamp", &["block_timestamp"], Shape::Time),
    Column::required("account", &["account"], Shape::Bytes(20)),
    Column::or_null("health_factor", &["health_factor"], Shape::Decimal),
    Column::or_null("collateral_usd", &["collateral_usd"], Shape::Decimal),
    Column::or_null("debt_usd", &["debt_usd"], Shape::Decimal),
    Column::or_zero("collaterals", &["collaterals"], Shape::Balances),
    Column::or_zero("debts", &["debts"], Shape::Balances),
];
