//! The parts that the tests share: the places of the program and its library, one running warehouse, short ways to ask it.

mod address;
mod answers;
mod cancellation;
mod engine_state;
mod formatted;
mod hanging;
mod inserts;
mod limits;
mod plans;
mod process;
mod refusals;
mod socket;
mod statements;

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use quarry::stores::result_set::{ResultSet, Value};
use quarry::stores::warehouse::{Answer, EmbeddedOptions, EmbeddedWarehouse, QuerySettings, Warehouse, WarehouseError};
use quarry_tests::server::installation;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The program of the installation, or `QUARRY_WAREHOUSE_BINARY`.
pub(crate) fn binary() -> PathBuf {
    if let Some(path) = std::env::var_os("QUARRY_WAREHOUSE_BINARY") {
        return path.into();
    }
    installation().expect("an installation").join("quarry-warehouse")
}

/// Gives the library that `npm ci` fetched, or `QUARRY_WAREHOUSE_LIBRARY`.
pub(crate) fn library() -> PathBuf {
    if let Some(path) = std::env::var_os("QUARRY_WAREHOUSE_LIBRARY") {
        return path.into();
    }
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules/@chdb/lib-linux-x64-gnu/libchdb.so")
}

/// A fresh folder of this test run. Short, because a socket's path is bounded.
pub(crate) fn fresh_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quarry-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// The shared warehouse lives as long as the tests' process, so only a later run can tidy up after it.
fn remove_folders_of_ended_runs() {
    for entry in std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let pid = name.strip_prefix("quarry-").and_then(|name| name.strip_suffix("-shared"));
        if pid.is_some_and(|pid| pid.parse::<u32>().is_ok() && !Path::new("/proc").join(pid).exists()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

pub(crate) fn options(folder: &Path) -> EmbeddedOptions {
    EmbeddedOptions {
        binary: binary(),
        library: library(),
        data_dir: folder.join("data"),
        socket: folder.join("warehouse.sock"),
        memory_limit_bytes: Some(2 << 30),
        max_concurrent_queries: Some(8),
    }
}

/// A client of the warehouse that all tests share, with a database of the test's own.
pub(crate) async fn shared(database: &str) -> Warehouse {
    let warehouse = Warehouse::over_unix_socket(&shared_socket().await, database);
    warehouse.create_database().await.expect("a database");
    warehouse
}

/// Gives the socket of the shared warehouse. Its process lives on a runtime of its own, because each test's ends with the test,
/// and stops when the tests' process ends.
pub(crate) async fn shared_socket() -> PathBuf {
    static SOCKET: OnceLock<PathBuf> = OnceLock::new();
    tokio::task::spawn_blocking(|| {
        SOCKET
            .get_or_init(|| {
                let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
                let runtime = Box::leak(Box::new(runtime.expect("a runtime")));
                remove_folders_of_ended_runs();
                let folder = fresh_folder("shared");
                let warehouse = runtime
                    .block_on(EmbeddedWarehouse::start(options(&folder)))
                    .unwrap_or_else(|error| panic!("{error}"));
                Box::leak(Box::new(warehouse)).socket().to_owned()
            })
            .clone()
    })
    .await
    .expect("the shared warehouse")
}

pub(crate) fn generous() -> QuerySettings {
    QuerySettings { deadline: Duration::from_secs(20), max_rows: 10_000_000, max_memory_bytes: 1 << 30, readonly: true }
}

pub(crate) async fn ask(warehouse: &Warehouse, sql: &str) -> Result<Answer, WarehouseError> {
    warehouse.query(sql, &[], generous()).await
}

pub(crate) async fn rows(warehouse: &Warehouse, sql: &str) -> ResultSet {
    ask(warehouse, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}")).rows
}

/// The one number that `sql` answers.
pub(crate) async fn number(warehouse: &Warehouse, sql: &str) -> u64 {
    match rows(warehouse, sql).await.columns[0].value(0) {
        Value::UInt64(value) => value,
        other => panic!("{sql} answered {other:?}"),
    }
}

/// `count` lines of CSV, `i,row-i`, in chunks.
pub(crate) fn csv(count: usize) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    const CHUNK: usize = 10_000;
    stream::iter((0..count).step_by(CHUNK)).map(move |start| {
        let lines: String = (start..count.min(start + CHUNK)).map(|row| format!("{row},row-{row}\n")).collect();
        Ok(Bytes::from(lines))
    })
}
