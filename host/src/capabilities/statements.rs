//! A component's declared statements: parsed once, then turned into the SQL of one variant and its bound values.

use crate::capabilities::statement_check::Examination;
use crate::capabilities::{StatementFailure, StatementRefusal};
use crate::contract::{Caller, PageRequest, StatementSource, Store};
use crate::stores::result_set::Value;
use quarry_statement::{Dialect, Parameter, ParameterType, Statement};
use std::collections::HashMap;
use thiserror::Error;

/// Every statement of a component, by name.
#[derive(Debug, Default)]
pub struct StatementSet {
    statements: HashMap<String, Declared>,
}

/// One statement, parsed.
#[derive(Debug)]
struct Declared {
    store: Store,
    file: String,
    statement: Statement,
}

/// Why a component's statements are refused.
#[derive(Debug, Error)]
pub enum StatementSetError {
    #[error("{file}, {source}")]
    Malformed { file: String, source: quarry_statement::StatementError },
    #[error("{file}: the name {name} is taken by another statement of the component")]
    NameTaken { file: String, name: String },
    #[error(transparent)]
    Refused(#[from] StatementRefusal),
    #[error(
        "{file}: `{parameter}` is not something the host binds; it binds caller_organization_id and caller_user_id"
    )]
    UnknownCallerParameter { file: String, parameter: String },
}

/// SQL and values, ready to run.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) sql: String,
    /// For the warehouse: values by name.
    pub(super) named: Vec<(String, Value)>,
    /// For the app store: values in the order of `$1`, `$2`, ….
    pub(super) numbered: Vec<Value>,
    pub(super) after: Vec<String>,
}

impl StatementSet {
    /// Parses what a manifest declares.
    pub fn parse(sources: &[StatementSource]) -> Result<StatementSet, StatementSetError> {
        let mut set = StatementSet::default();
        for source in sources {
            let file = || source.file.clone();
            let statement = Statement::parse(&source.sql)
                .map_err(|error| StatementSetError::Malformed { file: file(), source: error })?;
            if let Some(unknown) = statement.parameters().iter().find(|parameter| {
                parameter.is_bound_by_host() && caller_value(&parameter.name, &Caller::Nobody).is_none()
            }) {
                return Err(StatementSetError::UnknownCallerParameter {
                    file: file(),
                    parameter: unknown.name.clone(),
                });
            }
            let declared = Declared { store: source.store, file: file(), statement };
            if set.statements.insert(source.name.clone(), declared).is_some() {
                return Err(StatementSetError::NameTaken { file: file(), name: source.name.clone() });
            }
        }
        Ok(set)
    }

    /// Holds each statement against what its component was given.
    pub(super) fn examine(&self, examination: &Examination<'_>) -> Result<(), StatementSetError> {
        for (file, store, statement) in self.declared() {
            examination.examine(file, store, statement)?;
        }
        Ok(())
    }

    /// The parameters of a statement for `store`; `None` when none is declared.
    pub(super) fn parameters_of(&self, store: Store, name: &str) -> Option<&[Parameter]> {
        self.statements.get(name).filter(|declared| declared.store == store).map(|found| found.statement.parameters())
    }

    /// Every statement with its file.
    pub(super) fn declared(&self) -> impl Iterator<Item = (&str, Store, &Statement)> {
        self.statements.values().map(|declared| (declared.file.as_str(), declared.store, &declared.statement))
    }

    /// The variant for these bindings, with everything that the host binds itself.
    pub(super) fn prepare(
        &self,
        store: Store,
        name: &str,
        bindings: Vec<(String, Value)>,
        caller: &Caller,
        page: Option<&PageRequest>,
    ) -> Result<Prepared, StatementFailure> {
        let Declared { store: declared_store, statement, .. } =
            self.statements.get(name).ok_or_else(|| rejected(format!("no statement {name} is declared")))?;
        if *declared_store != store {
            return Err(rejected(format!("the statement {name} is declared for the other store")));
        }
        let mut values = check(statement, name, bindings)?;
        for parameter in statement.parameters().iter().filter(|parameter| parameter.is_bound_by_host()) {
            let value = caller_value(&parameter.name, caller).unwrap_or(Value::Null);
            values.insert(parameter.name.clone(), value);
        }
        let cursor = bind_page(statement, name, page, &mut values)?;
        let dialect = match store {
            Store::Warehouse => Dialect::ClickHouse,
            Store::AppStore => Dialect::Numbered,
        };
        let rendered = statement.render(
            dialect,
            |parameter| values.get(parameter).is_some_and(|value| *value != Value::Null),
            |parameter| values.get(parameter).map_or(0, list_length),
            cursor,
        );
        let after = statement.after().iter().map(|column| column.column.clone()).collect();
        let mut prepared = Prepared { sql: rendered.sql, named: Vec::new(), numbered: Vec::new(), after };
        match store {
            Store::Warehouse => {
                for bound in rendered.bindings {
                    let value = take(&mut values, &bound, name)?;
                    prepared.named.push((bound, value));
                }
            }
            Store::AppStore => prepared.numbered = numbered(&rendered.bindings, &values, name)?,
        }
        Ok(prepared)
    }
}

