//! A dataset's description of itself.

use crate::column::Column;
use crate::filter::{Filter, FilterField};
use crate::known::ProtocolSource;
use crate::writing::FileFormat;
use quarry_sdk::StatementFailure;
use quarry_sdk::bindings::quarry::plugin::row_files::{self, PartBounds, RowFileParts, Target};
use quarry_sdk::bindings::quarry::plugin::values::ResultSet;
use quarry_sdk::bindings::quarry::plugin::{datasets, warehouse};
use quarry_sdk::prelude::{Choice, Value};

/// The category of a dataset's data.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Data as the nodes gave it.
    Raw,
    /// Data of decentralized exchanges.
    Dex,
    /// Data of lenders.
    Lending,
    /// The timeline.
    Events,
}

impl Category {
    /// Gives the name that people read.
    pub fn name(self) -> &'static str {
        match self {
            Category::Raw => "Raw chain data",
            Category::Dex => "Decentralized exchanges",
            Category::Lending => "Lending",
            Category::Events => "Events",
        }
    }

    /// Gives the text that describes all of its datasets.
    pub fn description(self) -> &'static str {
        match self {
            Category::Raw => "Blocks, transactions and logs, complete and as the nodes gave them.",
            Category::Dex => "Swaps, reserves and prices of pools, with the registry of pools and tokens.",
            Category::Lending => "Liquidations, absorptions and the health of accounts.",
            Category::Events => "The sourced timeline of exploits, launches, governance and the like.",
        }
    }
}

/// The store that has a dataset, and the statement by which its rows are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Warehouse(Reader),
    /// The statement's name, and that of the one that counts its rows.
    AppStore(&'static str, &'static str),
}

/// How rows of the warehouse are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// By the statement of that name.
    Statement(&'static str),
    /// By the component that declared the dataset, through the host.
    Component {
        key: &'static str,
        /// The tables of the warehouse that its statement reads.
        tables: &'static [&'static str],
    },
}

impl Reader {
    pub(crate) fn rows(self, bindings: &[(String, Value)]) -> Result<ResultSet, StatementFailure> {
        match self {
            Reader::Statement(name) => warehouse::query(name, bindings),
            Reader::Component { key, .. } => datasets::query(key, bindings),
        }
    }

    pub(crate) fn count_rows(
        self,
        bindings: &[(String, Value)],
        at_most_seconds: u32,
    ) -> Result<u64, StatementFailure> {
        match self {
            Reader::Statement(name) => warehouse::count_rows(name, bindings, at_most_seconds),
            Reader::Component { key, .. } => datasets::count_rows(key, bindings, at_most_seconds),
        }
    }

    pub(crate) fn write_parts(
        self,
        bindings: &[(String, Value)],
        target: &Target,
        bounds: PartBounds,
    ) -> Result<RowFileParts, StatementFailure> {
        match self {
            Reader::Statement(name) => row_files::write_parts(name, bindings, target, bounds),
            Reader::Component { key, .. } => datasets::write_parts(key, bindings, target, bounds),
        }
    }
}

/// The limit that keeps the rows of a dataset from growing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrozenBy {
    /// A block of each chain.
    Blocks,
    /// The moment at which a bar was over.
    Ends,
    /// The number of an entry.
    Numbers,
    /// Nothing.
    Nothing,
}

/// One dataset.
#[derive(Debug)]
pub struct Dataset {
    /// The key by which programs name it.
    pub key: &'static str,
    /// The name that people read.
    pub name: &'static str,
    pub category: Category,
    pub description: &'static str,
    /// The columns, in the order in which files have them.
    pub columns: &'static [Column],
    pub filters: &'static [FilterField],
    /// The columns by which its rows are ordered, so that the same question gives the same file.
    pub order: &'static [&'static str],
    pub source: Source,
    /// The source of the protocols that a filter may name; none where no filter names any.
    pub protocols: Option<ProtocolSource>,
    /// True where rows of protocols that measure differently are not comparable.
    pub compares_measures: bool,
}

impl Dataset {
    /// The columns that are written where nobody picks any.
    pub fn default_columns(&self) -> Vec<&'static str> {
        self.columns.iter().filter(|column| column.is_default).map(|column| column.name).collect()
    }

    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Tells that its rows stand in blocks of the warehouse, so that a newest block of each chain can be pinned.
    pub fn has_blocks(&self) -> bool {
        let is_block = |column: &Column| matches!(column.name, "block_number" | "last_block");
        matches!(self.source, Source::Warehouse(_)) && self.columns.iter().any(is_block)
    }

    /// Gives the limit that keeps its rows from growing.
    pub fn frozen_by(&self) -> FrozenBy {
        match self.source {
            Source::AppStore(..) => FrozenBy::Numbers,
            Source::Warehouse(Reader::Statement(_)) if self.column("start").is_some() => FrozenBy::Ends,
            Source::Warehouse(_) if self.column("block_number").is_some() => FrozenBy::Blocks,
            Source::Warehouse(_) => FrozenBy::Nothing,
        }
    }

    /// Tells that its rows are bars of periods, of which one can be picked.
    pub fn has_periods(&self) -> bool {
        self.frozen_by() == FrozenBy::Ends
    }

    /// Tells that it is released each month. Raw data is not: nodes give it again as it was, and it is most of all the bytes.
    pub fn is_released(&self) -> bool {
        self.category != Category::Raw
    }

    /// Tells that its rows can be written in that format. Rows of the app store are written by the component, which has no writer of
    /// Parquet.
    pub fn is_written_as(&self, format: FileFormat) -> bool {
        format != FileFormat::Parquet || matches!(self.source, Source::Warehouse(_))
    }

    /// Tells that strangers wrote some of its texts.
    pub fn has_foreign_texts(&self) -> bool {
        self.columns.iter().any(|column| column.is_foreign)
    }

    /// Tells that the filter can narrow it down.
    pub fn takes(&self, filter: Filter) -> bool {
        self.filters.iter().any(|field| field.filter == filter)
    }
}
