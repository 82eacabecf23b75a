//! Figures of rows that are read one after the other.

use crate::column::{Column, ColumnKind};
use crate::figure_of::aggregate::{Aggregate, Figure};
use crate::figure_of::exact::Exact;
use crate::frozen::Frozen;
use crate::rows_of;
use crate::selection::Selection;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;
use std::collections::HashSet;

/// The state of the values that were seen.
#[derive(Default)]
struct Fold {
    cells: u64,
    distinct: HashSet<String>,
    sum: Option<Exact>,
    smallest: Option<(Exact, String)>,
    largest: Option<(Exact, String)>,
    first: Option<String>,
    last: Option<String>,
    earliest: Option<String>,
    latest: Option<String>,
}

pub(super) fn figure(
    selection: &Selection,
    aggregate: Aggregate,
    column: Option<&'static Column>,
    frozen: &Frozen,
) -> Result<Figure, Problem> {
    let mut fold = Fold::default();
    let columns: Vec<&str> = column.iter().map(|column| column.name).collect();
    let extent = rows_of::read(selection, &columns, frozen, |cells| {
        let cell = match cells.first() {
            Some(Json::String(text)) => text.clone(),
            Some(Json::Bool(truth)) => truth.to_string(),
            _ => return,
        };
        fold.add_cell(cell, aggregate);
    })?;
    let is_time = column.is_some_and(|column| column.kind == ColumnKind::Time);
    let value = match (aggregate, column) {
        (Aggregate::Count, None) => Some(extent.rows.to_string()),
        (Aggregate::Count, Some(_)) => Some(fold.cells.to_string()),
        (Aggregate::Distinct, _) => Some(fold.distinct.len().to_string()),
        (Aggregate::First, _) => fold.first,
        (Aggregate::Last, _) => fold.last,
        (Aggregate::Min, _) if is_time => fold.earliest,
        (Aggregate::Max, _) if is_time => fold.latest,
        (Aggregate::Min, _) => fold.smallest.map(|(_, text)| text),
        (Aggregate::Max, _) => fold.largest.map(|(_, text)| text),
        (Aggregate::Sum, _) => fold.sum.map(|sum| sum.to_string()),
        (Aggregate::Avg, _) => fold.sum.map(|sum| sum.divided_by(fold.cells.max(1)).to_string()),
    };
    Ok(Figure { value, extent })
}

impl Fold {
    fn add_cell(&mut self, cell: String, aggregate: Aggregate) {
        self.cells += 1;
        match aggregate {
            Aggregate::Count => {}
            Aggregate::Distinct => {
                self.distinct.insert(cell);
            }
            Aggregate::First => {
                self.first.get_or_insert(cell);
            }
            Aggregate::Last => self.last = Some(cell),
            Aggregate::Sum | Aggregate::Avg => {
                if let Some(number) = Exact::read(&cell) {
                    self.sum = Some(self.sum.take().map_or(number.clone(), |sum| sum.plus(&number)));
                }
            }
            Aggregate::Min | Aggregate::Max => self.compare(cell),
        }
    }

    fn compare(&mut self, cell: String) {
        if self.earliest.as_ref().is_none_or(|earliest| cell < *earliest) {
            self.earliest = Some(cell.clone());
        }
        if self.latest.as_ref().is_none_or(|latest| cell > *latest) {
            self.latest = Some(cell.clone());
        }
        let Some(number) = Exact::read(&cell) else { return };
        if self.smallest.as_ref().is_none_or(|(smallest, _)| number < *smallest) {
            self.smallest = Some((number.clone(), cell.clone()));
        }
        if self.largest.as_ref().is_none_or(|(largest, _)| number > *largest) {
            self.largest = Some((number, cell));
        }
    }
}
