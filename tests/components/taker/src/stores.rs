//! Of the stores: rows, the bytes of their texts, the one place to write from, and the time of the warehouse.

use crate::taking::{Details, as_often_as};
use quarry_sdk::prelude::*;
use quarry_sdk::row_files::{Format, RowFile};
use std::time::Duration;

statement!(app_store, InsertRow, "sql/insert_row.sql");
statement!(app_store, DoubleRows, "sql/double_rows.sql");
statement!(app_store, SelectRows, "sql/select_rows.sql");
statement!(warehouse, SelectSlowly, "sql/slow.sql");
statement!(warehouse, SelectManyRows, "sql/many_rows.sql");
statement!(warehouse, SelectLargeRows, "sql/large_rows.sql");

/// Keeps the warehouse busy for minutes.
pub fn ask_slowly() -> usize {
    as_often_as(|_| SelectSlowly {}.query().is_ok())
}

/// Holds as many sets of 245 MB as it is given.
pub fn hold_large_rows() -> usize {
    let mut held = Vec::new();
    as_often_as(|_| SelectLargeRows {}.query().map(|rows| held.push(rows)).is_ok())
}

/// The same of its own table, once texts are in it.
pub fn hold_own_rows() -> usize {
    let mut held = Vec::new();
    let _ = in_transaction(|transaction| {
        (0..40).try_for_each(|_| transaction.execute(InsertRow { text: "x".repeat(60_000) }).map(drop))
    });
    as_often_as(|_| SelectRows {}.query().map(|rows| held.push(rows)).is_ok())
}

/// Writes, and keeps its transaction open for as long as it may.
pub fn hold_writer(details: &Details) -> usize {
    let Ok(transaction) = Transaction::begin() else { return 0 };
    let _ = transaction.execute(InsertRow { text: details.name.clone() });
    std::thread::sleep(Duration::from_secs(600));
    usize::from(transaction.commit().is_ok())
}

/// Doubles its table.
pub fn insert_rows() -> usize {
    let _ = in_transaction(|transaction| transaction.execute(InsertRow { text: "x".to_owned() }).map(drop));
    as_often_as(|_| in_transaction(|transaction| transaction.execute(DoubleRows {}).map(drop)).is_ok())
}

/// Writes texts of a mebibyte.
pub fn insert_texts() -> usize {
    let text = "x".repeat(1 << 20);
    as_often_as(|_| {
        in_transaction(|transaction| transaction.execute(InsertRow { text: text.clone() }).map(drop)).is_ok()
    })
}

/// Writes files of ten million rows.
pub fn write_row_files(details: &Details) -> usize {
    as_often_as(|number| {
        RowFile::of(Format::Csv, format!("{}/{number}", details.name)).write(SelectManyRows {}).is_ok()
    })
}

fn in_transaction(work: impl FnOnce(&Transaction) -> Result<(), StatementFailure>) -> Result<(), StatementFailure> {
    let transaction = Transaction::begin()?;
    work(&transaction)?;
    transaction.commit()
}
