//! The amount of data in each dataset, and the age of its newest.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectDatasetFigures, "src/figures/dataset_figures.sql");
statement!(app_store, SelectEventFigures, "src/figures/event_figures.sql");

/// The amount of data in a dataset, and the age of its newest.
#[derive(Row, Debug)]
pub struct Figures {
    /// Its key.
    pub dataset: String,
    /// A row that replaced another may count twice until the warehouse has merged them.
    pub rows: i64,
    /// Time of its newest row; none when it has none, or when its rows have no time.
    pub newest_at: Option<Time>,
}

/// Those of all datasets.
pub fn all() -> Result<Vec<Figures>, Problem> {
    let mut figures: Vec<Figures> = SelectDatasetFigures {}.all()?;
    figures.extend(SelectEventFigures {}.one()?);
    Ok(figures)
}
