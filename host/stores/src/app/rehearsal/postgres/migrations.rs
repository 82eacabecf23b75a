//! Migrations, run piece by piece in the scratch; after each the catalogue is looked at.
//!
//! A default of a new column is computed while the column is added, so a column's definition is first tried in a table of
//! its own, where nothing is computed. CREATE TABLE is first tried as part of CREATE SCHEMA, whose grammar has no
//! CREATE TABLE … AS.

use crate::app::AppStoreError;
use crate::app::rehearsal::postgres::catalogue::{Place, Problem, examine};
use crate::app::rehearsal::postgres::heads::{Head, head};
use crate::app::rehearsal::postgres::names::Names;
use crate::app::rehearsal::postgres::pieces::{Piece, pieces};
use crate::app::rehearsal::postgres::scratch::{CANCELLED, Scratch, failed};
use crate::app::rehearsal::{IsOwn, RehearsalError, RehearsedMigration};
use sqlx::postgres::{PgDatabaseError, PgErrorPosition};

/// The most statements that the migrations of one component have.
const MAX_PIECES: usize = 2_000;

/// The table that a column's definition is tried in.
const PROBE: &str = "probe";

/// Refusals that speak of the statement alone though they come without a place in it. Others may come from an expression
/// that was computed, and their words are not passed on.
const OF_THE_STATEMENT: &[&str] =
    &["42P07", "42701", "42710", "42P16", "42830", "42611", "42804", "0A000", "42P17", "2BP01"];

