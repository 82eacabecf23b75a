//! A statement in a text for each engine: what a component reads is the same wherever it runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use quarry::capabilities::{Capabilities, Given, GrantError, Stores};
use quarry::contract::{DialectText, Grant, Manifest, StatementSource, Store};
use quarry::stores::app::AppStoreDialect;
use quarry_statement::{Statement, StatementFiles, output_columns};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

const PLAIN: &str = "SELECT id, title FROM notes_all WHERE title LIKE {part:text}";
const POSTGRES: &str = "SELECT id, lower(title) AS title FROM notes_all WHERE title ILIKE {part:text}";

/// A folder with these files in `sql`.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quarry-dialects-{}-{name}", std::process::id()));
    std::fs::create_dir_all(folder.join("sql")).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join("sql").join(file), text).unwrap();
    }
    folder
}

fn read(name: &str, files: &[(&str, &str)]) -> Result<StatementFiles, String> {
    let folder = folder(name, files);
    let read = StatementFiles::read(&folder, "sql/find.sql", true).map_err(|error| error.to_string());
    std::fs::remove_dir_all(folder).unwrap();
    read
}

#[test]
fn each_engine_has_the_text_that_was_written_for_it() {
    let files = read("one", &[("find.sql", PLAIN)]).unwrap();
    assert_eq!((files.name.as_str(), files.main.name.as_str(), files.dialects.len()), ("find", "sql/find.sql", 0));
    let files = read("beside", &[("find.sql", PLAIN), ("find.postgres.sql", POSTGRES)]).unwrap();
    let (dialect, text) = &files.dialects[0];
    assert_eq!((files.name.as_str(), files.main.name.as_str()), ("find", "sql/find.sql"));
    assert_eq!((*dialect, text.name.as_str()), (AppStoreDialect::Postgres, "sql/find.postgres.sql"));
    let files = read("in-place", &[("find.sqlite.sql", PLAIN), ("find.postgres.sql", POSTGRES)]).unwrap();
    assert_eq!((files.name.as_str(), files.main.name.as_str()), ("find", "sql/find.sqlite.sql"));
    assert_eq!(files.dialects[0].1.name, "sql/find.postgres.sql");
}

