//! Names the rows that were refused, by file, line, column and value.

use super::columns::{Presence, columns_of};
use super::dataset::DatasetKind;
use super::error::{BadRow, IngestError, NAMED_BAD_ROWS};
use super::session::Session;
use super::source::LineMap;
use super::staging_sql::{STAGING_ROWS, column_of_number};

const OPERATION: &str = "listing the bad rows";

/// The first bad rows in the file's order.
pub(super) async fn first(
    session: &Session,
    kind: DatasetKind,
    name: &str,
    lines: Option<&LineMap>,
) -> Result<Vec<BadRow>, IngestError> {
    let sql = format!(
        "SELECT toUInt64(_part_starting_offset + _part_offset + 1) AS row, toUInt64(bad_column), toValidUTF8(bad_value) \
         FROM {STAGING_ROWS} WHERE bad_column != 0 ORDER BY row LIMIT {NAMED_BAD_ROWS}"
    );
    let rows = session.rows(OPERATION, &sql, &[]).await?;
    (0..rows.count())
        .map(|position| {
            let row = rows.number(position, 0)?;
            let (column, _) = column_of_number(kind, rows.number(position, 1)?);
            let value = rows.text(position, 2)?;
            let problem = match lines.and_then(|lines| lines.problem_of(row)) {
                Some(problem) => problem.to_owned(),
                None if value.is_empty() => format!("column `{column}` is missing"),
                None => format!("column `{column}` is no valid value: `{}`", value.escape_debug()),
            };
            Ok(BadRow { name: name.to_owned(), line: lines.map(|lines| lines.line_of(row)), row, problem })
        })
        .collect()
}

/// With every row bad: where all lack the same column, the file lacks it. (A CSV header tells this before; objects and
/// Parquet files only here.)
pub(super) async fn refuse_missing_column(session: &Session, kind: DatasetKind, name: &str) -> Result<(), IngestError> {
    let sql = format!(
        "SELECT toUInt64(any(bad_column)) FROM {STAGING_ROWS} HAVING uniqExact(bad_column) = 1 AND max(bad_value) = ''"
    );
    let rows = session.rows(OPERATION, &sql, &[]).await?;
    if rows.count() == 0 {
        return Ok(());
    }
    let (column, presence) = column_of_number(kind, rows.number(0, 0)?);
    if presence != Presence::Required {
        return Ok(());
    }
    match columns_of(kind).iter().find(|declared| declared.names[0] == column) {
        Some(declared) => Err(IngestError::MissingColumn {
            name: name.to_owned(),
            dataset: kind,
            column,
            alternatives: declared.names,
        }),
        None => Err(IngestError::ChainNotGiven { name: name.to_owned() }),
    }
}
