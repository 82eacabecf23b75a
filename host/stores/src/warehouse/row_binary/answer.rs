//! A whole answer, read while it comes: its bytes come in pieces, cut anywhere, and are counted with the rows that they become.

use super::reader::Reader;
use super::{AnswerError, ColumnReader, DecodeError, ValueError, read_header};
use crate::result_set::{Column, ResultSet};
use crate::row_memory::{HeldBytes, RowMemory};

/// Rows at most that room is made for when the first was read: a page and one. Longer answers grow as they are read.
const FORESEEN_ROWS: usize = 512;

/// Reads a whole answer. An answer without any byte is one without columns.
pub fn decode(bytes: &[u8]) -> Result<ResultSet, DecodeError> {
    let mut rows = Rows::default();
    let unread = rows.read(bytes)?;
    rows.end(unread)?;
    let (row_count, columns) = rows.finish();
    Ok(ResultSet::new(row_count, columns))
}

/// An answer of which some pieces have come.
pub struct RowAnswer {
    rows: Rows,
    /// Bytes that came and are not whole rows.
    unread: Vec<u8>,
    /// The length of `unread` from which on it is looked at again: a row of many pieces is not read anew with each of them.
    look_from: usize,
    held: HeldBytes,
}

impl RowAnswer {
    /// An answer that is counted in `memory`.
    pub fn new(memory: &RowMemory) -> RowAnswer {
        RowAnswer { rows: Rows::default(), unread: Vec::new(), look_from: 0, held: memory.hold() }
    }

    /// Takes the next piece. Fails where it is no answer, or where there is no room for its rows.
    pub fn take(&mut self, piece: &[u8]) -> Result<(), AnswerError> {
        if self.unread.is_empty() {
            let left = self.rows.read(piece)?;
            self.unread.extend_from_slice(&piece[piece.len() - left..]);
        } else {
            self.unread.extend_from_slice(piece);
            if self.unread.len() < self.look_from {
                return self.count();
            }
            let left = self.rows.read(&self.unread)?;
            self.unread.drain(..self.unread.len() - left);
        }
        self.look_from = self.unread.len() * 2;
        self.count()
    }

    /// All pieces have come.
    pub fn finish(mut self) -> Result<ResultSet, AnswerError> {
        let left = self.rows.read(&self.unread)?;
        self.rows.end(left)?;
        self.unread = Vec::new();
        self.count()?;
        let (row_count, columns) = self.rows.finish();
        Ok(ResultSet::counted(row_count, columns, self.held))
    }

    /// Counts the rows, and the bytes that are none yet. A piece is not counted beside the rows that it has become: it is let go.
    fn count(&mut self) -> Result<(), AnswerError> {
        Ok(self.held.become_exactly(self.rows.bytes() + self.unread.len())?)
    }
}

/// Rows that were read. Without columns before the whole header came.
#[derive(Default)]
struct Rows {
    columns: Option<Vec<ColumnReader>>,
    row_count: usize,
}

impl Rows {
    /// Reads the rows that are whole; tells how many bytes are left.
    fn read(&mut self, bytes: &[u8]) -> Result<usize, DecodeError> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let mut reader = Reader::new(bytes);
        let columns = match &mut self.columns {
            Some(columns) => columns,
            None => match read_header(&mut reader) {
                Ok(columns) => self.columns.insert(columns),
                Err(DecodeError::Truncated) => return Ok(bytes.len()),
                Err(error) => return Err(error),
            },
        };
        let mut left = reader.remaining();
        while !reader.is_empty() {
            if !read_row(columns, &mut reader, self.row_count)? {
                columns.iter_mut().for_each(|column| column.cut(self.row_count));
                break;
            }
            let row_bytes = left - reader.remaining();
            if row_bytes == 0 {
                // Rows without a byte would go on for ever.
                return Err(DecodeError::InvalidHeader);
            }
            left = reader.remaining();
            self.row_count += 1;
            if self.row_count == 1 {
                let more = (left / row_bytes * 9 / 8).min(FORESEEN_ROWS);
                columns.iter_mut().for_each(|column| column.values.reserve(more));
            }
        }
        Ok(left)
    }

    /// Refuses an answer that ends before it is whole.
    fn end(&self, left: usize) -> Result<(), DecodeError> {
        if left > 0 { Err(DecodeError::Truncated) } else { Ok(()) }
    }

    fn bytes(&self) -> usize {
        self.columns.iter().flatten().map(ColumnReader::bytes).sum()
    }

    fn finish(self) -> (usize, Vec<Column>) {
        let columns = self.columns.into_iter().flatten().map(|column| column.finish(self.row_count));
        (self.row_count, columns.collect())
    }
}

/// Reads a row; false where it is not whole.
fn read_row(columns: &mut [ColumnReader], reader: &mut Reader<'_>, row: usize) -> Result<bool, DecodeError> {
    for column in columns {
        match column.read(reader, row) {
            Ok(()) => {}
            Err(ValueError::Truncated) => return Ok(false),
            Err(error) => return Err(error.of_column(&column.name)),
        }
    }
    Ok(true)
}
