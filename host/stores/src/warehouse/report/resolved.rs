//! The analyzer's reading of a text: each table by its full name, each function by the engine's own name.
//!
//! The values of constants stand in this tree too, scalar subqueries that were run among them. Nothing of a constant is
//! taken, and none can hide a row: a row begins with its kind, and constants only add rows.

use super::outline::{KINDS, Row, attribute, is_plain};
use super::unresolved::{ONE, Unresolved};
use crate::report::{ColumnShape, Report, ValueKind};
use crate::warehouse::types::ClickHouseType;

/// The table that holds the rows of a recursive WITH while it runs.
const OF_RECURSION: &str = "_temporary_and_external_tables._tmp_";

/// Adds what the tree shows of tables of `database`, and of anything else.
pub(super) fn read(tree: &str, database: &str, unresolved: &Unresolved, report: &mut Report) {
    for line in tree.lines() {
        let Row::Node { kind, rest, .. } = Row::read(line.trim_start_matches(' ')) else { continue };
        match kind {
            "TABLE" => table(rest, database, unresolved, report),
            "FUNCTION" => match attribute(rest, "function_name") {
                Some(name) => {
                    report.functions.insert(name.to_owned());
                }
                None => {
                    report.forbidden.insert("a function or a name that reads like the engine's own words".to_owned());
                }
            },
            known if KINDS.contains(&known) => {}
            unknown => {
                report.forbidden.insert(format!("a form of query that the host does not know ({unknown:.40})"));
            }
        }
    }
    (report.columns, report.shapes) = columns(tree).into_iter().unzip();
}

fn table(rest: &str, database: &str, unresolved: &Unresolved, report: &mut Report) {
    let Some(name) = attribute(rest, "table_name") else {
        report.forbidden.insert("a table under a name that reads like the engine's own words".to_owned());
        return;
    };
    let of_database = name.strip_prefix(database).and_then(|name| name.strip_prefix('.'));
    let is_recursion = name.starts_with(OF_RECURSION)
        && attribute(rest, "temporary_table_name").is_some_and(|made| unresolved.made.contains(made));
    match of_database {
        Some(name) if is_plain(name) => {
            report.tables.insert(name.to_owned());
        }
        _ if name == ONE || is_recursion => {}
        _ => {
            report.forbidden.insert(format!("the table {name:.120}"));
        }
    }
}

/// The names under the first heading of columns, each before its type, and what the type holds.
fn columns(tree: &str) -> Vec<(String, Option<ColumnShape>)> {
    let level = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let mut lines = tree.lines();
    let Some(heading) = lines.find(|line| line.trim_start_matches(' ') == "PROJECTION COLUMNS") else {
        return Vec::new();
    };
    let below = lines.take_while(|line| level(line) > level(heading));
    let column = |line: &str| {
        let column = line.trim_start_matches(' ');
        let name = without_type(column);
        (name.to_owned(), column.get(name.len() + 1..).and_then(shape))
    };
    below.map(column).collect()
}

/// The JSON form of a type's values; `None` for a type that the host does not read.
fn shape(type_name: &str) -> Option<ColumnShape> {
    let (nullable, inner) = match ClickHouseType::parse(type_name)? {
        ClickHouseType::Nullable(inner) => (true, *inner),
        inner => (false, inner),
    };
    let kind = match inner {
        ClickHouseType::Bool => ValueKind::Boolean,
        ClickHouseType::Int(_) | ClickHouseType::UInt(_) => ValueKind::Integer,
        ClickHouseType::Float32 | ClickHouseType::Float64 => ValueKind::Number,
        ClickHouseType::Array(_) | ClickHouseType::Tuple(_) | ClickHouseType::Map(..) => ValueKind::Json,
        // The type of a literal NULL.
        ClickHouseType::Nothing | ClickHouseType::Nullable(_) => return None,
        _ => ValueKind::Text,
    };
    Some(ColumnShape { kind, nullable: Some(nullable) })
}

/// The name in `name Type(…)`: a type has blanks only in its brackets, so what stands before the last other blank is a name.
fn without_type(column: &str) -> &str {
    let mut depth = 0_usize;
    let mut is_quoted = false;
    for (index, letter) in column.char_indices().rev() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            ')' => depth += 1,
            '(' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => return &column[..index],
            _ => {}
        }
    }
    column
}
