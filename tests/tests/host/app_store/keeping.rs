//! The app store, on both engines: what it keeps comes back as it was, and what it refuses it names.

use crate::app_store_support::fresh_stores;
use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use quarry::jobs::{Ending, Held, JobProgress, JobState, NewJob, Queue};
use quarry::stores::app::{AppStore, AppStoreDialect, AppStoreError, Row, SchemaState};
use quarry::stores::result_set::{ColumnData, Value};
use quarry_tests::server::fresh_folder;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

/// Columns with nulls and without, of every kind.
async fn values_table(store: &AppStore) -> Result<()> {
    let bytes = if store.dialect() == AppStoreDialect::Sqlite { "BLOB" } else { "BYTEA" };
    let sql = format!(
        "CREATE TABLE kept (id BIGINT PRIMARY KEY, truth BOOLEAN, number BIGINT, ratio DOUBLE PRECISION, words TEXT, raw {bytes})"
    );
    store.execute(&sql, &[]).await?;
    Ok(())
}

const INSERT: &str = "INSERT INTO kept (id, truth, number, ratio, words, raw) VALUES ($1, $2, $3, $4, $5, $6)";

#[tokio::test]
async fn every_kind_of_value_comes_back_as_it_was() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        values_table(store).await?;
        // Nulls first: they must not fix the types of the prepared statement.
        let null = || Value::Null;
        store.execute(INSERT, &[Value::Int64(1), null(), null(), null(), null(), null()]).await?;
        let full = [
            Value::UInt64(2),
            Value::Boolean(true),
            Value::Timestamp(i64::MIN),
            Value::Float64(0.1),
            text("Grüße, 'quoted' 💧"),
            Value::Bytes(vec![0, 255, 39]),
        ];
        assert_eq!(store.execute(INSERT, &full).await?, 1);
        let empty = [
            Value::Int64(3),
            Value::Boolean(false),
            Value::Int64(i64::MAX),
            Value::Float64(-0.0),
            text(""),
            Value::Bytes(vec![]),
        ];
        store.execute(INSERT, &empty).await?;

        let rows = store.query("SELECT id, truth, number, ratio, words, raw FROM kept ORDER BY id", &[]).await?;
        assert_eq!(rows.row_count, 3);
        let row = |index: usize| rows.columns.iter().map(|column| column.value(index)).collect::<Vec<_>>();
        assert_eq!(row(0), [Value::Int64(1), null(), null(), null(), null(), null()]);
        assert_eq!(
            row(1)[1..],
            [Value::Boolean(true), Value::Int64(i64::MIN), full[3].clone(), full[4].clone(), full[5].clone()]
        );
        assert_eq!(row(2)[1..], empty[1..]);
        assert!(rows.columns[0].validity.is_none(), "a column without nulls carries no bitmap");
    }
    Ok(())
}

#[tokio::test]
async fn computed_columns_have_the_same_types_on_every_engine() -> Result<()> {
    for fresh in fresh_stores().await? {
        let sql = "SELECT CAST($1 AS BIGINT) AS number, CAST($2 AS TEXT) AS words, COUNT(*) AS plans,
                          CAST(NULL AS TEXT) AS absence, MAX(api_requests_per_hour) AS most FROM plans";
        let rows = fresh.store.query(sql, &[Value::Int64(7), text("seven")]).await?;
        let row = Row::first(&rows).context("one row")?;
        assert_eq!(row.integer("number")?, 7);
        assert_eq!(row.text("words")?, "seven");
        assert_eq!(row.integer("plans")?, 4);
        assert_eq!(row.optional_text("absence")?, None);
        assert_eq!(row.integer("most")?, 50_000);
        assert!(row.integer("words").is_err() && row.integer("absent").is_err() && row.text("absence").is_err());
        let rows = fresh.store.query("SELECT enabled FROM modules ORDER BY key", &[]).await?;
        assert_eq!(rows.columns[0].data, ColumnData::Boolean(vec![true; 8]));
    }
    Ok(())
}

#[tokio::test]
async fn an_answer_without_rows_has_its_columns() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        values_table(store).await?;
        let rows = store.query("SELECT id, truth, ratio, words, raw FROM kept", &[]).await?;
        assert_eq!(rows.row_count, 0);
        let columns: Vec<_> = rows.columns.into_iter().map(|column| (column.name, column.data)).collect();
        let expected = [
            ("id", ColumnData::Int64(vec![])),
            ("truth", ColumnData::Boolean(vec![])),
            ("ratio", ColumnData::Float64(vec![])),
            ("words", ColumnData::Text { offsets: vec![0], data: String::new() }),
            ("raw", ColumnData::Bytes { offsets: vec![0], data: Vec::new() }),
        ];
        assert_eq!(columns, expected.map(|(name, data)| (name.to_owned(), data)));
        let unchanged = store.query("UPDATE kept SET number = 1 RETURNING number", &[]).await?;
        assert_eq!((unchanged.row_count, unchanged.columns.len()), (0, 1));
    }
    Ok(())
}

