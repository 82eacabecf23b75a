//! The host's one way to the warehouse: statements, bounded queries, streamed inserts.

use super::breaker::Breaker;
use super::error::WarehouseError;
use super::insert_client::InsertClient;
use super::row_binary::RowAnswer;
use super::{parameter, transport};
use crate::result_set::{ResultSet, Value};
use crate::row_memory::RowMemory;
use clickhouse::query::Query;
use clickhouse::{Client, Compression};
use std::future::Future;
use std::path::Path;
use std::time::Duration;
use url::Url;

/// The time that a health check may take.
const PING_DEADLINE: Duration = Duration::from_secs(2);
/// The time that a statement without an answer may take: migrations and recomputations, not requests.
const EXECUTE_DEADLINE: Duration = Duration::from_secs(15 * 60);
/// The server's own clock should end a query first, because it says more: it has this much less than the host waits, and
/// of a short wait a quarter less.
const DEADLINE_SLACK: Duration = Duration::from_millis(250);

/// The least that the server may have for an answer, however little room the host has.
const MIN_SERVER_BYTES: usize = 16 << 20;

/// A warehouse and one of its databases. Cheap to clone; clones share the connections.
#[derive(Clone)]
pub struct Warehouse {
    client: Client,
    pub(super) inserts: InsertClient,
    pub(super) breaker: Breaker,
}

/// The bounds of one query. The server enforces them; the deadline is kept by the host too.
#[derive(Debug, Clone)]
pub struct QuerySettings {
    /// The time that the host waits, whatever the server does.
    pub deadline: Duration,
    /// More rows than this are [`WarehouseError::RowLimit`], never a cut answer.
    pub max_rows: u64,
    pub max_memory_bytes: u64,
    /// True for a statement that may only read. It cannot bring a SETTINGS clause either.
    pub readonly: bool,
}

/// The rows of a query, and what the server read for them.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub rows: ResultSet,
    pub read_rows: u64,
    pub read_bytes: u64,
}

impl Warehouse {
    /// The embedded warehouse. Nothing is connected yet.
    pub fn over_unix_socket(socket: &Path, database: &str) -> Warehouse {
        let connector = transport::UnixConnector::new(socket);
        // Compressing for a pipe in the same machine costs more than it saves.
        let client = Client::with_http_client(transport::client(connector.clone()))
            .with_url("http://embedded-warehouse")
            .with_database(database)
            .with_compression(Compression::None);
        let inserts = InsertClient::over_unix_socket(connector, database);
        Warehouse { client, inserts, breaker: Breaker::default() }
    }

    /// A ClickHouse server at `url` (`http://host:8123`). Nothing is connected yet; an address that cannot be used is
    /// [`WarehouseError::Address`].
    pub fn over_http(
        url: &str,
        database: &str,
        user: Option<&str>,
        password: Option<&str>,
    ) -> Result<Warehouse, WarehouseError> {
        let address = |reason: String| WarehouseError::Address { address: without_password(url), reason };
        let parsed = Url::parse(url).map_err(|error| address(error.to_string()))?;
        match parsed.scheme() {
            "http" => {}
            "https" => {
                let reason =
                    "TLS to the warehouse is not built in; use http:// in a private network, or a local TLS proxy";
                return Err(address(reason.to_owned()));
            }
            other => return Err(address(format!("the scheme {other} is not http"))),
        }
        let mut client = Client::with_http_client(transport::client(transport::tcp()))
            .with_url(url)
            .with_database(database)
            .with_compression(Compression::Lz4)
            // Else a server reads on for a client that has left; the embedded warehouse never does.
            .with_setting("cancel_http_readonly_queries_on_client_close", "1");
        if let Some(user) = user {
            client = client.with_user(user);
        }
        if let Some(password) = password {
            client = client.with_password(password);
        }
        let inserts = InsertClient::over_http(parsed, database, user, password);
        Ok(Warehouse { client, inserts, breaker: Breaker::default() })
    }

    /// The official client, for typed inserts and statements that this type does not cover.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The name of this client's database.
    pub(super) fn database(&self) -> &str {
        self.client.database().unwrap_or("default")
    }

    /// Checks that the warehouse answers within two seconds.
    pub async fn ping(&self) -> Result<(), WarehouseError> {
        let query = self.client.query_raw("SELECT 1");
        bounded(PING_DEADLINE, query.with_setting("max_execution_time", "2").execute()).await
    }

    /// Does work that asks the warehouse, and gives it up within five seconds where the server hangs, whatever its own deadline
    /// is: [`WarehouseError::Unavailable`], at once while the server is known to hang.
    pub async fn unless_it_hangs<T, E: From<WarehouseError>>(
        &self,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        self.breaker.unless_open(&self.inserts, work).await
    }

    /// Makes this client's database when it is absent.
    pub async fn create_database(&self) -> Result<(), WarehouseError> {
        let name = self.database().replace('\\', "\\\\").replace('`', "\\`");
        let client = self.client.clone().with_database("default");
        let statement = format!("CREATE DATABASE IF NOT EXISTS `{name}`");
        bounded(EXECUTE_DEADLINE, client.query_raw(&statement).execute()).await
    }

