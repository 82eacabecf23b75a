//! Names the rows that were refused, by file, line, column and value.

use super::columns::{LONGEST_TEXT, Presence, Shape, columns_of};
use super::dataset::DatasetKind;
use super::error::{BadRow, IngestError, NAMED_BAD_ROWS};
use super::lending_protocols::LENDING_PROTOCOLS;
use super::session::Session;
use super::source::LineMap;
use super::staging_sql::{ChainRule, IS_BAD, STAGING_ROWS, column_of_number, texts};

const OPERATION: &str = "listing the bad rows";
/// Bytes of a value that are kept of a bad row (`staging_sql`).
const SHOWN_BYTES: usize = 80;
/// Characters of a slug or a protocol.
const LONGEST_WORD: usize = 64;

/// The first bad rows in the file's order.
pub(super) async fn first(
    session: &Session,
    kind: DatasetKind,
    name: &str,
    lines: Option<&LineMap>,
) -> Result<Vec<BadRow>, IngestError> {
    let sql = format!(
        "SELECT toUInt64(_part_starting_offset + _part_offset + 1) AS row, toUInt64(bad_column), toValidUTF8(bad_value) \
         FROM {STAGING_ROWS} WHERE {IS_BAD} ORDER BY row LIMIT {NAMED_BAD_ROWS}"
    );
    let rows = session.rows(OPERATION, &sql, &[]).await?;
    (0..rows.count())
        .map(|position| {
            let row = rows.number(position, 0)?;
            let number = rows.number(position, 1)?;
            let (column, _) = column_of_number(kind, number);
            let value = rows.text(position, 2)?;
            let problem = match lines.and_then(|lines| lines.problem_of(row)) {
                Some(problem) => problem.to_owned(),
                None if value.is_empty() => format!("column `{column}` is missing"),
                None => invalid(kind, column, &value),
            };
            Ok(BadRow { name: name.to_owned(), line: lines.map(|lines| lines.line_of(row)), row, problem })
        })
        .collect()
}

/// Says what is wrong with a value, and what to do where a sentence can say it.
fn invalid(kind: DatasetKind, column: &str, value: &str) -> String {
    let shown = value.escape_debug();
    let shape = columns_of(kind).iter().find(|declared| declared.names[0] == column).map(|declared| declared.shape);
    match shape {
        Some(Shape::Word) if value.len() > LONGEST_WORD => {
            format!("column `{column}` is longer than {LONGEST_WORD} characters: `{shown}…`")
        }
        Some(Shape::Word) => format!(
            "column `{column}` has an invalid value: `{shown}`; give lowercase letters, digits, `_` and `-`{}",
            protocol_words(column)
        ),
        Some(Shape::Time) if matches!(value, "0" | "0x0" | "0x" | "0.0") => {
            format!("column `{column}` has an invalid value: `{shown}`; 0 is the time of block 0 alone")
        }
        Some(Shape::Text) => {
            let shown = shown_text(value);
            match value.chars().next() {
                Some(texts::NOT_UTF8) => format!("column `{column}` is not UTF-8: `{shown}`; save the file as UTF-8"),
                Some(texts::HAS_CONTROL) => format!("column `{column}` has control characters: `{shown}`"),
                _ => format!("column `{column}` is longer than {LONGEST_TEXT} characters: `{shown}…`"),
            }
        }
        // A row of a whole pool that is refused for its tokens has them in an order that no pool has.
        Some(Shape::Bytes(_)) if kind == DatasetKind::Pools && column == "token1" && is_address(value) => format!(
            "column `token1` is `{shown}`, which is not above `token0`: the contracts of pools sort their two tokens by address, so \
             these are in another order, or one token twice"
        ),
        Some(Shape::Time) => format!(
            "column `{column}` has an invalid value: `{shown}`; give seconds, milli-, micro- or nanoseconds since 1970, ISO 8601, \
             or a day"
        ),
        Some(shape) if shape.is_whole_number() && is_float(value) => format!(
            "column `{column}` has an invalid value: `{shown}`; it is a floating-point number, which is exact for whole numbers up to \
             2^53 alone: export the column as text, as digits or as a decimal"
        ),
        _ => format!("column `{column}` has an invalid value: `{shown}`"),
    }
}

/// True of a number with a point or an exponent.
fn is_float(value: &str) -> bool {
    let number = value.split(' ').next().unwrap_or_default();
    !value.starts_with("0x") && value.contains(['.', 'e', 'E']) && number.parse::<f64>().is_ok()
}

/// A refused text without the letter of its reason, and without what the cut made of its last character.
fn shown_text(value: &str) -> String {
    let text: String = value.chars().skip(1).collect();
    let is_cut = value.len() >= SHOWN_BYTES;
    if is_cut { text.trim_end_matches('\u{fffd}') } else { &text }.escape_debug().to_string()
}

fn is_address(value: &str) -> bool {
    value
        .strip_prefix("0x")
        .is_some_and(|digits| digits.len() == 40 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// The protocols that Quarry knows by word, where the column names one.
pub(super) fn protocol_words(column: &str) -> String {
    match column {
        "protocol" => format!(", such as {}", LENDING_PROTOCOLS.join(", ")),
        _ => String::new(),
    }
}

/// With every row bad: where all lack the same column, the file lacks it. (A CSV header tells this before; objects and
/// Parquet files only here.)
pub(super) async fn refuse_missing_column(
    session: &Session,
    kind: DatasetKind,
    name: &str,
    chain: &ChainRule<'_>,
) -> Result<(), IngestError> {
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
        None => match chain {
            ChainRule::FromFile(known) => Err(IngestError::chain_not_given(name, known)),
            _ => Ok(()),
        },
    }
}
