//! Generated statements: whatever the host would let in is run in a transaction that is rolled back, and the engine's own
//! locks say what it touched.
//!
//! `QUARRY_WALL_STATEMENTS` says how many, `QUARRY_WALL_SEED` where to begin. A seed that failed once goes into `REGRESSIONS`.

use super::grammar::Grammar;
use super::{CANARY, Fresh, is_let_in, own, store, value};
use quarry::stores::app::{AppStore, RehearsalError, RehearsedMigration, RehearsedText, Row, Transaction};
use quarry::stores::report::Report;
use std::time::Instant;

const REGRESSIONS: &[u64] = &[];

/// Statements that are rehearsed together.
const BATCH: usize = 200;

const NOTES: &str = "CREATE TABLE evil__notes (id BIGSERIAL PRIMARY KEY, note TEXT)";

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |set| set.parse().unwrap())
}

fn seeds(count: u64) -> Vec<u64> {
    let first = setting("QUARRY_WALL_SEED", 23_000_000);
    REGRESSIONS.iter().copied().chain(first..first + count).collect()
}

async fn prepared() -> (Fresh, String) {
    let fresh = store().await;
    let schema = value(&fresh.store, "SELECT current_schema()::text AS s").await;
    let schema = schema.split('"').find(|word| word.starts_with("quarry_test_")).unwrap().to_owned();
    fresh.store.execute(NOTES, &[]).await.unwrap();
    fresh.store.execute("INSERT INTO evil__notes (note) VALUES ('a'), ('b')", &[]).await.unwrap();
    (fresh, schema)
}

/// The reports on those texts that PostgreSQL takes.
async fn reports(store: &AppStore, mut texts: Vec<(u64, String)>) -> Vec<(u64, String, Report)> {
    loop {
        let asked = texts.iter().map(|(_, sql)| RehearsedText { sql: sql.clone(), parameters: Vec::new() }).collect();
        let migration = RehearsedMigration { name: "0001", sql: NOTES };
        match store.rehearse(&[migration], asked, &own()).await {
            Ok(reports) => {
                return texts.into_iter().zip(reports).map(|((seed, sql), report)| (seed, sql, report)).collect();
            }
            Err(RehearsalError::Text { index, .. }) => drop(texts.remove(index)),
            Err(error) => panic!("{error}: {error:?}"),
        }
    }
}

const LOCKED: &str = "SELECT string_agg(DISTINCT n.nspname || '.' || c.relname, ' ')::text AS names FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
        AND n.nspname NOT IN ('pg_toast')
        AND c.relname NOT IN ('pg_locks', 'pg_class', 'pg_namespace')";

/// The tables and views that the transaction has locked, with their schemas.
async fn locked(transaction: &mut Transaction) -> Vec<String> {
    let rows = transaction.query(LOCKED, &[]).await.unwrap();
    let names = Row::first(&rows).unwrap().optional_text("names").unwrap();
    names.unwrap_or_default().split(' ').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Runs the text and undoes it; false where the engine refused to.
async fn agrees(store: &AppStore, schema: &str, (seed, sql, report): &(u64, String, Report)) -> bool {
    let mut transaction = store.begin().await.unwrap();
    transaction.execute("SET LOCAL statement_timeout = '5s'", &[]).await.unwrap();
    let Ok(rows) = transaction.query(sql, &[]).await else { return false };
    let answer = format!("{rows:?}");
    assert!(!answer.contains(CANARY), "seed {seed} read what nobody granted:\n{sql}\n{report:?}\n{answer}");
    for name in locked(&mut transaction).await {
        let (place, table) = name.split_once('.').unwrap();
        let is_reported = place == schema && report.tables.contains(table);
        assert!(is_reported, "seed {seed} touched {name}, which was not reported:\n{sql}\n{report:?}");
    }
    true
}

#[tokio::test]
async fn no_generated_statement_touches_more_than_it_was_granted() {
    let began = Instant::now();
    let (fresh, schema) = prepared().await;
    let (mut read, mut let_in, mut run) = (0, 0, 0);
    for batch in seeds(setting("QUARRY_WALL_STATEMENTS", 2_000)).chunks(BATCH) {
        let mut texts = Vec::new();
        for seed in batch {
            let sql = Grammar::new(*seed, &schema).statement();
            // What PostgreSQL does not even plan would end the rehearsal of its whole batch.
            if fresh.store.query(&format!("EXPLAIN {sql}"), &[]).await.is_ok() {
                texts.push((*seed, sql));
            }
        }
        for told in reports(&fresh.store, texts).await {
            read += 1;
            if is_let_in(&told.2) {
                let_in += 1;
                run += usize::from(agrees(&fresh.store, &schema, &told).await);
            }
        }
    }
    eprintln!("{read} were read by PostgreSQL, {let_in} were let in, {run} ran, in {:?}", began.elapsed());
    assert!(run * 10 > read, "too few of the statements say anything");
    assert!(let_in < read, "nothing hostile was made");
}

#[tokio::test]
async fn no_generated_migration_touches_more_than_its_own_tables() {
    let began = Instant::now();
    let (fresh, schema) = prepared().await;
    let (mut let_in, mut run, mut count) = (0, 0, 0);
    for seed in seeds(setting("QUARRY_WALL_STATEMENTS", 2_000) / 10) {
        let statements = Grammar::new(seed, &schema).migration();
        let sql = statements.join(";\n");
        count += 1;
        let migration = RehearsedMigration { name: "0001", sql: &sql };
        match fresh.store.rehearse(&[migration], Vec::new(), &own()).await {
            Ok(_) => let_in += 1,
            Err(RehearsalError::Migration { reason, .. }) => {
                assert!(!reason.contains(CANARY), "seed {seed}: {reason}");
                continue;
            }
            Err(error) => panic!("seed {seed}: {error}: {error:?}\n{sql}"),
        }
        let mut transaction = fresh.store.begin().await.unwrap();
        let mut is_done = true;
        for statement in &statements {
            is_done = is_done && transaction.execute(statement, &[]).await.is_ok();
        }
        if !is_done {
            continue;
        }
        run += 1;
        for name in locked(&mut transaction).await.iter().filter(|name| !name.starts_with("pg_catalog.")) {
            assert!(
                name.strip_prefix(&format!("{schema}.")).is_some_and(|name| own().has(name)),
                "seed {seed} touched {name}:\n{sql}"
            );
        }
        if transaction.execute("INSERT INTO evil__t DEFAULT VALUES", &[]).await.is_ok() {
            let rows = format!("{:?}", transaction.query("SELECT t::text AS t FROM evil__t t", &[]).await.unwrap());
            assert!(!rows.contains(CANARY), "seed {seed} read what nobody granted:\n{sql}\n{rows}");
        }
    }
    eprintln!("{let_in} of {count} migrations were let in, {run} ran, in {:?}", began.elapsed());
    assert!(run * 20 > count && let_in < count, "the migrations say too little");
}
