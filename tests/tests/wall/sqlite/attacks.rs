//! Attacks that were tried, and some that might be: none gets in, and nothing of the deployment changes.

use super::{CANARY, GIVEN, guarded, state};
use crate::component::{NAME, Texts, stores, take_in};
use quarry::stores::app::{OwnNames, RehearsalError, RehearsedMigration, RehearsedText};
use quarry_statement::ParameterType;

/// Migrations that do more than define tables of the component's own.
const MIGRATIONS: &[&str] = &[
    // A bracketed name that a parser printed without its escape: SQLite then read three statements.
    "CREATE TABLE evil__x (id BIGINT, [a]] TEXT); UPDATE users SET platform_tier='alpha'; --] TEXT)",
    "CREATE TABLE evil__x (id BIGINT, \"a\"\"; DROP TABLE users; --\" TEXT); UPDATE users SET platform_tier = 'alpha'",
    "CREATE TABLE evil__x (id BIGINT) /* ; */; ATTACH 'FOLDER/written.sqlite3' AS written; CREATE TABLE written.t (x)",
    "ATTACH DATABASE 'FOLDER/written.sqlite3' AS evil__x",
    "VACUUM INTO 'FOLDER/written.sqlite3'",
    "CREATE TABLE evil__x AS SELECT purpose, secret FROM deployment_secrets",
    "CREATE TABLE evil__x (a TEXT); INSERT INTO evil__x SELECT purpose FROM deployment_secrets",
    "CREATE TABLE evil__x (a TEXT); DELETE FROM evil__x",
    "CREATE TABLE evil__x (a TEXT); CREATE TRIGGER evil__t AFTER INSERT ON users BEGIN INSERT INTO evil__x VALUES (new.email); END",
    "CREATE TABLE evil__x (a TEXT); CREATE TRIGGER evil__t AFTER INSERT ON evil__x BEGIN UPDATE users SET disabled_at = 1; END",
    "CREATE VIEW evil__v AS SELECT * FROM users",
    "CREATE TEMP VIEW plans AS SELECT * FROM users",
    "CREATE TEMPORARY TABLE evil__x (id BIGINT)",
    "CREATE VIRTUAL TABLE evil__x USING fts5(a, content='users')",
    "CREATE TABLE evil__x (id BIGINT REFERENCES users (id) ON DELETE CASCADE)",
    "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x ADD COLUMN u BIGINT REFERENCES [users] (id)",
    "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x RENAME TO other__more",
    "CREATE TABLE evil__x (id BIGINT); ALTER TABLE evil__x RENAME TO [evil__x'; DROP TABLE users]",
    "ALTER TABLE users RENAME TO evil__users",
    "ALTER TABLE users ADD COLUMN evil__x TEXT DEFAULT 'x'",
    "ALTER TABLE users DROP COLUMN disabled_at",
    "CREATE TABLE evil__x (a TEXT DEFAULT (load_extension('FOLDER/x.so')))",
    "CREATE TABLE evil__x (a TEXT, b TEXT GENERATED ALWAYS AS (load_extension(a)))",
    "CREATE TABLE evil__x (a TEXT CHECK (load_extension(a)))",
    "CREATE TABLE evil__x (a TEXT DEFAULT (hex(randomblob(1000000000))))",
    "CREATE TABLE evil__x (a TEXT); CREATE INDEX evil__i ON evil__x (zeroblob(a))",
    "CREATE INDEX evil__i ON users (email)",
    "CREATE UNIQUE INDEX by_email ON users (name)",
    "CREATE TABLE evil__x (a TEXT); CREATE INDEX other__i ON evil__x (a)",
    "CREATE TABLE Evil__x (a TEXT)",
    "CREATE TABLE [evil__ x] (a TEXT)",
    "CREATE TABLE temp.evil__x (a TEXT)",
    "PRAGMA writable_schema = 1",
    "PRAGMA foreign_keys = 0",
    "CREATE TABLE evil__x (a TEXT); COMMIT; UPDATE users SET platform_tier = 'alpha'; BEGIN",
    "SAVEPOINT evil__x",
    "DROP TABLE other__notes",
    "DROP TABLE IF EXISTS \"users\"",
    "DROP INDEX IF EXISTS sqlite_autoindex_users_1",
    "ANALYZE",
    "REINDEX",
    "EXPLAIN CREATE TABLE evil__x (a TEXT)",
    "INSERT INTO sqlite_sequence VALUES ('users', 1)",
    "CREATE TABLE evil__x (id INTEGER PRIMARY KEY AUTOINCREMENT); UPDATE sqlite_sequence SET seq = 9",
    "CREATE TABLE evil__x (a TEXT)\0; UPDATE users SET platform_tier = 'alpha'",
];

