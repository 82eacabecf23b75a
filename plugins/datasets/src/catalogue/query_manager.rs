//! `GET /session/data/datasets/{key}`.

use crate::catalogue::DatasetColumn;
use crate::releases::{DatasetRelease, ReleaseRow, SelectReleases};
use crate::requests::{DataPermissions, ExportFormat};
use quarry_dataset_catalogue::filter::FilterKind;
use quarry_dataset_catalogue::{Category, Dataset, EventSignature, Filter, FilterField, dataset};
use quarry_sdk::prelude::*;

statement!(app_store, SelectRestingPages, "src/catalogue/resting_pages.sql");

#[derive(Parameters)]
pub struct DatasetPath {
    /// Key of the dataset.
    #[parameter(path, max_length = 64, example = "swaps")]
    pub key: String,
}

impl DatasetPath {
    /// The dataset that it names.
    pub fn dataset(&self) -> Result<&'static Dataset, Problem> {
        dataset(&self.key).ok_or_else(|| {
            Problem::not_found(format!(
                "There is no dataset {}: GET /session/data leads to those that there are.",
                self.key
            ))
        })
    }
}

/// A filter that a dataset takes.
#[derive(Schema, Serialize)]
pub struct FilterFieldEntry {
    /// The filter's name in `filters`.
    #[schema(example = "date_from")]
    pub name: Filter,
    /// The form of its value.
    #[serde(rename = "type")]
    #[schema(example = "day")]
    pub r#type: FilterKind,
    /// The rows that it leaves.
    #[schema(example = "Rows from this day on, in UTC. Rows without a time are left out.")]
    pub description: String,
}

impl FilterFieldEntry {
    fn of(field: &FilterField) -> FilterFieldEntry {
        FilterFieldEntry { name: field.filter, r#type: field.kind(), description: field.description.to_owned() }
    }
}

/// A page that rests on a dataset.
#[derive(Row, Schema, Serialize)]
pub struct RestingPage {
    #[schema(example = 12)]
    pub id: i64,
    #[schema(example = "Liquidations of March")]
    pub title: String,
}

/// The columns, filters and formats that a dataset offers.
#[derive(Schema, Serialize)]
pub struct QueryManager {
    /// The key by which programs name it.
    #[schema(example = "swaps")]
    pub key: String,
    /// The name that people read.
    #[schema(example = "Swaps")]
    pub name: String,
    pub category: Category,
    /// The meaning of one row.
    #[schema(example = "Swaps of V2 and V3 pools, decoded.")]
    pub description: String,
    /// The columns by which its rows are ordered.
    #[schema(example = ["chain_id", "block_number", "log_index"])]
    pub order: Vec<String>,
    /// Columns of the dataset, in the order in which files have them.
    pub variables: Vec<DatasetColumn>,
    /// Columns that an export has when none are picked.
    #[schema(example = ["chain_id", "pool"])]
    pub default_columns: Vec<String>,
    pub filter_fields: Vec<FilterFieldEntry>,
    /// The protocols that the filter `protocols` takes; empty where the dataset has no such filter, null while the warehouse, which knows
    /// them, does not answer.
    #[schema(example = ["uniswap_v2"])]
    pub protocols: Option<Vec<String>>,
    /// The events that have a name; only the raw logs have them. Null while the warehouse, which knows them, does not answer.
    pub event_signatures: Option<Vec<EventSignature>>,
    /// The formats in which its files can be written: the timeline has no Parquet.
    pub formats: Vec<ExportFormat>,
    /// Monthly releases of the dataset, the newest first; empty while it has none.
    pub releases: Vec<DatasetRelease>,
    /// The actions that the reader's plan allows.
    pub can: DataPermissions,
    /// Pages in the reader's active space that show a query of it or a figure cited of it, the newest first, at most 50.
    pub pages: Vec<RestingPage>,
}

/// Describe the choices that a dataset offers
///
/// Describes the dataset: its variables, default columns and filter fields, the protocols and event signatures that filters name, its
/// monthly releases, and the pages that rest on it.
#[endpoint(get = "/session/data/datasets/{key}", session, module = "data_downloads", body = QueryManager)]
pub fn get_query_manager(path: DatasetPath) -> Result<Answer, Problem> {
    let dataset = path.dataset()?;
    let protocols = match dataset.protocols {
        Some(source) => if_available(source.known())?,
        None => Some(Vec::new()),
    };
    let releases: Vec<ReleaseRow> = SelectReleases { dataset: dataset.key.to_owned() }.all()?;
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Ok(Answer::json(&QueryManager {
        key: dataset.key.to_owned(),
        name: dataset.name.to_owned(),
        category: dataset.category,
        description: dataset.description.to_owned(),
        order: names(dataset.order),
        variables: dataset.columns.iter().map(DatasetColumn::of).collect(),
        default_columns: names(&dataset.default_columns()),
        filter_fields: dataset.filters.iter().map(FilterFieldEntry::of).collect(),
        protocols: protocols.map(|known| known.into_iter().map(|protocol| protocol.word).collect()),
        event_signatures: match dataset.takes(Filter::Topic0) {
            true => if_available(EventSignature::known())?,
            false => Some(Vec::new()),
        },
        formats: ExportFormat::of_dataset(dataset),
        releases: releases.iter().map(DatasetRelease::from).collect(),
        can: DataPermissions::of_caller()?,
        pages: resting_pages(dataset)?,
    }))
}

/// The pages of the caller's active space: attributes are JSON without spaces, as the store has them.
fn resting_pages(dataset: &Dataset) -> Result<Vec<RestingPage>, Problem> {
    SelectRestingPages {
        dataset: dataset.key.to_owned(),
        of_query: format!("%\"dataset\":\"{}\"%", dataset.key),
        end_of_token: "}}%".to_owned(),
        end_of_attributes: "}".to_owned(),
    }
    .all()
}
