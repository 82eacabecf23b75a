//! Payments on a shelf: each is made once for its `request_key`, and its line stays as it is.

use super::ShelfPath;
use super::access::ShelfAccess;
use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, InsertLedgerLine, "sql/insert_ledger_line.sql");

#[derive(Deserialize, Schema)]
pub struct NewPayment {
    #[allow(dead_code, reason = "the host reads it")]
    request_key: RequestKey,
    #[schema(example = 1900)]
    amount: i64,
}

#[derive(Schema)]
pub struct LedgerLine {
    #[schema(example = 1)]
    pub line: i64,
    #[schema(example = 1900)]
    pub amount: i64,
}

#[derive(Schema)]
pub struct OneLine {
    #[schema(rows = InsertLedgerLine)]
    pub line: LedgerLine,
}

/// Pays on a shelf
#[endpoint(
    post = "/session/shelves/{shelf_id}/payments", session, request_key, cache = no_store, status = 201, body = OneLine,
    refuses(409, "nothing_to_pay", "The amount is none: send one that is not 0."),
    guard = ShelfAccess::Editor
)]
pub fn pay_on_shelf(_path: ShelfPath, JsonBody(new): JsonBody<NewPayment>) -> Result<Answer, Problem> {
    if new.amount == 0 {
        return Err(Problem::new(409, "nothing_to_pay", "The amount is none: send one that is not 0."));
    }
    let transaction = Transaction::begin()?;
    let line = transaction.query(InsertLedgerLine { amount: new.amount })?;
    transaction.commit()?;
    let answer: Answer = Answer::object().row("line", line).into();
    Ok(answer.with_status(201))
}