fn rejected(message: String) -> StatementFailure {
    StatementFailure::Rejected(message)
}

/// The guest's bindings, checked for names and types.
fn check(
    statement: &Statement,
    name: &str,
    bindings: Vec<(String, Value)>,
) -> Result<HashMap<String, Value>, StatementFailure> {
    let mut values = HashMap::with_capacity(bindings.len() + 4);
    for (parameter, value) in bindings {
        let declared = statement.parameters().iter().find(|declared| declared.name == parameter);
        match declared {
            Some(declared) if declared.is_bound_by_host() => {
                return Err(rejected(format!(
                    "{parameter} of the statement {name} is bound by the host and cannot be set"
                )));
            }
            Some(declared) if fits(&value, declared) => {
                values.insert(parameter, value);
            }
            Some(declared) => {
                return Err(rejected(format!("{parameter} of the statement {name} must be {}", declared.kind.name())));
            }
            None => return Err(rejected(format!("the statement {name} has no parameter {parameter}"))),
        }
    }
    Ok(values)
}

fn fits(value: &Value, declared: &Parameter) -> bool {
    match value {
        Value::Null => declared.optional,
        Value::Boolean(_) => declared.kind == ParameterType::Boolean,
        Value::Int64(_) => declared.kind == ParameterType::Int64,
        Value::UInt64(_) => declared.kind == ParameterType::Uint64,
        Value::Float64(_) => declared.kind == ParameterType::Float64,
        Value::Text(_) => declared.kind == ParameterType::Text,
        Value::Bytes(_) => declared.kind == ParameterType::Bytes,
        Value::Timestamp(_) => declared.kind == ParameterType::Timestamp,
        Value::TextList(_) => declared.kind == ParameterType::TextList,
        Value::Int64List(_) => declared.kind == ParameterType::Int64List,
        Value::UInt64List(_) => declared.kind == ParameterType::Uint64List,
        Value::BytesList(_) => declared.kind == ParameterType::BytesList,
    }
}

/// What the host binds to a `caller_…` name: `Some(Null)` when nobody is asking, none when there is no such name.
fn caller_value(name: &str, caller: &Caller) -> Option<Value> {
    let number = |id: Option<i64>| id.map_or(Value::Null, Value::Int64);
    match name {
        "caller_organization_id" => Some(number(caller.organization_id())),
        "caller_user_id" => Some(number(caller.user_id())),
        _ => None,
    }
}

/// Binds the page size and the cursor; says whether there is a cursor.
fn bind_page(
    statement: &Statement,
    name: &str,
    page: Option<&PageRequest>,
    values: &mut HashMap<String, Value>,
) -> Result<bool, StatementFailure> {
    if !statement.has_page_limit() {
        return Ok(false);
    }
    let page = page.ok_or_else(|| rejected(format!("the statement {name} pages and the route does not")))?;
    values.insert("page_limit".to_owned(), Value::UInt64(u64::from(page.limit) + 1));
    let Some(cursor) = &page.cursor else { return Ok(false) };
    if cursor.after.len() != statement.after().len() {
        return Err(rejected(format!("the cursor does not fit the statement {name}")));
    }
    for (index, value) in cursor.after.iter().enumerate() {
        values.insert(format!("after_{}", index + 1), value.clone());
    }
    Ok(true)
}

fn list_length(value: &Value) -> usize {
    match value {
        Value::TextList(items) => items.len(),
        Value::Int64List(items) => items.len(),
        Value::UInt64List(items) => items.len(),
        Value::BytesList(items) => items.len(),
        _ => 0,
    }
}

fn take(values: &mut HashMap<String, Value>, bound: &str, name: &str) -> Result<Value, StatementFailure> {
    values.remove(bound).ok_or_else(|| rejected(format!("{bound} of the statement {name} is missing")))
}

/// Values in the order of the numbers: the items of a list each have one.
fn numbered(bindings: &[String], values: &HashMap<String, Value>, name: &str) -> Result<Vec<Value>, StatementFailure> {
    let mut item = 0;
    let mut numbered = Vec::with_capacity(bindings.len());
    for (index, bound) in bindings.iter().enumerate() {
        item = if index > 0 && bindings[index - 1] == *bound { item + 1 } else { 0 };
        let value = values.get(bound).ok_or_else(|| rejected(format!("{bound} of the statement {name} is missing")))?;
        numbered.push(match value {
            Value::TextList(items) => Value::Text(items[item % items.len()].clone()),
            Value::Int64List(items) => Value::Int64(items[item % items.len()]),
            Value::UInt64List(items) => Value::UInt64(items[item % items.len()]),
            Value::BytesList(items) => Value::Bytes(items[item % items.len()].clone()),
            value => value.clone(),
        });
    }
    Ok(numbered)
}
