//! Records of CSV, checked to have as many fields as the header.
//!
//! The warehouse's reader stops at the first record of another length and cannot name the others. Here each record is
//! counted before it goes out: a malformed one is replaced by an empty record, which fails the column checks under the
//! right row number. A quoted field may hold newlines (token names do); a quote that is never closed spoils its own line
//! only.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::csv_header::CsvHeader;
use super::lines::LineMap;
use super::read_file::{CHUNK_BYTES, ReadFile, Records};
use super::records::read_line;
use super::unended::Unended;
use crate::dataset::DatasetKind;

/// Lines that one record may span.
const MAXIMUM_RECORD_LINES: usize = 100;

pub(super) struct CsvRecords {
    reader: Box<dyn BufRead + Send>,
    header: CsvHeader,
    /// The sentence about columns that something else than commas separates.
    other_separator: Option<String>,
    /// The check of a last line that has no end.
    unended: Unended,
    has_unended_line: bool,
    /// The header line as it goes to the warehouse, until it has gone.
    header_line: Option<Vec<u8>>,
    /// The bytes that stand in for a malformed record.
    placeholder: Vec<u8>,
    lines: LineMap,
    /// Lines read ahead in search of a closing quote, to be read again.
    read_ahead: VecDeque<Vec<u8>>,
    line: Vec<u8>,
}

impl CsvRecords {
    /// Reads the header.
    pub(super) fn open(mut reader: Box<dyn BufRead + Send>, kind: DatasetKind) -> io::Result<CsvRecords> {
        let mut line = Vec::new();
        read_line(&mut reader, &mut line)?;
        let line = String::from_utf8_lossy(&line).into_owned();
        let header = CsvHeader::read(&line, kind);
        let other_separator = header.other_separator(&line, kind);
        let width = header.width();
        let placeholder = if width == 1 { b"\"\"".to_vec() } else { vec![b','; width - 1] };
        Ok(CsvRecords {
            reader,
            unended: Unended::of_last(&header, kind),
            has_unended_line: false,
            header_line: Some(header.line().into_bytes()),
            header,
            other_separator,
            placeholder,
            lines: LineMap::starting_at_line(2),
            read_ahead: VecDeque::new(),
            line: Vec::new(),
        })
    }

    /// The columns.
    pub(super) fn header(&self) -> &CsvHeader {
        &self.header
    }

    /// What is said of a file whose columns are separated by something else than commas.
    pub(super) fn other_separator(&self) -> Option<&str> {
        self.other_separator.as_deref()
    }

    fn next_line(&mut self) -> io::Result<bool> {
        match self.read_ahead.pop_front() {
            Some(line) => {
                self.line = line;
                Ok(true)
            }
            None => read_line(&mut self.reader, &mut self.line).map_err(|error| self.lines.at_next_line(error)),
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
            if quoting(trimmed(&record)) == Quoting::Fields(self.header.width()) {
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
        if quoting(trimmed(&self.line)) == Quoting::Unclosed
            && let Some(lines) = self.complete_quoted()?
        {
            line_count = lines;
        }
        let line = self.lines.next_line();
        self.lines.record(line_count);
        let record = trimmed(&self.line);
        if !self.line.ends_with(b"\n") {
            self.has_unended_line = true;
            let is_open = quoting(record) == Quoting::Unclosed;
            self.unended.refuse_cut(record, line, is_open)?;
        }
        let expected = self.header.width();
        match quoting(record) {
            Quoting::Fields(found) if found == expected => chunk.extend_from_slice(record),
            wrong => {
                self.lines.malformed(|| match wrong {
                    Quoting::Fields(found) => format!("{found} fields where the header has {expected}"),
                    Quoting::Unclosed => "a quoted field is never closed".to_owned(),
                    Quoting::TextAfterQuote => "a quoted field is followed by text instead of a comma".to_owned(),
                });
                chunk.extend_from_slice(&self.placeholder);
            }
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

    fn finish(self: Box<Self>) -> ReadFile {
        let columns = self.header.columns();
        ReadFile { lines: Some(self.lines), columns, has_unended_line: self.has_unended_line }
    }
}

/// The line without its ending.
fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The reading of a record's quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quoting {
    /// Well-formed, with so many fields.
    Fields(usize),
    /// It ends inside a quoted field.
    Unclosed,
    /// A quoted field goes on after its closing quote.
    TextAfterQuote,
}

/// Reads a record as the warehouse does: blanks around a field do not count, a quote inside an unquoted field is text.
fn quoting(record: &[u8]) -> Quoting {
    let mut fields = 1;
    let mut rest = record;
    loop {
        rest = without_blanks(rest);
        let comma = match rest.strip_prefix(b"\"") {
            Some(quoted) => {
                let Some(after) = after_closing_quote(quoted) else { return Quoting::Unclosed };
                rest = without_blanks(after);
                if !rest.is_empty() && rest[0] != b',' {
                    return Quoting::TextAfterQuote;
                }
                (!rest.is_empty()).then_some(0)
            }
            None => memchr::memchr(b',', rest),
        };
        let Some(comma) = comma else { return Quoting::Fields(fields) };
        rest = &rest[comma + 1..];
        fields += 1;
    }
}

/// The bytes after the quote that closes a field; two quotes in a row are one that belongs to the text.
fn after_closing_quote(mut quoted: &[u8]) -> Option<&[u8]> {
    loop {
        let quote = memchr::memchr(b'"', quoted)?;
        quoted = &quoted[quote + 1..];
        match quoted.strip_prefix(b"\"") {
            Some(rest) => quoted = rest,
            None => return Some(quoted),
        }
    }
}

fn without_blanks(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &bytes[blanks..]
}
