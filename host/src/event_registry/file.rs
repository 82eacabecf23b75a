//! Files of events: CSV with a header, or one JSON object a line.

use crate::event_registry::error::{BadEvent, EventRegistryError, NAMED_BAD_EVENTS};
use crate::event_registry::record::{EventRecord, RawEvent, RawSource};
use quarry_ingest::decompressed;
use serde_json::Value as Json;
use std::collections::HashMap;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// Events of one file: all of them are held while they are judged.
const MAX_EVENTS: usize = 100_000;
/// Bytes of one file, decompressed.
const MAX_BYTES: u64 = 256 << 20;
/// The character between the items of a list within a CSV field.
const SEPARATOR: char = ';';

pub(super) fn read_path(path: &Path) -> Result<Vec<EventRecord>, EventRegistryError> {
    let unreadable = |source| EventRegistryError::Unreadable { path: path.to_owned(), source };
    let file = std::fs::File::open(path).map_err(unreadable)?;
    read(&path.display().to_string(), Box::new(file))
}

/// Every event of a file, or the first of its bad rows.
pub(super) fn read(name: &str, reader: Box<dyn Read + Send>) -> Result<Vec<EventRecord>, EventRegistryError> {
    let damaged = |source| EventRegistryError::Damaged { name: name.to_owned(), source };
    let mut reader = decompressed(reader).map_err(damaged)?.take(MAX_BYTES);
    let is_json = reader.fill_buf().map_err(damaged)?.trim_ascii_start().starts_with(b"{");
    let mut judged = Judged { name, records: Vec::new(), bad: Vec::new(), bad_count: 0, lines: HashMap::new() };
    match is_json {
        true => read_json(reader, &mut judged)?,
        false => read_csv(reader, &mut judged)?,
    }
    judged.finish()
}

/// The rows so far.
struct Judged<'a> {
    name: &'a str,
    records: Vec<EventRecord>,
    bad: Vec<BadEvent>,
    bad_count: usize,
    /// The line of each key.
    lines: HashMap<String, u64>,
}

impl Judged<'_> {
    fn add(&mut self, line: u64, raw: Result<RawEvent, String>) -> Result<(), EventRegistryError> {
        match raw.and_then(RawEvent::judge) {
            Ok(record) => match self.lines.insert(record.key.clone(), line) {
                None => self.records.push(record),
                Some(first) => self.refuse(line, format!("the key `{}` is that of line {first} too", record.key)),
            },
            Err(problem) => self.refuse(line, problem),
        }
        if self.records.len() > MAX_EVENTS {
            return Err(EventRegistryError::TooMany { name: self.name.to_owned(), limit: MAX_EVENTS });
        }
        Ok(())
    }

    fn refuse(&mut self, line: u64, problem: String) {
        self.bad_count += 1;
        if self.bad.len() < NAMED_BAD_EVENTS {
            self.bad.push(BadEvent { line, problem });
        }
    }

    fn finish(self) -> Result<Vec<EventRecord>, EventRegistryError> {
        let name = || self.name.to_owned();
        if self.bad_count > 0 {
            return Err(EventRegistryError::BadEvents { name: name(), count: self.bad_count, events: self.bad });
        }
        if self.records.is_empty() {
            return Err(EventRegistryError::Empty { name: name() });
        }
        Ok(self.records)
    }
}

fn read_csv(reader: impl Read, judged: &mut Judged<'_>) -> Result<(), EventRegistryError> {
    let name = judged.name.to_owned();
    let damaged =
        |error: csv::Error| EventRegistryError::Damaged { name: name.clone(), source: io::Error::other(error) };
    let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(reader);
    let header: Vec<String> = rows
        .headers()
        .map_err(damaged)?
        .iter()
        .map(|column| column.trim_start_matches('\u{feff}').to_owned())
        .collect();
    for column in ["key", "category"] {
        if !header.iter().any(|known| known == column) {
            return Err(EventRegistryError::MissingColumn { name, column });
        }
    }
    let mut row = csv::StringRecord::new();
    loop {
        match rows.read_record(&mut row) {
            Ok(false) => return Ok(()),
            Ok(true) => {
                let line = row.position().map_or(0, csv::Position::line);
                judged.add(line, csv_event(&header, &row))?;
            }
            Err(error) => match (error.kind(), error.position()) {
                (csv::ErrorKind::Utf8 { .. }, Some(position)) => {
                    judged.add(position.line(), Err("it is not UTF-8".to_owned()))?;
                }
                _ => return Err(damaged(error)),
            },
        }
    }
}