#[tokio::test]
async fn statements_that_nobody_waits_for_do_not_keep_others_out() -> Result<()> {
    // Hours of work for either engine.
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
                   SELECT COUNT(*) AS counted FROM n";
    for fresh in fresh_stores().await? {
        let mut abandoned = tokio::task::JoinSet::new();
        // More than there are connections.
        for _ in 0..20 {
            let store = fresh.store.clone();
            abandoned.spawn(async move {
                tokio::time::timeout(Duration::from_millis(500), store.query(endless, &[])).await.is_err()
            });
        }
        assert!(abandoned.join_all().await.contains(&true), "the statement is too short for this test");
        let asked_at = Instant::now();
        fresh.store.ping().await?;
        let at_once = quarry_tests::bounded::beside_others(Duration::from_secs(1));
        assert!(asked_at.elapsed() < at_once, "{:?}", asked_at.elapsed());
        if fresh.store.dialect() == AppStoreDialect::Postgres {
            let at_work =
                "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%2000000000)%counted%'
                           AND pid <> pg_backend_pid()";
            // The server looks after its clients once a second.
            while fresh.store.query(at_work, &[]).await?.row_count > 0 {
                assert!(asked_at.elapsed() < Duration::from_secs(8), "the server computes on for nobody");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_transaction_that_is_given_up_halfway_is_undone_and_keeps_no_later_one_from_beginning() -> Result<()> {
    // Hours of work for either engine; SQLite undoes the whole transaction where it ends such a statement.
    let endless = "INSERT INTO kept (id)
                   WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
                   SELECT COUNT(*) FROM n";
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        values_table(store).await?;
        // More than there are connections to SQLite.
        for id in 1..=10 {
            let mut transaction = store.begin().await.with_context(|| format!("transaction {id}"))?;
            transaction.execute("INSERT INTO kept (id) VALUES ($1)", &[Value::Int64(id)]).await?;
            let given_up = tokio::time::timeout(Duration::from_millis(50), transaction.execute(endless, &[])).await;
            assert!(given_up.is_err(), "the statement is too short for this test");
        }
        let mut committed = store.begin().await?;
        committed.execute("INSERT INTO kept (id) VALUES (11)", &[]).await?;
        committed.commit().await?;
        let rows = store.query("SELECT id FROM kept", &[]).await?;
        assert_eq!((rows.row_count, Row::first(&rows).context("one row")?.integer("id")?), (1, 11));
    }
    Ok(())
}

#[tokio::test]
async fn a_transaction_happens_whole_or_not_at_all() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        values_table(store).await?;
        let count = async || -> Result<i64> {
            let rows = store.query("SELECT COUNT(*) AS kept FROM kept", &[]).await?;
            Ok(Row::first(&rows).context("one row")?.integer("kept")?)
        };
        let insert = "INSERT INTO kept (id) VALUES ($1) RETURNING id";
        let mut dropped = store.begin().await?;
        let returned = dropped.query(insert, &[Value::Int64(1)]).await?;
        assert_eq!(Row::first(&returned).context("returned")?.integer("id")?, 1);
        assert_eq!(count().await?, 0, "nobody else sees it before the commit");
        drop(dropped);
        let mut committed = store.begin().await?;
        committed.execute(insert, &[Value::Int64(2)]).await?;
        committed.commit().await?;
        assert_eq!(count().await?, 1);
    }
    Ok(())
}

#[tokio::test]
async fn writers_at_the_same_time_wait_for_each_other() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = fresh.store.clone();
        store.execute("CREATE TABLE counted (n BIGINT NOT NULL)", &[]).await?;
        store.execute("INSERT INTO counted (n) VALUES (0)", &[]).await?;
        let mut writers = tokio::task::JoinSet::new();
        for _ in 0..6 {
            let store = store.clone();
            writers.spawn(async move {
                for _ in 0..20 {
                    let mut transaction = store.begin().await?;
                    transaction.query("SELECT n FROM counted", &[]).await?;
                    transaction.execute("UPDATE counted SET n = n + 1", &[]).await?;
                    transaction.commit().await?;
                }
                Ok::<_, AppStoreError>(())
            });
        }
        while let Some(written) = writers.join_next().await {
            written??;
        }
        let rows = store.query("SELECT n FROM counted", &[]).await?;
        assert_eq!(Row::first(&rows).context("one row")?.integer("n")?, 120);
    }
    Ok(())
}

