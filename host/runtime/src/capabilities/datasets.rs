//! `datasets`: what components declare, read by others through the statement and the tables of the component that declared it.
//!
//! Always true here: a dataset's SQL is the statement of its component, which the wall held against what that component was given;
//! whoever reads it picks columns among those declared, and binds values.

use crate::capabilities::call::{Call, ask_warehouse};
use crate::capabilities::statement_bindings::HostValues;
use crate::capabilities::statements::{Prepared, counting_text};
use crate::capabilities::{Capabilities, PartBounds, RowFileTarget, Rows, StatementFailure, StatementSet, asked};
use quarry_contract::{Caller, Dataset, Grant, Manifest, Store};
use quarry_statement::warehouse_columns;
use quarry_stores::result_set::Value;
use quarry_stores::row_files::WrittenParts;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// A dataset that its statement cannot give.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("the dataset {key} is wrong: {reason}")]
pub struct DatasetError {
    key: String,
    reason: String,
}

/// A dataset of a component that serves.
#[derive(Clone)]
pub struct PublishedDataset {
    pub dataset: Arc<Dataset>,
    /// The tables of the warehouse that its statement reads.
    pub tables: Vec<String>,
    /// Those of the component that declared it.
    pub capabilities: Arc<Capabilities>,
}

/// A declared dataset, and the tables of the warehouse that its statement reads.
#[derive(Clone)]
pub(super) struct CheckedDataset {
    dataset: Arc<Dataset>,
    tables: Vec<String>,
}

/// Holds each dataset against the statement that it names: columns and parameters.
pub(super) fn check(manifest: &Manifest, statements: &StatementSet) -> Result<Vec<CheckedDataset>, DatasetError> {
    manifest.datasets.iter().map(|dataset| checked(manifest, dataset, statements)).collect()
}

fn checked(manifest: &Manifest, dataset: &Dataset, statements: &StatementSet) -> Result<CheckedDataset, DatasetError> {
    let wrong = |reason: String| DatasetError { key: dataset.key.clone(), reason };
    let name = &dataset.statement;
    let source = manifest.statements.iter().find(|source| &source.name == name);
    let (Some(source), Some(parameters)) = (source, statements.parameters_of(Store::Warehouse, name)) else {
        return Err(wrong(format!("it names the statement {name}, which is not declared for the warehouse")));
    };
    if !manifest.grants.contains(&Grant::Warehouse) {
        return Err(wrong("its component does not ask for the grant warehouse".to_owned()));
    }
    let taken: BTreeSet<(String, String, bool)> = parameters
        .iter()
        .map(|parameter| (parameter.name.clone(), parameter.kind.name().to_owned(), parameter.optional))
        .collect();
    let expected = parameters_of(dataset);
    if taken != expected {
        let (taken, expected) = (shown(&taken), shown(&expected));
        return Err(wrong(format!(
            "its statement {name} takes {taken}, and by its filters and columns it takes {expected}"
        )));
    }
    let text = statements.texts_of(name).into_iter().next().map(|(_, text)| text);
    let given = text.map(|text| warehouse_columns(&text.statement, None)).transpose();
    let given = given.map_err(|error| wrong(format!("the columns of its statement {name} cannot be told: {error}")))?;
    let declared: Vec<String> = dataset.columns.iter().map(|column| column.name.clone()).collect();
    if given.as_ref() != Some(&declared) {
        return Err(wrong(format!(
            "its statement {name} has the columns {}, and it declares {}",
            given.unwrap_or_default().join(", "),
            declared.join(", ")
        )));
    }
    let tables = asked::warehouse_tables_of(manifest, source).map_err(|error| wrong(error.to_string()))?;
    Ok(CheckedDataset { dataset: Arc::new(dataset.clone()), tables })
}

/// Name, type, and whether it stands under a `-- when`.
fn parameters_of(dataset: &Dataset) -> BTreeSet<(String, String, bool)> {
    let parameter = |name: &str, kind: &str, optional| (name.to_owned(), kind.to_owned(), optional);
    let filters = dataset.filters.iter().map(|field| {
        let (name, kind) = field.filter.parameter();
        parameter(name, kind, field.filter.may_be_left_out())
    });
    let mut expected: BTreeSet<_> = filters.collect();
    expected.insert(parameter("most", "uint64", true));
    if dataset.has_blocks() {
        expected.insert(parameter("pinned_chains", "uint64[]", false));
        expected.insert(parameter("pinned_blocks", "uint64[]", false));
    }
    if dataset.columns.iter().any(|column| column.is_of_strangers) {
        expected.insert(parameter("spreadsheet_safe", "boolean", false));
    }
    expected
}

