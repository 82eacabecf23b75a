//! A component's own tables in the app store: its declared migrations, checked and applied.
//!
//! Always true: what is applied creates, alters or drops tables and indexes whose names begin with the component's own,
//! and does nothing else, by the word of the engine that runs it (`statement_check::questions`), which was asked before;
//! the author's bytes are what is applied, and the parser's reading here is for the author's sake; each migration is applied once in a deployment, in the transaction that notes it; what was
//! applied and was edited afterwards is refused.

use jiff::Timestamp;
use quarry_contract::Manifest;
use quarry_stores::app::{AppStore, AppStoreDialect, AppStoreError, OwnNames, Row, Transaction};
use quarry_stores::result_set::Value;
use sha2::{Digest, Sha256};
use sqlparser::ast::{AlterTableOperation, ObjectName, ObjectType, Statement};
use sqlparser::dialect::{Dialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use thiserror::Error;

/// The reason why the tables of a component cannot be made.
#[derive(Debug, Error)]
pub enum OwnTablesError {
    #[error("the migration {migration} cannot be read as the SQL of {dialect}: {reason}")]
    Unreadable { migration: String, dialect: &'static str, reason: String },
    #[error(
        "the migration {migration} does more than create, alter or drop its own tables and indexes, whose names begin with `{prefix}`: `{statement}`"
    )]
    NotItsOwn { migration: String, prefix: String, statement: String },
    #[error(
        "the migration {migration} takes rows or columns from the append-only table {table}: it is neither dropped nor loses a column, and its foreign keys change and delete nothing: `{statement}`"
    )]
    AppendOnly { migration: String, table: String, statement: String },
    #[error("the migration {migration} was applied with another text: add a new one instead of editing it")]
    Edited { migration: String },
    #[error("its tables could not be brought up to date: {0}")]
    Store(#[from] AppStoreError),
}

/// Reads every migration, for both engines.
pub fn check(manifest: &Manifest) -> Result<(), OwnTablesError> {
    for migration in &manifest.migrations {
        for dialect in [AppStoreDialect::Sqlite, AppStoreDialect::Postgres] {
            read(manifest, &migration.name, text_for(migration, dialect), dialect)?;
        }
    }
    Ok(())
}

/// Applies what the store lacks, of migrations that the store's engine was shown before. Hosts that start together wait for each other at the note of the migration.
pub async fn migrate(store: &AppStore, manifest: &Manifest, now: Timestamp) -> Result<(), OwnTablesError> {
    let dialect = store.dialect();
    for migration in &manifest.migrations {
        let text = text_for(migration, dialect);
        let digest = Sha256::digest(text.as_bytes()).to_vec();
        let mut transaction = store.begin().await?;
        if !note(&mut transaction, &manifest.name, &migration.name, &digest, now).await? {
            let applied = applied_digest(&mut transaction, &manifest.name, &migration.name).await?;
            if applied != digest {
                return Err(OwnTablesError::Edited { migration: migration.name.clone() });
            }
            continue;
        }
        transaction.define(text).await?;
        transaction.commit().await?;
        tracing::info!(component = manifest.name.as_str(), migration = migration.name.as_str(), "tables were changed");
    }
    Ok(())
}

/// Tells that every migration is applied; refuses one that was edited since.
pub async fn are_made(store: &AppStore, manifest: &Manifest) -> Result<bool, OwnTablesError> {
    let dialect = store.dialect();
    for migration in &manifest.migrations {
        let sql = "SELECT digest FROM component_migrations WHERE component = $1 AND name = $2";
        let values = [Value::Text(manifest.name.clone()), Value::Text(migration.name.clone())];
        let rows = store.query(sql, &values).await?;
        let Some(row) = Row::first(&rows) else { return Ok(false) };
        if row.bytes("digest")? != Sha256::digest(text_for(migration, dialect).as_bytes()).to_vec() {
            return Err(OwnTablesError::Edited { migration: migration.name.clone() });
        }
    }
    Ok(true)
}

fn text_for(migration: &quarry_contract::ComponentMigration, dialect: AppStoreDialect) -> &str {
    match dialect {
        AppStoreDialect::Sqlite => &migration.sqlite,
        AppStoreDialect::Postgres => &migration.postgres,
    }
}

/// Notes that the migration is applied now; false when it was before.
async fn note(
    transaction: &mut Transaction,
    component: &str,
    migration: &str,
    digest: &[u8],
    now: Timestamp,
) -> Result<bool, AppStoreError> {
    let sql = "INSERT INTO component_migrations (component, name, digest, applied_at)
               VALUES ($1, $2, $3, CAST($4 AS BIGINT)) ON CONFLICT (component, name) DO NOTHING";
    let values = [
        Value::Text(component.to_owned()),
        Value::Text(migration.to_owned()),
        Value::Bytes(digest.to_vec()),
        Value::Int64(now.as_microsecond()),
    ];
    Ok(transaction.execute(sql, &values).await? > 0)
}