/// Statements that touch more than `plans`, the view `api_key_list` and the component's own tables.
const STATEMENTS: &[&str] = &[
    "SELECT secret FROM deployment_secrets",
    "SELECT secret FROM main.deployment_secrets",
    "SELECT secret FROM [deployment_secrets]",
    "SELECT secret FROM `deployment_secrets`",
    "SELECT secret FROM 'deployment_secrets'",
    "SELECT secret FROM \"DEPLOYMENT_SECRETS\"",
    "WITH deployment_secrets AS (SELECT 1 AS one) SELECT secret FROM main.deployment_secrets",
    "WITH plans AS (SELECT purpose AS key FROM deployment_secrets) SELECT key FROM plans",
    "WITH api_key_list AS (SELECT email AS name FROM users) SELECT name FROM api_key_list",
    "WITH RECURSIVE plans(key) AS (SELECT purpose FROM deployment_secrets UNION SELECT key FROM plans) SELECT key FROM plans",
    "SELECT (SELECT text FROM other__notes) AS text FROM plans",
    "SELECT key FROM plans WHERE EXISTS (SELECT 1 FROM users WHERE email LIKE plans.key)",
    "SELECT key FROM plans ORDER BY (SELECT secret FROM deployment_secrets LIMIT 1)",
    "SELECT key FROM plans LIMIT (SELECT count(*) FROM users)",
    "SELECT count(*) AS people FROM users",
    "SELECT 1 AS one FROM users",
    "SELECT key FROM plans NATURAL JOIN users",
    "SELECT key FROM plans JOIN users USING (name)",
    "SELECT key FROM plans NATURAL JOIN sqlite_sequence",
    "INSERT INTO evil__counted (text) SELECT key FROM plans NATURAL JOIN sqlite_sequence",
    "SELECT name FROM sqlite_schema",
    "SELECT sql FROM sqlite_master",
    "SELECT name FROM pragma_table_list",
    "SELECT name FROM pragma_table_info('users')",
    "SELECT value FROM json_each('[1]')",
    "SELECT key FROM json_tree('[1]')",
    "SELECT 1 AS one FROM evil__x NATURAL JOIN json_tree('[1]')",
    "SELECT * FROM dbstat",
    "SELECT load_extension('FOLDER/x.so') AS x",
    "SELECT writefile('FOLDER/written.txt', 'x') AS x",
    "SELECT key FROM plans WHERE fts5(key)",
    "SELECT randomblob(1000000000) AS x",
    "INSERT INTO users (email, email_key, name, created_at) VALUES ('a', 'a', 'a', 0)",
    "REPLACE INTO users (id, email, email_key, name, created_at) VALUES (1, 'a', 'a', 'a', 0)",
    "UPDATE users SET platform_tier = 'alpha'",
    "UPDATE plans SET name = (SELECT text FROM other__notes)",
    "UPDATE plans SET name = n.text FROM other__notes AS n",
    "INSERT INTO plans (key, name, api_access) SELECT purpose, purpose, 1 FROM deployment_secrets",
    "INSERT INTO plans (key, name, api_access) VALUES ('x', 'x', 1) ON CONFLICT (key) DO UPDATE SET name = (SELECT text FROM other__notes)",
    "INSERT INTO plans (key, name, api_access) VALUES ('x', 'x', 1) RETURNING (SELECT text FROM other__notes) AS text",
    "DELETE FROM users",
    "DELETE FROM plans WHERE key IN (SELECT text FROM other__notes)",
    "SELECT key FROM plans; DELETE FROM users",
    "EXPLAIN SELECT key FROM plans",
    "PRAGMA table_info(users)",
    "ATTACH 'FOLDER/written.sqlite3' AS x",
    "VACUUM INTO 'FOLDER/written.sqlite3'",
    "BEGIN",
    "SELECT id FROM api_keys",
    "SELECT id FROM evil__x JOIN users USING (id)",
    "SELECT key FROM plans\0 UNION SELECT purpose FROM deployment_secrets",
];

/// The component's own tables beside its statements.
const TABLES: &str = "CREATE TABLE evil__x (id BIGINT NOT NULL, text TEXT);
CREATE TABLE evil__counted (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)";

#[tokio::test]
async fn a_component_that_is_taken_in_changes_no_row_and_no_table_of_others() {
    let fresh = guarded().await;
    let stores = stores(&fresh.store);
    let before = state(&fresh.store).await;
    for attack in MIGRATIONS {
        let sql = attack.replace("FOLDER", &fresh.folder.display().to_string());
        let taken = take_in(&stores, &Texts::migration(&sql), GIVEN).await;
        assert!(taken.is_err(), "{attack} was taken");
        assert_eq!(state(&fresh.store).await, before, "{attack} changed the deployment");
    }
    for attack in STATEMENTS {
        let sql = attack.replace("FOLDER", &fresh.folder.display().to_string());
        let mut texts = Texts::app_store(&sql);
        texts.migrations.push(TABLES.to_owned());
        let refusal = take_in(&stores, &texts, GIVEN).await.expect_err(attack);
        assert!(!refusal.contains(CANARY), "{attack}: {refusal}");
        assert_eq!(state(&fresh.store).await, before, "{attack} changed the deployment");
    }
    let written: Vec<_> = std::fs::read_dir(&fresh.folder).expect("the folder").flatten().collect();
    let strange = written.iter().find(|entry| !entry.file_name().to_string_lossy().starts_with("app.sqlite3"));
    assert!(strange.is_none(), "{strange:?} was written");
}

