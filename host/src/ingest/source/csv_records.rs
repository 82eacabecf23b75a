//! Records of CSV, checked to have as many fields as the header.
//!
//! The warehouse's reader stops at the first record of another length and cannot name the others. Here each record is
//! counted before it goes out: a malformed one is replaced by an empty record, which fails the column checks under the
//! right row number. A quoted field may hold newlines (token names do); a quote that is never closed spoils its own line
//! only.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::lines::LineMap;
use super::records::read_line;
use super::{CHUNK_BYTES, Records};

/// Lines that one record may span.
const MAXIMUM_RECORD_LINES: usize = 100;

pub(super) struct CsvRecords {
    reader: Box<dyn BufRead + Send>,
    header: Vec<String>,
    /// The header line as it goes to the warehouse, until it has gone.
    header_line: Option<Vec<u8>>,
    /// What stands in for a malformed record.
    placeholder: Vec<u8>,
    lines: LineMap,
    /// Lines read ahead in search of a closing quote, to be read again.
    read_ahead: VecDeque<Vec<u8>>,
    line: Vec<u8>,
}

impl CsvRecords {
    /// Reads the header.
    pub(super) fn open(mut reader: Box<dyn BufRead + Send>) -> io::Result<CsvRecords> {
        let mut line = Vec::new();
        read_line(&mut reader, &mut line)?;
        let start = if line.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let header_line = line[start..].trim_ascii().to_vec();
        let header: Vec<String> = String::from_utf8_lossy(&header_line)
            .split(',')
            .map(|name| name.trim().trim_matches('"').to_owned())
            .collect();
        let placeholder = if header.len() == 1 { b"\"\"".to_vec() } else { vec![b','; header.len() - 1] };
        Ok(CsvRecords {
            reader,
            header,
            header_line: Some(header_line),
            placeholder,
            lines: LineMap::starting_at_line(2),
            read_ahead: VecDeque::new(),
            line: Vec::new(),
        })
    }

    /// The column names.
    pub(super) fn header(&self) -> &[String] {
        &self.header
    }

    fn next_line(&mut self) -> io::Result<bool> {
        match self.read_ahead.pop_front() {
            Some(line) => {
                self.line = line;
                Ok(true)
            }
            None => read_line(&mut self.reader, &mut self.line),
        }
    }

    /// With `self.line` ending inside a quoted field: appends the lines up to the closing quote. `None` where none closes
    /// it; the lines read are kept for later then.
    fn complete_quoted(&mut self) -> io::Result<Option<u64>> {
        let first = self.line.clone();
        let mut record = first.clone();
        let mut taken = Vec::new();
        while taken.len() + 1 < MAXIMUM_RECORD_LINES && self.next_line()? {
            record.extend_from_slice(&self.line);
            taken.push(std::mem::take(&mut self.line));
            if count(&record, b'"') % 2 == 0 && field_count(trimmed(&record)) == self.header.len() {
                self.line = record;
                return Ok(Some(taken.len() as u64 + 1));
            }
        }
        for line in taken.into_iter().rev() {
            self.read_ahead.push_front(line);
        }
        self.line = first;
        Ok(None)
    }

    fn append_record(&mut self, chunk: &mut Vec<u8>) -> io::Result<()> {
        if trimmed(&self.line).is_empty() {
            self.lines.blank();
            return Ok(());
        }
        let mut line_count = 1;
        let mut closed = true;
        if count(&self.line, b'"') % 2 == 1 {
            match self.complete_quoted()? {
                Some(lines) => line_count = lines,
                None => closed = false,
            }
        }
        self.lines.record(line_count);
        let record = trimmed(&self.line);
        let found = field_count(record);
        if closed && found == self.header.len() {
            chunk.extend_from_slice(record);
        } else {
            let expected = self.header.len();
            self.lines.malformed(|| {
                if closed {
                    format!("{found} fields where the header has {expected}")
                } else {
                    "a quoted field is never closed".to_owned()
                }
            });
            chunk.extend_from_slice(&self.placeholder);
        }
        chunk.push(b'\n');
        Ok(())
    }
}

impl Records for CsvRecords {
    fn next_chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut chunk = Vec::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 8);
        if let Some(header) = self.header_line.take() {
            chunk.extend_from_slice(&header);
            chunk.push(b'\n');
        }
        while chunk.len() < CHUNK_BYTES && self.next_line()? {
            self.append_record(&mut chunk)?;
        }
        Ok((!chunk.is_empty()).then_some(chunk))
    }

    fn into_lines(self: Box<Self>) -> Option<LineMap> {
        Some(self.lines)
    }
}

/// The line without its ending.
fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn count(bytes: &[u8], wanted: u8) -> usize {
    memchr::memchr_iter(wanted, bytes).count()
}

/// Fields of a record: commas outside quotes, and one.
fn field_count(record: &[u8]) -> usize {
    let mut commas = 0;
    let mut rest = record;
    while let Some(quote) = memchr::memchr(b'"', rest) {
        commas += count(&rest[..quote], b',');
        rest = &rest[quote + 1..];
        match memchr::memchr(b'"', rest) {
            Some(closing) => rest = &rest[closing + 1..],
            None => return commas + 1,
        }
    }
    commas + count(rest, b',') + 1
}
