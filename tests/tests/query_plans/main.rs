//! The host's hot statements of the app store find their rows by an index, on both engines, however many rows there are.
//!
//! The statements are not written down here: the host's own functions run on a store with many rows, and what they asked is
//! looked at. SQLite tells a plan for each text that sqlx reports; PostgreSQL reports the plan by which it ran each
//! (`auto_explain`), with the values of that run.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot go on fails where it stands")]

mod alerts;
#[path = "../app_store_support/mod.rs"]
mod app_store_support;
mod search;
mod watches;

use jiff::Timestamp;
use quarry::clock::Clock;
use quarry::contract::Scope;
use quarry::edge::idempotency_records::Idempotency;
use quarry::edge::{Claim, IdempotencyKey, IdempotencyRecords, KeyHolder};
use quarry::identity::{Environment, Keys, NewKey, NewUser, Passwords, Users};
use quarry::jobs::{Ending, JobProgress, NewJob, Queue};
use quarry::key_values::{Condition, KeyValueQuota, KeyValues};
use quarry::outbox::remove_old;
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::result_set::Value;
use quarry_statement::{Dialect, Statement};
use quarry_tests::postgres;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Mutex, PoisonError};
use tracing::field::{Field, Visit};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};

/// The questions to the engines and their answers, while anybody listens.
static HEARD: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Listener;

/// The words of one report.
#[derive(Default)]
struct Report {
    summary: String,
    statement: String,
    message: String,
}

impl Visit for Report {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            self.message = format!("{value:?}");
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.trim().clone_into(&mut self.statement),
            "message" => value.clone_into(&mut self.message),
            _ => {}
        }
    }
}

impl<S: tracing::Subscriber> Layer<S> for Listener {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let mut report = Report::default();
        event.record(&mut report);
        let heard = match event.metadata().target() {
            "sqlx::query" if report.statement.is_empty() => report.summary,
            "sqlx::query" => report.statement,
            "sqlx::postgres::notice" => report.message,
            _ => return,
        };
        HEARD.lock().unwrap_or_else(PoisonError::into_inner).push(heard);
    }
}

/// Tables that grow with use. The others hold a row for each host, plan, module or component.
const LARGE: [&str; 10] = [
    "api_keys",
    "audit_entries",
    "component_key_values",
    "events",
    "idempotency_keys",
    "jobs",
    "memberships",
    "organizations",
    "request_keys",
    "users",
];

