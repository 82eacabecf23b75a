//! A sheet in other media types than JSON, which a caller who has seen its newest version may replace.

use super::access::SheetAccess;
use super::sheets::{OneSheet, RenameSheet, SheetPath};
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, SelectSheet, "sql/select_sheet.sql");

/// A sheet as its text.
#[derive(Row, serde::Serialize, Schema)]
pub struct SheetText {
    #[schema(example = "Depegs of March")]
    pub title: String,
    #[schema(example = 1)]
    pub version: i64,
}

#[derive(Deserialize, Schema)]
pub struct NewText {
    #[schema(example = "Depegs of April")]
    title: String,
}

fn newest() -> Result<SheetText, Problem> {
    SelectSheet {}.one()?.ok_or_else(|| Problem::not_found("There is no such sheet."))
}

/// A sheet as JSON, Markdown or CSV
#[endpoint(
    get = "/shelves/sheets/{sheet_id}/text", key = "read", cache = private, body = SheetText,
    guard = SheetAccess::Reader, media_types = ["text/markdown", "text/csv"]
)]
pub fn show_sheet_text(request: &Request, _path: SheetPath) -> Result<Answer, Problem> {
    let sheet = newest()?;
    let answer = match request.media_type() {
        Some("text/markdown") => Answer::text("text/markdown", format!("# {}\n", sheet.title)),
        Some(csv) => Answer::text(csv, format!("title\r\n{}\r\n", sheet.title)),
        None => Answer::json(&sheet),
    };
    Ok(answer.with_version(&sheet.version))
}

/// Replaces a sheet's text
#[endpoint(
    put = "/shelves/sheets/{sheet_id}/text", key = "research:write", cache = no_store, body = OneSheet,
    guard = SheetAccess::Editor, reads_if_match,
    refuses(409, "conflict", "It was changed since the version that `If-Match` names.")
)]
pub fn replace_sheet_text(
    request: &Request,
    _path: SheetPath,
    JsonBody(new): JsonBody<NewText>,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let version = transaction.one::<SheetText>(SelectSheet {})?.map_or(0, |sheet| sheet.version);
    if !request.matches_version(&version.to_string()) {
        return Err(Problem::conflict(version));
    }
    let sheet = transaction.query(RenameSheet { title: new.title })?;
    transaction.commit()?;
    Ok(Answer::from(Answer::object().row("sheet", sheet)).with_version(&(version + 1)))
}
