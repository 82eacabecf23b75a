//! `GET /datasets`.

use crate::catalogue::CatalogueEntry;
use quarry_dataset_catalogue::{datasets, figures};
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct Catalogue {
    /// Time of the newest data of all datasets; null when there are no datasets.
    pub as_of: Option<Time>,
    /// Always null: the datasets are of all chains, each of which counts its own blocks.
    pub as_of_block: Option<u64>,
    /// Always `stored_rows`: counted in the stores.
    #[schema(example = "stored_rows")]
    pub source: String,
    #[schema(flatten)]
    pub page: PageMembers,
    /// The datasets, sorted by category.
    pub datasets: Vec<CatalogueEntry>,
}

/// The data catalogue: what each dataset has, how much of it and how new
#[endpoint(get = "/datasets", key = "read", module = "data_downloads", paged = 500, answers = everyone, body = Catalogue)]
pub fn list_datasets(request: &Request) -> Result<Answer, Problem> {
    let figures = figures::all()?;
    let entries: Vec<CatalogueEntry> = datasets().map(|dataset| CatalogueEntry::of(dataset, &figures)).collect();
    let as_of = entries.iter().filter_map(|entry| entry.newest_at).max();
    Ok(Answer::object()
        .member("as_of", &as_of)
        .member("as_of_block", &None::<u64>)
        .member("source", "stored_rows")
        .page_of("datasets", request, &entries, |entry| entry.key.clone())
        .into())
}
