//! The tables that a component's statements may name: others are refused at load, with file and line, before anything of it
//! runs.

use crate::statements::tenancy::families;
use quarry::capabilities::{Capabilities, Given, Stores, TableGrant};
use quarry::contract::{Grant, Manifest, StatementSource, Store};
use std::collections::BTreeSet;
use std::sync::Arc;

fn manifest(name: &str, statements: Vec<StatementSource>) -> Manifest {
    Manifest {
        name: name.to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::Warehouse, Grant::AppStore],
        statements,
        ..Manifest::default()
    }
}

/// The verdict on one statement of a component `hostile` that was given `pools`, `chains` and `plans`.
fn verdict(store: Store, sql: &str) -> Result<(), String> {
    let attack = StatementSource {
        name: "attack".to_owned(),
        store,
        file: "sql/attack.sql".to_owned(),
        sql: sql.to_owned(),
        dialects: Vec::new(),
        unguarded: None,
    };
    let tables = ["warehouse.pools", "warehouse.chains", "app_store.plans:write", "app_store.plans:delete"];
    let given = Given {
        grants: BTreeSet::from([Grant::Warehouse, Grant::AppStore]),
        tables: tables.iter().map(|table| table.parse().unwrap()).collect(),
        hooks: None,
    };
    let capabilities = Capabilities::new(&manifest("hostile", vec![attack]), &given, Arc::new(Stores::unconnected()));
    capabilities.map(drop).map_err(|error| error.to_string())
}

/// Every statement of the families as they are built, with the tables that the default configuration gives them.
#[test]
fn the_families_have_the_tables_they_use_and_no_more() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let families = families();
    let _entered = runtime.enter();
    let configuration = quarry::config::Configuration::load(None).unwrap();
    for (component, tables) in &configuration.components.tables {
        let manifest = families.iter().find(|manifest| manifest.name == *component);
        let manifest = manifest.unwrap_or_else(|| panic!("there is no family {component}"));
        let load = |tables: &[String]| {
            let given = Given {
                grants: manifest.grants.iter().copied().collect(),
                tables: tables.iter().map(|table| table.parse().unwrap()).collect(),
                hooks: None,
            };
            Capabilities::new(manifest, &given, Arc::new(Stores::unconnected()))
        };
        let tables = &tables.0;
        load(tables).map(drop).unwrap_or_else(|error| panic!("{component}: {error}"));
        for needless in 0..tables.len() {
            let mut fewer = tables.clone();
            let table = fewer.remove(needless);
            assert!(load(&fewer).is_err(), "{component} does not use {table}");
        }
    }
}

/// Each is refused, on that line, with a sentence that says so.
fn refused(store: Store, cases: &[(&str, usize, &str)]) {
    for (sql, line, reason) in cases {
        let sentence = verdict(store, sql).expect_err(sql);
        assert!(sentence.starts_with(&format!("sql/attack.sql, line {line}: ")), "{sql}\n{sentence}");
        assert!(sentence.contains(reason), "{sql}\n{sentence}");
    }
}

#[tokio::test]
async fn the_forms_that_families_use_are_read() {
    for sql in [
        "SELECT * FROM pools FINAL",
        "WITH busy AS (SELECT chain_id FROM pools)\nSELECT * FROM busy JOIN chains USING (chain_id)",
        "SELECT number FROM numbers(10)",
        "SELECT arrayMap(item -> item + 1, [1, 2]) AS list, tupleElement(argMax(tuple(fee), address), 1) AS first FROM pools",
        "SELECT 1 FROM pools WHERE source IN ({sources:text[]})",
        "SELECT 'system.tables; -- no comment' AS quoted",
    ] {
        assert_eq!(verdict(Store::Warehouse, sql), Ok(()), "{sql}");
    }
    for sql in [
        "SELECT key FROM plans WHERE key = {key:text}",
        "SELECT id FROM hostile__notes WHERE id IN ({ids:int64[]})",
        "INSERT INTO hostile__notes (id, text) VALUES ({id:int64}, {text:text})\nON CONFLICT (id) DO UPDATE SET text = excluded.text RETURNING id",
        "UPDATE hostile__notes SET text = {text:text} WHERE id = {id:int64}",
        "DELETE FROM hostile__notes WHERE id = {id:int64}",
    ] {
        assert_eq!(verdict(Store::AppStore, sql), Ok(()), "{sql}");
    }
}

