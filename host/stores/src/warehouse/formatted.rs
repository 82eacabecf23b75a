//! Rows that the warehouse writes as text or binary of one of its formats, piece by piece and in constant memory.

use super::client::{QuerySettings, Warehouse};
use super::error::WarehouseError;
use super::utf8_stream::Utf8Stream;
use crate::result_set::Value;
use bytes::Bytes;
use clickhouse::error::Error;
use clickhouse::query::BytesCursor;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::Instant;

/// Pieces that are read before somebody takes them. The socket of the embedded warehouse holds one of them, a fifth of a mebibyte, and the
/// warehouse waits while that is full: what is done with a piece would otherwise be added to what the warehouse takes for it.
const PIECES_AHEAD: usize = 32;

/// The settings that formats are written with: times in RFC 3339, numbers as numbers, and null for numbers that JSON does not
/// have. CSV as RFC 4180 has it, with an empty field for null: texts stand in quotes, so an empty one is `""`.
const FORM: &[(&str, &str)] = &[
    ("date_time_output_format", "iso"),
    ("output_format_csv_crlf_end_of_line", "1"),
    ("format_csv_null_representation", ""),
    ("output_format_json_quote_64bit_integers", "0"),
    ("output_format_json_quote_denormals", "0"),
];

/// Sorting goes to the disk before it meets the memory that a statement has: each of two threads sorts 256 MiB in memory. Fewer bytes make so
/// many files that merging them takes the memory. The ratio is one of the server's whole memory, which the engine wants exceeded too: so small
/// a one always is.
const SORTING: &[(&str, &str)] = &[
    ("max_threads", "2"),
    ("max_bytes_before_external_sort", "268435456"),
    ("max_bytes_ratio_before_external_sort", "0.0001"),
];

/// Rows of a block: what the warehouse computes and writes at a time, however wide they are. Its copies of one block are most of the memory that
/// a statement without sorting takes, some seven times the widest column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockSize {
    /// 4,096 rows: twice as fast as the engine's own 65,409 for rows of half a kilobyte.
    Ordinary,
    /// 128 rows, for those of tens of kilobytes. A million short ones take ten times as long.
    Small,
    /// 8 rows, for those of a megabyte.
    Smallest,
}

/// Rows on their way. Dropped before the end, they cancel their query on the server.
pub struct FormattedRows {
    /// None in the place of a piece is the end of the query.
    pieces: mpsc::Receiver<Result<Option<Bytes>, Error>>,
    reading: AbortHandle,
    deadline: Duration,
    ends: Instant,
    /// Of formats that are text.
    text: Option<Utf8Stream>,
    has_ended: bool,
}

impl Warehouse {
    /// Runs a query within `settings` and gives its rows in a format of ClickHouse, such as `CSVWithNames`. Where it needs more memory than it may
    /// have, smaller blocks need less. A format that is text is UTF-8, whatever the warehouse holds.
    pub fn formatted(
        &self,
        sql: &str,
        params: &[(String, Value)],
        settings: &QuerySettings,
        format: &str,
        blocks: BlockSize,
    ) -> Result<FormattedRows, WarehouseError> {
        let deadline = settings.deadline;
        let query = self.within(sql, params, settings).with_setting("max_block_size", blocks.rows());
        let query = FORM.iter().chain(SORTING).fold(query, |query, (name, value)| query.with_setting(*name, *value));
        let cursor = query.fetch_bytes(format).map_err(|error| WarehouseError::from_client(error, deadline))?;
        let (sender, pieces) = mpsc::channel(PIECES_AHEAD);
        let reading = tokio::spawn(read_ahead(cursor, sender)).abort_handle();
        let text = (format.starts_with("CSV") || format.starts_with("JSON")).then(Utf8Stream::default);
        Ok(FormattedRows { pieces, reading, deadline, ends: Instant::now() + deadline, text, has_ended: false })
    }
}

impl BlockSize {
    /// The next smaller one; none below the smallest.
    pub fn smaller(self) -> Option<BlockSize> {
        match self {
            BlockSize::Ordinary => Some(BlockSize::Small),
            BlockSize::Small => Some(BlockSize::Smallest),
            BlockSize::Smallest => None,
        }
    }

    fn rows(self) -> &'static str {
        match self {
            BlockSize::Ordinary => "4096",
            BlockSize::Small => "128",
            BlockSize::Smallest => "8",
        }
    }
}

impl FormattedRows {
    /// The next piece; none at the true end. A query that fails on the way is an error and never an end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, WarehouseError> {
        if self.has_ended {
            return Ok(None);
        }
        match tokio::time::timeout_at(self.ends, self.pieces.recv()).await {
            Ok(Some(piece)) => {
                let piece = piece.map_err(|error| WarehouseError::from_client(error, self.deadline))?;
                self.has_ended = piece.is_none();
                Ok(match &mut self.text {
                    Some(text) => text.next(piece),
                    None => piece,
                })
            }
            Ok(None) => Err(WarehouseError::unavailable("the reading of its answer ended early")),
            Err(_) => Err(WarehouseError::DeadlineExceeded { deadline: self.deadline }),
        }
    }
}

impl Drop for FormattedRows {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

/// Reads until the end, the first error, or until nobody takes the pieces any more.
async fn read_ahead(mut cursor: BytesCursor, pieces: mpsc::Sender<Result<Option<Bytes>, Error>>) {
    loop {
        let piece = cursor.next().await;
        let is_last = !matches!(piece, Ok(Some(_)));
        if pieces.send(piece).await.is_err() || is_last {
            return;
        }
    }
}
