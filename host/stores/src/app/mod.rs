//! The app store: people, organizations, plans, keys, module switches; on SQLite (embedded) or PostgreSQL (production).
//!
//! Every statement is one text for both engines: `$1` placeholders, times as BIGINT microseconds, JSON as TEXT,
//! `ON CONFLICT … RETURNING`. A value whose type PostgreSQL cannot infer from its place is cast (`CAST($1 AS BIGINT)`);
//! bytes are never cast, because the two engines share no name for their type. The DDL (`migrations/app/`) has words in
//! braces for what differs. Always true here: values are bound, never written into SQL; every statement has a time limit
//! and a row limit, and ends when nobody waits for it; rows leave as [`crate::result_set::ResultSet`], so nobody above knows which engine spoke.
//!
//! To support one more engine: a variant of `Pool` in `open`, an arm in `query` and `transaction`, a `bind_…` and a
//! `decode_…` module, a codes table in `error`, and its meanings in `dialect_words`.

mod abandonment;
mod bind_postgres;
mod bind_sqlite;
mod bound;
mod cascades;
mod column_builder;
mod decode_postgres;
mod decode_sqlite;
mod deployment_secret;
mod dialect_words;
mod error;
mod folder_lock;
mod migrate;
mod migrations;
mod open;
mod query;
mod read_rows;
mod rehearsal;
mod row;
mod table_bytes;
mod transaction;
mod write_ahead_log;
mod write_turns;

use bound::signed;
pub use bound::{BoundStatement, ids_in};
pub use cascades::Cascades;
pub use error::AppStoreError;
pub use migrate::SchemaState;
use migrations::is_table_of_the_host;
pub use migrations::{host_makes_table, schema_digest};
pub use open::AppStore;
pub use quarry_statement::AppStoreDialect;
pub use rehearsal::{OwnNames, RehearsalError, RehearsedMigration, RehearsedText};
pub use row::Row;
pub use transaction::{Tenant, Transaction};
pub use write_turns::WriteFlow;
