//! Records of newline JSON, checked to be JSON; and formats that are handed on as they are.
//!
//! The warehouse's JSON reader loses count at a malformed line. Here each line is checked before it goes out: a malformed
//! one is replaced by an empty object, which fails the column checks under the right row number.

use std::io::{self, BufRead, Read};

use serde::de::IgnoredAny;

use super::lines::LineMap;
use super::{CHUNK_BYTES, Records};

/// A longer line is no log or transaction of any chain.
pub(super) const MAXIMUM_RECORD_BYTES: usize = 16 << 20;

pub(super) struct JsonRecords {
    reader: Box<dyn BufRead + Send>,
    lines: LineMap,
    line: Vec<u8>,
}

impl JsonRecords {
    pub(super) fn new(reader: Box<dyn BufRead + Send>) -> JsonRecords {
        JsonRecords { reader, lines: LineMap::starting_at_line(1), line: Vec::new() }
    }
}

impl Records for JsonRecords {
    fn next_chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut chunk = Vec::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 8);
        while chunk.len() < CHUNK_BYTES && read_line(&mut self.reader, &mut self.line)? {
            let record = self.line.trim_ascii();
            if record.is_empty() {
                self.lines.blank();
                continue;
            }
            self.lines.record(1);
            match serde_json::from_slice::<IgnoredAny>(record) {
                Ok(_) if record.starts_with(b"{") => chunk.extend_from_slice(record),
                Ok(_) => {
                    self.lines.malformed(|| "the line is JSON but no object".to_owned());
                    chunk.extend_from_slice(b"{}");
                }
                Err(error) => {
                    self.lines.malformed(|| format!("the line is not JSON: {error}"));
                    chunk.extend_from_slice(b"{}");
                }
            }
            chunk.push(b'\n');
        }
        Ok((!chunk.is_empty()).then_some(chunk))
    }

    fn into_lines(self: Box<Self>) -> Option<LineMap> {
        Some(self.lines)
    }
}

/// Reads one line with its newline into `line`; `false` at the end.
pub(super) fn read_line(reader: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let length = reader.take(MAXIMUM_RECORD_BYTES as u64).read_until(b'\n', line)?;
    if length == MAXIMUM_RECORD_BYTES && line.last() != Some(&b'\n') {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is longer than 16 MiB"));
    }
    Ok(length > 0)
}

/// A format whose records only the warehouse can tell.
pub(super) struct WholeBytes {
    reader: Box<dyn BufRead + Send>,
}

impl WholeBytes {
    pub(super) fn new(reader: Box<dyn BufRead + Send>) -> WholeBytes {
        WholeBytes { reader }
    }
}

impl Records for WholeBytes {
    fn next_chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut chunk = Vec::with_capacity(CHUNK_BYTES);
        self.reader.as_mut().take(CHUNK_BYTES as u64).read_to_end(&mut chunk)?;
        Ok((!chunk.is_empty()).then_some(chunk))
    }

    fn into_lines(self: Box<Self>) -> Option<LineMap> {
        None
    }
}