/// Thousands of rows in each large table, next to none of which any statement is about.
async fn fill(store: &AppStore, now: i64) {
    let (hash, text) = match store.dialect() {
        AppStoreDialect::Sqlite => ("randomblob(32)", "CAST(number AS TEXT)"),
        AppStoreDialect::Postgres => ("sha256(CAST(CAST(number AS TEXT) AS BYTEA))", "CAST(number AS TEXT)"),
    };
    let many = "WITH RECURSIVE numbers (number) AS (
                    SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 9000)";
    let (later, earlier) = (now + 3_600_000_000, now - 3_600_000_000);
    for sql in [
        format!("INSERT INTO users (email, email_key, name, created_at) {many} SELECT {text}, {text}, 'x', 0 FROM numbers"),
        format!("INSERT INTO organizations (name, kind, plan_key, created_at) {many} SELECT 'x', 'personal', 'team', 0 FROM numbers"),
        format!("INSERT INTO memberships (organization_id, user_id, role, created_at) {many} SELECT number, number, 'member', 0 FROM numbers WHERE number > 1"),
        format!("INSERT INTO api_keys (organization_id, user_id, name, hint, hash, scopes, environment, created_at) {many} SELECT number, number, 'x', 'x', {hash}, 'read', 'sandbox', 0 FROM numbers"),
        format!(
            "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at, ended_at, leased_until, lease_holder)
             {many} SELECT 'crowd', 'work', '{{}}', CASE number % 60 WHEN 0 THEN 'queued' WHEN 1 THEN 'running' ELSE 'completed' END,
                 {later}, 0, 5, FALSE, 0, {earlier}, CASE WHEN number % 60 > 1 THEN {earlier} END,
                 CASE number % 60 WHEN 1 THEN {later} END, CASE number % 60 WHEN 1 THEN 'host' END FROM numbers"
        ),
        format!("INSERT INTO component_key_values (component, key, value, size_bytes, version, expires_at) {many} SELECT 'crowd', 'key-' || {text}, {hash}, 32, 1, CASE WHEN number % 2 = 0 THEN {later} END FROM numbers"),
        format!("INSERT INTO events (id, created_at, component, name, organization_id, data) {many} SELECT {text}, {earlier}, 'crowd', 'note.created', number % 100, '{{}}' FROM numbers"),
        format!("INSERT INTO idempotency_keys (api_key_id, key, fingerprint, claimed_at, expires_at) {many} SELECT 1 + number % 9, {text}, {hash}, {earlier}, {later} FROM numbers"),
        format!("INSERT INTO request_keys (tenant, key, fingerprint, claimed_at, expires_at) {many} SELECT 'organization ' || CAST(1 + number % 9 AS TEXT), {text}, {hash}, {earlier}, {later} FROM numbers"),
        "ANALYZE".to_owned(),
    ] {
        store.execute(&sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}

/// A member whose key is asked for.
async fn key(store: &AppStore) -> String {
    let new = NewUser { email: "ada@example.org".to_owned(), name: "Ada".to_owned(), password: None };
    let created = Users::new(store.clone(), Passwords::default()).create_user(new, Timestamp::now()).await.unwrap();
    let id = Value::Int64(created.organization_id);
    store.execute("UPDATE organizations SET plan_key = 'team' WHERE id = $1", &[id]).await.unwrap();
    let new = NewKey {
        organization_id: created.organization_id,
        user_id: created.user_id,
        name: "notebook".to_owned(),
        scopes: vec![Scope::Read],
        ip_allow_list: Vec::new(),
        expires_at: None,
    };
    let keys = Keys::new(store.clone(), Environment::Sandbox);
    keys.mint(new, Timestamp::now()).await.unwrap().1.expose().to_owned()
}

/// Everything that requests and the host's own loops do, once.
async fn work(store: &AppStore, key: &str, now: Timestamp) {
    let keys = Keys::new(store.clone(), Environment::Sandbox);
    keys.authenticate(key, IpAddr::V4(Ipv4Addr::LOCALHOST), now).await.unwrap();

    let new = NewJob {
        component: "notebook".to_owned(),
        name: "recount".to_owned(),
        arguments: "{}".to_owned(),
        organization_id: Some(1),
        user_id: None,
        run_at: now,
        max_attempts: 3,
        unique_key: Some("one".to_owned()),
    };
    let mut transaction = store.begin().await.unwrap();
    let id = Queue::enqueue(&mut transaction, &new, now).await.unwrap();
    transaction.commit().await.unwrap();
    let queue = Queue::new(store.clone());
    let claimed = queue.claim(&["notebook".to_owned()], now).await.unwrap().unwrap();
    assert_eq!(claimed.id, id);
    assert_eq!(queue.claim(&["notebook".to_owned()], now).await.unwrap(), None);
    queue.renew(id, &claimed.lease_holder, None, now).await.unwrap();
    queue.renew(id, &claimed.lease_holder, Some(JobProgress { done: 1, total: None, rows: None }), now).await.unwrap();
    queue.status(id, "notebook", Some(1)).await.unwrap().unwrap();
    queue.cancel(id, "notebook", Some(1), now).await.unwrap();
    assert!(queue.end(&claimed, Ending::Cancelled, now).await.unwrap());

    let values = KeyValues::new(store.clone(), KeyValueQuota::default(), Clock::system());
    values.set("notebook", "a", vec![1], None, Condition::Always).await.unwrap();
    values.get("notebook", "a").await.unwrap().unwrap();
    values.list_keys("crowd", "key-1", Some("key-10"), 50).await.unwrap();
    values.delete("notebook", "a").await.unwrap();
    values.sweep().await.unwrap();

    let records = Idempotency::new(store.clone(), Clock::system());
    for holder in [KeyHolder::ApiKey(1), KeyHolder::Tenant("organization 1".to_owned())] {
        let (organization_id, text) = (Some(1), "once".to_owned());
        let claim = IdempotencyKey { holder, organization_id, text, fingerprint: [7; 32] };
        let Claim::Fresh { claimed_at } = records.claim(&claim).await.unwrap() else { panic!("nobody had it") };
        records.release(&claim, claimed_at).await.unwrap();
    }
    records.prune().await.unwrap();
    remove_old(store, now).await.unwrap();
}

fn listen() {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

fn heard() -> Vec<String> {
    let mut heard = std::mem::take(&mut *HEARD.lock().unwrap_or_else(PoisonError::into_inner));
    heard.sort();
    heard.dedup();
    heard
}

#[tokio::test]
async fn no_hot_statement_reads_a_whole_table() {
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(Listener)).unwrap();
    on_sqlite().await;
    on_postgres().await;
}

async fn on_sqlite() {
    let folder = std::env::temp_dir().join(format!("quarry-plans-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let store = AppStore::open(&format!("sqlite://{}/app.sqlite3", folder.display())).await.unwrap();
    store.migrate().await.unwrap();
    let (key, now) = (key(&store).await, Timestamp::now());
    fill(&store, now.as_microsecond()).await;
    listen();
    work(&store, &key, now).await;
    let asked: Vec<String> = heard()
        .into_iter()
        .filter(|sql| ["SELECT", "INSERT", "UPDATE", "DELETE"].iter().any(|word| sql.starts_with(word)))
        .collect();
    assert!(asked.len() >= 20, "the statements are heard: {asked:#?}");
    for sql in asked {
        let rows = store.query(&format!("EXPLAIN QUERY PLAN {sql}"), &[]).await.unwrap();
        let steps: Vec<String> = Row::all(&rows).map(|row| row.text("detail").unwrap()).collect();
        for step in &steps {
            let words: Vec<&str> = step.split_whitespace().collect();
            // With an index, of a part of the table that has a condition of its own: the jobs that run.
            let scans = words.first() == Some(&"SCAN") && !step.contains("USING") && LARGE.contains(&words[1]);
            assert!(!scans, "SQLite reads all of {}:\n{sql}\n{steps:#?}", words[1]);
        }
    }
    store.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

async fn on_postgres() {
    let server = postgres::server_url().unwrap();
    let schema = format!("quarry_plans_{}", std::process::id());
    let separator = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{separator}options=-c%20search_path%3D{schema}");
    let store = AppStore::open(&server).await.unwrap();
    store.execute(&format!("CREATE SCHEMA {schema}"), &[]).await.unwrap();
    store.close().await;
    let store = AppStore::open(&url).await.unwrap();
    store.migrate().await.unwrap();
    let (key, now) = (key(&store).await, Timestamp::now());
    fill(&store, now.as_microsecond()).await;
    store.close().await;
    let telling = [
        "session_preload_libraries%3Dauto_explain",
        "auto_explain.log_min_duration%3D0",
        "auto_explain.log_level%3Dnotice",
    ];
    let telling: String = telling.iter().map(|setting| format!("%20-c%20{setting}")).collect();
    let store = AppStore::open(&format!("{url}{telling}")).await.unwrap();
    if let Err(error) = store.ping().await {
        eprintln!("PostgreSQL's plans are not looked at, since this server's user may not load auto_explain: {error}");
        return;
    }
    listen();
    work(&store, &key, now).await;
    let plans: Vec<String> = heard().into_iter().filter(|text| text.contains("Query Text:")).collect();
    assert!(plans.len() >= 20, "the plans are heard: {plans:#?}");
    for plan in plans {
        for table in LARGE {
            assert!(!plan.contains(&format!("Seq Scan on {table}")), "PostgreSQL reads all of {table}:\n{plan}");
        }
    }
    store.execute(&format!("DROP SCHEMA {schema} CASCADE"), &[]).await.unwrap();
    store.close().await;
}

/// A statement as families write them: optional lines, two orders, each with its index.
const ENTRIES: &str = "\
SELECT id, kind, size FROM entries
WHERE organization_id = {organization_id:int64}
  AND kind = {kind:text} -- when kind
-- order newest
  AND {after(id:int64 desc)}
ORDER BY id DESC
-- order size
  AND {after(size:int64 asc, id:int64 asc)}
ORDER BY size, id
-- end order
LIMIT {page.limit}
";

async fn entries(store: &AppStore) {
    for sql in [
        "CREATE TABLE entries (organization_id BIGINT NOT NULL, id BIGINT NOT NULL, kind TEXT NOT NULL, size BIGINT NOT NULL,
             PRIMARY KEY (organization_id, id))",
        "CREATE INDEX entries_by_size ON entries (organization_id, size, id)",
        "CREATE INDEX entries_by_kind ON entries (organization_id, kind, id)",
        "INSERT INTO entries (organization_id, id, kind, size)
         WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 40000)
         SELECT number % 20, number, CASE number % 200 WHEN 7 THEN 'rare' ELSE 'usual' END, number % 1000 FROM numbers",
        "ANALYZE",
    ] {
        store.execute(sql, &[]).await.unwrap();
    }
}

#[tokio::test]
async fn every_variant_of_a_statement_keeps_its_index() {
    let statement = Statement::parse(ENTRIES).unwrap();
    for fresh in app_store_support::fresh_stores().await.unwrap() {
        let store = &fresh.store;
        entries(store).await;
        let (explain, column, scan) = match store.dialect() {
            AppStoreDialect::Sqlite => ("EXPLAIN QUERY PLAN", "detail", "SCAN entries"),
            AppStoreDialect::Postgres => ("EXPLAIN", "QUERY PLAN", "Seq Scan"),
        };
        // In the middle of either order.
        let value = |order: &str, name: &str| match name {
            "after.1" if order == "size" => Value::Int64(500),
            "organization_id" => Value::Int64(7),
            "kind" => Value::Text("rare".to_owned()),
            "page.limit" => Value::UInt64(51),
            _ => Value::Int64(20_000),
        };
        for (order, is_kind_given, has_cursor) in [
            ("newest", false, false),
            ("newest", false, true),
            ("newest", true, false),
            ("newest", true, true),
            ("size", false, false),
            ("size", false, true),
            ("size", true, false),
            ("size", true, true),
        ] {
            let is_given = |name: &str| name != "kind" || is_kind_given;
            let rendered = statement.render(Dialect::Numbered, Some(order), is_given, has_cursor);
            let values: Vec<Value> = rendered.bindings.iter().map(|name| value(order, name)).collect();
            let rows = store.query(&format!("{explain} {}", rendered.sql), &values).await.unwrap();
            let plan = Row::all(&rows).map(|row| row.text(column).unwrap()).collect::<Vec<_>>().join("\n");
            assert!(!plan.contains(scan), "{order}, kind {is_kind_given}, cursor {has_cursor}:\n{plan}");
            let is_sorted = plan.contains("TEMP B-TREE") || plan.contains("Sort");
            assert!(
                is_kind_given || !is_sorted,
                "rows come in the order of the index: {order}, cursor {has_cursor}:\n{plan}"
            );
        }
    }
}

/// The statements of the family of notes, with as many spaces and values as there may be.
const NOTES: &str = include_str!("../../../plugins/notes/src/note/notes.sql");

#[tokio::test]
async fn notes_of_500_values_are_found_by_the_index_of_their_space() {
    for fresh in app_store_support::fresh_stores().await.unwrap() {
        let store = &fresh.store;
        let (explain, column, scan) = match store.dialect() {
            AppStoreDialect::Sqlite => ("EXPLAIN QUERY PLAN", "detail", "SCAN note"),
            AppStoreDialect::Postgres => ("EXPLAIN", "QUERY PLAN", "Seq Scan on value_notes"),
        };
        let many = "WITH RECURSIVE numbers (number) AS (
                        SELECT 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < 39999)";
        for sql in [
            format!("INSERT INTO spaces (name, created_at) {many} SELECT 'x', 0 FROM numbers WHERE number < 200"),
            format!(
                "INSERT INTO value_notes (space_id, value, content, color, created_at, updated_at)
                 {many} SELECT 1 + number % 200, 'value ' || (number % 997), 'x', '#1D5B8C', 0, 0 FROM numbers"
            ),
            "ANALYZE".to_owned(),
        ] {
            store.execute(&sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        }
        let dialect = match store.dialect() {
            AppStoreDialect::Sqlite => Dialect::Sqlite,
            AppStoreDialect::Postgres => Dialect::Postgres,
        };
        let rendered = Statement::parse(NOTES).unwrap().render(dialect, None, |_| true, false);
        let values: Vec<String> = (0..500).map(|number| format!("value {number}")).collect();
        let bound = rendered.bindings.iter().map(|name| match name.as_str() {
            "guard.tenant" => Value::Int64(7),
            "shown" => Value::Int64(10),
            _ => Value::TextList(values.clone()),
        });
        let bound: Vec<Value> = bound.collect();
        let sql = rendered.sql;
        let rows =
            store.query(&format!("{explain} {sql}"), &bound).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        let plan = Row::all(&rows).map(|row| row.text(column).unwrap()).collect::<Vec<_>>().join("\n");
        assert!(plan.contains("value_notes_by_value") && !plan.contains(scan), "{plan}");
        let found = store.query(&sql, &bound).await.unwrap();
        let expected = (0..40_000).filter(|number| number % 200 == 6 && number % 997 < 500).count();
        assert_eq!(found.row_count, expected);
    }
}
