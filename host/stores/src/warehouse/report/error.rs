//! The refusal of a query.

use crate::warehouse::WarehouseError;
use thiserror::Error;

/// The reason for which a query is refused.
#[derive(Debug, Error)]
pub enum ReportError {
    /// ClickHouse refuses it. `line` counts from 1, where ClickHouse tells it.
    #[error("{reason}")]
    Refused { line: Option<usize>, reason: String },
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
}
