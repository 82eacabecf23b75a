//! The values of one run of a statement: the guest's, checked for names and types, and the host's own.

use crate::capabilities::StatementFailure;
use quarry_contract::{Caller, Guarded, PageRequest};
use quarry_statement::{
    ORDER_PARAMETER, PAGE_LIMIT, Parameter, ParameterType, Statement, binding_of_given, parameter_of_given,
};
use quarry_stores::result_set::Value;
use std::collections::HashMap;

pub(super) fn rejected(message: String) -> StatementFailure {
    StatementFailure::Rejected(message)
}

/// The values that a guest has given.
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

/// The values that the host binds itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct HostValues<'a> {
    pub(super) caller: &'a Caller,
    /// The values that the route's guard found.
    pub(super) guarded: Option<&'a Guarded>,
    /// The request's values, by `path.NAME`, `query.NAME` and `body.NAME`: for the guard's own statement.
    pub(super) inputs: &'a [(String, Value)],
}

impl<'a> HostValues<'a> {
    /// Makes the values of a route without a guard.
    pub(super) fn of(caller: &'a Caller) -> HostValues<'a> {
        HostValues { caller, guarded: None, inputs: &[] }
    }
}

/// The names in the namespace `caller`.
const CALLER_NAMES: [&str; 2] = ["organization_id", "user_id"];

/// Tells that a name in a namespace cannot be bound for any caller.
pub(super) fn is_unknown_to_host(parameter: &Parameter) -> bool {
    matches!(parameter.in_namespace(), Some(("caller", name)) if !CALLER_NAMES.contains(&name))
}

/// Binds what the statement takes from the host's namespaces.
pub(super) fn bind_host(
    statement: &Statement,
    name: &str,
    host: HostValues<'_>,
    values: &mut HashMap<String, Value>,
) -> Result<(), StatementFailure> {
    for parameter in statement.parameters() {
        let Some((namespace, member)) = parameter.in_namespace() else { continue };
        let number = |id: Option<i64>| id.map_or(Value::Null, Value::Int64);
        let named = |values: &[(String, Value)], wanted: &str| {
            values.iter().find(|(known, _)| known == wanted).map(|(_, value)| value.clone())
        };
        let value = match (namespace, member) {
            ("caller", "organization_id") => Some(number(host.caller.organization_id())),
            ("caller", "user_id") => Some(number(host.caller.user_id())),
            ("guard", column) => host.guarded.and_then(|guarded| named(&guarded.columns, column)),
            _ => named(host.inputs, &parameter.name),
        };
        let value = value.ok_or_else(|| {
            rejected(format!("nothing gives `{}` of the statement {name} here: {}", parameter.name, source(namespace)))
        })?;
        // Who is asking may be nobody, whatever the type says.
        let is_nobody = namespace == "caller" && value == Value::Null;
        if !is_nobody && !fits(&value, parameter) {
            return Err(rejected(format!(
                "`{}` of the statement {name} is no {}",
                parameter.name,
                parameter.kind.name()
            )));
        }
        values.insert(parameter.name.clone(), value);
    }
    Ok(())
}

/// Names the source of a namespace's values, for the author of a statement that finds none.
fn source(namespace: &str) -> &'static str {
    match namespace {
        "guard" => "it is a column of the guard of the route, and the route has none with that column",
        _ => "the request's path, query and body are at hand in the statement of a guard alone",
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
    values.insert(PAGE_LIMIT.to_owned(), Value::UInt64(u64::from(page.limit) + 1));
    let Some(cursor) = &page.cursor else { return Ok(false) };
    // A walk stays in the order that it began with: the values of another one's columns say nothing in this one.
    if cursor.order.as_deref() != order {
        return Err(rejected(format!("the cursor belongs to another order of the statement {name}")));
    }
    if cursor.after.len() != statement.after(order).len() {
        return Err(rejected(format!("the cursor does not fit the statement {name}")));
    }
    for (index, value) in cursor.after.iter().enumerate() {
        values.insert(format!("after.{}", index + 1), value.clone());
    }
    Ok(true)
}

/// Leaves out nulls: null is absent where the parameter does not take null.
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
