//! Datasets that the component adds to the catalogue, where people list, export and cite them as those of Quarry itself, under the
//! key `COMPONENT.NAME`. Each publishes the rows of one statement to every reader. Needs the grant `Warehouse`.
//!
//! ```no_run
//! use quarry_sdk::dataset::{Category, Column, Dataset, FilterField, Kind};
//! use quarry_sdk::prelude::*;
//! # statement!(warehouse, SelectTokens, "sql/tokens.sql");
//!
//! pub fn tokens() -> Dataset {
//!     Dataset::of::<SelectTokens>("known_tokens", "Known tokens", Category::Dex)
//!         .description("Tokens of the registry.")
//!         .module("explorer")
//!         .columns([
//!             Column::new("address", Kind::Address, "Contract of the token."),
//!             Column::new("symbol", Kind::Text, "What it calls itself.").of_strangers(),
//!             Column::new("decimals", Kind::Integer, "Digits behind the point.").in_units("digits").when_picked(),
//!         ])
//!         .filters([FilterField::chain()])
//!         .order(["address"])
//! }
//!
//! let _as_the_host_reads_it = tokens().declaration();
//! ```
//!
//! `plugin!` names it: `datasets: [tokens]`. The host refuses the component where the statement does not have these columns in this
//! order and a parameter for each filter (`wit/manifest.wit`, `dataset`).

use crate::bindings::quarry::plugin::manifest;
use crate::statement::Statement;

pub use manifest::{Dataset as Declaration, DatasetCategory as Category, DatasetColumnKind as Kind};

/// A dataset of the component.
#[derive(Debug, Clone)]
pub struct Dataset(Declaration);

/// A column of a dataset.
#[derive(Debug, Clone)]
pub struct Column(manifest::DatasetColumn);

/// A filter of a dataset, and the rows that it leaves.
///
/// ```no_run
/// use quarry_sdk::dataset::FilterField;
///
/// let of_times = [FilterField::date_from(), FilterField::date_to(), FilterField::block_from(), FilterField::block_to()];
/// let of_transfers = [
///     FilterField::addresses("Transfers of these tokens."),
///     FilterField::from_addresses("Transfers of these senders."),
///     FilterField::to_addresses("Transfers to these receivers."),
/// ];
/// let of_protocols = [FilterField::pool_protocols(), FilterField::lending_protocols()];
/// ```
#[derive(Debug, Clone)]
pub struct FilterField(manifest::DatasetFilterField);

impl Dataset {
    /// One whose rows that statement gives; `name` is snake_case and `title` what people read.
    pub fn of<S: Statement>(name: &str, title: &str, category: Category) -> Dataset {
        Dataset(Declaration {
            name: name.to_owned(),
            title: title.to_owned(),
            category,
            description: String::new(),
            module: None,
            statement: S::NAME.to_owned(),
            columns: Vec::new(),
            filters: Vec::new(),
            order: Vec::new(),
        })
    }

    /// The meaning of one row.
    pub fn description(mut self, description: &str) -> Dataset {
        self.0.description = description.to_owned();
        self
    }

    /// The module whose switch covers it.
    pub fn module(mut self, module: &str) -> Dataset {
        self.0.module = Some(module.to_owned());
        self
    }

    /// All columns of the statement, in its order.
    pub fn columns(mut self, columns: impl IntoIterator<Item = Column>) -> Dataset {
        self.0.columns = columns.into_iter().map(|column| column.0).collect();
        self
    }

    /// The filters that readers may narrow it down by.
    pub fn filters(mut self, filters: impl IntoIterator<Item = FilterField>) -> Dataset {
        self.0.filters = filters.into_iter().map(|field| field.0).collect();
        self
    }

    /// The columns by which the statement orders its rows.
    pub fn order<'a>(mut self, order: impl IntoIterator<Item = &'a str>) -> Dataset {
        self.0.order = order.into_iter().map(str::to_owned).collect();
        self
    }

    /// The manifest's entry.
    pub fn declaration(self) -> Declaration {
        self.0
    }
}

impl Column {
    /// A column that an export has unless other columns are picked.
    pub fn new(name: &str, kind: Kind, description: &str) -> Column {
        Column(manifest::DatasetColumn {
            name: name.to_owned(),
            kind,
            unit: None,
            description: description.to_owned(),
            is_default: true,
            is_of_strangers: false,
        })
    }

    /// The same with what its numbers count.
    pub fn in_units(mut self, unit: &str) -> Column {
        self.0.unit = Some(unit.to_owned());
        self
    }

    /// A column that an export has only when it is picked.
    pub fn when_picked(mut self) -> Column {
        self.0.is_default = false;
        self
    }

    /// The same with texts that strangers wrote: the statement takes `{spreadsheet_safe:boolean}`.
    pub fn of_strangers(mut self) -> Column {
        self.0.is_of_strangers = true;
        self
    }
}

impl FilterField {
    /// `{chain_id:uint64}` under a `-- when`.
    pub fn chain() -> FilterField {
        FilterField::new(manifest::DatasetFilter::Chain, "Rows of this chain: its slug or its chain id.")
    }

    /// `{date_from:timestamp}` under a `-- when`.
    pub fn date_from() -> FilterField {
        FilterField::new(manifest::DatasetFilter::DateFrom, "Rows from this day on, in UTC.")
    }

    /// `{date_to:timestamp}` under a `-- when`.
    pub fn date_to() -> FilterField {
        FilterField::new(manifest::DatasetFilter::DateTo, "Rows up to this day and of it, in UTC.")
    }

    /// The filter `{block_from:uint64}`.
    pub fn block_from() -> FilterField {
        FilterField::new(manifest::DatasetFilter::BlockFrom, "Rows from this block on.")
    }

    /// The filter `{block_to:uint64}`.
    pub fn block_to() -> FilterField {
        FilterField::new(manifest::DatasetFilter::BlockTo, "Rows up to this block and of it.")
    }

    /// `{addresses:bytes[]}`, with the rows that it leaves.
    pub fn addresses(description: &str) -> FilterField {
        FilterField::new(manifest::DatasetFilter::Addresses, description)
    }

    /// `{from_addresses:bytes[]}`, with the rows that it leaves.
    pub fn from_addresses(description: &str) -> FilterField {
        FilterField::new(manifest::DatasetFilter::FromAddresses, description)
    }

    /// `{to_addresses:bytes[]}`, with the rows that it leaves.
    pub fn to_addresses(description: &str) -> FilterField {
        FilterField::new(manifest::DatasetFilter::ToAddresses, description)
    }

    /// `{protocols:text[]}`: words of the registry of pools.
    pub fn pool_protocols() -> FilterField {
        FilterField::new(manifest::DatasetFilter::PoolProtocols, "Rows of these protocols.")
    }

    /// `{protocols:text[]}`: words of the registry of lenders.
    pub fn lending_protocols() -> FilterField {
        FilterField::new(manifest::DatasetFilter::LendingProtocols, "Rows of these protocols.")
    }

    fn new(filter: manifest::DatasetFilter, description: &str) -> FilterField {
        FilterField(manifest::DatasetFilterField { filter, description: description.to_owned() })
    }
}
