//! A store of the commit a0151949, from before hooks, verbs and bounds of bytes: it is brought over with what its components had. On both
//! engines.

use crate::app_store::objects::in_folder;
use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::{Context, Result};
use bytes::Bytes;
use futures_util::TryStreamExt;
use jiff::Timestamp;
use quarry::capabilities::{TableGrant, migrate_own_tables};
use quarry::clock::Clock;
use quarry::contract::{ComponentMigration, Grant, Manifest};
use quarry::key_values::{Condition, KeyValueQuota, KeyValues};
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::objects::ObjectQuotas;
use quarry::stores::result_set::Value;
use std::path::Path;

/// The last migration that the commit had.
const LAST_OF_BEFORE: i64 = 82;
/// The component that was installed there.
const NAME: &str = "shelves";

/// The text of a migration as the engine runs it (migrations/app/README.md).
fn expanded(text: &str, dialect: AppStoreDialect) -> String {
    let words = [
        ("{id}", ["INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY"]),
        ("{key_text}", ["TEXT", "TEXT COLLATE \"C\""]),
        ("{by_bytes}", ["", "COLLATE \"C\""]),
        ("{bytes}", ["BLOB", "BYTEA"]),
        ("{read_only}", ["", "CROSS JOIN (SELECT 1 AS one) AS read_only"]),
    ];
    let place = usize::from(dialect == AppStoreDialect::Postgres);
    let text = words.iter().fold(text.to_owned(), |text, (word, meanings)| text.replace(word, meanings[place]));
    let mut pieces = text.split("{truth ");
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (column, rest) = piece.split_once('}').expect("the end of a word");
        if dialect == AppStoreDialect::Sqlite {
            whole.push_str(&format!("CHECK ({column} IN (0, 1))"));
        }
        whole.push_str(rest);
    }
    whole
}

/// A store with the schema that the commit made, and nothing in it, in the place of the fresh one.
async fn store_of_before(fresh: &Fresh) -> Result<Fresh> {
    let dialect = fresh.store.dialect();
    let known = "SELECT version, description, checksum FROM _sqlx_migrations WHERE version <= $1 ORDER BY version";
    let known = fresh.store.query(known, &[Value::Int64(LAST_OF_BEFORE)]).await?;
    let store = match dialect {
        AppStoreDialect::Sqlite => {
            AppStore::open(&format!("sqlite://{}/before.sqlite3", fresh.folder.display())).await?
        }
        AppStoreDialect::Postgres => {
            let schema = fresh.store.query("SELECT CAST(current_schema() AS TEXT) AS name", &[]).await?;
            let schema = Row::first(&schema).context("a schema")?.text("name")?;
            fresh.store.execute(&format!("DROP SCHEMA {schema} CASCADE"), &[]).await?;
            fresh.store.execute(&format!("CREATE SCHEMA {schema}"), &[]).await?;
            fresh.store.clone()
        }
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/app");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let number = name.split_once('_').and_then(|(number, _)| number.parse::<i64>().ok());
        files.extend(number.filter(|number| *number <= LAST_OF_BEFORE).map(|number| (number, name)));
    }
    files.sort();
    assert_eq!(files.len(), known.row_count, "each was one file for both engines then");
    let (bytes, time) = match dialect {
        AppStoreDialect::Sqlite => ("BLOB", "TIMESTAMP"),
        AppStoreDialect::Postgres => ("BYTEA", "TIMESTAMPTZ"),
    };
    let mut transaction = store.begin().await?;
    for (_, name) in &files {
        let text = std::fs::read_to_string(folder.join(name))?;
        transaction.define(&expanded(&text, dialect)).await.with_context(|| name.clone())?;
    }
    let applied = format!(
        "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL,
             installed_on {time} NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, checksum {bytes} NOT NULL,
             execution_time BIGINT NOT NULL)"
    );
    transaction.define(&applied).await?;
    for row in Row::all(&known) {
        let sql = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                   VALUES ($1, $2, TRUE, $3, 0)";
        let values = [
            Value::Int64(row.integer("version")?),
            Value::Text(row.text("description")?),
            Value::Bytes(row.bytes("checksum")?),
        ];
        transaction.execute(sql, &values).await?;
    }
    transaction.commit().await?;
    Ok(Fresh { store, folder: fresh.folder.join("of-before") })
}

fn manifest() -> Manifest {
    let sql = "CREATE TABLE shelves__notes (id BIGINT PRIMARY KEY NOT NULL, text TEXT NOT NULL)".to_owned();
    Manifest {
        name: NAME.to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore],
        migrations: vec![ComponentMigration { name: "0001_notes".to_owned(), sqlite: sql.clone(), postgres: sql }],
        ..Manifest::default()
    }
}

