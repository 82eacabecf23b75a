//! The amount of data in each dataset, and the age of its newest.

use crate::{Dataset, Filters, Selection, components};
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

/// Seconds in which the rows of a component's dataset are counted.
const SECONDS_TO_COUNT: u32 = 1;

/// A component's dataset has no figures of its own, so its rows are counted; none where that takes too long.
fn of_component(dataset: &'static Dataset) -> Option<Figures> {
    let all = Selection::of_request(dataset, Vec::new(), Filters::default(), &Time::now().day()).ok()?;
    let rows = i64::try_from(all.count_rows(SECONDS_TO_COUNT).ok()?).ok()?;
    Some(Figures { dataset: dataset.key.to_owned(), rows, newest_at: None })
}

/// Those of all datasets.
pub fn all() -> Result<Vec<Figures>, Problem> {
    beside(SelectDatasetFigures {}.all()?)
}

/// Those that can be told now: of what the app store has alone, while the warehouse does not answer.
pub fn known() -> Result<Vec<Figures>, Problem> {
    match if_available(SelectDatasetFigures {}.all())? {
        Some(figures) => beside(figures),
        None => {
            let events: Option<Figures> = SelectEventFigures {}.one()?;
            Ok(events.into_iter().collect())
        }
    }
}

/// Adds those of the app store and of components to those of the warehouse.
fn beside(mut figures: Vec<Figures>) -> Result<Vec<Figures>, Problem> {
    figures.extend(SelectEventFigures {}.one()?);
    figures.extend(components::datasets().iter().filter_map(of_component));
    Ok(figures)
}
