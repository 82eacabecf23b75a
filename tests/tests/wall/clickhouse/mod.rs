//! ClickHouse's own word on what a text touches, asked of the embedded engine: one process serves all of these tests.

mod attacks;
mod differential;
mod families;
mod functions;
mod grammar;
mod plausible;
mod server_user;

use quarry::stores::report::Report;
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{EmbeddedOptions, EmbeddedWarehouse, QuerySettings, ReportError, Warehouse};
use quarry_tests::server::installation;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// A text in every table that is not given.
const CANARY: &str = "CANARY7313";
/// Tables that are given.
const GIVEN: [&str; 3] = ["given", "given_two", "given_view"];

const OPEN_TABLES: &[&str] = &[
    "CREATE TABLE given (id UInt64, s String, a Array(UInt64), t DateTime('UTC')) ENGINE = MergeTree ORDER BY id SAMPLE BY id",
    "INSERT INTO given SELECT number, concat('s', toString(number)), [number, number + 1], number FROM numbers(20)",
    "CREATE TABLE given_two (id UInt64, s String, a Array(UInt64), t DateTime('UTC')) ENGINE = ReplacingMergeTree ORDER BY id",
    "INSERT INTO given_two SELECT number * 2, 'two', [], number FROM numbers(10)",
    "CREATE VIEW given_view AS SELECT id, upper(s) AS s, a, t FROM given",
];

/// The environment variable, or what the build has made.
fn path(variable: &str, otherwise: impl FnOnce() -> PathBuf) -> PathBuf {
    std::env::var_os(variable).map_or_else(otherwise, PathBuf::from)
}

fn options(folder: &Path) -> EmbeddedOptions {
    let beside = || installation().expect("an installation").join("quarry-warehouse");
    let fetched = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules/@chdb/lib-linux-x64-gnu/libchdb.so");
    EmbeddedOptions {
        binary: path("QUARRY_WAREHOUSE_BINARY", beside),
        library: path("QUARRY_WAREHOUSE_LIBRARY", fetched),
        data_dir: folder.join("data"),
        socket: folder.join("warehouse.sock"),
        memory_limit_bytes: Some(2 << 30),
        max_concurrent_queries: Some(8),
    }
}

/// The socket of the engine of these tests. It lives on a runtime of its own, because each test's ends with the test.
async fn socket() -> PathBuf {
    static SOCKET: OnceLock<PathBuf> = OnceLock::new();
    let start = || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = Box::leak(Box::new(runtime.expect("a runtime")));
        let folder = std::env::temp_dir().join(format!("quarry-wall-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let warehouse = runtime.block_on(EmbeddedWarehouse::start(options(&folder)));
        Box::leak(Box::new(warehouse.unwrap_or_else(|error| panic!("{error}")))).socket().to_owned()
    };
    tokio::task::spawn_blocking(move || SOCKET.get_or_init(start).clone()).await.expect("the shared warehouse")
}

/// A client of a database of its own.
async fn database(name: &str) -> Warehouse {
    let warehouse = Warehouse::over_unix_socket(&socket().await, name);
    warehouse.create_database().await.expect("a database");
    warehouse
}

/// A fresh database with the given tables alone.
async fn open(name: &str) -> Warehouse {
    let warehouse = database(name).await;
    for sql in OPEN_TABLES {
        warehouse.execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    warehouse
}

/// A fresh database with the given tables, and with others that hold the canary.
async fn with_secrets(name: &str) -> Warehouse {
    let warehouse = open(name).await;
    let elsewhere = database(&format!("{name}_other")).await;
    let columns = "(id UInt64, s String, a Array(UInt64), t DateTime('UTC')) ENGINE = MergeTree ORDER BY id";
    let row = format!("VALUES (1, '{CANARY}', [1], 1)");
    for table in ["tokens", "secrets", "x", "s", "numbers"] {
        warehouse.execute(&format!("CREATE TABLE {table} {columns}")).await.expect("a table");
        warehouse.execute(&format!("INSERT INTO {table} {row}")).await.expect("a row");
    }
    warehouse.execute("CREATE VIEW hidden_view AS SELECT * FROM tokens").await.expect("a view");
    let parameterized = "CREATE VIEW parameterized AS SELECT * FROM tokens WHERE id = {wanted:UInt64}";
    warehouse.execute(parameterized).await.expect("a view");
    let dictionary = "CREATE DICTIONARY words (id UInt64, s String) PRIMARY KEY id
        SOURCE(CLICKHOUSE(TABLE 'tokens' DB currentDatabase())) LAYOUT(FLAT()) LIFETIME(0)";
    warehouse.execute(dictionary).await.expect("a dictionary");
    elsewhere.execute(&format!("CREATE TABLE tokens {columns}")).await.expect("a table");
    elsewhere.execute(&format!("INSERT INTO tokens {row}")).await.expect("a row");
    warehouse
}

fn is_given(table: &str) -> bool {
    GIVEN.contains(&table)
}

async fn report(warehouse: &Warehouse, sql: &str) -> Result<Report, ReportError> {
    let params = [("t".to_owned(), Value::Text("tokens".to_owned())), ("n".to_owned(), Value::UInt64(1))];
    warehouse.report(sql, &params, &is_given).await
}

/// Tells a report that a component with the given tables could have.
fn is_accepted(report: &Report) -> bool {
    let is_computing = |name: &String| quarry::stores::warehouse::is_computing_function(name);
    report.forbidden.is_empty()
        && report.tables.iter().all(|name| is_given(name))
        && report.functions.iter().all(is_computing)
}

fn bounds() -> QuerySettings {
    QuerySettings { deadline: Duration::from_secs(20), max_rows: 100_000, max_memory_bytes: 1 << 30, readonly: true }
}
