//! Datasets that are found by key, name and description.

use crate::search::words::has_all;
use quarry_dataset_names::ALL;
use quarry_research_terms::asked::Word;
use quarry_sdk::bindings::quarry::plugin::datasets;
use quarry_sdk::prelude::*;

/// Datasets that are found at most.
const MOST: usize = 20;

/// A dataset that was found.
#[derive(Schema, Serialize)]
pub struct FoundDataset {
    /// The key by which programs name it.
    #[schema(example = "liquidations")]
    pub key: String,
    #[schema(example = "Liquidations")]
    pub name: String,
    #[schema(example = "Liquidations of Aave V1, V2, V3, their forks and Compound V2, decoded.")]
    pub description: String,
}

/// Those that have all words, and first those that have them in key or name; with those that other components declare.
pub fn with(words: &[Word]) -> Vec<FoundDataset> {
    if words.is_empty() {
        return Vec::new();
    }
    let built_in = ALL.iter().map(|dataset| FoundDataset {
        key: dataset.key.to_owned(),
        name: dataset.name.to_owned(),
        description: dataset.description.to_owned(),
    });
    let published = datasets::published().unwrap_or_default().into_iter().map(|published| FoundDataset {
        key: published.key,
        name: published.declaration.title,
        description: published.declaration.description,
    });
    let named = |dataset: &FoundDataset| format!("{}\n{}", dataset.key, dataset.name);
    let all = |dataset: &FoundDataset| format!("{}\n{}", named(dataset), dataset.description);
    let mut found: Vec<FoundDataset> =
        built_in.chain(published).filter(|dataset| has_all(&all(dataset), words)).collect();
    found.sort_by_key(|dataset| !has_all(&named(dataset), words));
    found.truncate(MOST);
    found
}
