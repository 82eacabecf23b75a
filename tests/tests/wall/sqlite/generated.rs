//! Texts by a generator: whatever SQLite's report lets in is run, and has answered and changed nothing of others.

use super::grammar::Writer;
use super::{CANARY, GIVEN, guarded, state};
use crate::component::NAME;
use crate::seeds::{generator, statements};
use quarry::stores::app::{AppStore, OwnNames, RehearsalError, RehearsedMigration, RehearsedText, Row};
use quarry::stores::report::Report;

const TABLE: RehearsedMigration<'static> = RehearsedMigration {
    name: "0001",
    sql: "CREATE TABLE evil__x (id BIGINT, key TEXT, text TEXT, name TEXT, email TEXT, secret TEXT, purpose TEXT)",
};

/// Functions that a component may call, as far as the generator writes them.
const FUNCTIONS: &[&str] = &[
    "lower",
    "length",
    "coalesce",
    "max",
    "count",
    "hex",
    "substr",
    "json_extract",
    "group_concat",
    "iif",
    "json_group_array",
    "total",
];

fn is_let_in(report: &Report) -> bool {
    let own = OwnNames::of(NAME);
    report.forbidden.is_empty()
        && report.tables.iter().all(|table| own.has(table) || GIVEN.contains(&format!("app_store.{table}").as_str()))
        && report.functions.iter().all(|function| FUNCTIONS.contains(&function.as_str()))
}

/// The reports on those of `texts` that SQLite reads at all.
async fn reports(store: &AppStore, mut texts: Vec<(u64, String)>) -> Vec<(u64, String, Report)> {
    let own = OwnNames::of(NAME);
    loop {
        let asked = texts.iter().map(|(_, sql)| RehearsedText { sql: sql.clone(), parameters: Vec::new() }).collect();
        match store.rehearse(&[TABLE], asked, &own).await {
            Ok(reports) => {
                return texts.into_iter().zip(reports).map(|((seed, sql), report)| (seed, sql, report)).collect();
            }
            Err(RehearsalError::Text { index, .. }) => {
                texts.remove(index);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test]
async fn no_statement_that_is_let_in_shows_or_changes_what_was_not_given() {
    let fresh = guarded().await;
    fresh.store.execute(TABLE.sql, &[]).await.expect("the component's table");
    let before = state(&fresh.store).await;
    let (mut read, mut let_in) = (0, 0);
    let seeds: Vec<u64> = (0..statements()).collect();
    for seeds in seeds.chunks(20) {
        let texts = seeds.iter().map(|seed| (*seed, Writer::new(&mut generator(*seed)).statement())).collect();
        for (seed, sql, report) in reports(&fresh.store, texts).await {
            read += 1;
            if !is_let_in(&report) {
                continue;
            }
            let_in += 1;
            let mut transaction = fresh.store.begin().await.expect("a transaction");
            // Whether it has an answer or fails for its values is all the same.
            if let Ok(rows) = transaction.query(&sql, &[]).await {
                assert!(
                    !format!("{rows:?}").contains(CANARY),
                    "seed {seed} shows what was not given: {sql}\n{report:?}"
                );
            }
            drop(transaction);
            if let_in % 100 == 0 {
                assert_eq!(state(&fresh.store).await, before, "by seed {seed} or one of the hundred before it");
            }
        }
    }
    assert_eq!(state(&fresh.store).await, before);
    let all = statements();
    assert!(
        read * 5 > all && let_in * 20 > all,
        "{read} of {all} were read and {let_in} let in: the generator is dull"
    );
}

#[tokio::test]
async fn no_migration_that_is_let_in_touches_what_is_not_its_own() {
    let fresh = guarded().await;
    let before = state(&fresh.store).await;
    let own_tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'evil!_!_%' ESCAPE '!'";
    let mut let_in = 0;
    // A migration costs more than a statement.
    for seed in 0..statements() / 4 {
        let sql = Writer::new(&mut generator(seed)).migration();
        let migration = RehearsedMigration { name: "0001", sql: &sql };
        if fresh.store.rehearse(&[migration], Vec::new(), &OwnNames::of(NAME)).await.is_err() {
            continue;
        }
        let_in += 1;
        let mut transaction = fresh.store.begin().await.expect("a transaction");
        transaction.define(&sql).await.unwrap_or_else(|error| panic!("seed {seed}: {error}: {sql}"));
        transaction.commit().await.expect("committed");
        assert_eq!(state(&fresh.store).await, before, "seed {seed}: {sql}");
        let made = fresh.store.query(own_tables, &[]).await.expect("the catalogue");
        for row in Row::all(&made) {
            let drop = format!("DROP TABLE {}", row.text("name").expect("a name"));
            fresh.store.execute(&drop, &[]).await.unwrap_or_else(|error| panic!("{drop}: {error}"));
        }
    }
    assert!(let_in > statements() / 200, "{let_in} were let in: the generator is dull");
}