async fn applied_digest(
    transaction: &mut Transaction,
    component: &str,
    migration: &str,
) -> Result<Vec<u8>, AppStoreError> {
    let sql = "SELECT digest FROM component_migrations WHERE component = $1 AND name = $2";
    let values = [Value::Text(component.to_owned()), Value::Text(migration.to_owned())];
    let rows = transaction.query(sql, &values).await?;
    Row::first(&rows).map_or(Ok(Vec::new()), |row| row.bytes("digest"))
}

/// Tells that each statement of a migration touches the component's own tables alone, as far as the parser reads it.
fn read(manifest: &Manifest, migration: &str, text: &str, dialect: AppStoreDialect) -> Result<(), OwnTablesError> {
    let (parsed_as, name): (&dyn Dialect, _) = match dialect {
        AppStoreDialect::Sqlite => (&SQLiteDialect {}, "SQLite"),
        AppStoreDialect::Postgres => (&PostgreSqlDialect {}, "PostgreSQL"),
    };
    let parsed = Parser::parse_sql(parsed_as, text).map_err(|error| OwnTablesError::Unreadable {
        migration: migration.to_owned(),
        dialect: name,
        reason: error.to_string(),
    })?;
    let own = OwnNames::of(&manifest.name);
    let shown = |statement: &Statement| statement.to_string().chars().take(120).collect();
    for table in &manifest.append_only_tables {
        if let Some(statement) = parsed.iter().find(|statement| takes_from(statement, table)) {
            let (migration, table, statement) = (migration.to_owned(), table.clone(), shown(statement));
            return Err(OwnTablesError::AppendOnly { migration, table, statement });
        }
    }
    match parsed.iter().find(|statement| !is_own(statement, &own)) {
        Some(other) => Err(OwnTablesError::NotItsOwn {
            migration: migration.to_owned(),
            prefix: own.prefix().to_owned(),
            statement: shown(other),
        }),
        None => Ok(()),
    }
}

/// Tells a statement that touches the component's own and nothing else. References to other tables (`REFERENCES users`) are
/// refused too: they would let a component hold rows of others in place.
fn is_own(statement: &Statement, names: &OwnNames) -> bool {
    let own = |name: &ObjectName| names.has(name.to_string().trim_matches('"'));
    let prefix = names.prefix();
    match statement {
        Statement::CreateTable(table) => {
            own(&table.name)
                && table.query.is_none()
                && table.like.is_none()
                && table.inherits.is_none()
                && !table.temporary
                && references(&table.to_string()).iter().all(|name| name.starts_with(prefix))
        }
        Statement::CreateIndex(index) => own(&index.table_name) && index.name.as_ref().is_some_and(own),
        Statement::AlterTable(alter) => {
            own(&alter.name)
                && alter.operations.iter().all(|operation| match operation {
                    AlterTableOperation::AddColumn { .. }
                    | AlterTableOperation::DropColumn { .. }
                    | AlterTableOperation::RenameColumn { .. } => {
                        references(&operation.to_string()).iter().all(|name| name.starts_with(prefix))
                    }
                    _ => false,
                })
        }
        Statement::Drop { object_type: ObjectType::Table | ObjectType::Index, names, .. } => names.iter().all(own),
        _ => false,
    }
}

/// Tells a statement that takes rows or columns from `table`, or has the engine do so later.
fn takes_from(statement: &Statement, table: &str) -> bool {
    let is_it = |name: &ObjectName| name.to_string().trim_matches('"') == table;
    match statement {
        Statement::CreateTable(created) => is_it(&created.name) && has_key_action(&created.to_string()),
        Statement::AlterTable(alter) => {
            is_it(&alter.name)
                && alter.operations.iter().any(|operation| {
                    matches!(operation, AlterTableOperation::DropColumn { .. })
                        || has_key_action(&operation.to_string())
                })
        }
        Statement::Drop { object_type: ObjectType::Table, names, .. } => names.iter().any(is_it),
        _ => false,
    }
}

/// Tells a foreign key by which the engine changes or deletes rows when another table's row goes or changes.
fn has_key_action(text: &str) -> bool {
    let text = text.to_ascii_uppercase();
    let actions = ["CASCADE", "SET NULL", "SET DEFAULT"];
    actions.iter().any(|action| ["DELETE", "UPDATE"].iter().any(|on| text.contains(&format!("ON {on} {action}"))))
}

/// The tables that the text refers to by `REFERENCES`.
fn references(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let after = words.windows(2).filter(|pair| pair[0].eq_ignore_ascii_case("references"));
    after.map(|pair| pair[1].split('(').next().unwrap_or_default().trim_matches('"').to_owned()).collect()
}
