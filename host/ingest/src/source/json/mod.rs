//! Records of JSON: one object a line, an answer of JSON-RPC a line, or one document with a list in it.
//!
//! Lines that are rows already go to the warehouse as they are, once they are known to be JSON (`names`): its reader loses count at
//! a malformed line, so such a line is replaced by an empty object, which fails the column checks under the right row
//! number. Everything else (envelopes, lists, camelCase, objects within objects) is written anew as plain rows (`rows`), with its
//! numbers as they are written. Each line is looked at by itself. A document over several lines, or several of them one after the
//! other, are held whole, up to [`MAXIMUM_DOCUMENT_BYTES`].

mod answers;
mod names;
mod row;
mod rows;
mod values;
mod wrapping;

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use serde::de::IgnoredAny;
use serde_json::Value as Json;

use names::Names;

use super::lines::LineMap;
use super::read_file::{CHUNK_BYTES, FileColumns, ReadFile, Records};
use super::records::read_line;
use crate::columns::taken_name;
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
    /// Rows of a document or of an answer that are still to go out.
    pending: VecDeque<Vec<u8>>,
    is_document: bool,
    names: Names,
}

impl JsonRecords {
    /// Looks at the first line. Fails where the document is too long.
    pub(super) fn open(mut reader: Box<dyn BufRead + Send>, kind: DatasetKind) -> io::Result<JsonRecords> {
        let mut first = Vec::new();
        while read_line(&mut reader, &mut first)? && first.trim_ascii().is_empty() {}
        let mut records = JsonRecords {
            kind,
            reader,
            lines: LineMap::starting_at_line(1),
            line: Vec::new(),
            first: None,
            pending: VecDeque::new(),
            is_document: false,
            names: Names::new(kind),
        };
        let is_begun = serde_json::from_slice::<IgnoredAny>(&first).is_err_and(|error| error.is_eof());
        match is_begun.then(|| records.whole_document(&mut first)).transpose()?.flatten() {
            Some(documents) => records.take_documents(documents),
            None => records.first = Some(first),
        }
        Ok(records)
    }

    /// The rest of documents of which the first line is only the beginning. `None`: they are none after all, and the lines are put
    /// back.
    fn whole_document(&mut self, first: &mut Vec<u8>) -> io::Result<Option<Vec<Json>>> {
        let mut text = std::mem::take(first);
        let line_length = text.len();
        self.reader.as_mut().take(MAXIMUM_DOCUMENT_BYTES + 1).read_to_end(&mut text)?;
        if text.len() as u64 > MAXIMUM_DOCUMENT_BYTES {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it is one JSON document of over 64 MiB; write one object a line instead",
            ));
        }
        let documents = values::read(&text).ok();
        if documents.is_none() {
            let rest = text.split_off(line_length);
            *first = text;
            self.reader = Box::new(io::Cursor::new(rest));
        }
        Ok(documents)
    }

    fn take_documents(&mut self, documents: Vec<Json>) {
        self.is_document = true;
        match self.rows_of(documents) {
            Ok(rows) => {
                for row in rows {
                    self.names.note(&row);
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

    fn rows_of(&self, values: Vec<Json>) -> Result<Vec<row::PlainRow>, String> {
        let mut rows = Vec::new();
        for value in values {
            rows.append(&mut rows::rows_of(self.kind, value)?);
        }
        Ok(rows)
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
        if self.names.are_of_a_row(record) {
            self.lines.record(1);
            chunk.extend_from_slice(record);
            chunk.push(b'\n');
            return;
        }
        let rows = match values::read(record) {
            Ok(values) => self.rows_of(values),
            Err(_) if std::str::from_utf8(record).is_err() => {
                Err("the line is not UTF-8 text; save the file in this encoding".to_owned())
            }
            Err(error) => Err(format!("the line is not JSON: {error}")),
        };
        match rows {
            Ok(rows) if rows.is_empty() => self.lines.blank(),
            Ok(rows) => {
                let last = rows.len() - 1;
                for (position, row) in rows.into_iter().enumerate() {
                    self.lines.record(u64::from(position == last));
                    self.names.note(&row);
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
            ignored: self.names.given.iter().filter(|given| taken_name(self.kind, given).is_none()).cloned().collect(),
            taken: self.names.taken.into_iter().map(|name| (name.to_owned(), name)).collect(),
        };
        // A document over several lines has no line for a row.
        let lines = (!self.is_document || !is_well_formed).then_some(self.lines);
        ReadFile { lines, columns, has_unended_line: false }
    }
}
