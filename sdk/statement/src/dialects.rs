//! Two texts of one statement, one for each engine of the app store: different words for the same thing.

use crate::columns::{AppStoreDialect, ColumnsError, output_columns};
use crate::{AfterColumn, ParameterType, Statement, rows};
use thiserror::Error;

/// The reason why two texts are not one statement.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DialectError {
    #[error("{file} and {other} are texts of one statement, and {difference}")]
    Differ { file: String, other: String, difference: String },
    #[error("{file}: its columns cannot be compared with those of the other engine's text: {source}")]
    Columns { file: String, source: ColumnsError },
}

/// Checks that both take the same parameters, offer the same orders, page by the same columns and answer with the same ones.
/// Each text comes with the name of its file and the engine that runs it.
pub fn same_form(
    (file, statement, engine): (&str, &Statement, AppStoreDialect),
    (other_file, other, other_engine): (&str, &Statement, AppStoreDialect),
) -> Result<(), DialectError> {
    let differ = |difference| DialectError::Differ { file: file.to_owned(), other: other_file.to_owned(), difference };
    if let Some(difference) = difference(statement, other) {
        return Err(differ(difference));
    }
    let columns = |file: &str, statement, engine| {
        output_columns(statement, engine).map_err(|source| DialectError::Columns { file: file.to_owned(), source })
    };
    let (first, second) = (columns(file, statement, engine)?, columns(other_file, other, other_engine)?);
    match first.iter().zip(&second).find(|(first, second)| first != second) {
        Some((first, second)) => Err(differ(format!(
            "the first has the columns {} and the second {}",
            listed(first.iter().map(String::as_str)),
            listed(second.iter().map(String::as_str))
        ))),
        None => Ok(()),
    }
}

fn difference(statement: &Statement, other: &Statement) -> Option<String> {
    let parameters = |statement: &Statement| {
        let mut named: Vec<String> = statement
            .parameters()
            .iter()
            .map(|parameter| {
                let optional = if parameter.optional { " (may be left out)" } else { "" };
                let null = if parameter.nullable { "?" } else { "" };
                let kind = match parameter.kind {
                    ParameterType::Rows => rows::written(&parameter.columns),
                    kind => kind.name().to_owned(),
                };
                format!("{}:{kind}{null}{optional}", parameter.name)
            })
            .collect();
        named.sort();
        listed(named.iter().map(String::as_str))
    };
    let after = |statement: &Statement, order| {
        let columns: Vec<String> = statement.after(order).iter().map(described).collect();
        listed(columns.iter().map(String::as_str))
    };
    let compare = |what: &str, first: String, second: String| {
        (first != second).then(|| format!("the first has the {what} {first} and the second {second}"))
    };
    compare("parameters", parameters(statement), parameters(other))
        .or_else(|| compare("orders", listed(statement.orders()), listed(other.orders())))
        .or_else(|| compare("cursor columns", after(statement, None), after(other, None)))
        .or_else(|| {
            let mut orders = statement.orders();
            orders.find_map(|order| {
                let what = format!("cursor columns of the order {order}:");
                compare(&what, after(statement, Some(order)), after(other, Some(order)))
            })
        })
        .or_else(|| {
            let limit = |statement: &Statement| if statement.has_page_limit() { "{page.limit}" } else { "none" };
            compare("page limit", limit(statement).to_owned(), limit(other).to_owned())
        })
}

fn described(column: &AfterColumn) -> String {
    let direction = if column.descending { "desc" } else { "asc" };
    let null = if column.nullable { "?" } else { "" };
    format!("{}:{}{null} {direction}", column.column, column.kind.name())
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
