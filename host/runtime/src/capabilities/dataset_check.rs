//! Holding the datasets that a component declares against its statements.

use crate::capabilities::{StatementSet, asked};
use quarry_contract::{Dataset, Grant, Manifest, Store};
use quarry_statement::warehouse_columns;
use std::collections::BTreeSet;
use std::sync::Arc;
use thiserror::Error;

/// A dataset that its statement cannot give.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("the dataset {key} is wrong: {reason}")]
pub struct DatasetError {
    key: String,
    reason: String,
}

/// A declared dataset, and the tables of the warehouse that its statement reads.
#[derive(Clone)]
pub(super) struct CheckedDataset {
    pub(super) dataset: Arc<Dataset>,
    pub(super) tables: Vec<String>,
}

/// Holds each dataset against the statement that it names: columns and parameters.
pub(super) fn check(manifest: &Manifest, statements: &StatementSet) -> Result<Vec<CheckedDataset>, DatasetError> {
    manifest.datasets.iter().map(|dataset| checked(manifest, dataset, statements)).collect()
}

fn checked(manifest: &Manifest, dataset: &Dataset, statements: &StatementSet) -> Result<CheckedDataset, DatasetError> {
    let wrong = |reason: String| DatasetError { key: dataset.key.clone(), reason };
    let name = &dataset.statement;
    let source = manifest.statements.iter().find(|source| &source.name == name);
    if statements.parameters_of(Store::AppStore, name).is_some() {
        return Err(wrong(format!(
            "it names the statement {name} of the app store, and a dataset is read from the warehouse: its rows have to lie there"
        )));
    }
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
