//! One statement of a component: prepared, and never run.
//!
//! The authorizer is not told of every table: not of one that is only compared in a `NATURAL JOIN` or by `USING`. So the
//! program that SQLite has made of the statement is read too, and each table that it opens counts.

use crate::app::AppStoreError;
use crate::app::rehearsal::sqlite::program;
use crate::app::rehearsal::sqlite::scratch::Scratch;
use crate::app::rehearsal::{RehearsalError, RehearsedText};
use crate::report::Report;
use quarry_statement::ParameterType;
use rusqlite::Error;
use std::collections::BTreeSet;

/// SQLite's report on the statement.
pub(super) fn report(scratch: &Scratch, index: usize, text: &RehearsedText) -> Result<Report, RehearsalError> {
    let sql = text.sql.as_str();
    let refused = |line, reason: String| RehearsalError::Text { index, line, reason };
    if sql.contains('\0') {
        return Err(refused(None, "it holds a NUL, where SQLite stops reading".to_owned()));
    }
    let has_lists = text.parameters.iter().any(|kind| kind.is_list() || *kind == ParameterType::Rows);
    scratch.take_actions();
    let prepared = scratch.connection().prepare(sql);
    let actions = scratch.take_actions();
    let mut report = Report {
        tables: actions.tables.clone(),
        written: actions.written.clone(),
        changed: actions.changed.clone(),
        deleted: actions.deleted.clone(),
        numbered: BTreeSet::new(),
        functions: actions.functions.clone(),
        forbidden: actions.forbidden.clone(),
        columns: Vec::new(),
        shapes: Vec::new(),
    };
    match prepared {
        // What the authorizer denied is why; SQLite itself says no more than "not authorized".
        Err(_) if !report.forbidden.is_empty() => return Ok(report),
        Err(Error::MultipleStatement) => return Err(refused(None, "a text is one statement".to_owned())),
        Err(error) if is_of_the_machine(&error) => return Err(AppStoreError::of_rehearsal(&error).into()),
        Err(error) => return Err(refused(line_of(&error), message(&error))),
        Ok(statement) => {
            if statement.is_explain() != 0 {
                report.forbidden.insert("EXPLAIN".to_owned());
            }
            report.columns = statement.column_names().into_iter().map(str::to_owned).collect();
        }
    }
    if report.forbidden.is_empty() {
        program::read(scratch.connection(), sql, has_lists, &actions, &mut report)
            .map_err(|error| AppStoreError::of_rehearsal(&error))?;
    }
    for defined in &actions.defined {
        report.forbidden.insert(format!("the definition of {defined}"));
    }
    if !actions.selects && !actions.changes_rows() {
        report.forbidden.insert("a statement that neither reads nor changes rows".to_owned());
    }
    Ok(report)
}

/// The line (from 1) on which SQLite stopped, where it says so.
pub(super) fn line_of(error: &Error) -> Option<usize> {
    let Error::SqlInputError { sql, offset, .. } = error else { return None };
    let before = sql.as_bytes().get(..usize::try_from(*offset).ok()?)?;
    Some(1 + before.iter().filter(|byte| **byte == b'\n').count())
}

/// SQLite's sentence, without the text that it was given.
pub(super) fn message(error: &Error) -> String {
    match error {
        Error::SqlInputError { msg, .. } | Error::SqliteFailure(_, Some(msg)) => msg.clone(),
        error => error.to_string(),
    }
}

/// Tells a fault of this machine from one of the text: no memory, or no time.
pub(super) fn is_of_the_machine(error: &Error) -> bool {
    use rusqlite::ErrorCode;
    matches!(error.sqlite_error_code(), Some(ErrorCode::OutOfMemory | ErrorCode::CannotOpen | ErrorCode::DiskFull))
}
