//! `datasets`, connected to the engine.

use crate::bindings::quarry::plugin::{datasets, manifest as wit, row_files, values};
use crate::capabilities::{PartBounds, PublishedDataset};
use crate::instance::State;
use crate::{convert, row_file_imports};
use quarry_contract::{
    Dataset, DatasetCategory, DatasetColumn, DatasetColumnKind, DatasetFilter, DatasetFilterField, Store,
};
use std::time::Duration;
use wasmtime::component::Resource;

impl datasets::Host for State {
    async fn published(
        &mut self,
    ) -> wasmtime::Result<Result<Vec<datasets::PublishedDataset>, values::StatementFailure>> {
        let published = self.call.published_datasets();
        Ok(published.map(|all| all.iter().map(to_guest).collect()).map_err(convert::failure_to_guest))
    }

    async fn query(
        &mut self,
        key: String,
        parameters: Vec<values::Binding>,
    ) -> wasmtime::Result<Result<Resource<values::ResultSet>, values::StatementFailure>> {
        let bindings = convert::bindings_from_guest(parameters);
        let rows = Box::pin(self.call.query_dataset(&key, bindings)).await;
        self.hold_rows(Store::Warehouse, rows)
    }

    async fn count_rows(
        &mut self,
        key: String,
        parameters: Vec<values::Binding>,
        at_most_seconds: u32,
    ) -> wasmtime::Result<Result<u64, values::StatementFailure>> {
        let bindings = convert::bindings_from_guest(parameters);
        let at_most = Duration::from_secs(u64::from(at_most_seconds));
        let counted = Box::pin(self.call.count_dataset_rows(&key, bindings, at_most)).await;
        Ok(self.told(Some(Store::Warehouse), counted))
    }

    async fn write_parts(
        &mut self,
        key: String,
        parameters: Vec<values::Binding>,
        target: row_files::Target,
        bounds: row_files::PartBounds,
    ) -> wasmtime::Result<Result<row_files::RowFileParts, values::StatementFailure>> {
        let bindings = convert::bindings_from_guest(parameters);
        let target = row_file_imports::row_file_target(target);
        let bounds = PartBounds { rows: bounds.rows, bytes: bounds.bytes };
        let written = Box::pin(self.call.write_dataset_parts(&key, bindings, target, bounds)).await;
        Ok(self.told(None, written).map(row_file_imports::row_file_parts))
    }
}

fn to_guest(published: &PublishedDataset) -> datasets::PublishedDataset {
    datasets::PublishedDataset {
        key: published.dataset.key.clone(),
        declaration: declaration(&published.dataset),
        tables: published.tables.clone(),
    }
}

fn declaration(dataset: &Dataset) -> wit::Dataset {
    wit::Dataset {
        name: dataset.name.clone(),
        title: dataset.title.clone(),
        category: match dataset.category {
            DatasetCategory::Raw => wit::DatasetCategory::Raw,
            DatasetCategory::Dex => wit::DatasetCategory::Dex,
            DatasetCategory::Lending => wit::DatasetCategory::Lending,
            DatasetCategory::Events => wit::DatasetCategory::Events,
        },
        description: dataset.description.clone(),
        module: dataset.module.clone(),
        statement: dataset.statement.clone(),
        columns: dataset.columns.iter().map(column).collect(),
        filters: dataset.filters.iter().map(filter_field).collect(),
        order: dataset.order.clone(),
    }
}

fn column(column: &DatasetColumn) -> wit::DatasetColumn {
    wit::DatasetColumn {
        name: column.name.clone(),
        kind: match column.kind {
            DatasetColumnKind::Integer => wit::DatasetColumnKind::Integer,
            DatasetColumnKind::RawAmount => wit::DatasetColumnKind::RawAmount,
            DatasetColumnKind::Decimal => wit::DatasetColumnKind::Decimal,
            DatasetColumnKind::Boolean => wit::DatasetColumnKind::Boolean,
            DatasetColumnKind::Text => wit::DatasetColumnKind::Text,
            DatasetColumnKind::Time => wit::DatasetColumnKind::Time,
            DatasetColumnKind::Address => wit::DatasetColumnKind::Address,
            DatasetColumnKind::Hash => wit::DatasetColumnKind::Hash,
            DatasetColumnKind::Bytes => wit::DatasetColumnKind::Bytes,
            DatasetColumnKind::List => wit::DatasetColumnKind::List,
        },
        unit: column.unit.clone(),
        description: column.description.clone(),
        is_default: column.is_default,
        is_of_strangers: column.is_of_strangers,
    }
}

fn filter_field(field: &DatasetFilterField) -> wit::DatasetFilterField {
    wit::DatasetFilterField {
        filter: match field.filter {
            DatasetFilter::Chain => wit::DatasetFilter::Chain,
            DatasetFilter::DateFrom => wit::DatasetFilter::DateFrom,
            DatasetFilter::DateTo => wit::DatasetFilter::DateTo,
            DatasetFilter::BlockFrom => wit::DatasetFilter::BlockFrom,
            DatasetFilter::BlockTo => wit::DatasetFilter::BlockTo,
            DatasetFilter::Addresses => wit::DatasetFilter::Addresses,
            DatasetFilter::FromAddresses => wit::DatasetFilter::FromAddresses,
            DatasetFilter::ToAddresses => wit::DatasetFilter::ToAddresses,
            DatasetFilter::PoolProtocols => wit::DatasetFilter::PoolProtocols,
            DatasetFilter::LendingProtocols => wit::DatasetFilter::LendingProtocols,
        },
        description: field.description.clone(),
    }
}
