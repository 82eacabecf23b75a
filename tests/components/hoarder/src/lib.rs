//! A component that holds on to rows: a few statements, each within the rows that one may give, and together more than a host
//! could hold for each that asks.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use serde::Deserialize;
use std::time::Duration;

statement!(app_store, SelectAppRows, "sql/app_rows.sql");
statement!(app_store, SelectAppValue, "sql/app_value.sql");
statement!(warehouse, SelectWarehouseRows, "sql/warehouse_rows.sql");

/// The organization that the caller asks for, with a row that is too heavy for a guard
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("sql/guards/heavy.sql", tenant = "organization")]
#[guard(absent(404, "not_found", "There is no such organization."))]
#[guard(rank_too_low(403, "forbidden", "This is for others."))]
pub enum HeavyOrganization {
    Member,
    Admin,
    Owner,
}

/// Whatever it got away with.
pub struct Outcome;

impl Schema for Outcome {
    fn schema() -> Json {
        json!({ "type": "object" })
    }

    fn example() -> Json {
        json!({})
    }
}

/// Sets of so many rows, of 30 KB each. They are required and have no example, so that no self-test asks for them.
#[derive(Parameters)]
pub struct Wanted {
    /// Statements that are run.
    sets: i64,
    /// Rows of each.
    rows: i64,
}

/// What a transaction is asked for.
#[derive(Debug, Deserialize, Schema)]
pub struct WantedInTransaction {
    #[schema(example = 1)]
    sets: i64,
    #[schema(example = 1)]
    rows: i64,
}

/// Holds rows of the app store
#[endpoint(get = "/hoarder/app_store", keyless, cache = no_store, body = Outcome)]
pub fn hold_app_rows(wanted: Wanted) -> Result<Answer, Problem> {
    let Wanted { sets, rows } = wanted;
    held((0..sets).map(|_| SelectAppRows { rows }.query()))
}

/// Holds rows of the warehouse
#[endpoint(get = "/hoarder/warehouse", keyless, cache = no_store, body = Outcome)]
pub fn hold_warehouse_rows(wanted: Wanted) -> Result<Answer, Problem> {
    let Wanted { sets, rows } = wanted;
    held((0..sets).map(|_| SelectWarehouseRows { rows: rows.unsigned_abs() }.query()))
}

/// Reads rows of the app store and lets go of each set before the next
#[endpoint(get = "/hoarder/app_store/let_go", keyless, cache = no_store, body = Outcome)]
pub fn let_go_of_app_rows(wanted: Wanted) -> Result<Answer, Problem> {
    let Wanted { sets, rows } = wanted;
    let_go((0..sets).map(|_| SelectAppRows { rows }.query()))
}

/// Reads rows of the warehouse and lets go of each set before the next
#[endpoint(get = "/hoarder/warehouse/let_go", keyless, cache = no_store, body = Outcome)]
pub fn let_go_of_warehouse_rows(wanted: Wanted) -> Result<Answer, Problem> {
    let Wanted { sets, rows } = wanted;
    let_go((0..sets).map(|_| SelectWarehouseRows { rows: rows.unsigned_abs() }.query()))
}

/// Leaves rows of the warehouse to be read when it has ended
#[endpoint(get = "/hoarder/deferred", keyless, cache = no_store, body = Outcome)]
pub fn defer_rows(wanted: Wanted) -> Result<Answer, Problem> {
    let Wanted { sets, rows } = wanted;
    let object = (0..sets).try_fold(Answer::object(), |object, set| {
        let deferred = SelectWarehouseRows { rows: rows.unsigned_abs() }.defer()?;
        Ok::<_, Problem>(object.rows(&format!("set_{set}"), deferred))
    })?;
    Ok(object.into())
}

/// Holds rows that it reads in a transaction
#[endpoint(post = "/hoarder/transaction", key = "research:write", cache = no_store, body = Outcome)]
pub fn hold_rows_of_transaction(JsonBody(wanted): JsonBody<WantedInTransaction>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let WantedInTransaction { sets, rows } = wanted;
    held((0..sets).map(|_| transaction.query(SelectAppRows { rows })))
}

/// Asks whether its guard's row could be held
#[endpoint(get = "/hoarder/guarded", key = "read", cache = no_store, body = Outcome, guard = HeavyOrganization::Member)]
pub fn pass_heavy_guard() -> Result<Answer, Problem> {
    Ok(Answer::object().member("passed", &true).into())
}

/// Makes one value that is longer than the app store may make one
#[endpoint(get = "/hoarder/value", keyless, cache = no_store, body = Outcome)]
pub fn make_long_value(_wanted: Wanted) -> Result<Answer, Problem> {
    let rows = SelectAppValue {}.query()?;
    Ok(Answer::object().member("length", &rows.integer(0, "length")).into())
}

/// Holds rows of the warehouse for as long as a request may last
#[endpoint(get = "/hoarder/holding", keyless, cache = no_store, body = Outcome)]
pub fn keep_holding(wanted: Wanted) -> Result<Answer, Problem> {
    let Wanted { sets, rows } = wanted;
    let kept = (0..sets).map(|_| SelectWarehouseRows { rows: rows.unsigned_abs() }.query());
    let kept = kept.collect::<Result<Vec<_>, _>>()?;
    std::thread::sleep(Duration::from_secs(600));
    Ok(Answer::object().member("sets", &kept.len()).into())
}

/// Keeps every set until all are there.
fn held<F: Into<Problem>>(sets: impl Iterator<Item = Result<ResultSet, F>>) -> Result<Answer, Problem> {
    let sets: Vec<ResultSet> = sets.collect::<Result<_, F>>().map_err(Into::into)?;
    let rows: usize = sets.iter().map(|set| set.row_count()).sum();
    Ok(Answer::object().member("rows", &rows).into())
}

/// Drops every set before the next is asked for.
fn let_go<F: Into<Problem>>(sets: impl Iterator<Item = Result<ResultSet, F>>) -> Result<Answer, Problem> {
    let mut rows = 0;
    for set in sets {
        rows += set.map_err(Into::into)?.row_count();
    }
    Ok(Answer::object().member("rows", &rows).into())
}

quarry_sdk::plugin! {
    name: "hoarder",
    summary: "Holds on to rows; for tests only.",
    grants: [Warehouse, AppStore],
    endpoints: [
        hold_app_rows,
        hold_warehouse_rows,
        let_go_of_app_rows,
        let_go_of_warehouse_rows,
        defer_rows,
        hold_rows_of_transaction,
        pass_heavy_guard,
        make_long_value,
        keep_holding,
    ],
}
