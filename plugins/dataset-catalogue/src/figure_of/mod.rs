//! Figures of datasets: one number or value of one column of a selection's rows, exact.
//!
//! The warehouse computes them of the datasets that can have any number of rows, each by one statement beside this file. Price
//! bars, whose numbers are texts, and the timeline, which lies in the app store, are read and computed here.

mod aggregate;
mod counted;
mod exact;
mod folded;

pub use aggregate::{Aggregate, Figure};

use crate::column::Column;
use crate::dataset::{FrozenBy, Source};
use crate::frozen::Frozen;
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
                let sentence = format!(
                    "The function {} is computed of a column: name one of the dataset {}.",
                    other.word(),
                    dataset.key
                );
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
                "The function {} is computed of {}, and {name} has {}: name another column.",
                aggregate.word(),
                aggregate.taken(),
                column.kind.in_words()
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
