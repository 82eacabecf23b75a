//! Sheets: one guard reads the path, the other one the body.

use super::access::{ChosenShelfAccess, SheetAccess};
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, InsertSheet, "sql/insert_sheet.sql");
statement!(app_store, RenameSheet, "sql/rename_sheet.sql");
statement!(app_store, ListSheets, "sql/list_sheets.sql");

/// A sheet to put on a shelf.
#[derive(Deserialize, Schema)]
pub struct NewSheet {
    #[schema(example = 1)]
    id: i64,
    #[schema(example = 1)]
    #[allow(dead_code, reason = "the host reads it")]
    shelf_id: i64,
    #[schema(example = "Depegs of March")]
    title: String,
}

#[derive(Deserialize, Schema)]
pub struct NewTitle {
    #[schema(example = "Depegs of April")]
    title: String,
}

#[derive(Schema)]
pub struct Sheet {
    #[schema(example = 1)]
    pub id: i64,
    #[schema(example = 1)]
    pub shelf_id: i64,
    #[schema(example = "Depegs of March")]
    pub title: String,
    #[schema(example = 1)]
    pub version: i64,
}

#[derive(Schema)]
pub struct OneSheet {
    #[schema(rows = [InsertSheet, RenameSheet])]
    pub sheet: Sheet,
}

/// The guard's finding on a sheet.
#[derive(Serialize, Schema)]
pub struct Found {
    #[schema(example = "editor")]
    rank: String,
    #[schema(example = 1)]
    shelf_id: i64,
    #[schema(example = "Depegs of March")]
    title: String,
}

#[derive(Parameters)]
pub struct SheetPath {
    /// The sheet.
    #[parameter(path, minimum = 1, example = "1")]
    sheet_id: i64,
}

/// Puts a sheet on the shelf that the body names
#[endpoint(
    post = "/shelves/sheets", key = "research:write", cache = no_store, body = OneSheet,
    guard = ChosenShelfAccess::Editor
)]
pub fn create_sheet(JsonBody(new): JsonBody<NewSheet>) -> Result<Answer, Problem> {
    // By itself: a write outside of a transaction is guarded as one within.
    Ok(Answer::object().row("sheet", InsertSheet { id: new.id, title: new.title }.query()?).into())
}

#[derive(Schema)]
pub struct Sheets {
    #[schema(flatten)]
    pub page: PageMembers,
    #[schema(rows = ListSheets)]
    pub sheets: Vec<Sheet>,
}

/// The sheets of every shelf that the caller may read
#[endpoint(get = "/shelves/sheets", key = "read", cache = no_store, paged, body = Sheets)]
pub fn list_sheets() -> Result<Answer, Problem> {
    Ok(Answer::object().page("sheets", ListSheets {}.query()?).into())
}

/// Gives a sheet another title
#[endpoint(
    patch = "/shelves/sheets/{sheet_id}", key = "research:write", cache = no_store, body = OneSheet,
    guard = SheetAccess::Editor
)]
pub fn rename_sheet(path: SheetPath, JsonBody(new): JsonBody<NewTitle>) -> Result<Answer, Problem> {
    let _ = path.sheet_id;
    let transaction = Transaction::begin()?;
    let sheet = transaction.query(RenameSheet { title: new.title })?;
    transaction.commit()?;
    Ok(Answer::object().row("sheet", sheet).into())
}

/// Show the guard's finding on a sheet
#[endpoint(
    get = "/shelves/sheets/{sheet_id}", key = "read", cache = no_store, body = Found, guard = SheetAccess::Reader
)]
pub fn show_sheet(found: Guarded<SheetAccess>, path: SheetPath) -> Result<Answer, Problem> {
    let _ = path.sheet_id;
    let title = match found.column("title") {
        Some(Value::Text(title)) => title.clone(),
        _ => String::new(),
    };
    Ok(Answer::json(&Found {
        rank: found.rank().word().unwrap_or_default().to_owned(),
        shelf_id: found.tenant(),
        title,
    }))
}
