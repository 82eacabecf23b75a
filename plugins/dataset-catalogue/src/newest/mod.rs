//! The time of the newest data that a selection gives: what is said to be "as of" it.

use crate::dataset::{FrozenBy, Source};
use crate::figure_of::{self, Aggregate};
use crate::frozen::Frozen;
use crate::selection::Selection;
use quarry_sdk::bindings::quarry::plugin::values::ResultSet;
use quarry_sdk::bindings::quarry::plugin::{app_store, warehouse};
use quarry_sdk::prelude::*;

statement!(warehouse, SelectNewestBar, "src/newest/newest_bar.sql");
statement!(app_store, SelectNewestEvent, "src/newest/newest_event.sql");

impl Selection {
    /// Time of the newest row up to the pins, of a bar that of the newest event in it. None where there is no row, where rows have no
    /// time, as tokens have none, and of a component's dataset that has more rows than can be read.
    pub fn newest_at(&self) -> Result<Option<Time>, Problem> {
        match (self.dataset.source, self.dataset.frozen_by()) {
            (Source::AppStore(..), _) => Ok(newest_at(&app_store::query(SelectNewestEvent::NAME, &self.bindings())?)),
            (_, FrozenBy::Nothing | FrozenBy::Numbers) => Ok(None),
            (_, FrozenBy::Ends) => {
                let newest = warehouse::query(SelectNewestBar::NAME, &self.bindings())?;
                let is_empty = matches!(newest.value(0, "row_count"), Some(Value::Uint64(0)));
                Ok(newest_at(&newest).filter(|_| !is_empty))
            }
            (_, FrozenBy::Blocks) => {
                let pins = self.pins.iter().flat_map(|pins| &pins.0);
                let frozen = match self.pins {
                    Some(_) => Frozen::at_blocks(pins.map(|pin| (pin.chain_id, pin.block_number)).collect()),
                    None => Frozen::at_block(u64::MAX),
                };
                match figure_of::figure(self, Aggregate::Count, None, &frozen) {
                    Ok(counted) => Ok(counted.extent.as_of),
                    Err(problem) if problem.status() == 422 => Ok(None),
                    Err(problem) => Err(problem),
                }
            }
        }
    }
}

fn newest_at(rows: &ResultSet) -> Option<Time> {
    match rows.value(0, "newest_at")? {
        Value::Timestamp(microseconds) | Value::Int64(microseconds) => Some(Time { microseconds }),
        _ => None,
    }
}