async fn number(store: &AppStore, sql: &str) -> Result<i64> {
    let rows = store.query(sql, &[]).await?;
    Row::first(&rows).context("a row")?.integer("number").map_err(Into::into)
}

/// What the component has written, each as a number of rows.
const WRITTEN: [&str; 5] = [
    "SELECT COUNT(*) AS number FROM events WHERE component = 'shelves' AND data = '{}'",
    "SELECT COUNT(*) AS number FROM jobs WHERE component = 'shelves' AND state = 'queued'",
    "SELECT COUNT(*) AS number FROM audit_entries WHERE component = 'shelves'",
    "SELECT COUNT(*) AS number FROM component_migrations WHERE component = 'shelves'",
    "SELECT COUNT(*) AS number FROM shelves__notes WHERE text = 'kept'",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_before_is_brought_over_with_what_its_components_had() -> Result<()> {
    for fresh in fresh_stores().await? {
        let before = store_of_before(&fresh).await?;
        std::fs::create_dir_all(&before.folder)?;
        let (store, now) = (&before.store, Timestamp::from_second(1_800_000_000)?);
        migrate_own_tables(store, &manifest(), now).await?;
        for sql in [
            "INSERT INTO shelves__notes (id, text) VALUES (1, 'kept')",
            "INSERT INTO events (id, created_at, component, name, organization_id, data)
             VALUES ('evt_1', 0, 'shelves', 'shelf.made', 1, '{}')",
            "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at)
             VALUES ('shelves', 'tidy', '{}', 'queued', 0, 0, 3, FALSE, 0, 0)",
            "INSERT INTO audit_entries (occurred_at, actor_kind, component, request_id, action, target_type, target_id)
             VALUES (0, 'job', 'shelves', 'r', 'shelf.made', 'shelf', '1')",
        ] {
            store.execute(sql, &[]).await.with_context(|| sql.to_owned())?;
        }
        let values = KeyValues::new(store.clone(), KeyValueQuota::default(), Clock::system());
        values.set(NAME, "place", b"harbour".to_vec(), None, Condition::Always).await?;
        let objects = in_folder(&before, ObjectQuotas::default())?;
        let mut upload = objects.begin_upload(NAME, "a.csv", "text/csv", None);
        upload.write(Bytes::from_static(b"a,b\n1,2\n")).await?;
        upload.finish().await?;
        // An empty object had a place of its own then.
        let empty = "INSERT INTO objects (component, key, location, size_bytes, sha256, content_type, created_at)
                     VALUES ('shelves', 'empty', 'shelves/00ff', 0, $1, 'text/csv', 0)";
        store.execute(empty, &[Value::Bytes(vec![0; 32])]).await?;

        store.migrate().await?;
        for sql in WRITTEN {
            assert_eq!(number(store, sql).await?, 1, "{sql}");
        }
        migrate_own_tables(store, &manifest(), now).await.context("its migrations are applied already")?;
        assert_eq!(values.get(NAME, "place").await?.map(|entry| entry.value), Some(b"harbour".to_vec()));
        let info = objects.head(NAME, "a.csv").await?.context("its object")?;
        let pieces: Vec<Bytes> = objects.read(&info, 0..info.size_bytes).await?.try_collect().await?;
        assert_eq!(pieces.concat(), b"a,b\n1,2\n");
        assert!(objects.remove(NAME, "empty").await?);
        let planned = "SELECT COUNT(*) AS number FROM object_removals WHERE location = 'shelves/00ff'";
        assert_eq!(number(store, planned).await?, 1, "the file of an empty object of then is deleted");
        store.migrate().await.context("nothing is left to apply")?;
    }
    Ok(())
}

/// A record of then named tables without verbs: the component goes on doing with them what it did, and no more.
#[test]
fn tables_that_were_given_before_verbs_are_given_for_what_they_were_used_for() {
    let given = |text: &str| -> Vec<String> {
        let grants = TableGrant::before_verbs(text).expect("a table");
        grants.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        given("app_store.spaces"),
        ["app_store.spaces:read", "app_store.spaces:write", "app_store.spaces:delete"]
    );
    assert_eq!(given("warehouse.tokens"), ["warehouse.tokens"]);
    assert_eq!(given("app_store.spaces:read"), ["app_store.spaces:read"], "a record of now says the verb");
    for secret in ["app_store.users", "app_store.api_keys", "app_store.sessions"] {
        let refused = TableGrant::before_verbs(secret).expect_err(secret).to_string();
        assert!(refused.contains("the table holds people's secrets"), "{refused}");
    }
}
