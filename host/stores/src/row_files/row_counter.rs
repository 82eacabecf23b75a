//! The number of rows of a file, counted from its bytes as they come.

use crate::row_files::{RowFormat, parquet_footer};
use bytes::Bytes;

/// The end of a Parquet file that is kept for its footer: room for thousands of row groups.
const FOOTER_BYTES: usize = 8 << 20;

/// Counts the rows of one file.
#[derive(Debug)]
pub enum RowCounter {
    /// Lines outside of quotes; of a whole file the first of them has the names.
    Csv { lines: u64, is_quoted: bool, names: u64 },
    /// Lines: what is in a text is escaped.
    JsonLines { lines: u64 },
    /// The footer has the number.
    Parquet { tail: Vec<u8> },
    /// The cutter of the file into parts has counted.
    Told { rows: u64 },
}

impl RowCounter {
    pub fn new(format: RowFormat) -> RowCounter {
        match format {
            RowFormat::Csv => RowCounter::Csv { lines: 0, is_quoted: false, names: 1 },
            RowFormat::JsonLines => RowCounter::JsonLines { lines: 0 },
            RowFormat::Parquet => RowCounter::Parquet { tail: Vec::new() },
        }
    }

    /// A counter for a part that has no line of names.
    pub fn without_names(format: RowFormat) -> RowCounter {
        match format {
            RowFormat::Csv => RowCounter::Csv { lines: 0, is_quoted: false, names: 0 },
            other => RowCounter::new(other),
        }
    }

    /// Takes a piece of the file.
    pub fn take(&mut self, piece: &Bytes) {
        match self {
            RowCounter::Csv { lines, is_quoted, .. } => {
                for position in memchr::memchr2_iter(b'"', b'\n', piece) {
                    match piece[position] {
                        // One that stands for itself comes twice, and changes nothing.
                        b'"' => *is_quoted = !*is_quoted,
                        _ if !*is_quoted => *lines += 1,
                        _ => {}
                    }
                }
            }
            RowCounter::Told { .. } => {}
            RowCounter::JsonLines { lines } => *lines += memchr::memchr_iter(b'\n', piece).count() as u64,
            RowCounter::Parquet { tail } => {
                tail.extend_from_slice(piece);
                // Not each time: what is kept is moved then.
                if tail.len() > 2 * FOOTER_BYTES {
                    tail.drain(..tail.len() - FOOTER_BYTES);
                }
            }
        }
    }

    /// Rows so far; of Parquet none before its end.
    pub fn so_far(&self) -> u64 {
        match self {
            RowCounter::Csv { lines, names, .. } => lines.saturating_sub(*names),
            RowCounter::JsonLines { lines } | RowCounter::Told { rows: lines } => *lines,
            RowCounter::Parquet { .. } => 0,
        }
    }

    /// Rows of the whole file; none where its bytes do not say.
    pub fn total(&self) -> Option<u64> {
        match self {
            RowCounter::Csv { is_quoted: true, .. } => None,
            RowCounter::Csv { .. } | RowCounter::JsonLines { .. } | RowCounter::Told { .. } => Some(self.so_far()),
            RowCounter::Parquet { tail } => parquet_footer::row_count(tail),
        }
    }
}
