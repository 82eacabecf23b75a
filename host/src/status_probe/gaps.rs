//! The gaps in followed chains.

use crate::status_probe::warehouse_answer::{Answer, ask};
use quarry_stores::warehouse::{Warehouse, WarehouseError};

const SQL: &str = include_str!("sql/completeness_gaps.sql");

/// Blocks that are missing, or were; both ends included, times in microseconds since the epoch.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CompletenessGap {
    pub(super) chain: String,
    pub(super) chain_id: u64,
    pub(super) first_block: u64,
    pub(super) last_block: u64,
    pub(super) reason: String,
    pub(super) opened_at: i64,
    pub(super) closed_at: Option<i64>,
}

/// The newest gaps, open and closed.
pub(super) async fn read(warehouse: &Warehouse) -> Result<Vec<CompletenessGap>, WarehouseError> {
    let answer = ask(warehouse, SQL, &[]).await?;
    Ok((0..answer.count()).filter_map(|row| gap(&answer, row)).collect())
}

fn gap(answer: &Answer, row: usize) -> Option<CompletenessGap> {
    Some(CompletenessGap {
        chain: answer.text(row, "chain")?,
        chain_id: answer.number(row, "chain_id")?,
        first_block: answer.number(row, "first_block")?,
        last_block: answer.number(row, "last_block")?,
        reason: answer.text(row, "reason")?,
        opened_at: answer.time(row, "opened_at")?,
        closed_at: answer.time(row, "closed_at").filter(|time| *time > 0),
    })
}