#[tokio::test]
async fn refusals_name_what_was_wrong() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        values_table(store).await?;
        let insert = "INSERT INTO kept (id) VALUES ($1)";
        store.execute(insert, &[Value::Int64(1)]).await?;
        let again = store.execute(insert, &[Value::Int64(1)]).await.expect_err("the id is taken");
        assert!(again.is_unique_violation() && again.to_string().contains("kept"), "{again}");
        let large = store.execute(insert, &[Value::UInt64(u64::MAX)]).await.expect_err("no BIGINT");
        assert!(matches!(large, AppStoreError::Rejected { .. }), "{large:?}");
        let wrong = store.query("SELECT nothing FROM nowhere", &[]).await.expect_err("no such table");
        assert!(!wrong.is_unavailable(), "{wrong}");
        let orphan = store
            .execute(
                "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES (1, 1, 'owner', 0)",
                &[],
            )
            .await;
        assert!(matches!(orphan, Err(AppStoreError::ForeignKeyViolation { .. })), "{orphan:?}");
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i FROM n";
        assert!(matches!(store.query(endless, &[]).await, Err(AppStoreError::TooManyRows { .. })));
        store.ping().await?;
    }
    Ok(())
}

#[tokio::test]
async fn hosts_that_start_together_share_one_schema_and_one_secret() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let (here, there) = tokio::join!(store.migrate(), store.migrate());
        here.and(there)?;
        let now = Timestamp::now();
        let (one, other) =
            tokio::join!(store.deployment_secrets("cursors", now), store.deployment_secrets("cursors", now));
        let (one, other) = (one?, other?);
        assert_eq!(one, other);
        assert_eq!(one.len(), 1);
        assert_ne!(one, store.deployment_secrets("links", now).await?);
    }
    Ok(())
}

#[tokio::test]
async fn processes_that_make_one_file_together_share_its_schema() -> Result<()> {
    let fresh = fresh_stores().await?.swap_remove(0);
    for attempt in 0..20 {
        let url = format!("sqlite://{}/{attempt}.sqlite3", fresh.folder.display());
        let (here, there) = tokio::join!(AppStore::open(&url), AppStore::open(&url));
        let (here, there) = (here?, there?);
        let (first, second) = tokio::join!(here.migrate(), there.migrate());
        first.and(second)?;
        assert_eq!(here.query("SELECT key FROM modules", &[]).await?.row_count, 8);
    }
    Ok(())
}

#[tokio::test]
async fn the_file_is_private_and_survives_a_restart() -> Result<()> {
    let fresh = fresh_stores().await?.swap_remove(0);
    let file = fresh.folder.join("app.sqlite3");
    for entry in std::fs::read_dir(&fresh.folder)? {
        assert_eq!(entry?.metadata()?.permissions().mode() & 0o777, 0o600);
    }
    values_table(&fresh.store).await?;
    fresh.store.close().await;
    let closed = fresh.store.ping().await.expect_err("closed");
    assert!(closed.is_unavailable(), "{closed:?}");
    let again = AppStore::open(&format!("sqlite://{}", file.display())).await?;
    again.migrate().await?;
    assert_eq!(again.query("SELECT id FROM kept", &[]).await?.row_count, 0);
    Ok(())
}

#[tokio::test]
async fn a_store_that_is_not_there_is_told_apart_within_seconds() -> Result<()> {
    // Port 1 of the loopback address: nobody listens there.
    let store = AppStore::open("postgres://quarry:secret@127.0.0.1:1/quarry").await?;
    let asked_at = Instant::now();
    let error = store.ping().await.expect_err("nobody is there");
    assert!(error.is_unavailable(), "{error:?}");
    assert!(asked_at.elapsed() < Duration::from_secs(4));
    assert!(!format!("{error} {error:?}").contains("secret"));
    // The first thing that a host does says what is wrong.
    let error = store.migrate().await.expect_err("nobody is there");
    assert!(error.is_unavailable() && error.to_string().contains("refused"), "{error}");
    let unknown = AppStore::open("mysql://root:secret@server/db").await.expect_err("no such engine");
    assert!(!unknown.to_string().contains("secret"), "{unknown}");
    let missing = AppStore::open("sqlite:///nowhere/at/all/app.sqlite3").await.expect_err("no such folder");
    assert!(missing.to_string().contains("/nowhere/at/all"), "{missing}");
    Ok(())
}

