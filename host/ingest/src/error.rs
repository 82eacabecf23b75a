//! The reasons why an ingest failed, in sentences that say what to do.

use std::fmt;
use std::path::PathBuf;

use super::dataset::DatasetKind;
use quarry_stores::warehouse::WarehouseError;

/// Bad rows that one error names; the rest are counted.
pub(super) const NAMED_BAD_ROWS: usize = 20;

/// A failed ingest. Except for [`IngestError::Warehouse`] nothing of the file was loaded.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{name} is damaged or cut off: {source}")]
    Damaged { name: String, source: std::io::Error },
    #[error("{name} {what}; nothing was loaded")]
    Foreign { name: String, what: String },
    #[error("{name} holds no rows; check that the export finished")]
    Empty { name: String },
    #[error(
        "{name} has no column `{column}`, which {dataset} need (also taken as: {}){}",
        alternatives.join(", "),
        missing_column_advice(*dataset, column)
    )]
    MissingColumn { name: String, dataset: DatasetKind, column: &'static str, alternatives: &'static [&'static str] },
    #[error("unknown chain `{chain}`; known chains are {}; `quarry chain add NAME ID` makes another one known", known.join(", "))]
    UnknownChain { chain: String, known: Vec<String> },
    #[error(
        "{name} has no chain_id column; say which chain it is of with --chain (a slug or a number): {}; \
         `quarry chain add NAME ID` makes another one known",
        known.join(", ")
    )]
    ChainNotGiven { name: String, known: Vec<String> },
    #[error("{name}: {count} bad row(s), nothing was loaded; --skip-bad loads the others\n{}", BadRowList(rows, *count))]
    BadRows { name: String, count: u64, rows: Vec<BadRow> },
    #[error("{name} gives block {block} two different hashes; export the canonical chain only, each block once")]
    TwoHashes { name: String, block: u64 },
    #[error("--replace-range is for blocks, transactions and logs; {dataset} belong to no block")]
    NoRange { dataset: DatasetKind },
    #[error("another ingest is at work in this warehouse ({owner}); wait for it, or stop it and try again")]
    Busy { owner: String },
    #[error("{} while {operation}; {}", failure.sentence(), what_stands(*has_begun))]
    Warehouse { operation: &'static str, failure: WarehouseError, has_begun: bool },
    #[error("there is no load {number}; `quarry ingest --list` lists them")]
    NoLoad { number: u64 },
    #[error("load {number} was withdrawn already")]
    Withdrawn { number: u64 },
    #[error("no lending deployment is called `{slug}`; there are {known}")]
    NoDeployment { slug: String, known: String },
    #[error("{first_block} to {last_block} is not a range of blocks: give the lower number first")]
    NoBlocks { first_block: u64, last_block: u64 },
    #[error("`{given}` is not {what}: {wanted}")]
    NoValue { what: &'static str, given: String, wanted: &'static str },
    #[error("the chain {id} is `{slug}` already, and `{given}` is another name")]
    ChainTaken { id: u64, slug: String, given: String },
    #[error("the warehouse answered something unexpected while {operation}")]
    UnexpectedAnswer { operation: &'static str },
    #[error("the reading task of {name} ended early")]
    ReaderStopped { name: String },
}

impl IngestError {
    pub(super) fn chain_not_given(name: &str, known: &[(u64, String)]) -> IngestError {
        IngestError::ChainNotGiven { name: name.to_owned(), known: known_chains(known) }
    }

    /// The same, of a step in which rows are in their place already.
    pub(super) fn begun(self) -> IngestError {
        match self {
            IngestError::Warehouse { operation, failure, .. } => {
                IngestError::Warehouse { operation, failure, has_begun: true }
            }
            other => other,
        }
    }
}

/// Chains as sentences name them.
pub(super) fn known_chains(known: &[(u64, String)]) -> Vec<String> {
    known.iter().map(|(id, slug)| format!("{slug} ({id})")).collect()
}

fn what_stands(has_begun: bool) -> &'static str {
    match has_begun {
        true => "loading the same file again completes it",
        false => "nothing of it was loaded",
    }
}

fn missing_column_advice(dataset: DatasetKind, column: &str) -> String {
    match (dataset, column) {
        (DatasetKind::LendingDeployments, "protocol") => {
            format!("; protocols are {}", super::lending_protocols::LENDING_PROTOCOLS.join(", "))
        }
        (DatasetKind::Pools, "protocol") => "; --protocol says it for all rows".to_owned(),
        (DatasetKind::Logs | DatasetKind::Swaps, "address" | "pool") => "; --address says it for all rows".to_owned(),
        _ => String::new(),
    }
}

/// One row that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRow {
    /// File name as given.
    pub name: String,
    /// Line in the (decompressed) file, counted from 1 with the header; `None` in Parquet, which has no lines.
    pub line: Option<u64>,
    /// Row, counted from 1 without the header.
    pub row: u64,
    /// Says what is wrong, naming column and value.
    pub problem: String,
}

impl fmt::Display for BadRow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "{}:{line}: {}", self.name, self.problem),
            None => write!(formatter, "{}: row {}: {}", self.name, self.row, self.problem),
        }
    }
}

/// Writes the named rows one a line, and how many there are beyond them.
pub(super) struct BadRowList<'a>(pub(super) &'a [BadRow], pub(super) u64);

impl fmt::Display for BadRowList<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, row) in self.0.iter().enumerate() {
            write!(formatter, "{}  {row}", if position == 0 { "" } else { "\n" })?;
        }
        let unnamed = self.1.saturating_sub(self.0.len() as u64);
        if unnamed > 0 {
            write!(formatter, "\n  and {unnamed} more")?;
        }
        Ok(())
    }
}
