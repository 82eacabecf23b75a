//! Rows as a parameter: a guest gives their columns, one list each, and the engine in use gets the form that it reads.
//!
//! PostgreSQL is given the columns as they came, SQLite one JSON array of arrays.

use crate::capabilities::StatementFailure;
use crate::capabilities::statement_bindings::{list_length, rejected};
use crate::capabilities::statement_variants::MAX_LIST_ITEMS;
use quarry_statement::{Parameter, ParameterType, RowsColumn, Statement};
use quarry_stores::app::AppStoreDialect;
use quarry_stores::result_set::Value;
use serde_json::Value as Json;
use std::collections::HashMap;

/// The most bytes that the texts and byte strings of a statement's rows have: as many as a body of a request.
const MAX_ROWS_BYTES: usize = 4 * 1024 * 1024;

/// The columns of each parameter that is rows and was given, checked: as long as each other, of the right types.
#[derive(Debug, Default)]
pub(super) struct GivenRows {
    given: HashMap<String, Vec<GivenColumn>>,
}

#[derive(Debug)]
struct GivenColumn {
    column: RowsColumn,
    values: Value,
    /// 1 for each row with null; empty where the column has none.
    nulls: Vec<i64>,
}

impl GivenRows {
    /// Takes what belongs to rows out of the guest's bindings.
    pub(super) fn take(
        statement: &Statement,
        name: &str,
        bindings: &mut Vec<(String, Value)>,
    ) -> Result<GivenRows, StatementFailure> {
        let mut rows = GivenRows::default();
        let declared = statement.parameters().iter().filter(|parameter| parameter.kind == ParameterType::Rows);
        let mut size = 0;
        for parameter in declared {
            let beginning = format!("{}/", parameter.name);
            let is_of_rows = |(bound, _): &mut (String, Value)| bound.starts_with(&beginning);
            let mut columns: HashMap<String, Value> = bindings.extract_if(.., is_of_rows).collect();
            if columns.is_empty() {
                continue;
            }
            let given = given_columns(parameter, name, &mut columns)?;
            if let Some(unknown) = columns.keys().next() {
                return Err(rejected(format!("the statement {name} has no parameter {unknown:.80}")));
            }
            size += given.iter().map(|column| byte_length(&column.values)).sum::<usize>();
            rows.given.insert(parameter.name.clone(), given);
        }
        if size > MAX_ROWS_BYTES {
            return Err(rejected(format!(
                "the rows of the statement {name} have {size} bytes, and {MAX_ROWS_BYTES} are the most"
            )));
        }
        Ok(rows)
    }

    pub(super) fn has(&self, parameter: &str) -> bool {
        self.given.contains_key(parameter)
    }

    /// Binds them for an engine of the app store. Fails on a number that no BIGINT holds.
    pub(super) fn bind(
        self,
        engine: AppStoreDialect,
        name: &str,
        values: &mut HashMap<String, Value>,
    ) -> Result<(), StatementFailure> {
        for (parameter, columns) in self.given {
            match engine {
                AppStoreDialect::Sqlite => {
                    let json = json_rows(&columns).ok_or_else(|| {
                        rejected(format!("{parameter} of the statement {name} has a number that no BIGINT holds"))
                    })?;
                    values.insert(parameter, Value::Text(json));
                }
                AppStoreDialect::Postgres => {
                    for GivenColumn { column, values: list, mut nulls } in columns {
                        if column.nullable {
                            nulls.resize(list_length(&list), 0);
                            values.insert(column.binding_of_nulls(&parameter), Value::Int64List(nulls));
                        }
                        values.insert(column.binding(&parameter), list);
                    }
                }
            }
        }
        Ok(())
    }
}

fn given_columns(
    parameter: &Parameter,
    name: &str,
    bound: &mut HashMap<String, Value>,
) -> Result<Vec<GivenColumn>, StatementFailure> {
    let mut given: Vec<GivenColumn> = Vec::with_capacity(parameter.columns.len());
    for column in &parameter.columns {
        let binding = column.binding(&parameter.name);
        let values =
            bound.remove(&binding).ok_or_else(|| rejected(format!("{binding} of the statement {name} is missing")))?;
        if !fits(&values, column) {
            return Err(rejected(format!(
                "{binding} of the statement {name} must be {}, for a column of type {}",
                column.list_kind().name(),
                column.kind.name()
            )));
        }
        let nulls = match column.nullable.then(|| bound.remove(&column.binding_of_nulls(&parameter.name))).flatten() {
            None => Vec::new(),
            Some(Value::Int64List(nulls)) if nulls.len() == list_length(&values) => nulls,
            Some(_) => {
                return Err(rejected(format!(
                    "{binding}? of the statement {name} must be int64[], one for each row: 1 where it is null, otherwise 0"
                )));
            }
        };
        given.push(GivenColumn { column: column.clone(), values, nulls });
    }
    let rows = given.first().map_or(0, |column| list_length(&column.values));
    if rows > MAX_LIST_ITEMS {
        return Err(rejected(format!(
            "{} of the statement {name} has {rows} rows, and {MAX_LIST_ITEMS} are the most",
            parameter.name
        )));
    }
    match given.iter().find(|column| list_length(&column.values) != rows) {
        Some(other) => Err(rejected(format!(
            "{} of the statement {name} has {rows} rows, and its column {} has {} values",
            parameter.name,
            other.column.name,
            list_length(&other.values)
        ))),
        None => Ok(given),
    }
}

/// Tells a list of the column's type. A float is finite: JSON has no other.
fn fits(values: &Value, column: &RowsColumn) -> bool {
    match (values, column.list_kind()) {
        (Value::TextList(items), ParameterType::TextList) => {
            column.kind != ParameterType::Float64 || items.iter().all(|item| finite(item).is_some())
        }
        (Value::Int64List(items), ParameterType::Int64List) => {
            column.kind != ParameterType::Boolean || items.iter().all(|item| matches!(item, 0 | 1))
        }
        (Value::UInt64List(_), ParameterType::Uint64List) | (Value::BytesList(_), ParameterType::BytesList) => true,
        _ => false,
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn byte_length(values: &Value) -> usize {
    match values {
        Value::TextList(items) => items.iter().map(String::len).sum(),
        Value::BytesList(items) => items.iter().map(Vec::len).sum(),
        _ => 0,
    }
}

/// The rows as SQLite reads them; none where a number does not fit.
fn json_rows(columns: &[GivenColumn]) -> Option<String> {
    let count = columns.first().map_or(0, |column| list_length(&column.values));
    let rows: Option<Vec<Vec<Json>>> =
        (0..count).map(|row| columns.iter().map(|column| cell(column, row)).collect()).collect();
    Some(Json::from(rows?.into_iter().map(Json::from).collect::<Vec<_>>()).to_string())
}

fn cell(GivenColumn { column, values, nulls }: &GivenColumn, row: usize) -> Option<Json> {
    if nulls.get(row) == Some(&1) {
        return Some(Json::Null);
    }
    match values {
        Value::TextList(items) if column.kind == ParameterType::Float64 => Some(Json::from(finite(items.get(row)?)?)),
        Value::TextList(items) => Some(Json::from(items.get(row)?.as_str())),
        Value::BytesList(items) => Some(Json::from(const_hex::encode(items.get(row)?))),
        Value::UInt64List(items) => Some(Json::from(i64::try_from(*items.get(row)?).ok()?)),
        Value::Int64List(items) => Some(Json::from(*items.get(row)?)),
        _ => None,
    }
}
