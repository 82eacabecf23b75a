//! Computing what is cited: at first from a request, and again from what was hashed.

pub mod again;
pub mod derived;
pub mod first;
pub mod known;
pub mod request;

use crate::canonical::RowDigest;
use crate::derivation::derived::Derived;
use crate::transactions::fields;
use quarry_dataset_catalogue::figure_of::{self, Aggregate};
use quarry_dataset_catalogue::rows_of;
use quarry_dataset_catalogue::{Column, Frozen, KnownChain, Selection};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Map, Value as Json};

/// The data that a figure is computed of.
pub enum Subject {
    Figure { selection: Selection, aggregate: Aggregate, column: Option<&'static Column> },
    Rows { selection: Selection, pool: Option<Address> },
    Field { chain: KnownChain, transaction: Hash, field: String },
}

impl Subject {
    /// The datasets' rows; none where it is a transaction.
    pub fn selection(&self) -> Option<&Selection> {
        match self {
            Subject::Figure { selection, .. } | Subject::Rows { selection, .. } => Some(selection),
            Subject::Field { .. } => None,
        }
    }

    /// Computes it of the rows up to `frozen`.
    pub fn derive(&self, frozen: &Frozen) -> Result<Derived, Problem> {
        match self {
            Subject::Figure { selection, aggregate, column } => {
                let figure = figure_of::figure(selection, *aggregate, *column, frozen)?;
                Ok(Derived {
                    value: figure.value,
                    rows: figure.extent.rows,
                    as_of: figure.extent.as_of,
                    blocks: figure.extent.blocks,
                    newest_entry: figure.extent.newest_entry,
                })
            }
            Subject::Rows { selection, .. } => derive_rows(selection, frozen),
            Subject::Field { chain, transaction, field } => fields::derive(chain, transaction, field),
        }
    }
}

fn derive_rows(selection: &Selection, frozen: &Frozen) -> Result<Derived, Problem> {
    let (mut digest, mut failure) = (RowDigest::default(), None);
    let extent = rows_of::read(selection, &selection.columns, frozen, |cells| {
        let named = selection.columns.iter().map(|name| (*name).to_owned()).zip(cells.iter().cloned());
        let row = Json::Object(named.collect::<Map<String, Json>>());
        if let Err(problem) = digest.add_row(&row) {
            failure.get_or_insert(problem);
        }
    })?;
    match failure {
        Some(problem) => Err(problem),
        None => Ok(Derived {
            value: (extent.rows > 0).then(|| digest.finish()),
            rows: extent.rows,
            as_of: extent.as_of,
            blocks: extent.blocks,
            newest_entry: extent.newest_entry,
        }),
    }
}
