//! The names of a file's columns, and our columns that they stand for.

use super::columns_of;
use crate::dataset::DatasetKind;

/// Every column of a file that a dataset takes, the chain's first. Each stands once.
pub(crate) fn taken_names(kind: DatasetKind) -> Vec<&'static str> {
    let mut names = kind.chain_columns().to_vec();
    for column in columns_of(kind) {
        for name in column.names {
            if !names.contains(name) {
                names.push(name);
            }
        }
    }
    names
}

/// The dataset's name for a file's column, whatever its case: `blockNumber`, `BLOCK_NUMBER` and `block_number` are one.
pub(crate) fn taken_name(kind: DatasetKind, given: &str) -> Option<&'static str> {
    let plain = plain_name(given);
    taken_names(kind).into_iter().find(|name| *name == plain)
}

/// A name in lower case with underscores.
fn plain_name(given: &str) -> String {
    let given = given.trim();
    let has_lowercase = given.chars().any(|letter| letter.is_ascii_lowercase());
    let mut name = String::with_capacity(given.len() + 4);
    let mut was_lowercase = false;
    for letter in given.chars() {
        if letter.is_ascii_uppercase() && has_lowercase && was_lowercase {
            name.push('_');
        }
        was_lowercase = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        name.push(if letter == ' ' { '_' } else { letter.to_ascii_lowercase() });
    }
    name
}