pub(super) async fn run(
    scratch: &mut Scratch,
    names: &mut Names,
    migrations: &[RehearsedMigration<'_>],
    is_own: IsOwn<'_>,
) -> Result<(), RehearsalError> {
    let schema = scratch.schema.clone();
    scratch.search(&[&schema]).await?;
    let mut count = 0;
    for migration in migrations {
        let refuse = |reason| RehearsalError::Migration { migration: migration.name.to_owned(), reason };
        for piece in pieces(migration.sql).map_err(|uncut| refuse(uncut.to_string()))? {
            count += 1;
            if count > MAX_PIECES {
                return Err(refuse(format!("the migrations have more than {MAX_PIECES} statements in all")));
            }
            match run_piece(scratch, names, piece, is_own).await {
                Ok(()) => {}
                Err(Refusal::Piece { line, reason }) => return Err(refuse(format!("line {line}: {reason}"))),
                Err(Refusal::Store(error)) => return Err(RehearsalError::Store(error)),
            }
        }
    }
    Ok(())
}

enum Refusal {
    Piece { line: usize, reason: String },
    Store(AppStoreError),
}

impl From<AppStoreError> for Refusal {
    fn from(error: AppStoreError) -> Refusal {
        Refusal::Store(error)
    }
}

async fn run_piece(
    scratch: &mut Scratch,
    names: &mut Names,
    piece: Piece<'_>,
    is_own: IsOwn<'_>,
) -> Result<(), Refusal> {
    let refuse = |reason| Refusal::Piece { line: piece.line, reason };
    let head = head(piece.text, is_own).map_err(refuse)?;
    // One command, by the server's own grammar.
    scratch.prepare(piece.text).await.map_err(|source| refusal(source, piece.text, 0, piece.line))?;
    let mut storage = None;
    match head {
        Head::CreateTable => {
            let sql = format!("CREATE SCHEMA {}_t\n{}", scratch.schema, piece.text);
            try_and_undo(scratch, &sql, piece).await?;
        }
        Head::AddColumn { table, definition } => {
            scratch.say("SAVEPOINT probe".to_owned()).await?;
            let sql =
                format!("CREATE TABLE {}.{PROBE} (LIKE {}.{table},\n{definition}\n)", scratch.probe, scratch.schema);
            // The definition begins on the line of its `ADD`, which is the piece's first but for breaks before it.
            scratch.run(&sql).await.map_err(|source| refusal(source, &sql, usize::MAX, piece.line))?;
            if !adds_one_column(scratch, table).await? {
                return Err(refuse("ADD COLUMN must add one column and nothing else".to_owned()));
            }
            let others = [scratch.schema_object];
            let place = Place { schema: scratch.probe_object, others: &others, is_scratch: true };
            let is_own_or_probe = |name: &str| is_own(name) || name.starts_with(PROBE);
            if let Some(problem) = examine(&mut scratch.connection, names, place, &is_own_or_probe).await? {
                return Err(refuse(Problem { table: table.to_owned(), ..problem }.to_string()));
            }
            scratch.say("ROLLBACK TO SAVEPOINT probe".to_owned()).await?;
            storage = Some((table, storage_of(scratch, table).await?));
        }
        Head::CreateIndex | Head::Closed => {}
    }
    scratch.run(piece.text).await.map_err(|source| refusal(source, piece.text, 0, piece.line))?;
    if let Some((table, before)) = storage
        && storage_of(scratch, table).await? != before
    {
        let reason = "it writes every row of the table anew; give the new column no default that changes from call to call, \
                      and do not compute it from others";
        return Err(refuse(reason.to_owned()));
    }
    let others = [scratch.probe_object];
    let place = Place { schema: scratch.schema_object, others: &others, is_scratch: true };
    match examine(&mut scratch.connection, names, place, is_own).await? {
        Some(problem) => Err(refuse(problem.to_string())),
        None => Ok(()),
    }
}

async fn try_and_undo(scratch: &mut Scratch, sql: &str, piece: Piece<'_>) -> Result<(), Refusal> {
    scratch.say("SAVEPOINT trial".to_owned()).await?;
    scratch.run(sql).await.map_err(|source| refusal(source, sql, 1, piece.line))?;
    scratch.say("ROLLBACK TO SAVEPOINT trial".to_owned()).await?;
    Ok(())
}

async fn adds_one_column(scratch: &mut Scratch, table: &str) -> Result<bool, AppStoreError> {
    let count = "SELECT count(*) FILTER (WHERE c.relnamespace = $1) - count(*) FILTER (WHERE c.relnamespace = $3)
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE (c.relnamespace = $1 AND c.relname = $2) OR (c.relnamespace = $3 AND c.relname = $4)";
    let asked = sqlx::query_scalar::<_, i64>(count).bind(scratch.probe_object).bind(PROBE);
    let asked = asked.bind(scratch.schema_object).bind(table);
    Ok(asked.fetch_one(&mut scratch.connection).await.map_err(failed)? == 1)
}

/// The file of the table: another one where its rows were written anew.
async fn storage_of(scratch: &mut Scratch, table: &str) -> Result<Option<i64>, AppStoreError> {
    let file = "SELECT relfilenode::int8 FROM pg_catalog.pg_class WHERE relnamespace = $1 AND relname = $2";
    let asked = sqlx::query_scalar::<_, i64>(file).bind(scratch.schema_object).bind(table);
    asked.fetch_optional(&mut scratch.connection).await.map_err(failed)
}

/// The server's reason for refusing `sql`, which has `added` lines of ours before the piece's first; that is line `first` of the file.
fn refusal(source: sqlx::Error, sql: &str, added: usize, first: usize) -> Refusal {
    let Some(error) = source.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>()) else {
        return Refusal::Store(failed(source));
    };
    if error.code() == CANCELLED {
        return Refusal::Piece {
            line: first,
            reason: "PostgreSQL did not come to an end with it within five seconds".to_owned(),
        };
    }
    let has_place = matches!(error.position(), Some(PgErrorPosition::Original(_)));
    let reason = match has_place || OF_THE_STATEMENT.contains(&error.code()) {
        true => error.message().to_owned(),
        false => format!("PostgreSQL refuses the statement (code {})", error.code()),
    };
    let line = AppStoreError::line_of(&source, sql)
        .and_then(|line| line.checked_sub(added))
        .map_or(first, |line| first + line - 1);
    match failed(source) {
        error if error.is_unavailable() => Refusal::Store(error),
        _ => Refusal::Piece { line, reason },
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.table, self.reason)
    }
}
