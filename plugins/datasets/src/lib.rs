//! The datasets family: the catalogue of what can be had whole.
//!
//! What a dataset is (columns, filters) stands in `catalogue/`, one file a category; how much there is of it is counted
//! when it is asked for. To add a dataset: its entry there, its line in `sql/dataset_figures.sql`.

pub mod catalogue;
pub mod list_datasets;
pub mod list_load_conflicts;

quarry_sdk::plugin! {
    name: "datasets",
    summary: "The catalogue of datasets: columns, filters, how many rows there are and how new they are.",
    grants: [Warehouse, AppStore],
    endpoints: [list_datasets::list_datasets, list_load_conflicts::list_load_conflicts],
}
