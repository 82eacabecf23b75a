//! `GET /datasets`.

use crate::catalogue::{self, Category, Column, ColumnKind, Dataset, DatasetFilter};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectDatasetFigures, "sql/dataset_figures.sql");
statement!(app_store, SelectEventFigures, "sql/event_figures.sql");

/// A column of a dataset.
#[derive(Schema, Serialize)]
pub struct DatasetColumn {
    /// What it is called in files.
    #[schema(example = "reserve0")]
    pub name: String,
    /// What its values are, and how they are written.
    #[serde(rename = "type")]
    #[schema(example = "raw_amount")]
    pub r#type: ColumnKind,
    /// What it says.
    #[schema(example = "Raw units of token0 after the event.")]
    pub description: String,
}

/// A dataset.
#[derive(Schema, Serialize)]
pub struct CatalogueEntry {
    /// What programs call it.
    #[schema(example = "reserves")]
    pub key: String,
    /// What people read.
    #[schema(example = "Reserves")]
    pub name: String,
    /// What kind of data it has.
    #[schema(example = "dex")]
    pub category: Category,
    /// What its rows are.
    #[schema(example = "Reserves of V2 pools after each change.")]
    pub description: String,
    /// In the order in which files have them.
    pub columns: Vec<DatasetColumn>,
    /// What narrows an export of it down.
    #[schema(example = ["date_from"])]
    pub filters: Vec<DatasetFilter>,
    /// Rows that are stored. A row that replaced another may count twice until the warehouse has merged them.
    #[schema(example = 1284512)]
    pub rows: i64,
    /// Time of its newest row; null when it has none, or when its rows have no time.
    #[schema(example = "2024-01-05T00:00:00Z")]
    pub newest_at: Option<Time>,
}

#[derive(Schema)]
pub struct Catalogue {
    /// Time of the newest data of all datasets; null when there are none.
    pub as_of: Option<Time>,
    /// Always null: the datasets are of all chains, each of which counts its own blocks.
    pub as_of_block: Option<u64>,
    /// Always `stored_rows`: counted in the stores.
    #[schema(example = "stored_rows")]
    pub source: String,
    #[schema(flatten)]
    pub page: PageMembers,
    /// By category.
    pub datasets: Vec<CatalogueEntry>,
}

/// How much there is of a dataset.
#[derive(Row)]
struct Figures {
    dataset: String,
    rows: i64,
    newest_at: Option<Time>,
}

/// The data catalogue: what each dataset has, how much of it and how new
#[endpoint(get = "/datasets", key = "read", module = "data_downloads", body = Catalogue)]
pub fn list_datasets() -> Result<Answer, Problem> {
    let mut figures: Vec<Figures> = SelectDatasetFigures {}.all()?;
    figures.extend(SelectEventFigures {}.one()?);
    let entries: Vec<CatalogueEntry> = catalogue::datasets().map(|dataset| entry(dataset, &figures)).collect();
    let as_of = entries.iter().filter_map(|entry| entry.newest_at).max();
    Ok(Answer::object()
        .member("as_of", &as_of)
        .member("as_of_block", &None::<u64>)
        .member("source", "stored_rows")
        .whole_list("datasets", &entries)
        .into())
}

fn entry(dataset: &Dataset, figures: &[Figures]) -> CatalogueEntry {
    let known = figures.iter().find(|figures| figures.dataset == dataset.key);
    CatalogueEntry {
        key: dataset.key.to_owned(),
        name: dataset.name.to_owned(),
        category: dataset.category,
        description: dataset.description.to_owned(),
        columns: dataset.columns.iter().map(described).collect(),
        filters: dataset.filters.to_vec(),
        rows: known.map_or(0, |figures| figures.rows),
        newest_at: known.and_then(|figures| figures.newest_at),
    }
}

fn described(column: &Column) -> DatasetColumn {
    DatasetColumn { name: column.name.to_owned(), r#type: column.kind, description: column.description.to_owned() }
}