#[tokio::test]
async fn a_table_that_was_not_given_is_refused() {
    let warehouse = [
        ("SELECT *\nFROM system.tables", 2, "plain name"),
        ("SELECT * FROM logs", 1, "components.tables.hostile"),
        ("SELECT * FROM other.pools", 1, "plain name"),
        ("SELECT * FROM Pools", 1, "plain name"),
        ("SELECT *\n-- a comment\nFROM pools,\n  logs", 4, "logs"),
        ("SELECT (SELECT count() FROM logs) AS n", 1, "logs"),
        ("SELECT 1 FROM pools WHERE fee IN (SELECT 1 FROM logs)", 1, "logs"),
        ("SELECT 1 FROM pools WHERE fee IN logs", 1, "could be a table"),
        ("SELECT 1 FROM pools WHERE fee IN (logs)", 1, "could be a table"),
        ("SELECT 1 FROM pools UNION ALL SELECT 1 FROM logs", 1, "logs"),
        ("SELECT 1 FROM pools\nJOIN logs ON TRUE -- when q\nWHERE {q:text} = '' -- when q", 2, "logs"),
        // A name that a WITH makes elsewhere, or later, is a table here.
        ("SELECT * FROM (WITH logs AS (SELECT 1) SELECT * FROM logs) AS a, logs", 1, "logs"),
        ("WITH first AS (SELECT * FROM logs), logs AS (SELECT 1) SELECT * FROM first", 1, "only after"),
        ("WITH logs AS (SELECT * FROM logs) SELECT * FROM logs", 1, "only after"),
    ];
    refused(Store::Warehouse, &warehouse);
    let app_store = [
        ("SELECT * FROM api_keys", 1, "api_keys"),
        ("SELECT * FROM sqlite_master", 1, "sqlite_master"),
        ("SELECT * FROM pg_catalog.pg_tables", 1, "plain name"),
        ("SELECT * FROM information_schema.tables", 1, "plain name"),
        ("SELECT * FROM alerts_rules", 1, "alerts_rules"),
        ("INSERT INTO api_keys (name) VALUES ('x')", 1, "api_keys"),
        ("INSERT INTO hostile__notes (text) SELECT hash FROM api_keys", 1, "api_keys"),
        ("DELETE FROM users", 1, "users"),
        ("UPDATE users SET name = 'x'", 1, "users"),
    ];
    refused(Store::AppStore, &app_store);
}

#[tokio::test]
async fn a_word_that_is_a_table_only_in_one_shape_is_found_in_it() {
    // With both lines `logs` is what the WITH makes; with the second alone it is the table.
    let sql = "WITH logs AS (SELECT {a:int64} AS one) -- when a\nSELECT 1 AS two\nFROM logs -- when b\nWHERE {b:int64} = 1 -- when b";
    refused(Store::Warehouse, &[(sql, 3, "logs")]);
}

/// A component chooses its own name; `api` would make `api_keys` its own.
#[tokio::test]
async fn a_name_takes_no_table_of_the_host() {
    for (name, table) in [("api", "api_keys"), ("status", "status_days"), ("user", "user_permissions")] {
        let source = StatementSource {
            name: "take".to_owned(),
            store: Store::AppStore,
            file: "sql/take.sql".to_owned(),
            sql: format!("SELECT * FROM {table}"),
            dialects: Vec::new(),
            unguarded: None,
        };
        let given = Given { grants: BTreeSet::from([Grant::Warehouse, Grant::AppStore]), ..Given::default() };
        let taken = Capabilities::new(&manifest(name, vec![source]), &given, Arc::new(Stores::unconnected()));
        assert!(taken.is_err(), "{name} has {table}");
    }
}

