//! The columns of each dataset: what they are called in the files of exporters, and what a value must look like.
//!
//! The warehouse parses the files into text columns and converts them with expressions generated from these declarations
//! (`staging_sql`). Always true: `name` is the column of the dataset's table; the first entry of `names` is ethereum-etl's.
//! To accept another tool's name for a column, add it to `names`; to load another column, add it here and to a migration.

mod absorptions;
mod blocks;
mod column;
mod file_names;
mod health_factors;
mod lending_deployments;
mod liquidations;
mod logs;
mod pools;
mod swaps;
mod tokens;
mod topic_names;
mod transactions;

pub(super) use column::{Column, LONGEST_TEXT, Presence, Shape};
pub(super) use file_names::{taken_name, taken_names};

use super::dataset::DatasetKind;

/// The columns of a dataset, without `chain_id`, which all but `topic_names` have.
pub(super) fn columns_of(kind: DatasetKind) -> &'static [Column] {
    match kind {
        DatasetKind::Logs => logs::COLUMNS,
        DatasetKind::Blocks => blocks::COLUMNS,
        DatasetKind::Transactions => transactions::COLUMNS,
        DatasetKind::Tokens => tokens::COLUMNS,
        DatasetKind::Pools => pools::COLUMNS,
        DatasetKind::LendingDeployments => lending_deployments::COLUMNS,
        DatasetKind::HealthFactors => health_factors::COLUMNS,
        DatasetKind::TopicNames => topic_names::COLUMNS,
        DatasetKind::Liquidations => liquidations::COLUMNS,
        DatasetKind::Absorptions => absorptions::COLUMNS,
        DatasetKind::Swaps => swaps::COLUMNS,
    }
}
