//! Datasets that a component declares: their names, columns and order. Their statements are checked with the others.

use crate::bindings::quarry::plugin::manifest as wit;
use crate::declared::is_words;
use quarry_contract::{Dataset, DatasetCategory, DatasetColumn, DatasetColumnKind, DatasetFilter, DatasetFilterField};
use std::collections::BTreeSet;

/// The longest key of a dataset.
const LONGEST_KEY: usize = 64;
const MOST_COLUMNS: usize = 200;
/// Bytes of a sentence about a dataset, a column or a filter.
const LONGEST_SENTENCE: usize = 1_000;

pub(crate) fn datasets(component: &str, declared: Vec<wit::Dataset>) -> Result<Vec<Dataset>, String> {
    let mut names = BTreeSet::new();
    declared
        .into_iter()
        .map(|declared| {
            if !is_words(&declared.name, "_") || !names.insert(declared.name.clone()) {
                return Err(format!(
                    "`{:.80}` is not a dataset's name of its own: lowercase words joined by `_`, each once; its key is {component}.NAME, so that it is never that of another component or of Quarry",
                    declared.name
                ));
            }
            dataset(component, declared)
        })
        .collect()
}

fn dataset(component: &str, declared: wit::Dataset) -> Result<Dataset, String> {
    let key = format!("{component}.{}", declared.name);
    let wrong = |reason: String| Err(format!("the dataset {key} is wrong: {reason}"));
    if key.len() > LONGEST_KEY {
        return wrong(format!("its key has more than {LONGEST_KEY} characters"));
    }
    if let Some(module) = declared.module.as_ref().filter(|module| !is_words(module, "_")) {
        return wrong(format!("`{module:.80}` is not a module's key: lowercase words joined by `_`"));
    }
    if !has_sentences(&declared) {
        return wrong(format!("its title and each description have 1 to {LONGEST_SENTENCE} bytes"));
    }
    if declared.columns.is_empty() || declared.columns.len() > MOST_COLUMNS {
        return wrong(format!("it has 1 to {MOST_COLUMNS} columns, not {}", declared.columns.len()));
    }
    if !declared.columns.iter().any(|column| column.is_default) {
        return wrong("none of its columns is a default".to_owned());
    }
    let mut names = BTreeSet::new();
    if let Some(column) =
        declared.columns.iter().find(|column| !is_words(&column.name, "_") || !names.insert(&column.name))
    {
        return wrong(format!(
            "`{:.80}` is not a column's name: lowercase words joined by `_`, each once",
            column.name
        ));
    }
    if let Some(unknown) = declared.order.iter().find(|name| !names.contains(name)) {
        return wrong(format!("it is ordered by `{unknown:.80}`, which is not one of its columns"));
    }
    if declared.order.is_empty() {
        return wrong("it says no order, and without one the same question could give another file".to_owned());
    }
    let dataset = Dataset {
        title: declared.title,
        category: category(declared.category),
        description: declared.description,
        module: declared.module,
        statement: declared.statement,
        columns: declared.columns.into_iter().map(column).collect(),
        filters: declared.filters.into_iter().map(filter_field).collect(),
        order: declared.order,
        name: declared.name,
        key: key.clone(),
    };
    let parameters: BTreeSet<_> = dataset.filters.iter().map(|field| field.filter.parameter().0).collect();
    if parameters.len() < dataset.filters.len() {
        return wrong("it takes a filter twice".to_owned());
    }
    let of_blocks = [DatasetFilter::Chain, DatasetFilter::BlockFrom, DatasetFilter::BlockTo];
    let is_pinned = dataset.has_column("chain_id") && of_blocks.into_iter().all(|filter| dataset.takes(filter));
    if dataset.has_blocks() && !is_pinned {
        return wrong(
            "its rows stand in blocks, so it has the column chain_id and takes chain, block-from and block-to"
                .to_owned(),
        );
    }
    Ok(dataset)
}

/// Tells that it says what it is, and what its columns and filters mean.
fn has_sentences(declared: &wit::Dataset) -> bool {
    let columns = declared.columns.iter().map(|column| &column.description);
    let filters = declared.filters.iter().map(|field| &field.description);
    let mut sentences = [&declared.title, &declared.description].into_iter().chain(columns).chain(filters);
    sentences.all(|sentence| (1..=LONGEST_SENTENCE).contains(&sentence.len()))
}

fn category(category: wit::DatasetCategory) -> DatasetCategory {
    match category {
        wit::DatasetCategory::Raw => DatasetCategory::Raw,
        wit::DatasetCategory::Dex => DatasetCategory::Dex,
        wit::DatasetCategory::Lending => DatasetCategory::Lending,
        wit::DatasetCategory::Events => DatasetCategory::Events,
    }
}

fn column(column: wit::DatasetColumn) -> DatasetColumn {
    let kind = match column.kind {
        wit::DatasetColumnKind::Integer => DatasetColumnKind::Integer,
        wit::DatasetColumnKind::RawAmount => DatasetColumnKind::RawAmount,
        wit::DatasetColumnKind::Decimal => DatasetColumnKind::Decimal,
        wit::DatasetColumnKind::Boolean => DatasetColumnKind::Boolean,
        wit::DatasetColumnKind::Text => DatasetColumnKind::Text,
        wit::DatasetColumnKind::Time => DatasetColumnKind::Time,
        wit::DatasetColumnKind::Address => DatasetColumnKind::Address,
        wit::DatasetColumnKind::Hash => DatasetColumnKind::Hash,
        wit::DatasetColumnKind::Bytes => DatasetColumnKind::Bytes,
        wit::DatasetColumnKind::List => DatasetColumnKind::List,
    };
    let wit::DatasetColumn { name, unit, description, is_default, is_of_strangers, .. } = column;
    DatasetColumn { name, kind, unit, description, is_default, is_of_strangers }
}

fn filter_field(field: wit::DatasetFilterField) -> DatasetFilterField {
    let filter = match field.filter {
        wit::DatasetFilter::Chain => DatasetFilter::Chain,
        wit::DatasetFilter::DateFrom => DatasetFilter::DateFrom,
        wit::DatasetFilter::DateTo => DatasetFilter::DateTo,
        wit::DatasetFilter::BlockFrom => DatasetFilter::BlockFrom,
        wit::DatasetFilter::BlockTo => DatasetFilter::BlockTo,
        wit::DatasetFilter::Addresses => DatasetFilter::Addresses,
        wit::DatasetFilter::FromAddresses => DatasetFilter::FromAddresses,
        wit::DatasetFilter::ToAddresses => DatasetFilter::ToAddresses,
        wit::DatasetFilter::PoolProtocols => DatasetFilter::PoolProtocols,
        wit::DatasetFilter::LendingProtocols => DatasetFilter::LendingProtocols,
    };
    DatasetFilterField { filter, description: field.description }
}