#[tokio::test]
async fn a_view_is_given_without_the_tables_behind_it_and_a_table_without_its_views() {
    let load = |given: &str, sql: &str| {
        let source = StatementSource {
            name: "look".to_owned(),
            store: Store::AppStore,
            file: "sql/look.sql".to_owned(),
            sql: sql.to_owned(),
            dialects: Vec::new(),
            unguarded: None,
        };
        let grants = BTreeSet::from([Grant::Warehouse, Grant::AppStore]);
        let given = Given { grants, tables: BTreeSet::from([given.parse().unwrap()]), hooks: None };
        let loaded = Capabilities::new(&manifest("viewer", vec![source]), &given, Arc::new(Stores::unconnected()));
        loaded.map(drop).map_err(|error| error.to_string())
    };
    let (of_view, of_table) = ("SELECT role FROM organization_members", "SELECT role FROM memberships");
    assert_eq!(load("app_store.organization_members", of_view), Ok(()));
    assert_eq!(load("app_store.memberships", of_table), Ok(()));
    for (given, sql, asked) in [
        ("app_store.organization_members", of_table, "memberships"),
        ("app_store.memberships", of_view, "organization_members"),
        (
            "app_store.organization_members",
            "SELECT v.role FROM organization_members AS v JOIN memberships AS k ON k.user_id = v.user_id",
            "memberships",
        ),
        ("warehouse.organization_members", of_view, "organization_members"),
    ] {
        let refusal = load(given, sql).expect_err(sql);
        assert!(refusal.contains(asked) && refusal.contains("components.tables.viewer"), "{sql}: {refusal}");
    }
}

/// Each verb is a decision of its own: a component that may read people's spaces is not let rename or delete them.
#[tokio::test]
async fn a_table_that_is_given_to_read_is_neither_written_nor_deleted_from() {
    let load = |given: &[&str], sql: &str| {
        let source = StatementSource {
            name: "look".to_owned(),
            store: Store::AppStore,
            file: "sql/look.sql".to_owned(),
            sql: sql.to_owned(),
            dialects: Vec::new(),
            unguarded: None,
        };
        let tables = given.iter().map(|table| table.parse().unwrap()).collect();
        let given = Given { grants: BTreeSet::from([Grant::Warehouse, Grant::AppStore]), tables, hooks: None };
        let loaded = Capabilities::new(&manifest("writer", vec![source]), &given, Arc::new(Stores::unconnected()));
        loaded.map(drop).map_err(|error| error.to_string())
    };
    let (read, write, delete) = ("app_store.spaces", "app_store.spaces:write", "app_store.spaces:delete");
    let append = "app_store.spaces:append";
    for (sql, enough, missing) in [
        ("SELECT name FROM spaces", [read, append, write, delete].as_slice(), None),
        ("UPDATE spaces SET name = 'x'", &[write], Some(write)),
        ("UPDATE spaces SET name = 'x' RETURNING id", &[write], Some(write)),
        (
            "INSERT INTO spaces (name, created_at) VALUES ('x', 0) ON CONFLICT (id) DO UPDATE SET name = 'y'",
            &[write],
            Some(write),
        ),
        ("INSERT INTO spaces (name, created_at) SELECT name, created_at FROM spaces", &[append, write], Some(append)),
        ("DELETE FROM spaces WHERE name = 'x'", &[delete], Some(delete)),
    ] {
        for given in [read, append, write, delete] {
            let loaded = load(&[given], sql);
            match missing.filter(|_| !enough.contains(&given)) {
                None => assert_eq!(loaded, Ok(()), "{given}: {sql}"),
                Some(missing) => {
                    let refusal = loaded.expect_err(sql);
                    assert!(refusal.contains(&format!("add \"{missing}\"")), "{given}: {sql}: {refusal}");
                }
            }
        }
    }
    // A row that is replaced is deleted, and no engine says so.
    for sql in [
        "REPLACE INTO spaces (name, created_at) VALUES ('x', 0)",
        "INSERT OR REPLACE INTO spaces (name, created_at) VALUES ('x', 0)",
    ] {
        load(&[read, write, delete], sql).expect_err(sql);
    }
}

/// Nobody decides that by mistake: the configuration and the records of installations have no words for it.
#[test]
fn the_secrets_of_people_are_given_to_no_component() {
    for table in
        ["users", "api_keys", "sessions", "refresh_tokens", "authenticators", "recovery_codes", "invitations", "jobs"]
    {
        for verb in ["", ":read", ":write", ":delete"] {
            let refusal = format!("app_store.{table}{verb}").parse::<TableGrant>().expect_err(table).to_string();
            assert!(refusal.contains("given to no component"), "{table}{verb}: {refusal}");
        }
        let everything = ["app_store.*", "app_store.*:write", "app_store.*:delete"];
        let source = StatementSource {
            name: "look".to_owned(),
            store: Store::AppStore,
            file: "sql/look.sql".to_owned(),
            sql: format!("SELECT count(*) AS n FROM {table}"),
            dialects: Vec::new(),
            unguarded: None,
        };
        let tables = everything.iter().map(|table| table.parse().unwrap()).collect();
        let given = Given { grants: BTreeSet::from([Grant::Warehouse, Grant::AppStore]), tables, hooks: None };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let _entered = runtime.enter();
        let loaded = Capabilities::new(&manifest("thief", vec![source]), &given, Arc::new(Stores::unconnected()));
        let refusal = loaded.map(drop).expect_err(table).to_string();
        assert!(refusal.contains("given to no component"), "{table}: {refusal}");
    }
    for wrong in ["warehouse.tokens:write", "app_store.spaces:drop", "app_store.spaces:", "app_store.spaces:Read"] {
        wrong.parse::<TableGrant>().expect_err(wrong);
    }
}

