//! The parts that the catalogue's endpoints share.

pub mod category;
pub mod front;
pub mod list;
pub mod query_manager;

use quarry_dataset_catalogue::figures::Figures;
use quarry_dataset_catalogue::{Category, Column, ColumnKind, Dataset, Filter};
use quarry_sdk::prelude::*;

/// A column of a dataset.
#[derive(Schema, Serialize)]
pub struct DatasetColumn {
    /// The column's name in files.
    #[schema(example = "reserve0")]
    pub name: String,
    /// The kind of the values, and the form in which they are written.
    #[serde(rename = "type")]
    #[schema(example = "raw_amount")]
    pub r#type: ColumnKind,
    /// The unit of its numbers; null where they count nothing.
    #[schema(example = "raw units of token0")]
    pub unit: Option<String>,
    /// The meaning of the column.
    #[schema(example = "After the event.")]
    pub description: String,
}

impl DatasetColumn {
    fn of(column: &Column) -> DatasetColumn {
        DatasetColumn {
            name: column.name.to_owned(),
            r#type: column.kind,
            unit: column.unit.map(str::to_owned),
            description: column.description.to_owned(),
        }
    }
}

/// A dataset of the catalogue.
#[derive(Schema, Serialize)]
pub struct CatalogueEntry {
    /// The key by which programs name it.
    #[schema(example = "reserves")]
    pub key: String,
    /// The name that people read.
    #[schema(example = "Reserves")]
    pub name: String,
    /// The category of its data.
    #[schema(example = "dex")]
    pub category: Category,
    /// The meaning of one row.
    #[schema(example = "Reserves of V2 pools after each change.")]
    pub description: String,
    /// The columns, in the order in which files have them.
    pub columns: Vec<DatasetColumn>,
    /// The filters that narrow an export of it down.
    #[schema(example = ["date_from"])]
    pub filters: Vec<Filter>,
    /// Rows that are stored. A row that replaced another may count twice until the warehouse has merged them. Null for a dataset of a
    /// component whose rows cannot be counted within a second, and in a category while the warehouse does not answer.
    #[schema(example = 1284512)]
    pub rows: Option<i64>,
    /// Time of its newest row; null when it has none, when its rows have no time, and where `rows` is null.
    #[schema(example = "2024-01-05T00:00:00Z")]
    pub newest_at: Option<Time>,
}

impl CatalogueEntry {
    fn of(dataset: &Dataset, figures: &[Figures]) -> CatalogueEntry {
        let known = figures.iter().find(|figures| figures.dataset == dataset.key);
        CatalogueEntry {
            key: dataset.key.to_owned(),
            name: dataset.name.to_owned(),
            category: dataset.category,
            description: dataset.description.to_owned(),
            columns: dataset.columns.iter().map(DatasetColumn::of).collect(),
            filters: dataset.filters.iter().map(|field| field.filter).collect(),
            rows: known.map(|figures| figures.rows),
            newest_at: known.and_then(|figures| figures.newest_at),
        }
    }
}

/// A kind of data.
#[derive(Schema, Serialize)]
pub struct DataCategory {
    /// The key by which programs name it.
    #[schema(example = "dex")]
    pub key: Category,
    /// The name that people read.
    #[schema(example = "Decentralized exchanges")]
    pub name: String,
    /// The text that describes all of its datasets.
    #[schema(example = "Swaps, reserves and prices of pools, with the registry of pools and tokens.")]
    pub description: String,
    /// The number of its datasets.
    #[schema(example = 5)]
    pub dataset_count: u32,
}

impl DataCategory {
    fn of(category: Category) -> DataCategory {
        DataCategory {
            key: category,
            name: category.name().to_owned(),
            description: category.description().to_owned(),
            dataset_count: u32::try_from(datasets_of(category).count()).unwrap_or(u32::MAX),
        }
    }
}

fn datasets_of(category: Category) -> impl Iterator<Item = &'static Dataset> {
    quarry_dataset_catalogue::datasets().filter(move |dataset| dataset.category == category)
}
