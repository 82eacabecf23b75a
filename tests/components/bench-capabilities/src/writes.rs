//! One transaction: a row, its audit entry, its event.

use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, InsertNote, "sql/insert_note.sql");
statement!(app_store, InsertGuardedNote, "sql/insert_guarded_note.sql");

/// The caller's rank in the organization that they ask for
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("sql/guards/own_organization.sql", tenant = "organization")]
#[guard(absent(404, "not_found", "There is no such organization."))]
#[guard(rank_too_low(403, "forbidden", "This is for others."))]
pub enum OwnOrganization {
    Member,
    Admin,
    Owner,
}

/// A note to keep.
#[derive(Debug, Deserialize, Schema)]
pub struct NewBenchNote {
    #[schema(example = "Depeg of March")]
    title: String,
}

/// A note was made.
#[derive(Debug, Serialize, Schema)]
pub struct NoteCreated {
    #[schema(example = 1)]
    pub id: i64,
}

impl Event for NoteCreated {
    const NAME: &'static str = "note.created";
    const SUMMARY: &'static str = "A note was made.";
}

/// A note, with its audit entry and its event
#[endpoint(post = "/bench/notes", key = "research:write", cache = no_store, body = NoteCreated)]
pub fn create_bench_note(JsonBody(note): JsonBody<NewBenchNote>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let inserted = transaction.query(InsertNote { title: note.title })?;
    finish(transaction, &inserted)
}

/// The same behind a guard
#[endpoint(
    post = "/bench/guarded_notes", key = "research:write", cache = no_store, body = NoteCreated,
    guard = OwnOrganization::Member
)]
pub fn create_guarded_bench_note(JsonBody(note): JsonBody<NewBenchNote>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let inserted = transaction.query(InsertGuardedNote { title: note.title })?;
    finish(transaction, &inserted)
}

fn finish(transaction: Transaction, inserted: &ResultSet) -> Result<Answer, Problem> {
    let id = inserted.integer(0, "id").unwrap_or_default();
    transaction.audit(AuditEntry::of("note.created", "note", &id))?;
    transaction.emit(&NoteCreated { id })?;
    transaction.commit()?;
    Ok(Answer::object().member("id", &id).into())
}