/// `price` is how the tables of `price-alerts` begin, and not what they belong to.
#[tokio::test]
async fn a_component_whose_name_begins_as_anothers_has_none_of_its_tables() {
    let load = |component: &str, table: &str| {
        let source = StatementSource {
            name: "look".to_owned(),
            store: Store::AppStore,
            file: "sql/look.sql".to_owned(),
            sql: format!("SELECT id FROM {table}"),
            dialects: Vec::new(),
            unguarded: None,
        };
        let given = Given { grants: BTreeSet::from([Grant::Warehouse, Grant::AppStore]), ..Given::default() };
        Capabilities::new(&manifest(component, vec![source]), &given, Arc::new(Stores::unconnected())).is_ok()
    };
    assert!(load("price-alerts", "price_alerts__rules") && load("price", "price__rules"));
    assert!(!load("price", "price_alerts__rules") && !load("price-alerts", "price__alerts__rules"));
}

#[tokio::test]
async fn what_reaches_beyond_the_tables_is_refused() {
    refused(
        Store::Warehouse,
        &[
            ("SELECT * FROM url('http://127.0.0.1/', 'CSV')", 1, "url"),
            ("SELECT * FROM file('/etc/passwd', 'CSV')", 1, "file"),
            ("SELECT * FROM remote('127.0.0.1', default.logs)", 1, "remote"),
            ("SELECT file('/etc/passwd') AS text", 1, "file"),
            ("SELECT dictGet('secrets', 'value', 1) AS text", 1, "dictGet"),
            ("SELECT joinGet('logs', 'data', 1) AS text", 1, "joinGet"),
            ("SELECT 1 FROM pools SETTINGS max_threads = 1", 1, "SETTINGS"),
            ("SELECT 1 AS one # FROM", 1, "#"),
            ("SELECT $a$x$a$ AS one", 1, "$"),
            ("SELECT ‘x’ AS one", 1, "‘"),
        ],
    );
    refused(
        Store::AppStore,
        &[
            ("SELECT load_extension('x') AS one", 1, "load_extension"),
            ("SELECT pg_read_file('/etc/passwd') AS one", 1, "pg_read_file"),
            ("SELECT set_config('role', 'postgres', false) AS one", 1, "set_config"),
            ("SELECT query_to_xml('SELECT 1', true, true, '') AS one", 1, "query_to_xml"),
        ],
    );
}

#[tokio::test]
async fn a_statement_is_one_and_of_a_kind_that_its_store_allows() {
    let ddl = ["DROP TABLE pools", "CREATE TABLE hostile_x (id INT)", "ALTER TABLE pools DROP COLUMN fee"];
    for store in [Store::Warehouse, Store::AppStore] {
        refused(store, &ddl.map(|sql| (sql, 1, "one SELECT")));
        let two = verdict(store, "SELECT 1 AS one; DROP TABLE pools").expect_err("two statements");
        assert!(two.contains("sql/attack.sql, line 1") && two.contains("one statement"), "{two}");
    }
    refused(Store::Warehouse, &[("INSERT INTO pools SELECT 1", 1, "one SELECT")]);
    for sql in ["PRAGMA table_info(users)", "ATTACH DATABASE 'x' AS x", "SET x = 1", "VACUUM", "BEGIN"] {
        let sentence = verdict(Store::AppStore, sql).expect_err(sql);
        assert!(sentence.starts_with("sql/attack.sql, line 1: "), "{sentence}");
    }
    refused(Store::AppStore, &[("SELECT 1 AS one\nFROM plans WHERE )", 2, "the host cannot read it")]);
}