#[test]
fn a_text_that_is_missing_or_that_nobody_would_run_is_refused_at_build() {
    let all = [("find.sql", PLAIN), ("find.sqlite.sql", PLAIN), ("find.postgres.sql", POSTGRES)];
    let refusals = [
        ("none", &all[..0], "sql/find.sql cannot be read"),
        ("lone", &all[1..2], "there is neither sql/find.sql nor sql/find.postgres.sql"),
        ("lone-postgres", &all[2..], "there is neither sql/find.sql nor sql/find.sqlite.sql"),
        ("three", &all[..], "sql/find.sql is run by no engine: sql/find.sqlite.sql and sql/find.postgres.sql"),
        ("malformed", &[("find.sql", PLAIN), ("find.sqlite.sql", "SELECT\n{a}")], "sql/find.sqlite.sql, line 2: `{a}`"),
    ];
    for (name, files, expected) in refusals {
        let sentence = read(name, files).expect_err(name);
        assert!(sentence.starts_with(expected), "{name}: {sentence}");
    }
    let folder = folder("warehouse", &all[..2]);
    let sentence = StatementFiles::read(&folder, "sql/find.sql", false).unwrap_err().to_string();
    assert!(sentence.starts_with("sql/find.sqlite.sql is a text for an engine of the app store"), "{sentence}");
    let sentence = StatementFiles::read(&folder, "sql/find.sqlite.sql", true).unwrap_err().to_string();
    assert!(sentence.starts_with("sql/find.sqlite.sql is not the name"), "{sentence}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Texts for PostgreSQL that differ from [`PLAIN`], and how.
const DIFFERENT: [(&str, &str); 6] = [
    ("SELECT id, title FROM notes_all WHERE title LIKE {word:text}", "parameters part:text and the second word:text"),
    ("SELECT id, title FROM notes_all WHERE id = {part:int64}", "parameters part:text and the second part:int64"),
    (
        "SELECT id, title FROM notes_all WHERE TRUE\nAND title LIKE {part:text} -- when part",
        "the second part:text (may be left out)",
    ),
    ("SELECT title, id FROM notes_all WHERE title LIKE {part:text}", "columns id, title and the second title, id"),
    (
        "SELECT id, title FROM notes_all WHERE title LIKE {part:text}\n-- order id\nORDER BY id\n-- end order",
        "orders none and the second id",
    ),
    (
        "SELECT id, title FROM notes_all WHERE title LIKE {part:text} AND {after(id:int64 asc)} LIMIT {page.limit}",
        "cursor columns none and the second id:int64 asc",
    ),
];

#[test]
fn two_texts_that_differ_in_what_they_take_or_give_are_refused_at_build() {
    for (text, expected) in DIFFERENT {
        let sentence = read("differ", &[("find.sql", PLAIN), ("find.postgres.sql", text)]).expect_err(text);
        assert!(
            sentence.starts_with("sql/find.sql and sql/find.postgres.sql are texts of one statement"),
            "{sentence}"
        );
        assert!(sentence.contains(expected), "{sentence}\nexpected {expected}");
    }
    for (text, expected) in [
        ("SELECT * FROM notes_all WHERE title = {part:text}", "`*` names no columns"),
        ("SELECT id, lower(title) FROM notes_all WHERE title = {part:text}", "`lower(title)` has no name of its own"),
    ] {
        let sentence = read("columns", &[("find.sql", PLAIN), ("find.postgres.sql", text)]).expect_err(text);
        assert!(sentence.starts_with("sql/find.postgres.sql: ") && sentence.contains(expected), "{sentence}");
    }
}

#[test]
fn the_columns_of_every_kind_of_statement_are_known() {
    let cases = [
        ("SELECT n.id, title AS name FROM notes_all AS n", &["id", "name"][..]),
        ("WITH a AS (SELECT 1 AS x) SELECT x FROM a UNION ALL SELECT 2", &["x"]),
        ("INSERT INTO notes_all (title) VALUES ({title:text}) RETURNING id, version", &["id", "version"]),
        ("UPDATE notes_all SET title = {title:text} RETURNING id", &["id"]),
        ("DELETE FROM notes_all WHERE id = {id:int64}", &[]),
    ];
    for (sql, expected) in cases {
        for dialect in AppStoreDialect::ALL {
            let columns = output_columns(&Statement::parse(sql).unwrap(), dialect).unwrap();
            assert_eq!(columns, [expected.to_vec()], "{sql}");
        }
    }
}

fn load(sqlite: &str, postgres: &str) -> Result<(), GrantError> {
    let dialect = DialectText {
        dialect: AppStoreDialect::Postgres,
        file: "sql/find.postgres.sql".to_owned(),
        sql: postgres.to_owned(),
    };
    let source = StatementSource {
        name: "find".to_owned(),
        store: Store::AppStore,
        file: "sql/find.sql".to_owned(),
        sql: sqlite.to_owned(),
        dialects: vec![dialect],
        unguarded: None,
    };
    let manifest = Manifest {
        name: "notes".to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore],
        statements: vec![source],
        ..Manifest::default()
    };
    let tables = BTreeSet::from(["app_store.notes_all".parse().unwrap()]);
    let given = Given { grants: BTreeSet::from([Grant::AppStore]), tables, hooks: None };
    Capabilities::new(&manifest, &given, Arc::new(Stores::unconnected())).map(drop)
}

/// A component that was not built with the SDK is held to the same, and the text of the other engine is read as well.
#[tokio::test]
async fn both_texts_are_held_against_the_grants_and_each_other_at_load() {
    load(PLAIN, POSTGRES).unwrap();
    for (text, expected) in DIFFERENT {
        let sentence = load(PLAIN, text).unwrap_err().to_string();
        assert!(sentence.contains(expected), "{sentence}\nexpected {expected}");
    }
    let stolen = "SELECT id, title\nFROM api_keys WHERE title = {part:text}";
    let sentence = load(PLAIN, stolen).unwrap_err().to_string();
    assert!(sentence.starts_with("sql/find.postgres.sql, line 2: it uses the table api_keys"), "{sentence}");
    let sentence = load(stolen, POSTGRES).unwrap_err().to_string();
    assert!(sentence.starts_with("sql/find.sql, line 2: it uses the table api_keys"), "{sentence}");
}
