//! The datasets that other components declare, beside those of this crate. The host has their declarations and runs their statements;
//! a family without the grant `datasets` has none.

use crate::built_in;
use crate::column::{Column, ColumnKind};
use crate::dataset::{Category, Dataset, Reader, Source};
use crate::filter::{Filter, FilterField};
use crate::known::ProtocolSource;
use quarry_sdk::bindings::quarry::plugin::datasets::{self, PublishedDataset};
use quarry_sdk::bindings::quarry::plugin::manifest as wit;
use std::sync::OnceLock;

/// Those that are there now. Each instance serves one call, so what is asked once stays good, and may stay in memory.
pub(crate) fn datasets() -> &'static [Dataset] {
    static DATASETS: OnceLock<Vec<Dataset>> = OnceLock::new();
    DATASETS.get_or_init(|| datasets::published().unwrap_or_default().into_iter().map(dataset).collect())
}

/// Tells that the key is that of a component's dataset, be the component there or not.
pub fn is_of_a_component(key: &str) -> bool {
    key.contains('.')
}

impl Dataset {
    /// The keys of the datasets of this crate whose rows it is made of: its own, or of a component's dataset those that have the
    /// tables of its statement. Where no table is one of theirs, any of them may be.
    pub(crate) fn rests_on(&self) -> Vec<String> {
        let Source::Warehouse(Reader::Component { tables, .. }) = self.source else {
            return vec![self.key.to_owned()];
        };
        let mut known: Vec<&str> = tables.iter().filter_map(|table| dataset_of_table(table)).collect();
        known.sort_unstable();
        known.dedup();
        match known.is_empty() {
            true => built_in::datasets().map(|dataset| dataset.key.to_owned()).collect(),
            false => known.into_iter().map(str::to_owned).collect(),
        }
    }
}

fn dataset_of_table(table: &str) -> Option<&'static str> {
    let other = match table {
        "v2_swaps" | "v3_swaps" => Some("swaps"),
        "v2_syncs" => Some("reserves"),
        "newest_bars" => Some("price_bars"),
        "file_liquidations" | "finished_liquidations" => Some("liquidations"),
        "health_factor_snapshots" => Some("health_factors"),
        _ => None,
    };
    other.or_else(|| built_in::datasets().map(|dataset| dataset.key).find(|key| *key == table))
}

fn dataset(published: PublishedDataset) -> Dataset {
    let declared = published.declaration;
    let protocols = declared.filters.iter().find_map(|field| match field.filter {
        wit::DatasetFilter::PoolProtocols => Some(ProtocolSource::Pools),
        wit::DatasetFilter::LendingProtocols => Some(ProtocolSource::Lenders),
        _ => None,
    });
    let key = kept(published.key);
    Dataset {
        key,
        name: kept(declared.title),
        category: match declared.category {
            wit::DatasetCategory::Raw => Category::Raw,
            wit::DatasetCategory::Dex => Category::Dex,
            wit::DatasetCategory::Lending => Category::Lending,
            wit::DatasetCategory::Events => Category::Events,
        },
        description: kept(declared.description),
        columns: declared.columns.into_iter().map(column).collect::<Vec<_>>().leak(),
        filters: declared.filters.into_iter().map(filter_field).collect::<Vec<_>>().leak(),
        order: declared.order.into_iter().map(kept).collect::<Vec<_>>().leak(),
        source: Source::Warehouse(Reader::Component {
            key,
            tables: published.tables.into_iter().map(kept).collect::<Vec<_>>().leak(),
        }),
        protocols,
        compares_measures: false,
    }
}

fn column(column: wit::DatasetColumn) -> Column {
    Column {
        name: kept(column.name),
        kind: match column.kind {
            wit::DatasetColumnKind::Integer => ColumnKind::Integer,
            wit::DatasetColumnKind::RawAmount => ColumnKind::RawAmount,
            wit::DatasetColumnKind::Decimal => ColumnKind::Decimal,
            wit::DatasetColumnKind::Boolean => ColumnKind::Boolean,
            wit::DatasetColumnKind::Text => ColumnKind::Text,
            wit::DatasetColumnKind::Time => ColumnKind::Time,
            wit::DatasetColumnKind::Address => ColumnKind::Address,
            wit::DatasetColumnKind::Hash => ColumnKind::Hash,
            wit::DatasetColumnKind::Bytes => ColumnKind::Bytes,
            wit::DatasetColumnKind::List => ColumnKind::List,
        },
        unit: column.unit.map(kept),
        description: kept(column.description),
        is_default: column.is_default,
        is_foreign: column.is_of_strangers,
    }
}

fn filter_field(field: wit::DatasetFilterField) -> FilterField {
    let filter = match field.filter {
        wit::DatasetFilter::Chain => Filter::Chain,
        wit::DatasetFilter::DateFrom => Filter::DateFrom,
        wit::DatasetFilter::DateTo => Filter::DateTo,
        wit::DatasetFilter::BlockFrom => Filter::BlockFrom,
        wit::DatasetFilter::BlockTo => Filter::BlockTo,
        wit::DatasetFilter::Addresses => Filter::Addresses,
        wit::DatasetFilter::FromAddresses => Filter::FromAddresses,
        wit::DatasetFilter::ToAddresses => Filter::ToAddresses,
        wit::DatasetFilter::PoolProtocols | wit::DatasetFilter::LendingProtocols => Filter::Protocols,
    };
    FilterField::new(filter, kept(field.description))
}

fn kept(text: String) -> &'static str {
    text.leak()
}
