//! The mistakes of datasets.

use quarry_sdk::bindings::quarry::plugin::manifest::{
    Dataset, DatasetCategory, DatasetColumn, DatasetColumnKind, DatasetFilter, DatasetFilterField, Grant, Manifest,
    Statement, Store,
};

const SQL: &str = "SELECT chains.chain_id AS chain_id, chains.slug AS slug FROM chains FINAL\nWHERE TRUE\n  \
                   AND chains.chain_id = {chain_id:uint64} -- when chain_id\nORDER BY chain_id\nLIMIT {most:uint64} -- when most";

fn column(name: &str, kind: DatasetColumnKind) -> DatasetColumn {
    DatasetColumn {
        name: name.to_owned(),
        kind,
        unit: None,
        description: "What it is.".to_owned(),
        is_default: true,
        is_of_strangers: false,
    }
}

fn dataset() -> Dataset {
    Dataset {
        name: "all_chains".to_owned(),
        title: "Chains".to_owned(),
        category: DatasetCategory::Raw,
        description: "A chain.".to_owned(),
        module: None,
        statement: "all_chains".to_owned(),
        columns: vec![column("chain_id", DatasetColumnKind::Integer), column("slug", DatasetColumnKind::Text)],
        filters: vec![DatasetFilterField { filter: DatasetFilter::Chain, description: "Of this one.".to_owned() }],
        order: vec!["chain_id".to_owned()],
    }
}

/// Makes the mistake; tells whether it is one of these.
pub fn make(case: &str, manifest: &mut Manifest) -> bool {
    let mut declared = dataset();
    match case {
        "dataset_of_another_component" => declared.name = "datasets.swaps".to_owned(),
        "dataset_twice" => manifest.datasets.push(dataset()),
        "dataset_of_an_unknown_order" => declared.order = vec!["block_number".to_owned()],
        "dataset_of_no_order" => declared.order.clear(),
        "dataset_with_a_column_twice" => declared.columns.push(column("slug", DatasetColumnKind::Text)),
        "dataset_with_a_filter_twice" => declared.filters.extend(declared.filters.clone()),
        "dataset_without_a_sentence" => declared.columns[0].description.clear(),
        "dataset_of_blocks_without_pins" => declared.columns.push(column("block_number", DatasetColumnKind::Integer)),
        "dataset_of_no_statement" => declared.statement = "no_such_rows".to_owned(),
        "dataset_of_the_app_store" => declared.statement = "all_rows".to_owned(),
        "dataset_with_other_columns" => declared.columns[1].name = "name".to_owned(),
        "dataset_with_another_filter" => declared.filters[0].filter = DatasetFilter::Addresses,
        _ => return false,
    }
    manifest.grants.push(Grant::Warehouse);
    manifest.statements.push(Statement {
        name: "all_chains".to_owned(),
        store: Store::Warehouse,
        file: "sql/all_chains.sql".to_owned(),
        sql: SQL.to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    });
    manifest.datasets.push(declared);
    true
}
