//! The datasets that a component would add to the catalogue, for the person who decides about it.

use crate::cli::output;
use crate::cli::plugin::counted::counted;
use quarry_contract::{Dataset, DatasetCategory, Manifest};
use quarry_runtime::capabilities::Asked;

/// Shows each dataset, and what follows from its declaration. Shows nothing of a component without one.
pub(super) fn show(manifest: &Manifest, asked: &Asked) {
    if manifest.datasets.is_empty() {
        return;
    }
    let rows: Vec<Vec<String>> = manifest.datasets.iter().map(|dataset| row(manifest, asked, dataset)).collect();
    output::line("");
    output::table(&["DATASET", "CATEGORY", "COLUMNS", "FILTERS", "OF TABLES", "MODULE"], &rows);
    output::line(
        "Everybody who is signed in, and every key that reads the catalogue, can have all rows that these datasets give.",
    );
    for warning in manifest.datasets.iter().flat_map(warnings) {
        output::line(format!("  - {warning}"));
    }
}

/// Names the datasets in one line; nothing where there are none.
pub(super) fn named(manifest: &Manifest) -> Option<String> {
    let keys: Vec<&str> = manifest.datasets.iter().map(|dataset| dataset.key.as_str()).collect();
    let count = counted(keys.len(), "dataset");
    (!keys.is_empty()).then(|| format!("It adds {count} to the catalogue: {}.", keys.join(", ")))
}

fn row(manifest: &Manifest, asked: &Asked, dataset: &Dataset) -> Vec<String> {
    let source = manifest.statements.iter().find(|source| source.name == dataset.statement);
    let is_of = |files: &[String]| source.is_some_and(|source| files.contains(&source.file));
    let tables: Vec<String> =
        asked.tables.iter().filter(|asked| is_of(&asked.files)).map(|asked| asked.table.to_string()).collect();
    let category = match dataset.category {
        DatasetCategory::Raw => "raw",
        DatasetCategory::Dex => "dex",
        DatasetCategory::Lending => "lending",
        DatasetCategory::Events => "events",
    };
    let module = dataset.module.clone().unwrap_or_else(|| "always on".to_owned());
    vec![
        dataset.key.clone(),
        category.to_owned(),
        dataset.columns.len().to_string(),
        dataset.filters.len().to_string(),
        tables.join(", "),
        module,
    ]
}

/// Parts that a reader of the dataset goes without, by its declaration.
fn warnings(dataset: &Dataset) -> Vec<String> {
    let key = &dataset.key;
    let mut warnings = Vec::new();
    if !dataset.has_blocks() {
        warnings.push(format!(
            "{key} has no column block_number or last_block: its exports are of no block, and what is cited of it is derived again of \
             all of its rows."
        ));
    }
    if dataset.filters.is_empty() {
        warnings.push(format!("{key} takes no filter: it is exported whole, which the rows of a plan may not allow."));
    }
    warnings
}
