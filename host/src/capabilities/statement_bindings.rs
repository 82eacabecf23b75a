//! The values of one run of a statement: the guest's, checked for names and types, and the host's own.

use crate::capabilities::StatementFailure;
use crate::contract::{Caller, PageRequest};
use crate::stores::result_set::Value;
use quarry_statement::{ORDER_PARAMETER, Parameter, ParameterType, Statement, binding_of_given, parameter_of_given};
use std::collections::HashMap;

pub(super) fn rejected(message: String) -> StatementFailure {
    StatementFailure::Rejected(message)
}

/// What a guest has given.
#[derive(Debug)]
pub(super) struct GuestValues {
    pub(super) values: HashMap<String, Value>,
    /// One of the statement's orders; none where it has none.
    pub(super) order: Option<String>,
}

/// The guest's bindings, checked for names and types.
pub(super) fn check(
    statement: &Statement,
    name: &str,
    bindings: Vec<(String, Value)>,
) -> Result<GuestValues, StatementFailure> {
    let mut values = HashMap::with_capacity(bindings.len() + 4);
    let mut order = None;
    for (parameter, value) in bindings {
        if parameter == ORDER_PARAMETER && statement.orders().len() > 0 {
            order = Some(picked(statement, name, value)?);
            continue;
        }
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
    if order.is_none() && statement.orders().len() > 0 {
        return Err(rejected(format!("the statement {name} has orders: `{ORDER_PARAMETER}` must pick one")));
    }
    Ok(GuestValues { values, order })
}

fn picked(statement: &Statement, name: &str, value: Value) -> Result<String, StatementFailure> {
    let orders = || statement.orders().collect::<Vec<_>>().join(", ");
    match value {
        Value::Text(order) if statement.orders().any(|known| known == order) => Ok(order),
        Value::Text(other) => Err(rejected(format!("the statement {name} has no order {other}: one of {}", orders()))),
        _ => Err(rejected(format!("the order of the statement {name} must be a text: one of {}", orders()))),
    }
}

fn fits(value: &Value, declared: &Parameter) -> bool {
    match value {
        Value::Null => declared.optional || declared.nullable,
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
pub(super) fn caller_value(name: &str, caller: &Caller) -> Option<Value> {
    let number = |id: Option<i64>| id.map_or(Value::Null, Value::Int64);
    match name {
        "caller_organization_id" => Some(number(caller.organization_id())),
        "caller_user_id" => Some(number(caller.user_id())),
        _ => None,
    }
}

/// Binds who is asking.
pub(super) fn bind_caller(statement: &Statement, caller: &Caller, values: &mut HashMap<String, Value>) {
    for parameter in statement.parameters().iter().filter(|parameter| parameter.is_bound_by_host()) {
        let value = caller_value(&parameter.name, caller).unwrap_or(Value::Null);
        values.insert(parameter.name.clone(), value);
    }
}

/// Binds the page size and the cursor; says whether there is a cursor.
pub(super) fn bind_page(
    statement: &Statement,
    name: &str,
    order: Option<&str>,
    page: Option<&PageRequest>,
    values: &mut HashMap<String, Value>,
) -> Result<bool, StatementFailure> {
    if !statement.has_page_limit() {
        return Ok(false);
    }
    let page = page.ok_or_else(|| rejected(format!("the statement {name} pages and the route does not")))?;
    values.insert("page_limit".to_owned(), Value::UInt64(u64::from(page.limit) + 1));
    let Some(cursor) = &page.cursor else { return Ok(false) };
    // A walk stays in the order that it began with: the values of another one's columns say nothing in this one.
    if cursor.order.as_deref() != order {
        return Err(rejected(format!("the cursor belongs to another order of the statement {name}")));
    }
    if cursor.after.len() != statement.after(order).len() {
        return Err(rejected(format!("the cursor does not fit the statement {name}")));
    }
    for (index, value) in cursor.after.iter().enumerate() {
        values.insert(format!("after_{}", index + 1), value.clone());
    }
    Ok(true)
}

/// Null is absent, where null is no value of the parameter.
pub(super) fn leave_out_nulls(statement: &Statement, values: &mut HashMap<String, Value>) {
    let is_absent = |parameter: &&Parameter| parameter.optional && !parameter.nullable;
    for parameter in statement.parameters().iter().filter(is_absent) {
        if values.get(&parameter.name) == Some(&Value::Null) {
            values.remove(&parameter.name);
        }
    }
}

/// Binds which parameters with an `else` are given, and null in the place of those that are not.
pub(super) fn bind_parts(bindings: &[String], values: &mut HashMap<String, Value>) {
    for parameter in bindings.iter().filter_map(|binding| parameter_of_given(binding)) {
        let is_given = values.contains_key(parameter);
        if !is_given {
            values.insert(parameter.to_owned(), Value::Null);
        }
        values.insert(binding_of_given(parameter), Value::Boolean(is_given));
    }
}

pub(super) fn list_length(value: &Value) -> usize {
    match value {
        Value::TextList(items) => items.len(),
        Value::Int64List(items) => items.len(),
        Value::UInt64List(items) => items.len(),
        Value::BytesList(items) => items.len(),
        _ => 0,
    }
}

pub(super) fn take(values: &mut HashMap<String, Value>, bound: &str, name: &str) -> Result<Value, StatementFailure> {
    values.remove(bound).ok_or_else(|| rejected(format!("{bound} of the statement {name} is missing")))
}