fn csv_event(header: &[String], row: &csv::StringRecord) -> Result<RawEvent, String> {
    if row.len() != header.len() {
        return Err(format!("{} fields where the header has {}", row.len(), header.len()));
    }
    let value = |column: &str| {
        let position = header.iter().position(|known| known == column)?;
        row.get(position).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    Ok(RawEvent {
        key: value("key"),
        category: value("category"),
        title: value("title"),
        summary: value("summary"),
        occurred_at: value("occurred_at"),
        chain: value("chain"),
        block_number: value("block_number"),
        reported_loss: value("reported_loss"),
        severity: value("severity"),
        verified: value("verified"),
        sources: items(value("sources")).into_iter().map(named_or_addressed).collect(),
        transactions: items(value("transactions")),
    })
}

fn items(text: Option<String>) -> Vec<String> {
    let text = text.unwrap_or_default();
    text.split(SEPARATOR).map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

/// A source that is written as one text is an address where it begins like one, else a name.
fn named_or_addressed(text: String) -> RawSource {
    match text.starts_with("http://") || text.starts_with("https://") {
        true => RawSource { name: None, url: Some(text) },
        false => RawSource { name: Some(text), url: None },
    }
}

fn read_json(reader: impl BufRead, judged: &mut Judged<'_>) -> Result<(), EventRegistryError> {
    for (index, line) in reader.lines().enumerate() {
        let number = index as u64 + 1;
        let line = match line {
            Ok(line) => line,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                judged.add(number, Err("it is not UTF-8".to_owned()))?;
                continue;
            }
            Err(source) => return Err(EventRegistryError::Damaged { name: judged.name.to_owned(), source }),
        };
        if !line.trim().is_empty() {
            judged.add(number, json_event(&line))?;
        }
    }
    Ok(())
}

fn json_event(line: &str) -> Result<RawEvent, String> {
    let event: Json = serde_json::from_str(line).map_err(|error| format!("it is not a JSON object: {error}"))?;
    let members = event.as_object().ok_or("it is not a JSON object")?;
    let value = |column: &str| match members.get(column) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::String(text)) => Ok(Some(text.clone()).filter(|text| !text.is_empty())),
        Some(value @ (Json::Number(_) | Json::Bool(_))) => Ok(Some(value.to_string())),
        Some(_) => Err(format!("column `{column}` must be a text, a number or a truth value")),
    };
    let list = |column: &str| match members.get(column) {
        None | Some(Json::Null) => Ok(Vec::new()),
        Some(Json::Array(items)) => Ok(items.clone()),
        Some(Json::String(text)) => Ok(items(Some(text.clone())).into_iter().map(Json::from).collect()),
        Some(_) => Err(format!("column `{column}` must be a list")),
    };
    Ok(RawEvent {
        key: value("key")?,
        category: value("category")?,
        title: value("title")?,
        summary: value("summary")?,
        occurred_at: value("occurred_at")?,
        chain: value("chain")?,
        block_number: value("block_number")?,
        reported_loss: value("reported_loss")?,
        severity: value("severity")?,
        verified: value("verified")?,
        sources: list("sources")?.iter().map(json_source).collect::<Result<_, _>>()?,
        transactions: list("transactions")?
            .iter()
            .map(|item| json_text("transactions", item))
            .collect::<Result<_, _>>()?,
    })
}

fn json_text(column: &str, item: &Json) -> Result<String, String> {
    item.as_str().map(str::to_owned).ok_or_else(|| format!("column `{column}` must be a list of texts"))
}

/// A text, or an object with `name` and `url`.
fn json_source(item: &Json) -> Result<RawSource, String> {
    let Some(members) = item.as_object() else { return Ok(named_or_addressed(json_text("sources", item)?)) };
    let text = |name: &str| match members.get(name) {
        None | Some(Json::Null) => Ok(None),
        Some(value) => json_text("sources", value).map(Some),
    };
    Ok(RawSource { name: text("name")?, url: text("url")? })
}
