//! Files, and chains over JSON-RPC (`follow`), into the warehouse: raw rows in, everything else derived inside it.
//!
//! The way of a file, one module a step:
//!
//! 1. `source` opens and decompresses it, cuts it into records and checks that each is one.
//! 2. `staging` lets the warehouse parse it into text columns and convert each row (`columns` declares how,
//!    `staging_sql` writes the conversion). Bad rows are named (`bad_rows`); unless the caller wants the others, the
//!    ingest ends here and nothing was loaded.
//! 3. `replacement` tombstones what the file's blocks replace; `merging` compares the rows with those that are stored.
//! 4. `load` moves the rows into the raw table, whose materialized views decode them; `journal` numbers the load.
//! 5. `settling` decides which rows that somebody else decoded are served, `bars` rebuilds every hourly and daily bar that was touched, `worth` what tokens were worth in those hours, `rankings` the lists of pools and tokens, `finished_lending` what is published of lenders, `daily_counts` counts every touched day.
//!
//! Always true:
//! - A replay changes nothing: rows are keyed by chain, block and index, and bars come from deduplicated rows.
//! - A file is loaded whole or not at all, as far as the engine allows: rows reach the table in one statement after all of
//!   them were judged, but readers may see its blocks land one after the other, and bars follow at the end. A crash in
//!   step 3 to 5 is completed by loading the same file again; touched bars are rebuilt by any next run.
//! - Memory is constant: every queue, block, sort and join is bounded. (Parquet files and JSON documents are held whole.)
//! - One ingest at a time writes to a warehouse (`lock`).
//!
//! `withdrawal` is the way back. To add a dataset: a variant in `dataset`, its columns in `columns`, its table in a migration.

#![forbid(unsafe_code)]

mod bad_rows;
mod bars;
mod block_times;
mod chain_rule;
mod chains;
mod columns;
pub mod command;
mod daily_counts;
mod dataset;
mod error;
mod finished;
mod finished_lending;
pub mod follow;
mod journal;
mod kept_logs;
mod lending_protocols;
mod listing;
mod load;
mod lock;
mod log_places;
mod merging;
pub mod migrate;
mod preview;
mod progress;
mod rankings;
mod replacement;
mod run;
mod runs;
mod session;
mod settling;
mod source;
mod staging;
mod staging_sql;
mod summary;
mod tracking;
mod withdrawal;
mod worth;

/// A file of a dataset to begin with: of lending deployments those that are known best, from public documentation.
pub fn example_of(dataset: DatasetKind) -> Option<&'static str> {
    (dataset == DatasetKind::LendingDeployments).then_some(include_str!("examples/lending_deployments.csv"))
}

pub use chains::KnownChain;
pub use dataset::{DatasetKind, Format, IngestOptions};
pub use error::{BadRow, IngestError};
pub use journal::{LoadEntry, LoadState};
pub use kept_logs::KeptLogs;
pub use preview::Preview;
pub use progress::{Progress, Silent};
pub use run::Ingest;
pub use settling::Settled;
pub use source::decompressed;
pub use summary::{ConflictLine, DecodedEvents, IngestSummary};
pub use withdrawal::{Overlap, Part, WithdrawalPlan, WithdrawalTarget};
