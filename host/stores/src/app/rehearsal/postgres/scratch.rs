//! The place of a rehearsal: two schemas of a random name in one transaction that is never committed, on a connection of
//! its own.
//!
//! Always true: the connection ends with the scratch, also where that is dropped halfway, and PostgreSQL undoes everything.
//! No lock is waited for longer than a second, and no statement runs longer than five.

use crate::app::AppStoreError;
use crate::app::error::Operation;
use crate::app::open::fix_search_path;
use sqlx::postgres::types::Oid;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, PgPool, Row as _, SqlSafeStr};

/// The oldest version that keeps the tree of a function's body.
const OLDEST: i32 = 140_000;

/// PostgreSQL's words for a missing privilege.
const INSUFFICIENT_PRIVILEGE: &str = "42501";

/// PostgreSQL's word for a statement that its time limit ended.
pub(super) const CANCELLED: &str = "57014";

#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) connection: PgConnection,
    /// The schema in which migrations make their tables; needs no quotes.
    pub(super) schema: String,
    pub(super) schema_object: Oid,
    /// The schema in which the definition of a new column is tried before it is added.
    pub(super) probe: String,
    pub(super) probe_object: Oid,
    /// The deployment's, as it is called and as SQL writes it.
    pub(super) deployment: String,
    pub(super) deployment_quoted: String,
    pub(super) deployment_object: Oid,
}

impl Scratch {
    pub(super) async fn begin(pool: &PgPool) -> Result<Scratch, AppStoreError> {
        let opened = |source| AppStoreError::from_sqlx(Operation::Open, source);
        let mut connection = PgConnection::connect_with(&pool.connect_options()).await.map_err(opened)?;
        fix_search_path(&mut connection).await.map_err(failed)?;
        let facts = "SELECT current_setting('server_version_num')::int4 AS version, current_schema()::text AS schema,
                COALESCE(quote_ident(current_schema()), '') AS quoted, quote_ident(current_user::text) AS role,
                quote_ident(current_database()) AS database,
                'quarry_rehearsal_' || replace(gen_random_uuid()::text, '-', '') AS scratch,
                (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = current_schema()) AS object";
        let facts = sqlx::query(facts).fetch_one(&mut connection).await.map_err(failed)?;
        let text = |name: &str| facts.try_get::<String, _>(name).map_err(failed);
        let version: i32 = facts.try_get("version").map_err(failed)?;
        if version < OLDEST {
            let reason = format!("PostgreSQL {} is too old; 14 is the oldest version that can", version / 10_000);
            return Err(AppStoreError::CannotRehearse { reason });
        }
        let deployment: Option<String> = facts.try_get("schema").map_err(failed)?;
        let Some(deployment) = deployment else {
            let reason = "its search_path names no schema that exists".to_owned();
            return Err(AppStoreError::CannotRehearse { reason });
        };
        let (schema, role, database) = (text("scratch")?, text("role")?, text("database")?);
        let probe = format!("{schema}_p");
        let begin = "BEGIN; SET LOCAL statement_timeout = '5s'; SET LOCAL lock_timeout = '1s';
                     SET LOCAL idle_in_transaction_session_timeout = '60s'; SET LOCAL client_min_messages = 'error'";
        connection.execute(begin).await.map_err(failed)?;
        let make = format!("CREATE SCHEMA {schema}; CREATE SCHEMA {probe}");
        if let Err(source) = connection.execute(AssertSqlSafe(make)).await {
            if source.as_database_error().and_then(|error| error.code()).as_deref() == Some(INSUFFICIENT_PRIVILEGE) {
                let reason = format!(
                    "its role {role} may make no schema in the database {database}; give it that with GRANT CREATE ON \
                     DATABASE {database} TO {role}"
                );
                return Err(AppStoreError::CannotRehearse { reason });
            }
            return Err(failed(source));
        }
        let object = "SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1";
        let mut objects = Vec::with_capacity(2);
        for name in [&schema, &probe] {
            let found = sqlx::query_scalar::<_, Oid>(object).bind(name).fetch_one(&mut connection).await;
            objects.push(found.map_err(failed)?);
        }
        Ok(Scratch {
            connection,
            schema,
            schema_object: objects[0],
            probe,
            probe_object: objects[1],
            deployment,
            deployment_quoted: text("quoted")?,
            deployment_object: facts.try_get("object").map_err(failed)?,
        })
    }

    /// Looks for names in these schemas, which are SQL, and in what is temporary last.
    pub(super) async fn search(&mut self, schemas: &[&str]) -> Result<(), AppStoreError> {
        self.say(format!("SET LOCAL search_path = {}, pg_temp", schemas.join(", "))).await
    }

    /// Runs statements of the host's own.
    pub(super) async fn say(&mut self, words: String) -> Result<(), AppStoreError> {
        // `AssertSqlSafe`: words of the host and names of its making.
        self.connection.execute(AssertSqlSafe(words)).await.map(drop).map_err(failed)
    }

    /// Makes the server read one command that somebody else wrote. Nothing of it runs.
    pub(super) async fn prepare(&mut self, sql: &str) -> Result<sqlx::postgres::PgStatement, sqlx::Error> {
        self.connection.prepare(AssertSqlSafe(sql).into_sql_str()).await
    }

    /// Runs one command that somebody else wrote, by the protocol that takes no second one.
    pub(super) async fn run(&mut self, sql: &str) -> Result<(), sqlx::Error> {
        // `AssertSqlSafe`: what may run was judged by its head; what it does is looked at and undone.
        sqlx::query(AssertSqlSafe(sql)).persistent(false).execute(&mut self.connection).await.map(drop)
    }

    pub(super) async fn end(mut self) -> Result<(), AppStoreError> {
        self.connection.execute("ROLLBACK").await.map_err(failed)?;
        self.connection.close().await.map_err(failed)
    }
}

pub(super) fn failed(source: sqlx::Error) -> AppStoreError {
    AppStoreError::from_sqlx(Operation::Rehearse, source)
}
