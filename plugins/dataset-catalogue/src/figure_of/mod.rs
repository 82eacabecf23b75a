//! Figures of datasets: one number or value of one column of a selection's rows, exact.
//!
//! The warehouse computes them of the datasets that can have any number of rows, each by one statement beside this file. Price
//! bars, whose numbers are texts, and the timeline, which lies in the app store, are read and computed here.

mod counted;
mod exact;
mod folded;

use crate::column::{Column, ColumnKind};
use crate::dataset::Source;
use crate::frozen::{Frozen, FrozenBy};
use crate::rows_of::Extent;
use crate::selection::Selection;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectBlocksFigure, "src/figure_of/blocks_figure.sql");
statement!(warehouse, SelectTransactionsFigure, "src/figure_of/transactions_figure.sql");
statement!(warehouse, SelectLogsFigure, "src/figure_of/logs_figure.sql");
statement!(warehouse, SelectSwapsFigure, "src/figure_of/swaps_figure.sql");
statement!(warehouse, SelectReservesFigure, "src/figure_of/reserves_figure.sql");
statement!(warehouse, SelectPoolsFigure, "src/figure_of/pools_figure.sql");
statement!(warehouse, SelectTokensFigure, "src/figure_of/tokens_figure.sql");
statement!(warehouse, SelectLiquidationsFigure, "src/figure_of/liquidations_figure.sql");
statement!(warehouse, SelectAbsorptionsFigure, "src/figure_of/absorptions_figure.sql");
statement!(warehouse, SelectHealthFactorsFigure, "src/figure_of/health_factors_figure.sql");

/// The function that is computed of a column.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aggregate {
    /// The number of rows; with a column, the number of rows that have a value in it.
    Count,
    /// The sum of a column of numbers.
    Sum,
    /// The smallest number, or the earliest time.
    Min,
    /// The largest number, or the latest time.
    Max,
    /// The sum of a number over the count of its values, to 18 digits behind the point.
    Avg,
    /// The first value, in the dataset's order.
    First,
    /// The last value, in the dataset's order.
    Last,
    /// The number of different values in the column.
    Distinct,
}

impl Aggregate {
    /// Tells that it can be computed of a column of that kind.
    pub fn takes(self, kind: ColumnKind) -> bool {
        let is_number = matches!(kind, ColumnKind::Integer | ColumnKind::RawAmount | ColumnKind::Decimal);
        match self {
            _ if matches!(kind, ColumnKind::Bytes | ColumnKind::List) => false,
            Aggregate::Sum | Aggregate::Avg => is_number,
            Aggregate::Min | Aggregate::Max => is_number || kind == ColumnKind::Time,
            Aggregate::Count | Aggregate::First | Aggregate::Last | Aggregate::Distinct => true,
        }
    }
}

/// A figure, and what it was computed of.
#[derive(Debug)]
pub struct Figure {
    /// The value; none where no row has a value to compute it of.
    pub value: Option<String>,
    pub extent: Extent,
}

/// A column that the aggregate can be computed of; 422 that names the field where it cannot.
pub fn column_for(
    selection: &Selection,
    aggregate: Aggregate,
    name: Option<&str>,
) -> Result<Option<&'static Column>, Problem> {
    let dataset = selection.dataset;
    let Some(name) = name else {
        return match aggregate {
            Aggregate::Count => Ok(None),
            other => {
                let sentence =
                    format!("{} is computed of a column: name one of the dataset {}.", other.word(), dataset.key);
                Err(Problem::invalid_field("column", sentence))
            }
        };
    };
    let Some(column) = dataset.column(name) else {
        let known = dataset.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
        let sentence = format!("The dataset {} has no column `{name:.100}`: it has {known}.", dataset.key);
        return Err(Problem::invalid_field("column", sentence));
    };
    match aggregate.takes(column.kind) {
        true => Ok(Some(column)),
        false => {
            let sentence = format!(
                "{} cannot be computed of {name}, whose values are of the kind {}.",
                aggregate.word(),
                column.kind.word()
            );
            Err(Problem::invalid_field("aggregate", sentence))
        }
    }
}

/// Computes it of the rows up to `frozen`.
pub fn figure(
    selection: &Selection,
    aggregate: Aggregate,
    column: Option<&'static Column>,
    frozen: &Frozen,
) -> Result<Figure, Problem> {
    match (selection.dataset.source, selection.dataset.frozen_by()) {
        (Source::AppStore(..), _) | (_, FrozenBy::Ends) => folded::figure(selection, aggregate, column, frozen),
        (Source::Warehouse(_), _) => match statement_of(selection.dataset.key) {
            Some(statement) => counted::figure(statement, selection, aggregate, column, frozen),
            None => folded::figure(selection, aggregate, column, frozen),
        },
    }
}

/// The statement by which the warehouse computes figures of a dataset.
fn statement_of(dataset: &str) -> Option<&'static str> {
    let name = match dataset {
        "blocks" => SelectBlocksFigure::NAME,
        "transactions" => SelectTransactionsFigure::NAME,
        "logs" => SelectLogsFigure::NAME,
        "swaps" => SelectSwapsFigure::NAME,
        "reserves" => SelectReservesFigure::NAME,
        "pools" => SelectPoolsFigure::NAME,
        "tokens" => SelectTokensFigure::NAME,
        "liquidations" => SelectLiquidationsFigure::NAME,
        "absorptions" => SelectAbsorptionsFigure::NAME,
        "health_factors" => SelectHealthFactorsFigure::NAME,
        _ => return None,
    };
    Some(name)
}
