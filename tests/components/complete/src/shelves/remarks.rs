//! Remarks: what lies under a sheet is reached through that sheet alone.

use super::access::{RemarkAccess, SheetAccess};
use super::sheets::SheetPath;
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, InsertRemark, "sql/insert_remark.sql");
statement!(app_store, DeleteRemark, "sql/delete_remark.sql");

/// A remark to make.
#[derive(Deserialize, Schema)]
pub struct NewRemark {
    #[schema(example = 1)]
    id: i64,
    #[schema(example = "Which books?")]
    text: String,
}

#[derive(Parameters)]
pub struct RemarkPath {
    /// The sheet.
    #[parameter(path, minimum = 1, example = "1")]
    sheet_id: i64,
    /// The remark.
    #[parameter(path, minimum = 1, example = "1")]
    remark_id: i64,
}

/// Makes a remark on a sheet
#[endpoint(
    post = "/shelves/sheets/{sheet_id}/remarks", key = "research:write", cache = no_store, status = 204,
    guard = SheetAccess::Reader
)]
pub fn create_remark(_path: SheetPath, JsonBody(new): JsonBody<NewRemark>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(InsertRemark { id: new.id, text: new.text })?;
    transaction.commit()?;
    Ok(Answer::no_content())
}

/// Takes a remark away
#[endpoint(
    delete = "/shelves/sheets/{sheet_id}/remarks/{remark_id}", key = "research:write", cache = no_store, status = 204,
    guard = RemarkAccess::Editor
)]
pub fn delete_remark(path: RemarkPath) -> Result<Answer, Problem> {
    let _ = (path.sheet_id, path.remark_id);
    let transaction = Transaction::begin()?;
    transaction.execute(DeleteRemark {})?;
    transaction.commit()?;
    Ok(Answer::no_content())
}
