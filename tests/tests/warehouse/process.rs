//! The warehouse process: it comes back when it dies, ends with its host, and says in one sentence why it does not start.

use super::{ask, binary, csv, fresh_folder, library, number, options};
use quarry::stores::warehouse::{EmbeddedWarehouse, Warehouse};
use quarry_tests::bounded;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

pub(super) fn pid(state: &quarry::stores::warehouse::supervisor::EmbeddedState) -> Pid {
    use quarry::stores::warehouse::supervisor::EmbeddedState;
    let EmbeddedState::Serving { pid } = state else { panic!("{state:?}") };
    Pid::from_raw(i32::try_from(*pid).expect("a pid")).expect("a pid")
}

#[tokio::test]
async fn a_killed_warehouse_is_unavailable_at_once_and_comes_back_with_all_it_acknowledged() {
    let folder = fresh_folder("killed");
    let started = Instant::now();
    let embedded = EmbeddedWarehouse::start(options(&folder)).await.unwrap_or_else(|error| panic!("{error}"));
    eprintln!("ready after {} ms", started.elapsed().as_millis());
    let warehouse = Warehouse::over_unix_socket(embedded.socket(), "kept");
    warehouse.create_database().await.expect("a database");
    warehouse
        .execute("CREATE TABLE events (id UInt64, name String) ENGINE = MergeTree ORDER BY id")
        .await
        .expect("a table");
    warehouse.insert_stream("INSERT INTO events FORMAT CSV", &[], csv(1000)).await.expect("an insert");

    let running = {
        let warehouse = warehouse.clone();
        tokio::spawn(async move {
            ask(&warehouse, "SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))").await
        })
    };
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut state = embedded.state();
    kill_process(pid(&state.borrow_and_update()), Signal::KILL).expect("a kill");
    let error = running.await.expect("a task").expect_err("the query died");
    assert!(error.is_unavailable(), "{error}");
    let asked = Instant::now();
    let error = warehouse.ping().await.expect_err("nobody serves");
    let at_once = quarry_tests::bounded::beside_others(Duration::from_millis(500));
    assert!(error.is_unavailable() && asked.elapsed() < at_once, "{error} {:?}", asked.elapsed());

    let killed = Instant::now();
    while warehouse.ping().await.is_err() {
        assert!(killed.elapsed() < Duration::from_secs(10), "it does not come back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    eprintln!("healthy again after {} ms", killed.elapsed().as_millis());
    assert_eq!(number(&warehouse, "SELECT count() FROM events").await, 1000);
    let successor = pid(&embedded.state().borrow());
    let stopping = Instant::now();
    embedded.stop().await;
    eprintln!("stopped after {} ms", stopping.elapsed().as_millis());
    assert!(test_kill_process(successor).is_err(), "the stopped warehouse still runs");
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn a_stop_does_not_wait_for_running_queries() {
    let folder = fresh_folder("stopped");
    let embedded = EmbeddedWarehouse::start(options(&folder)).await.unwrap_or_else(|error| panic!("{error}"));
    let warehouse = Warehouse::over_unix_socket(embedded.socket(), "default");
    let query = "SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))";
    let running = tokio::spawn(async move { ask(&warehouse, query).await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let stopping = Instant::now();
    embedded.stop().await;
    assert!(stopping.elapsed() < Duration::from_secs(4), "{:?}", stopping.elapsed());
    let error = running.await.expect("a task").expect_err("the query was cancelled");
    assert!(error.is_unavailable(), "{error}");
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn a_second_warehouse_on_a_directory_says_who_holds_it() {
    let folder = fresh_folder("locked");
    let embedded = EmbeddedWarehouse::start(options(&folder)).await.unwrap_or_else(|error| panic!("{error}"));
    let holder = pid(&embedded.state().borrow()).as_raw_nonzero().to_string();
    let output = start(&library(), &folder.join("data"), &folder.join("second.sock"));
    let sentence = refusal(&output, 14);
    assert!(sentence.contains("in use by another warehouse process") && sentence.contains(&holder), "{sentence}");
    let mut second = options(&folder);
    second.socket = folder.join("third.sock");
    let error = EmbeddedWarehouse::start(second).await.err().expect("the directory is locked");
    assert!(error.to_string().contains("in use by another warehouse process"), "{error}");
    embedded.stop().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn what_is_missing_is_said_in_one_sentence() {
    let folder = fresh_folder("sentences");
    let socket = folder.join("warehouse.sock");
    let sentence = refusal(&start(Path::new("/nowhere/libchdb.so"), &folder.join("data"), &socket), 11);
    assert!(sentence.contains("/nowhere/libchdb.so does not exist") && sentence.contains("npm ci"), "{sentence}");
    let no_library = folder.join("libchdb.so");
    std::fs::write(&no_library, "not a library").expect("a file");
    let sentence = refusal(&start(&no_library, &folder.join("data"), &socket), 12);
    assert!(sentence.contains("is not usable"), "{sentence}");
    let sentence = refusal(&start(&library(), &no_library.join("data"), &socket), 13);
    assert!(sentence.contains("cannot be used"), "{sentence}");
    let sentence = refusal(&start(&library(), &folder.join("data"), &folder.join("no/such/folder.sock")), 16);
    assert!(sentence.contains("folder.sock cannot be opened"), "{sentence}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_warehouse_ends_with_its_host() {
    let folder = fresh_folder("orphan");
    let socket = folder.join("warehouse.sock");
    let mut child = command(&library(), &folder.join("data"), &socket)
        .args(["--parent-pid", &std::process::id().to_string()])
        .stdin(Stdio::piped())
        .spawn()
        .expect("a child");
    let started = Instant::now();
    while !socket.exists() {
        assert!(started.elapsed() < Duration::from_secs(10), "it does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
    // What the kernel does for a host that was killed.
    drop(child.stdin.take());
    let closed = Instant::now();
    let status = bounded::ended(&mut child, bounded::SHORT).expect("it is looked at").expect("an end");
    assert!(status.success() && closed.elapsed() < Duration::from_secs(3), "{status} {:?}", closed.elapsed());
    assert!(!socket.exists(), "the socket is gone");
    let _ = std::fs::remove_dir_all(folder);
}

fn command(library: &Path, data_dir: &Path, socket: &Path) -> Command {
    let mut command = Command::new(binary());
    command.arg("--library").arg(library).arg("--data-dir").arg(data_dir).arg("--socket").arg(socket);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(library: &Path, data_dir: &Path, socket: &Path) -> Output {
    bounded::output(&mut command(library, data_dir, socket), bounded::SHORT).expect("it ends")
}

/// The one sentence of a start that failed with `code`.
fn refusal(output: &Output, code: i32) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{errors}");
    let sentences: Vec<&str> = errors.lines().filter(|line| line.starts_with("quarry-warehouse: ")).collect();
    assert_eq!(sentences.len(), 1, "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    sentences[0].to_owned()
}