    /// Runs a statement without an answer (DDL, `INSERT … SELECT`), for at most 15 minutes.
    pub async fn execute(&self, sql: &str) -> Result<(), WarehouseError> {
        self.execute_with(sql, &[], &[]).await
    }

    /// As [`Warehouse::execute`], with parameters (see [`parameter`]) and ClickHouse settings.
    pub async fn execute_with(
        &self,
        sql: &str,
        params: &[(&str, Value)],
        settings: &[(&str, &str)],
    ) -> Result<(), WarehouseError> {
        let mut query = with_parameters(self.client.query_raw(sql), params.iter().map(|(name, value)| (*name, value)));
        for (name, value) in settings {
            query = query.with_setting(*name, *value);
        }
        bounded(EXECUTE_DEADLINE, query.with_setting("wait_end_of_query", "1").execute()).await
    }

    /// Runs a query within `settings` and reads all its rows, of 256 MiB at most. Dropping the future cancels it on the server.
    /// They are the host's own: what a component asks for goes through [`Warehouse::query_within`].
    pub async fn query(
        &self,
        sql: &str,
        params: &[(String, Value)],
        settings: QuerySettings,
    ) -> Result<Answer, WarehouseError> {
        self.query_within(sql, params, settings, &RowMemory::of_own_statement()).await
    }

    /// Does the work of [`Warehouse::query`] for rows that are counted in `memory` until they are dropped. Where it has no room
    /// for more, the query is cancelled.
    pub async fn query_within(
        &self,
        sql: &str,
        params: &[(String, Value)],
        settings: QuerySettings,
        memory: &RowMemory,
    ) -> Result<Answer, WarehouseError> {
        let deadline = settings.deadline;
        let query = self
            .within(sql, params, &settings)
            .with_setting("max_result_bytes", server_bytes(memory.left()).to_string())
            // Errors and counters come before the rows then; the answers are small enough for it.
            .with_setting("wait_end_of_query", "1");
        let fetched = async {
            let fetch = |error| WarehouseError::from_client(error, deadline).of_bytes(memory);
            let mut cursor = query.fetch_bytes("RowBinaryWithNamesAndTypes").map_err(fetch)?;
            let mut rows = RowAnswer::new(memory);
            while let Some(piece) = cursor.next().await.map_err(fetch)? {
                rows.take(&piece)?;
            }
            let count = |read: fn(&clickhouse::QuerySummary) -> Option<u64>| cursor.summary().and_then(read);
            let read_rows = count(clickhouse::QuerySummary::read_rows).unwrap_or_default();
            let read_bytes = count(clickhouse::QuerySummary::read_bytes).unwrap_or_default();
            Ok(Answer { rows: rows.finish()?, read_rows, read_bytes })
        };
        match tokio::time::timeout(deadline, fetched).await {
            Ok(answer) => answer,
            Err(_) => Err(WarehouseError::DeadlineExceeded { deadline }),
        }
    }

    /// A query that the server keeps within `settings`.
    pub(super) fn within(&self, sql: &str, params: &[(String, Value)], settings: &QuerySettings) -> Query {
        let parameters = params.iter().map(|(name, value)| (name.as_str(), value));
        let execution_time = settings.deadline - DEADLINE_SLACK.min(settings.deadline / 4);
        let query = with_parameters(self.client.query_raw(sql), parameters)
            .with_setting("max_execution_time", format!("{:.3}", execution_time.as_secs_f64().max(0.001)))
            .with_setting("timeout_overflow_mode", "throw")
            .with_setting("max_result_rows", settings.max_rows.to_string())
            .with_setting("result_overflow_mode", "throw")
            .with_setting("max_memory_usage", settings.max_memory_bytes.to_string());
        if settings.readonly { query.with_setting("readonly", "1") } else { query }
    }
}

/// The bytes that the server may have for an answer of which the host has room for so many, and counts exactly. It needs more for
/// some: the zero of 256 bits that is one digit here has 32 bytes there.
fn server_bytes(room: usize) -> usize {
    room.saturating_mul(8).max(MIN_SERVER_BYTES)
}

async fn bounded(
    deadline: Duration,
    statement: impl Future<Output = clickhouse::error::Result<()>>,
) -> Result<(), WarehouseError> {
    match tokio::time::timeout(deadline, statement).await {
        Ok(result) => result.map_err(|error| WarehouseError::from_client(error, deadline)),
        Err(_) => Err(WarehouseError::DeadlineExceeded { deadline }),
    }
}

fn with_parameters<'a>(query: Query, parameters: impl Iterator<Item = (&'a str, &'a Value)>) -> Query {
    parameters.fold(query, |query, (name, value)| query.with_setting(format!("param_{name}"), parameter::text(value)))
}

/// An address for an error message.
fn without_password(url: &str) -> String {
    match Url::parse(url) {
        Ok(mut url) => {
            // Both fail only for addresses that cannot have a user at all.
            let _ = url.set_password(None);
            let _ = url.set_username("");
            url.to_string()
        }
        Err(_) => "(not an address)".to_owned(),
    }
}
