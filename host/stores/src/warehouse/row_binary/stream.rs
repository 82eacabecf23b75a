//! Rows of an answer that is not held whole: its bytes come in pieces, cut anywhere, and rows go on as columns.

use super::reader::Reader;
use super::{ColumnReader, DecodeError, ValueError, read_header};
use crate::result_set::{Column, ColumnData, ResultSet};

/// A column that rows have.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamedColumn {
    pub name: String,
    pub is_nullable: bool,
    /// The type of its values; without any.
    pub kind: ColumnData,
    pub(super) type_name: String,
}

impl StreamedColumn {
    /// The column of a reader that has read no row.
    fn of(reader: ColumnReader) -> StreamedColumn {
        let (type_name, is_nullable) = (reader.type_name.clone(), reader.nullable);
        let Column { name, data: kind, .. } = reader.finish(0);
        StreamedColumn { name, is_nullable, kind, type_name }
    }
}

/// Bytes that came and are not yet rows. Memory is what was taken and not read.
#[derive(Debug, Default)]
pub struct RowStream {
    columns: Option<Vec<StreamedColumn>>,
    bytes: Vec<u8>,
    /// Of `bytes`, what is read already.
    read: usize,
}

impl RowStream {
    /// Takes a piece.
    pub fn take(&mut self, piece: &[u8]) {
        self.bytes.drain(..self.read);
        self.read = 0;
        self.bytes.extend_from_slice(piece);
    }

    /// Bytes that are not read.
    pub fn waiting_bytes(&self) -> usize {
        self.bytes.len() - self.read
    }

    /// The columns; none before the whole header came.
    pub fn columns(&mut self) -> Result<Option<&[StreamedColumn]>, DecodeError> {
        if self.columns.is_none() && self.waiting_bytes() > 0 {
            let mut reader = Reader::new(&self.bytes[self.read..]);
            let before = reader.remaining();
            match read_header(&mut reader) {
                Ok(readers) => {
                    let read = before - reader.remaining();
                    let header = readers.into_iter().map(StreamedColumn::of).collect();
                    (self.columns, self.read) = (Some(header), self.read + read);
                }
                Err(DecodeError::Truncated) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(self.columns.as_deref())
    }

    /// The rows that came whole, at most so many; none where the next one is not whole.
    pub fn rows(&mut self, most: usize) -> Result<ResultSet, DecodeError> {
        let Some(columns) = self.columns()? else { return Ok(ResultSet::default()) };
        let mut readers: Vec<ColumnReader> = columns
            .iter()
            .map(|column| ColumnReader::new(&column.name, &column.type_name))
            .collect::<Result<_, _>>()?;
        let mut reader = Reader::new(&self.bytes[self.read..]);
        let waiting = reader.remaining();
        let (mut row_count, mut read) = (0, 0);
        'rows: while row_count < most && !reader.is_empty() {
            for column in &mut readers {
                match column.read(&mut reader, row_count) {
                    Ok(()) => {}
                    Err(ValueError::Truncated) => break 'rows,
                    Err(error) => return Err(error.of_column(&column.name)),
                }
            }
            if waiting - reader.remaining() == read {
                // Rows without a byte would go on for ever.
                return Err(DecodeError::InvalidHeader);
            }
            read = waiting - reader.remaining();
            row_count += 1;
        }
        self.read += read;
        let columns: Vec<Column> = readers
            .into_iter()
            .map(|mut column| {
                column.cut(row_count);
                column.finish(row_count)
            })
            .collect();
        Ok(ResultSet::new(row_count, columns))
    }
}
