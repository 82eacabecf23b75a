//! Records of JSON: one object a line, an answer of JSON-RPC a line, or one document with a list in it.
//!
//! Lines that are rows already go to the warehouse as they are, once they are known to be JSON: its reader loses count at a
//! malformed line, so such a line is replaced by an empty object, which fails the column checks under the right row
//! number. Everything else (envelopes, lists, camelCase, numbers in hex, objects within objects) is written anew as plain
//! rows (`rows`). A document over several lines is held whole, up to [`MAXIMUM_DOCUMENT_BYTES`].

mod row;
mod rows;
mod wrapping;

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufRead, Read};

use serde::de::IgnoredAny;
use serde_json::Value as Json;

use super::lines::LineMap;
use super::read_file::{CHUNK_BYTES, FileColumns, ReadFile, Records};
use super::records::read_line;
use crate::columns::{taken_name, taken_names};
use crate::dataset::DatasetKind;

/// The most bytes of a document, or of an answer on one line. The exporter has to cut a longer one.
const MAXIMUM_DOCUMENT_BYTES: u64 = 64 << 20;

pub(super) struct JsonRecords {
    kind: DatasetKind,
    reader: Box<dyn BufRead + Send>,
    lines: LineMap,
    line: Vec<u8>,
    /// The first line, until it was taken.
    first: Option<Vec<u8>>,
    /// True when lines are rows as they stand.
    is_plain: bool,
    /// Rows of a document or of an answer that are still to go out.
    pending: VecDeque<Vec<u8>>,
    is_document: bool,
    columns: SeenColumns,
}

/// The columns that were met so far.
struct SeenColumns {
    given: BTreeSet<String>,
    /// Columns of the dataset that no line had yet, as they stand in a line.
    awaited: Vec<(&'static str, String)>,
    taken: BTreeSet<&'static str>,
}

impl JsonRecords {
    /// Looks at the first line. Fails where the document is too long.
    pub(super) fn open(mut reader: Box<dyn BufRead + Send>, kind: DatasetKind) -> io::Result<JsonRecords> {
        let mut first = Vec::new();
        while read_line(&mut reader, &mut first)? && first.trim_ascii().is_empty() {}
        let awaited = taken_names(kind).into_iter().map(|name| (name, format!("\"{name}\""))).collect();
        let columns = SeenColumns { given: BTreeSet::new(), awaited, taken: BTreeSet::new() };
        let mut records = JsonRecords {
            kind,
            reader,
            lines: LineMap::starting_at_line(1),
            line: Vec::new(),
            first: None,
            is_plain: true,
            pending: VecDeque::new(),
            is_document: false,
            columns,
        };
        match serde_json::from_slice::<Json>(&first) {
            Ok(value) => records.is_plain = row::is_plain(kind, &value),
            Err(error) if error.is_eof() => {
                if let Some(document) = records.whole_document(&mut first)? {
                    records.take_document(document);
                    return Ok(records);
                }
            }
            Err(_) => {}
        }
        records.first = Some(first);
        Ok(records)
    }

