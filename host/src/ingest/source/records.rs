//! Lines, and formats that are handed on as they are.

use std::io::{self, BufRead, Read};

use super::{CHUNK_BYTES, ReadFile, Records};

/// A longer line is no log or transaction of any chain, and no answer that a server gives.
pub(super) const MAXIMUM_RECORD_BYTES: usize = 64 << 20;

/// What is said of a line that is too long.
pub(super) const TOO_LONG: &str = "a line is longer than 64 MiB";

/// Reads one line with its newline into `line`; `false` at the end.
pub(super) fn read_line(reader: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let length = reader.take(MAXIMUM_RECORD_BYTES as u64).read_until(b'\n', line)?;
    if length == MAXIMUM_RECORD_BYTES && line.last() != Some(&b'\n') {
        return Err(io::Error::new(io::ErrorKind::InvalidData, TOO_LONG));
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

    fn finish(self: Box<Self>) -> ReadFile {
        ReadFile { lines: None, columns: None, has_unended_line: false }
    }
}
