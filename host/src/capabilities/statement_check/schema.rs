//! Asking the stores whether they could run a statement, without running it: every table, column, function and type of
//! it is then known to be there. ClickHouse explains it with values of the right types; SQLite and PostgreSQL prepare it.

use super::place;
use super::variants::{self, Shape};
use crate::capabilities::statements::Text;
use crate::capabilities::{StatementSet, Stores};
use crate::contract::Store;
use crate::stores::app::AppStoreError;
use crate::stores::result_set::Value;
use crate::stores::warehouse::{QuerySettings, WarehouseError};
use futures_util::{TryStreamExt, stream};
use quarry_statement::{Dialect, ParameterType, Statement};
use std::time::Duration;
use thiserror::Error;

/// Shapes asked about at once; a store has this many connections to spare at a start.
const AT_ONCE: usize = 4;
/// What explaining one shape may take.
const SETTINGS: QuerySettings =
    QuerySettings { deadline: Duration::from_secs(10), max_rows: 100_000, max_memory_bytes: 256 << 20, readonly: true };

/// Why statements cannot be had as they stand. The text is the store's: it is for logs and operators.
#[derive(Debug, Error)]
pub enum SchemaError {
    #[error("{file}, line {line}: the {store} does not accept it: {reason}")]
    Refused { file: String, line: usize, store: &'static str, reason: String },
    #[error(
        "{file}: the {store} did not answer, so its statements could not be checked; start it, and then this host again: {reason}"
    )]
    Unreachable { file: String, store: &'static str, reason: String },
}

/// Asks for every statement of a set that is declared for one of `asked`. Does nothing without stores.
pub(in crate::capabilities) async fn check_schema(
    set: &StatementSet,
    stores: &Stores,
    asked: &[Store],
) -> Result<(), SchemaError> {
    if !stores.app.is_connectable() {
        return Ok(());
    }
    // In a list: an iterator of closures over borrowed shapes cannot be sent between threads as the compiler sees it.
    let mut shapes = Vec::new();
    for (store, Text { file, statement, .. }) in set.in_use().filter(|(store, _)| asked.contains(store)) {
        for shape in variants::outer_shapes(statement) {
            shapes.push(Ok((file.as_str(), store, statement, shape)));
        }
    }
    stream::iter(shapes)
        .try_for_each_concurrent(AT_ONCE, |(file, store, statement, shape)| async move {
            match store {
                Store::Warehouse => explain(stores, file, statement, &shape).await,
                Store::AppStore => prepare(stores, file, &shape).await,
            }
        })
        .await
}

async fn explain(stores: &Stores, file: &str, statement: &Statement, shape: &Shape<'_>) -> Result<(), SchemaError> {
    let rendered = shape.render(Dialect::ClickHouse);
    let named: Vec<(String, Value)> =
        rendered.bindings.iter().map(|name| (name.clone(), example(statement, shape.order, name))).collect();
    // On a line of its own, so that the lines of the store's answer are the statement's, plus one.
    let sql = format!("EXPLAIN\n{}", rendered.sql);
    let explained = stores.warehouse.query(&sql, &named, SETTINGS).await;
    let Err(error) = explained else { return Ok(()) };
    let store = "warehouse";
    Err(match &error {
        // It was explained. The explanation shows constants as they are, and bytes are not always text.
        WarehouseError::Decode(_) => return Ok(()),
        WarehouseError::Rejected { message, .. } => SchemaError::Refused {
            file: file.to_owned(),
            line: rendered.line_of_file(place::line_of(message, &sql).unwrap_or(2).saturating_sub(1)),
            store,
            reason: message.clone(),
        },
        error => SchemaError::Unreachable { file: file.to_owned(), store, reason: error.to_string() },
    })
}

async fn prepare(stores: &Stores, file: &str, shape: &Shape<'_>) -> Result<(), SchemaError> {
    let rendered = shape.render(Dialect::Numbered);
    let Err(error) = stores.app.prepare(&rendered.sql).await else { return Ok(()) };
    let store = "app store";
    Err(match &error {
        AppStoreError::Rejected { source, .. } => SchemaError::Refused {
            file: file.to_owned(),
            line: rendered.line_of_file(
                AppStoreError::line_of(source, &rendered.sql)
                    .or_else(|| place::line_of(&source.to_string(), &rendered.sql))
                    .unwrap_or(1),
            ),
            store,
            reason: source.to_string(),
        },
        error => SchemaError::Unreachable { file: file.to_owned(), store, reason: error.to_string() },
    })
}

/// A value of the type that the statement gives the name.
fn example(statement: &Statement, order: Option<&str>, name: &str) -> Value {
    let declared =
        statement.parameters().iter().find(|parameter| parameter.name == name).map(|parameter| parameter.kind);
    let position = || name.strip_prefix("after_")?.parse::<usize>().ok()?.checked_sub(1);
    let kind =
        declared.or_else(|| Some(statement.after(order).get(position()?)?.kind)).unwrap_or(ParameterType::Uint64);
    match kind {
        ParameterType::Boolean => Value::Boolean(true),
        ParameterType::Int64 => Value::Int64(1),
        ParameterType::Uint64 => Value::UInt64(1),
        ParameterType::Float64 => Value::Float64(1.0),
        ParameterType::Text => Value::Text("1".to_owned()),
        ParameterType::Bytes => Value::Bytes(vec![0; 20]),
        ParameterType::Timestamp => Value::Timestamp(0),
        ParameterType::TextList => Value::TextList(vec!["1".to_owned()]),
        ParameterType::Int64List => Value::Int64List(vec![1]),
        ParameterType::Uint64List => Value::UInt64List(vec![1]),
        ParameterType::BytesList => Value::BytesList(vec![vec![0; 20]]),
    }
}