fn shown(parameters: &BTreeSet<(String, String, bool)>) -> String {
    let one = |(name, kind, optional): &(String, String, bool)| match optional {
        true => format!("{{{name}:{kind}}} under a `-- when`"),
        false => format!("{{{name}:{kind}}}"),
    };
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

impl Capabilities {
    /// The datasets that the component declares.
    pub fn published(self: &Arc<Capabilities>) -> impl Iterator<Item = PublishedDataset> {
        self.datasets().iter().map(|checked| PublishedDataset {
            dataset: Arc::clone(&checked.dataset),
            tables: checked.tables.clone(),
            capabilities: Arc::clone(self),
        })
    }
}

impl Call {
    /// The datasets of components that serve, by key.
    pub fn published_datasets(&self) -> Result<Vec<PublishedDataset>, StatementFailure> {
        self.frame.needs(Grant::Datasets)?;
        let desk = self.frame.capabilities.stores().modules.get();
        let mut published = desk.map(|desk| desk.datasets()).unwrap_or_default();
        published.sort_by(|one, other| one.dataset.key.cmp(&other.dataset.key));
        Ok(published)
    }

    /// Runs a dataset's statement.
    pub async fn query_dataset(&mut self, key: &str, bindings: Vec<(String, Value)>) -> Result<Rows, StatementFailure> {
        let (owner, prepared) = self.prepare_dataset(key, bindings)?;
        let remaining = prepared.time_within(self.frame.time.remaining()?);
        let max_rows = self.statements.max_rows;
        let asking = Box::pin(ask_warehouse(&owner.capabilities, key, prepared.sql(), &prepared, remaining, max_rows));
        let (set, rows_read) = self.frame.time.asking(Store::Warehouse, asking).await?;
        self.statements.check_rows(&set)?;
        self.statements.gave_rows(set.row_count, rows_read);
        Ok(Rows { statement: key.to_owned(), set, after: Vec::new(), order: None, rows_read })
    }

    /// Counts the rows of a dataset, for `at_most`.
    pub async fn count_dataset_rows(
        &mut self,
        key: &str,
        bindings: Vec<(String, Value)>,
        at_most: Duration,
    ) -> Result<u64, StatementFailure> {
        let (owner, prepared) = self.prepare_dataset(key, bindings)?;
        let remaining = self.frame.time.remaining()?.min(at_most);
        let sql = counting_text(prepared.sql());
        let counting = Box::pin(ask_warehouse(&owner.capabilities, key, &sql, &prepared, remaining, 1));
        let (set, rows_read) = self.frame.time.asking(Store::Warehouse, counting).await?;
        self.statements.gave_rows(set.row_count, rows_read);
        match set.column("row_count").map(|column| column.value(0)) {
            Some(Value::UInt64(rows)) => Ok(rows),
            other => {
                Err(StatementFailure::Rejected(format!("the rows of the dataset {key} were counted as {other:?}")))
            }
        }
    }

    /// Writes a dataset's rows into objects of the component that asks.
    pub async fn write_dataset_parts(
        &mut self,
        key: &str,
        bindings: Vec<(String, Value)>,
        target: RowFileTarget,
        bounds: PartBounds,
    ) -> Result<WrittenParts, StatementFailure> {
        self.frame.needs(Grant::Datasets)?;
        self.frame.needs(Grant::RowFiles)?;
        let (owner, prepared) = self.prepare_dataset(key, bindings)?;
        let sql = match &target.columns {
            None => prepared.sql().to_owned(),
            Some(columns) => owner.capabilities.statements().narrowed(&owner.dataset.statement, &prepared, columns)?,
        };
        self.write_prepared_parts(key, &sql, &prepared, target, bounds).await
    }

    /// The statement of the component that declared the dataset, and nothing of the caller in it.
    fn prepare_dataset(
        &mut self,
        key: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<(PublishedDataset, Prepared), StatementFailure> {
        self.frame.refuse_within_transaction("read a dataset")?;
        let found = self.published_datasets()?.into_iter().find(|published| published.dataset.key == key);
        let gone = || {
            StatementFailure::Unavailable(format!(
                "The dataset {key:.64} is not there at the moment: its component is not loaded, or its module is off."
            ))
        };
        let owner = found.ok_or_else(gone)?;
        self.statements.take()?;
        let host = HostValues::of(&Caller::Nobody);
        let statements = owner.capabilities.statements();
        let prepared = statements.prepare(Store::Warehouse, &owner.dataset.statement, bindings, host, None)?;
        Ok((owner, prepared))
    }
}
