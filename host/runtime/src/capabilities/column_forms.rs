//! `-- column NAME FORM`: the app store's numbers and texts as what the statement's file says that they are.

use crate::capabilities::StatementFailure;
use crate::capabilities::statement_bindings::rejected;
use quarry_statement::{ColumnForm, FormedColumn};
use quarry_stores::result_set::{Column, ColumnData, ResultSet};
use serde::de::IgnoredAny;

/// Gives the columns of `rows` their forms. Fails on a column that is not there, or that holds something else.
pub(super) fn shape(name: &str, rows: &mut ResultSet, formed: Option<&[FormedColumn]>) -> Result<(), StatementFailure> {
    for FormedColumn { name: wanted, form } in formed.unwrap_or_default() {
        let column = rows.columns.iter_mut().find(|column| column.name == *wanted);
        let column = column.ok_or_else(|| rejected(format!("the statement {name} has no column {wanted}")))?;
        let data = std::mem::replace(&mut column.data, ColumnData::Boolean(Vec::new()));
        column.data = match (form, data) {
            (ColumnForm::Timestamp, ColumnData::Int64(values)) => ColumnData::Timestamp(values),
            (ColumnForm::Boolean, ColumnData::Int64(values)) => {
                ColumnData::Boolean(values.into_iter().map(|value| value != 0).collect())
            }
            (ColumnForm::Json, ColumnData::Text { offsets, data }) => ColumnData::Json { offsets, data },
            (ColumnForm::Timestamp, data @ ColumnData::Timestamp(_))
            | (ColumnForm::Boolean, data @ ColumnData::Boolean(_))
            | (ColumnForm::Json, data @ ColumnData::Json { .. }) => data,
            // On SQLite a column without a value has no type of its own.
            (form, _) if (0..rows.row_count).all(|row| !column.is_valid(row)) => without_values(*form, rows.row_count),
            (form, _) => {
                return Err(rejected(format!(
                    "the column {wanted} of the statement {name} is declared as {}, and does not hold that",
                    form.word()
                )));
            }
        };
        if *form == ColumnForm::Json {
            check_json(name, wanted, column, rows.row_count)?;
        }
    }
    Ok(())
}

fn without_values(form: ColumnForm, rows: usize) -> ColumnData {
    match form {
        ColumnForm::Timestamp => ColumnData::Timestamp(vec![0; rows]),
        ColumnForm::Boolean => ColumnData::Boolean(vec![false; rows]),
        ColumnForm::Json => ColumnData::Json { offsets: vec![0; rows + 1], data: String::new() },
    }
}

/// Refuses text that is not JSON, which would break the answer that it is written into.
fn check_json(name: &str, wanted: &str, column: &Column, rows: usize) -> Result<(), StatementFailure> {
    let ColumnData::Json { offsets, data } = &column.data else { return Ok(()) };
    let is_json = |row: usize| {
        let text = &data[offsets[row] as usize..offsets[row + 1] as usize];
        serde_json::from_str::<IgnoredAny>(text).is_ok()
    };
    match (0..rows).find(|row| column.is_valid(*row) && !is_json(*row)) {
        Some(row) => Err(rejected(format!(
            "the column {wanted} of the statement {name} is declared as json, and row {} holds a text that is not JSON",
            row + 1
        ))),
        None => Ok(()),
    }
}
