//! Rows of the timeline as files. They live in the app store, which gives 10,000 rows of a statement: they are read page by page in one
//! transaction, and stored once it is over, since nothing else waits while one is open.

use crate::events::SelectChainEvents;
use crate::selection::Selection;
use crate::versions::SelectEventVersion;
use crate::writing::file::{FileFormat, FileTarget, WrittenFile, WrittenPart};
use quarry_sdk::Store;
use quarry_sdk::objects::{self, ObjectFailure};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;

/// Rows of a page.
const PAGE_ROWS: i64 = 5_000;
/// Most bytes of the whole file, which is held in memory until the transaction is over.
const MOST_BYTES: usize = 16 << 20;

/// An event as it is stored.
#[derive(Row)]
struct EventRow {
    id: i64,
    key: String,
    category: String,
    title: Option<String>,
    summary: Option<String>,
    occurred_at: Option<Time>,
    time_precision: Option<String>,
    chain: Option<String>,
    chain_id: Option<i64>,
    block_number: Option<i64>,
    reported_loss: Option<String>,
    severity: Option<i64>,
    verified: bool,
    #[row(json)]
    sources: Json,
    #[row(json)]
    transactions: Json,
    updated_at: Time,
    version: i64,
}

impl EventRow {
    /// Gives the value of a column.
    fn cell(&self, column: &str) -> Json {
        let time = |time: Option<Time>| json!(time);
        match column {
            "id" => json!(self.id),
            "key" => json!(self.key),
            "category" => json!(self.category),
            "title" => json!(self.title),
            "summary" => json!(self.summary),
            "occurred_at" => time(self.occurred_at),
            "time_precision" => json!(self.time_precision),
            "chain" => json!(self.chain),
            "chain_id" => json!(self.chain_id),
            "block_number" => json!(self.block_number),
            "reported_loss" => json!(self.reported_loss),
            "severity" => json!(self.severity),
            "verified" => json!(self.verified),
            // Both engines write JSON in their own way: as a text it is written here, so that it is the same from either.
            "sources" => json!(self.sources.to_string()),
            "transactions" => json!(self.transactions.to_string()),
            "updated_at" => time(Some(self.updated_at)),
            "version" => json!(self.version),
            _ => Json::Null,
        }
    }
}

/// The timeline's statement, with what a selection binds.
struct Page(Vec<(String, Value)>);

impl Statement for Page {
    const NAME: &'static str = SelectChainEvents::NAME;
    const FILE: &'static str = SelectChainEvents::FILE;
    const STORE: Store = SelectChainEvents::STORE;
    const SQL: &'static str = SelectChainEvents::SQL;

    fn bindings(self) -> Vec<(String, Value)> {
        self.0
    }
}

/// Reads the events in one transaction and stores them as one part.
pub(super) fn write(selection: &Selection, target: &FileTarget) -> Result<WrittenFile, StatementFailure> {
    let (bytes, rows) = read(selection, target)?;
    let key = format!("{}/1.{}", target.folder, target.format.ending());
    let stored = objects::put(&key, target.format.media_type(), &bytes, target.valid_seconds);
    let part = WrittenPart::of(stored.map_err(of_object)?, rows);
    Ok(WrittenFile { rows, bytes: part.bytes, sha256: part.sha256.clone(), parts: vec![part] })
}

fn read(selection: &Selection, target: &FileTarget) -> Result<(Vec<u8>, u64), StatementFailure> {
    let mut bytes = Vec::new();
    let mut rows = 0;
    if target.format == FileFormat::Csv {
        write_line(&mut bytes, selection.columns.iter().map(|name| quoted(name)));
    }
    let transaction = Transaction::begin()?;
    // PostgreSQL shows each statement what was committed before it: the pages are of one state if nothing was changed meanwhile.
    let before = version(&transaction)?;
    let mut after_id = 0;
    loop {
        let mut bindings = selection.bindings();
        bindings.push(("after_id".to_owned(), Value::Int64(after_id)));
        bindings.push(("most".to_owned(), Value::Int64(PAGE_ROWS)));
        let page: Vec<EventRow> = transaction.query(Page(bindings))?.read().map_err(mismatch)?;
        for event in &page {
            write_row(&mut bytes, event, selection, target.format);
        }
        rows += page.len() as u64;
        if target.max_rows.is_some_and(|most| rows > most) || bytes.len() > MOST_BYTES {
            return Err(StatementFailure::LimitExceeded(format!(
                "The file would have more than {} rows or {MOST_BYTES} bytes, which is all it may have; narrow it.",
                target.max_rows.unwrap_or(u64::MAX)
            )));
        }
        match page.last() {
            Some(last) if page.len() as i64 == PAGE_ROWS => after_id = last.id,
            _ => break,
        }
    }
    if version(&transaction)? != before {
        let changed = "The timeline was changed while it was read; try again shortly.";
        return Err(StatementFailure::Unavailable(changed.to_owned()));
    }
    transaction.commit()?;
    Ok((bytes, rows))
}

fn version(transaction: &Transaction) -> Result<i64, StatementFailure> {
    let version: Option<i64> = transaction.query(SelectEventVersion {})?.read_first_value().map_err(mismatch)?;
    Ok(version.unwrap_or_default())
}

fn write_row(bytes: &mut Vec<u8>, event: &EventRow, selection: &Selection, format: FileFormat) {
    let foreign = |name: &str| selection.dataset.column(name).is_some_and(|column| column.is_foreign);
    let cells = selection.columns.iter().map(|name| {
        let cell = event.cell(name);
        match cell {
            Json::String(text) if selection.is_spreadsheet_safe && foreign(name) => (*name, json!(harmless(text))),
            cell => (*name, cell),
        }
    });
    match format {
        FileFormat::Csv => write_line(
            bytes,
            cells.map(|(_, cell)| match cell {
                Json::Null => String::new(),
                Json::String(text) => quoted(&text),
                other => other.to_string(),
            }),
        ),
        FileFormat::Ndjson | FileFormat::Parquet => {
            let members: Vec<String> = cells.map(|(name, cell)| format!("{}:{cell}", json!(name))).collect();
            bytes.extend_from_slice(format!("{{{}}}\n", members.join(",")).as_bytes());
        }
    }
}

fn write_line(bytes: &mut Vec<u8>, cells: impl Iterator<Item = String>) {
    let line = cells.collect::<Vec<_>>().join(",");
    bytes.extend_from_slice(line.as_bytes());
    bytes.extend_from_slice(b"\r\n");
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The text, with an apostrophe in front where a spreadsheet would run it: spreadsheets pass over space in front of a formula, and
/// take the full-width forms of its signs. What nobody sees counts as space.
fn harmless(text: String) -> String {
    let is_unseen = |character: char| {
        character.is_control()
            || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let is_space = |character: char| character.is_whitespace() || is_unseen(character);
    let begins = text.trim_start_matches(is_space).starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    match begins || text.starts_with(['\t', '\r', '\n']) {
        true => format!("'{text}"),
        false => text,
    }
}

fn mismatch(mismatch: quarry_sdk::RowMismatch) -> StatementFailure {
    StatementFailure::Rejected(mismatch.to_string())
}

fn of_object(failure: ObjectFailure) -> StatementFailure {
    match failure {
        ObjectFailure::Unavailable(detail) => StatementFailure::Unavailable(detail),
        ObjectFailure::DeadlineExceeded(detail) => StatementFailure::DeadlineExceeded(detail),
        ObjectFailure::LimitExceeded(detail) => StatementFailure::LimitExceeded(detail),
        ObjectFailure::Rejected(detail) => StatementFailure::Rejected(detail),
    }
}
