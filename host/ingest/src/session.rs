//! The few things that ingest asks of the warehouse client, with its settings and its errors in one place.
//!
//! Always true: every statement names the operation it is part of, so that an error says what was being done; all block
//! sizes and memory budgets are set here, which is what keeps an ingest's memory constant.

use std::io;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::Stream;

use super::error::IngestError;
use quarry_stores::result_set::{ResultSet, Value};
use quarry_stores::warehouse::{QuerySettings, Warehouse, WarehouseError};

/// Rows that are parsed, converted and written as one block.
const INPUT_BLOCK_ROWS: &str = "65536";
/// Rows that are moved between tables as one block.
const LOAD_BLOCK_ROWS: &str = "262144";
const LOAD_BLOCK_BYTES: &str = "268435456";
/// Blocks that are sorted, compressed and written at once, each with what the views make of it.
const LOAD_THREADS: &str = "2";
/// A sort, grouping or join that needs more goes to disk.
const SPILL_BYTES: &str = "268435456";

/// Settings of statements that parse a file.
const INPUT_SETTINGS: &[(&str, &str)] = &[
    ("async_insert", "0"),
    // Rows are converted one block after the other: a row's position in the staging table tells its line in the file.
    ("parallelize_output_from_storages", "0"),
    ("input_format_parquet_preserve_order", "1"),
    ("max_insert_block_size", INPUT_BLOCK_ROWS),
    ("min_insert_block_size_rows", INPUT_BLOCK_ROWS),
    ("min_insert_block_size_bytes", LOAD_BLOCK_BYTES),
    ("format_csv_allow_single_quotes", "0"),
    ("input_format_skip_unknown_fields", "1"),
    ("input_format_null_as_default", "1"),
    ("input_format_json_read_numbers_as_strings", "1"),
    ("input_format_json_read_bools_as_strings", "1"),
    ("input_format_json_read_arrays_as_strings", "1"),
    ("input_format_json_read_objects_as_strings", "1"),
    ("input_format_parquet_allow_missing_columns", "1"),
];

/// Settings of statements that move rows from table to table.
const MOVE_SETTINGS: &[(&str, &str)] = &[
    ("max_insert_block_size", LOAD_BLOCK_ROWS),
    ("min_insert_block_size_rows", LOAD_BLOCK_ROWS),
    ("min_insert_block_size_bytes", LOAD_BLOCK_BYTES),
    ("max_bytes_before_external_group_by", SPILL_BYTES),
    ("max_bytes_before_external_sort", SPILL_BYTES),
    ("join_algorithm", "full_sorting_merge,hash"),
    ("parallel_view_processing", "1"),
    ("max_insert_threads", LOAD_THREADS),
    // Duplicates within a block are left to merges and to FINAL, as those between blocks are: looking for them while
    // inserting costs as much again as sorting.
    ("optimize_on_insert", "0"),
];

/// Bounds of the statements that answer with rows: counts over what was loaded, and lists of a few thousand rows.
pub(super) const QUERY_BOUNDS: QuerySettings = QuerySettings {
    deadline: Duration::from_secs(10 * 60),
    max_rows: 1_000_000,
    max_memory_bytes: 2 << 30,
    readonly: false,
};

/// A parameter of a statement.
pub(super) type Parameter<'a> = (&'a str, Value);

#[derive(Clone)]
pub(super) struct Session {
    warehouse: Warehouse,
}

impl Session {
    pub(super) fn new(warehouse: Warehouse) -> Session {
        Session { warehouse }
    }

    /// Runs a statement without rows: DDL, or moving rows between tables.
    pub(super) async fn execute(
        &self,
        operation: &'static str,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<(), IngestError> {
        let started = Instant::now();
        let outcome = self.warehouse.execute_with(sql, parameters, MOVE_SETTINGS).await;
        tracing::debug!(operation, duration_ms = started.elapsed().as_millis(), "an ingest statement ended");
        outcome.map_err(|failure| IngestError::Warehouse { operation, failure, has_begun: false })
    }

    /// Inserts the chunks of a file.
    pub(super) async fn insert(
        &self,
        sql: &str,
        chunks: impl Stream<Item = io::Result<Bytes>> + Send + Unpin + 'static,
    ) -> Result<(), WarehouseError> {
        self.warehouse.insert_stream(sql, INPUT_SETTINGS, chunks).await.map(drop)
    }

    /// Runs a statement with rows. Every such statement of ingest answers with few rows.
    pub(super) async fn rows(
        &self,
        operation: &'static str,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Rows, IngestError> {
        let parameters: Vec<_> = parameters.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let answer = self
            .warehouse
            .query(sql, &parameters, QUERY_BOUNDS)
            .await
            .map_err(|failure| IngestError::Warehouse { operation, failure, has_begun: false })?;
        Ok(Rows { operation, rows: answer.rows })
    }

    /// Runs a statement whose answer is one unsigned number.
    pub(super) async fn number(
        &self,
        operation: &'static str,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<u64, IngestError> {
        self.rows(operation, sql, parameters).await?.number(0, 0)
    }
}

/// Rows of an answer, read by position.
pub(super) struct Rows {
    operation: &'static str,
    rows: ResultSet,
}

impl Rows {
    pub(super) fn count(&self) -> usize {
        self.rows.row_count
    }

    /// An unsigned number; the statements select their numbers as `UInt64`.
    pub(super) fn number(&self, row: usize, column: usize) -> Result<u64, IngestError> {
        match self.cell(row, column) {
            Some(Value::UInt64(number)) => Ok(number),
            Some(Value::Int64(number)) => u64::try_from(number).map_err(|_| self.unexpected()),
            _ => Err(self.unexpected()),
        }
    }

    pub(super) fn text(&self, row: usize, column: usize) -> Result<String, IngestError> {
        match self.cell(row, column) {
            Some(Value::Text(text)) => Ok(text),
            Some(Value::Bytes(bytes)) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            _ => Err(self.unexpected()),
        }
    }

    fn cell(&self, row: usize, column: usize) -> Option<Value> {
        let column = self.rows.columns.get(column)?;
        (row < self.rows.row_count).then(|| column.value(row))
    }

    fn unexpected(&self) -> IngestError {
        IngestError::UnexpectedAnswer { operation: self.operation }
    }
}
