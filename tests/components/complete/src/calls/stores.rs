//! Calls of both stores, and the rows that they give.

use crate::calls::{Arguments, Done, Outcome, done, failed, given};
use quarry_sdk::bindings::quarry::plugin::{app_store, warehouse};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};

statement!(warehouse, AskWarehouse, "../complete/sql/who_asks_warehouse.sql");
statement!(app_store, AskAppStore, "../complete/sql/who_asks_app_store.sql");

pub fn call(interface: &str, name: &str, arguments: &Arguments) -> Option<Outcome> {
    let bindings = bindings(arguments);
    Some(match (interface, name) {
        ("warehouse", "query") => {
            given(warehouse::query(AskWarehouse::NAME, &bindings), |rows| json!({ "rows": rows.row_count() }))
        }
        ("warehouse", "defer-query") => {
            given(warehouse::defer_query(AskWarehouse::NAME, &bindings), |_deferred| json!("deferred"))
        }
        ("warehouse", "count-rows") => {
            given(warehouse::count_rows(AskWarehouse::NAME, &bindings, 2), |rows| json!(rows))
        }
        ("app-store", "query") => {
            given(app_store::query(AskAppStore::NAME, &bindings), |rows| json!({ "rows": rows.row_count() }))
        }
        ("app-store", "begin") => match arguments.times {
            // While the first one is open.
            Some(_) => app_store::begin().map_err(failed).and_then(|_open| done(app_store::begin().map(drop))),
            None => done(app_store::begin().map(drop)),
        },
        ("app-store", "commit") => done(app_store::begin().and_then(app_store::commit)),
        ("app-store", "transaction.query") => within(|transaction| {
            let rows = transaction.query(AskAppStore::NAME, &bindings)?;
            Ok(json!({ "rows": rows.row_count() }))
        }),
        ("app-store", "transaction.execute") => {
            within(|transaction| Ok(json!(transaction.execute(AskAppStore::NAME, &bindings)?)))
        }
        ("values", function) => return rows(function),
        _ => return None,
    })
}

/// Looks at the rows of a statement.
fn rows(function: &str) -> Option<Outcome> {
    let rows = match app_store::query(AskAppStore::NAME, &[]) {
        Ok(rows) => rows,
        Err(failure) => return Some(Err(failed(failure))),
    };
    let seen = match function {
        "result-set.row-count" => json!(rows.row_count()),
        "result-set.value" => json!(format!("{:?}", rows.value(0, "organization_id"))),
        "result-set.columns" => {
            json!(rows.columns().into_iter().map(|column| column.name).collect::<Vec<_>>())
        }
        "result-set.rows-read" => json!(rows.rows_read()),
        _ => return None,
    };
    Some(Ok(Done::Value(seen)))
}

/// Poses as another organization where the arguments name one.
fn bindings(arguments: &Arguments) -> Vec<(String, Value)> {
    let posed = arguments.organization_id.map(|id| ("caller.organization_id".to_owned(), Value::Int64(id)));
    posed.into_iter().collect()
}

/// Does `work` in a transaction that is let go.
fn within(work: impl FnOnce(&app_store::Transaction) -> Result<Json, StatementFailure>) -> Outcome {
    given(app_store::begin().and_then(|transaction| work(&transaction)), |value| value)
}