/// The parser may be as wrong as it likes.
#[tokio::test]
async fn sqlite_alone_keeps_every_attack_out() {
    let fresh = guarded().await;
    let own = OwnNames::of(NAME);
    for attack in MIGRATIONS {
        let sql = attack.replace("FOLDER", &fresh.folder.display().to_string());
        let migration = RehearsedMigration { name: "0001", sql: &sql };
        let refused = fresh.store.rehearse(&[migration], Vec::new(), &own).await;
        assert!(matches!(refused, Err(RehearsalError::Migration { .. })), "{attack}: {refused:?}");
    }
    let table = RehearsedMigration { name: "0001", sql: TABLES };
    let given = ["plans", "api_key_list", "evil__x", "evil__counted"];
    let functions = ["count", "coalesce"];
    // A statement with lists has a table function of the host's own, and no other.
    let with_lists = STATEMENTS.iter().filter(|attack| !attack.contains("json_each"));
    let with_lists = with_lists.map(|attack| (*attack, vec![ParameterType::TextList]));
    for (attack, parameters) in STATEMENTS.iter().map(|attack| (*attack, Vec::new())).chain(with_lists) {
        let text = RehearsedText { sql: attack.to_owned(), parameters };
        match fresh.store.rehearse(&[table], vec![text], &own).await {
            Ok(reports) => {
                let report = &reports[0];
                let is_told = !report.forbidden.is_empty()
                    || report.tables.iter().any(|table| !given.contains(&table.as_str()))
                    || report.functions.iter().any(|function| !functions.contains(&function.as_str()));
                assert!(is_told, "{attack}: {report:?}");
            }
            Err(RehearsalError::Text { .. }) => {}
            Err(error) => panic!("{attack}: {error}"),
        }
    }
}

#[tokio::test]
async fn tables_that_a_family_would_write_are_made() {
    let fresh = guarded().await;
    let stores = stores(&fresh.store);
    let texts = Texts {
        migrations: vec![
            "-- Notes; of people.\nCREATE TABLE evil__notes (\n    id INTEGER PRIMARY KEY AUTOINCREMENT,\n    parent BIGINT REFERENCES evil__notes (id) ON DELETE CASCADE,\n    text TEXT NOT NULL CHECK (length(text) <= 2000),\n    kind TEXT NOT NULL DEFAULT 'a;b' CHECK (kind IN ('a;b', 'c')),\n    made_at BIGINT NOT NULL DEFAULT (unixepoch()),\n    lower_text TEXT GENERATED ALWAYS AS (lower(text)) STORED,\n    UNIQUE (parent, text)\n);\nCREATE INDEX evil__notes_by_text ON evil__notes (lower(text)) WHERE parent IS NULL;".to_owned(),
            "ALTER TABLE evil__notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue' CHECK (colour <> '');\nALTER TABLE evil__notes RENAME COLUMN colour TO swatch;\nALTER TABLE evil__notes DROP COLUMN swatch;\nCREATE TABLE evil__old (id BIGINT) STRICT".replace("BIGINT) STRICT", "INTEGER PRIMARY KEY) STRICT"),
            "DROP INDEX evil__notes_by_text; DROP TABLE evil__old;".to_owned(),
        ],
        app_store: vec![
            "SELECT id, text FROM evil__notes WHERE parent IS NULL\nAND text LIKE {like:text} -- when like".to_owned(),
            "INSERT INTO evil__notes (parent, text) VALUES ({parent:int64}, {text:text})\nON CONFLICT (parent, text) DO UPDATE SET text = excluded.text\nRETURNING id, made_at".to_owned(),
            "WITH RECURSIVE above(id) AS (SELECT {id:int64} UNION SELECT evil__notes.parent FROM evil__notes JOIN above ON above.id = evil__notes.id)\nSELECT above.id FROM above".to_owned(),
            "WITH RECURSIVE counted(n) AS (SELECT 1 UNION SELECT n + 1 FROM counted WHERE n < 9)\nSELECT count(*) AS n FROM counted".to_owned(),
            "SELECT plans.key, api_key_list.name FROM plans CROSS JOIN api_key_list WHERE plans.key IN ({keys:text[]})".to_owned(),
            "DELETE FROM evil__notes WHERE id = {id:int64}".to_owned(),
        ],
        append_only: Vec::new(),
        warehouse: Vec::new(),
    };
    take_in(&stores, &texts, GIVEN).await.expect("taken in");
    let sql = "INSERT INTO evil__notes (text) VALUES ('Text') RETURNING lower_text";
    let rows = fresh.store.query(sql, &[]).await.expect("the tables are as they were written");
    assert_eq!(rows.row_count, 1);
}
