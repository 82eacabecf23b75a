//! The datasets that can be loaded, and the formats they come in.

use std::fmt;
use std::path::Path;

/// The dataset of a file. Each dataset is one table of the warehouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum DatasetKind {
    Logs,
    Blocks,
    Transactions,
    Tokens,
    Pools,
    /// Lending contracts and the deployments that they belong to.
    #[value(name = "lending_deployments")]
    LendingDeployments,
    /// Debts and collaterals of accounts at a block.
    #[value(name = "health_factors")]
    HealthFactors,
    #[value(name = "topic_names")]
    TopicNames,
    /// Liquidations that somebody else decoded.
    Liquidations,
    /// Absorptions of Compound III that somebody else decoded.
    Absorptions,
    /// Swaps that somebody else decoded.
    Swaps,
}

impl DatasetKind {
    /// The dataset's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DatasetKind::Liquidations => "liquidations",
            DatasetKind::Absorptions => "absorptions",
            DatasetKind::Swaps => "swaps",
            other => other.table(),
        }
    }

    /// The table that its rows are loaded into.
    pub fn table(self) -> &'static str {
        match self {
            DatasetKind::Logs => "logs",
            DatasetKind::Blocks => "blocks",
            DatasetKind::Transactions => "transactions",
            DatasetKind::Tokens => "tokens",
            DatasetKind::Pools => "pools",
            DatasetKind::LendingDeployments => "lending_deployments",
            DatasetKind::HealthFactors => "health_factors",
            DatasetKind::TopicNames => "topic_names",
            DatasetKind::Liquidations => "file_liquidations",
            DatasetKind::Absorptions => "file_absorptions",
            DatasetKind::Swaps => "file_swaps",
        }
    }

    /// The columns that may say whose chain's a row is, the preferred one first. Quarry's own files may give a slug.
    pub(super) fn chain_columns(self) -> &'static [&'static str] {
        match self {
            DatasetKind::Logs | DatasetKind::Blocks | DatasetKind::Transactions => &["chain_id"],
            _ => &["chain_id", "chain"],
        }
    }

    /// True when its rows belong to chains.
    pub(super) fn has_chains(self) -> bool {
        self != DatasetKind::TopicNames
    }

    /// True when its rows belong to blocks, and so can be reorganised away.
    pub fn has_blocks(self) -> bool {
        matches!(self, DatasetKind::Logs | DatasetKind::Blocks | DatasetKind::Transactions)
    }

    /// True when its rows were decoded by somebody else.
    pub(super) fn is_decoded_elsewhere(self) -> bool {
        matches!(self, DatasetKind::Liquidations | DatasetKind::Absorptions | DatasetKind::Swaps)
    }

    /// True when its files are lists of all chains, of which those that nobody asked for are left out.
    pub(super) fn is_list_of_chains(self) -> bool {
        matches!(self, DatasetKind::Tokens | DatasetKind::Pools)
    }

    /// The columns that a row is found by.
    pub(super) fn key(self) -> &'static [&'static str] {
        match self {
            DatasetKind::Logs => &["chain_id", "block_number", "log_index"],
            DatasetKind::Blocks => &["chain_id", "block_number"],
            DatasetKind::Transactions => &["chain_id", "block_number", "transaction_index"],
            DatasetKind::Tokens | DatasetKind::Pools | DatasetKind::LendingDeployments => &["chain_id", "address"],
            DatasetKind::HealthFactors => &["chain_id", "protocol", "block_number", "account"],
            DatasetKind::TopicNames => &["declaration"],
            DatasetKind::Liquidations | DatasetKind::Absorptions | DatasetKind::Swaps => {
                &["chain_id", "block_number", "transaction_hash", "place"]
            }
        }
    }
}

impl fmt::Display for DatasetKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The format of the rows, after decompression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated with a header line.
    Csv,
    /// One JSON object a line.
    NdJson,
    /// Apache Parquet. The file is held whole while it is read, as its index is at its end.
    Parquet,
}

impl Format {
    /// The warehouse's name of the reader. Parquet reaches it as CSV.
    pub(super) fn reader(self) -> &'static str {
        match self {
            Format::Csv | Format::Parquet => "CSVWithNames",
            Format::NdJson => "JSONEachRow",
        }
    }

    /// The format that a file name tells (`logs.csv.gz`, `blocks.jsonl`), or `None`.
    pub fn of_path(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name = [".gz", ".zst", ".zstd"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(&name);
        match name.rsplit_once('.')?.1 {
            "csv" => Some(Format::Csv),
            "json" | "ndjson" | "jsonl" => Some(Format::NdJson),
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }

    /// The format that the first decompressed bytes tell.
    pub(super) fn of_content(start: &[u8]) -> Format {
        if start.starts_with(b"PAR1") {
            Format::Parquet
        } else if start.trim_ascii_start().starts_with(b"{") || start.trim_ascii_start().starts_with(b"[") {
            Format::NdJson
        } else {
            Format::Csv
        }
    }
}

/// The caller's options for a file.
#[derive(Debug, Clone, Default)]
pub struct IngestOptions {
    /// Slug or number of the chain, for files without a column that says it. Where both are there they must agree.
    pub chain: Option<String>,
    /// Load the good rows and count the bad ones, instead of loading nothing of a file with a bad row.
    pub skip_bad: bool,
    /// Replace what the warehouse holds between the file's lowest and highest block, for files without block hashes.
    pub replace_range: bool,
    /// Takes the file's row where it differs from the stored one of the same place.
    pub replace: bool,
    /// The values of columns for rows that have no value of their own: the column's name in the file, and the text.
    pub constants: Vec<(&'static str, String)>,
}