    /// The rest of a document whose first line is not a value of its own. `None`: it is not a document after all, and the lines
    /// are put back.
    fn whole_document(&mut self, first: &mut Vec<u8>) -> io::Result<Option<Json>> {
        let mut text = std::mem::take(first);
        let line_length = text.len();
        self.reader.as_mut().take(MAXIMUM_DOCUMENT_BYTES + 1).read_to_end(&mut text)?;
        if text.len() as u64 > MAXIMUM_DOCUMENT_BYTES {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it is one JSON document of over 64 MiB; write one object a line instead",
            ));
        }
        let document = serde_json::from_slice(&text).ok();
        if document.is_none() {
            let rest = text.split_off(line_length);
            *first = text;
            self.reader = Box::new(io::Cursor::new(rest));
        }
        Ok(document)
    }

    fn take_document(&mut self, document: Json) {
        self.is_document = true;
        match rows::rows_of(self.kind, document) {
            Ok(rows) => {
                for row in rows {
                    self.columns.see_row(self.kind, &row);
                    self.pending.push_back(row.text);
                }
            }
            Err(problem) => {
                self.lines.record(1);
                self.lines.malformed(|| problem);
                self.pending.push_back(b"{}".to_vec());
            }
        }
    }

    /// The next line, without blank ones.
    fn next_line(&mut self) -> io::Result<bool> {
        if let Some(first) = self.first.take() {
            self.line = first;
            return Ok(!self.line.is_empty());
        }
        read_line(&mut self.reader, &mut self.line).map_err(|error| self.lines.at_next_line(error))
    }

    fn append_line(&mut self, chunk: &mut Vec<u8>) {
        let record = self.line.trim_ascii();
        if record.is_empty() {
            return self.lines.blank();
        }
        if self.is_plain && record.starts_with(b"{") {
            self.lines.record(1);
            match serde_json::from_slice::<IgnoredAny>(record) {
                Ok(_) => {
                    self.columns.see_text(record);
                    chunk.extend_from_slice(record);
                }
                Err(error) => {
                    self.lines.malformed(|| format!("the line is not JSON: {error}"));
                    chunk.extend_from_slice(b"{}");
                }
            }
            chunk.push(b'\n');
            return;
        }
        let rows = match serde_json::from_slice::<Json>(record) {
            Ok(value) => rows::rows_of(self.kind, value),
            Err(error) => Err(format!("the line is not JSON: {error}")),
        };
        match rows {
            Ok(rows) if rows.is_empty() => self.lines.blank(),
            Ok(rows) => {
                let last = rows.len() - 1;
                for (position, row) in rows.into_iter().enumerate() {
                    self.lines.record(u64::from(position == last));
                    self.columns.see_row(self.kind, &row);
                    chunk.extend_from_slice(&row.text);
                    chunk.push(b'\n');
                }
            }
            Err(problem) => {
                self.lines.record(1);
                self.lines.malformed(|| problem);
                chunk.extend_from_slice(b"{}\n");
            }
        }
    }
}

impl Records for JsonRecords {
    fn next_chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut chunk = Vec::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 8);
        while chunk.len() < CHUNK_BYTES
            && let Some(row) = self.pending.pop_front()
        {
            chunk.extend_from_slice(&row);
            chunk.push(b'\n');
        }
        while !self.is_document && chunk.len() < CHUNK_BYTES && self.next_line()? {
            self.append_line(&mut chunk);
        }
        Ok((!chunk.is_empty()).then_some(chunk))
    }

    fn finish(self: Box<Self>) -> ReadFile {
        let is_well_formed = self.lines.is_well_formed();
        let columns = FileColumns {
            ignored: self
                .columns
                .given
                .iter()
                .filter(|given| taken_name(self.kind, given).is_none())
                .cloned()
                .collect(),
            taken: self.columns.taken.into_iter().map(|name| (name.to_owned(), name)).collect(),
        };
        // A document over several lines has no line for a row.
        let lines = (!self.is_document || !is_well_formed).then_some(self.lines);
        ReadFile { lines, columns, has_unended_line: false }
    }
}

impl SeenColumns {
    /// A line as it stands. The first one is read, the others are searched for what is still missing.
    fn see_text(&mut self, record: &[u8]) {
        if self.given.is_empty()
            && let Ok(Json::Object(object)) = serde_json::from_slice(record)
        {
            self.given.extend(object.keys().cloned());
        }
        let taken = &mut self.taken;
        self.awaited.retain(|(name, quoted)| {
            let is_there = memchr::memmem::find(record, quoted.as_bytes()).is_some();
            if is_there {
                taken.insert(name);
            }
            !is_there
        });
    }

    fn see_row(&mut self, kind: DatasetKind, row: &row::PlainRow) {
        if self.given.is_empty() {
            self.given.extend(row.given.iter().cloned());
        }
        self.awaited.retain(|(name, _)| !row.taken.contains(name));
        self.taken.extend(row.taken.iter().filter(|name| taken_name(kind, name).is_some()));
    }
}