fn job(number: usize) -> NewJob {
    NewJob {
        component: "notebook".to_owned(),
        name: "recount_note".to_owned(),
        arguments: format!("{{\"number\":{number}}}"),
        organization_id: None,
        user_id: None,
        run_at: Timestamp::UNIX_EPOCH,
        max_attempts: 3,
        unique_key: None,
    }
}

async fn enqueue(store: &AppStore, count: usize) -> Result<()> {
    let mut transaction = store.begin().await?;
    for number in 0..count {
        Queue::enqueue(&mut transaction, &job(number), Timestamp::now()).await?;
    }
    Ok(transaction.commit().await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_job_is_taken_by_one_of_several_hosts() -> Result<()> {
    const JOBS: usize = 120;
    for fresh in fresh_stores().await? {
        enqueue(&fresh.store, JOBS).await?;
        let hosts = (0..4).map(|_| {
            let queue = Queue::new(fresh.store.clone());
            tokio::spawn(async move {
                let mut taken = Vec::new();
                let mut empty = 0;
                // On PostgreSQL two hosts may choose one job: the second finds none that time.
                while empty < 20 {
                    let Some(job) = queue.claim(&["notebook".to_owned()], Timestamp::now()).await? else {
                        empty += 1;
                        continue;
                    };
                    anyhow::ensure!(queue.end(&job, Ending::Completed, Timestamp::now()).await?, "its end is written");
                    taken.push(job.id);
                }
                Ok(taken)
            })
        });
        let mut taken = Vec::new();
        for host in hosts.collect::<Vec<_>>() {
            taken.extend(host.await??);
        }
        taken.sort_unstable();
        let all = taken.len();
        taken.dedup();
        assert_eq!((all, taken.len()), (JOBS, JOBS), "each once");
    }
    Ok(())
}

#[tokio::test]
async fn a_job_of_a_host_that_died_is_taken_over_and_what_that_host_says_no_longer_counts() -> Result<()> {
    for fresh in fresh_stores().await? {
        enqueue(&fresh.store, 1).await?;
        let (queue, components) = (Queue::new(fresh.store.clone()), ["notebook".to_owned()]);
        let now = Timestamp::now();
        let first = queue.claim(&components, now).await?.context("a job")?;
        assert!(queue.claim(&components, now).await?.is_none(), "it has a host");
        let later = now + SignedDuration::from_secs(31);
        let second = queue.claim(&components, later).await?.context("the job of the dead host")?;
        assert_eq!((second.id, second.attempt), (first.id, 2));
        assert_eq!(
            queue
                .renew(first.id, &first.lease_holder, Some(JobProgress { done: 1, total: None, rows: None }), later)
                .await?,
            Held::Lost
        );
        assert!(!queue.end(&first, Ending::Completed, later).await?, "the first host's end is not written");
        assert_eq!(
            queue
                .renew(
                    second.id,
                    &second.lease_holder,
                    Some(JobProgress { done: 7, total: Some(9), rows: None }),
                    later
                )
                .await?,
            Held::Yes
        );
        assert!(queue.cancel(second.id, "notebook", None, later).await?);
        assert_eq!(queue.renew(second.id, &second.lease_holder, None, later).await?, Held::CancelAsked);
        assert!(queue.end(&second, Ending::Failed("it was told to stop".to_owned()), later).await?);
        let status = queue.status(second.id, "notebook", None).await?.context("the job")?;
        assert_eq!((status.state, status.attempts, status.progress_done), (JobState::Cancelled, 2, 7));
        let much_later = later + SignedDuration::from_hours(2);
        assert!(queue.claim(&components, much_later).await?.is_none(), "it is not tried again");
    }
    Ok(())
}

#[tokio::test]
async fn a_command_that_only_looks_can_tell_the_schema_of_another_release_and_leaves_it() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        assert_eq!(store.schema_state().await?, SchemaState::Same);
        // A migration that this program does not know, and one that the store lacks.
        store.execute("UPDATE _sqlx_migrations SET version = 1000000 WHERE version = 1", &[]).await?;
        assert_eq!(store.schema_state().await?, SchemaState::Other);
        store.execute("DELETE FROM _sqlx_migrations WHERE version = 1000000", &[]).await?;
        assert_eq!(store.schema_state().await?, SchemaState::Other);
    }
    let folder = fresh_folder("unmade")?;
    let unmade = AppStore::open(&format!("sqlite://{}", folder.join("app.sqlite3").display())).await?;
    assert_eq!(unmade.schema_state().await?, SchemaState::Unmade);
    unmade.close().await;
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
