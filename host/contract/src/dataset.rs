//! Datasets that components declare.

/// A dataset of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dataset {
    /// `COMPONENT.NAME`: what people and programs name it by.
    pub key: String,
    /// Unique in the component.
    pub name: String,
    /// The name that people read.
    pub title: String,
    pub category: DatasetCategory,
    pub description: String,
    /// The switch that covers it.
    pub module: Option<String>,
    /// The declared statement that gives its rows.
    pub statement: String,
    pub columns: Vec<DatasetColumn>,
    pub filters: Vec<DatasetFilterField>,
    /// The columns by which its rows are ordered.
    pub order: Vec<String>,
}

impl Dataset {
    /// Tells that its rows stand in blocks, so that they are pinned.
    pub fn has_blocks(&self) -> bool {
        self.has_column("block_number") || self.has_column("last_block")
    }

    pub fn has_column(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name)
    }

    pub fn takes(&self, filter: DatasetFilter) -> bool {
        self.filters.iter().any(|field| field.filter == filter)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatasetCategory {
    Raw,
    Dex,
    Lending,
    Events,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetColumn {
    pub name: String,
    pub kind: DatasetColumnKind,
    pub unit: Option<String>,
    pub description: String,
    pub is_default: bool,
    /// Strangers wrote its texts.
    pub is_of_strangers: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatasetColumnKind {
    Integer,
    RawAmount,
    Decimal,
    Boolean,
    Text,
    Time,
    Address,
    Hash,
    Bytes,
    List,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetFilterField {
    pub filter: DatasetFilter,
    pub description: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatasetFilter {
    Chain,
    DateFrom,
    DateTo,
    BlockFrom,
    BlockTo,
    Addresses,
    FromAddresses,
    ToAddresses,
    PoolProtocols,
    LendingProtocols,
}

impl DatasetFilter {
    /// The parameter of the statement that its value is bound to, as a statement writes it.
    pub fn parameter(self) -> (&'static str, &'static str) {
        match self {
            DatasetFilter::Chain => ("chain_id", "uint64"),
            DatasetFilter::DateFrom => ("date_from", "timestamp"),
            DatasetFilter::DateTo => ("date_to", "timestamp"),
            DatasetFilter::BlockFrom => ("block_from", "uint64"),
            DatasetFilter::BlockTo => ("block_to", "uint64"),
            DatasetFilter::Addresses => ("addresses", "bytes[]"),
            DatasetFilter::FromAddresses => ("from_addresses", "bytes[]"),
            DatasetFilter::ToAddresses => ("to_addresses", "bytes[]"),
            DatasetFilter::PoolProtocols | DatasetFilter::LendingProtocols => ("protocols", "text[]"),
        }
    }

    /// Tells that the parameter is left out where nothing is named, so that it stands under a `-- when`.
    pub fn may_be_left_out(self) -> bool {
        matches!(self, DatasetFilter::Chain | DatasetFilter::DateFrom | DatasetFilter::DateTo)
    }
}
