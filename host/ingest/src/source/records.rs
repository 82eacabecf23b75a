//! Lines of text files.

use std::io::{self, BufRead, Read};

/// No log or transaction of a chain, and no answer of a server, is longer than such a line.
pub(super) const MAXIMUM_RECORD_BYTES: usize = 64 << 20;

/// The sentence about a line that is too long.
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
