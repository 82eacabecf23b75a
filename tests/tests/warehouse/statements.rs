//! Declared statements are held against the warehouse as it is: what it would not run is told at load, on its line.

use super::{fresh_folder, shared};
use quarry::capabilities::{Capabilities, Given, Stores};
use quarry::contract::{Grant, Manifest, StatementSource, Store};
use quarry::stores::app::AppStore;
use std::collections::BTreeSet;
use std::sync::Arc;

const TABLE: &str = "CREATE TABLE checked_trades (
    chain_id UInt64, pool FixedString(20), kind Enum8('buy' = 1, 'sell' = 2), amount Decimal(38, 0),
    traded_at DateTime('UTC'), note Nullable(String)
) ENGINE = MergeTree ORDER BY (chain_id, pool)";

/// Gives the verdict at load on a statement whose component was given every table.
async fn verdict(stores: &Arc<Stores>, sql: &str) -> Result<(), String> {
    let source = StatementSource {
        name: "look".to_owned(),
        store: Store::Warehouse,
        file: "sql/look.sql".to_owned(),
        sql: sql.to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    };
    let manifest = Manifest {
        name: "looker".to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::Warehouse],
        statements: vec![source],
        ..Manifest::default()
    };
    let tables = BTreeSet::from(["warehouse.*".parse().expect("a grant")]);
    let given = Given { grants: BTreeSet::from([Grant::Warehouse]), tables, hooks: None };
    let questioned = Capabilities::questioned(&manifest, &given, Arc::clone(stores));
    let (_, questions) = questioned.map_err(|error| error.to_string())?;
    questions.ask(&manifest, &given, stores, &[Store::Warehouse]).await.map_err(|error| error.to_string())
}

async fn stores(name: &str) -> Arc<Stores> {
    let warehouse = shared(name).await;
    warehouse.execute(TABLE).await.expect("a table");
    let url = format!("sqlite://{}/app.sqlite3", fresh_folder(name).display());
    let app = AppStore::open(&url).await.expect("a store");
    Arc::new(Stores::new(app, warehouse.clone()))
}

#[tokio::test]
async fn a_statement_that_the_schema_allows_is_taken() {
    let stores = stores("statements_taken").await;
    for sql in [
        "SELECT kind, amount FROM checked_trades WHERE kind = 'buy' AND pool = {pool:bytes}",
        "SELECT count() AS trades FROM checked_trades WHERE TRUE\nAND kind IN {kinds:text[]} -- when kinds\nAND traded_at >= {from:timestamp} -- when from",
        "SELECT pool, traded_at FROM checked_trades WHERE TRUE\n-- order newest\nAND {after(traded_at:timestamp desc, pool:bytes asc)}\nORDER BY traded_at DESC, pool\n-- order pool\nAND {after(pool:bytes asc)}\nORDER BY pool\n-- end order\nLIMIT {page.limit}",
    ] {
        verdict(&stores, sql).await.unwrap_or_else(|refusal| panic!("{sql}\n{refusal}"));
    }
}

#[tokio::test]
async fn what_the_schema_does_not_have_is_refused_with_file_and_line() {
    let stores = stores("statements_refused").await;
    let refusals = [
        ("a column", "SELECT pool,\n    pol\nFROM checked_trades", 2, "pol"),
        ("a table", "SELECT pool\nFROM checked_tradez", 2, "checked_tradez"),
        ("a function's argument", "SELECT\n    toStartOfHour(pool) AS hour\nFROM checked_trades", 2, "toStartOfHour"),
        ("a type", "SELECT pool FROM checked_trades\nWHERE lower(chain_id) = '1'", 2, "lower"),
        (
            "an optional line",
            "SELECT pool FROM checked_trades WHERE TRUE\nAND pol = {pool:bytes} -- when pool",
            2,
            "pol",
        ),
        (
            "one order of several",
            "SELECT pool FROM checked_trades WHERE TRUE\n-- order pool\nAND {after(pool:bytes asc)}\nORDER BY pool\n-- order size\nAND {after(pool:bytes asc)}\nORDER BY size\n-- end order\nLIMIT {page.limit}",
            7,
            "size",
        ),
        (
            "a later page",
            "SELECT pool FROM checked_trades\nWHERE {after(pol:bytes asc)}\nORDER BY pool\nLIMIT {page.limit}",
            2,
            "pol",
        ),
    ];
    for (what, sql, line, named) in refusals {
        let refusal = verdict(&stores, sql).await.expect_err(what);
        let place = format!("sql/look.sql, line {line}: the warehouse does not accept it: ");
        assert!(refusal.starts_with(&place), "{what} on line {line}: {refusal}");
        assert!(refusal.contains(named), "{what}: {refusal}");
    }
    // ClickHouse's sentences about types can repeat values that were read, so of these the code alone is told.
    let of_types = "SELECT pool FROM checked_trades\nWHERE traded_at = {address:bytes[]}";
    let refusal = verdict(&stores, of_types).await.expect_err("a parameter's type");
    assert!(refusal.contains("the warehouse does not accept it: ") && refusal.contains("(code 43"), "{refusal}");
}
