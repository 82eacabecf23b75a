//! The time of a request reaches into the stores: what hangs there is cancelled, and what it held is given back. That of the
//! warehouse is in `component_limits`.

use crate::notebook::{Notebook, eventually};
use serde_json::json;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The time of a request of the notebook here; a statement of the app store may take 10 s.
const DEADLINE: Duration = Duration::from_secs(3);

/// For one test at a time: each looks at what the store works on.
fn notebook() -> MutexGuard<'static, Notebook> {
    static NOTEBOOK: OnceLock<Mutex<Notebook>> = OnceLock::new();
    let notebook = NOTEBOOK.get_or_init(|| {
        let limits = format!("[components.limits]\ncomplete = {{ request_seconds = {} }}\n", DEADLINE.as_secs());
        Mutex::new(Notebook::start_with("deadlines", &limits))
    });
    notebook.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells that the store works on a slow question: PostgreSQL says so, and SQLite works in the host's own threads.
fn is_at_work(notebook: &Notebook) -> bool {
    if notebook.url.starts_with("postgres") {
        let running = "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%10000000000%'
                       AND query NOT LIKE '%pg_stat_activity%'";
        return notebook.numbers(running) != [0];
    }
    let (began, before) = (Instant::now(), sqlite_time(notebook));
    std::thread::sleep(Duration::from_millis(200));
    // A thread that computes has a good part of the time, also on a busy machine.
    sqlite_time(notebook) - before > began.elapsed() / 10
}

/// CPU time of the threads that SQLite's connections have in the host.
fn sqlite_time(notebook: &Notebook) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{}/task", notebook.server.pid)).expect("the host lives");
    let nanoseconds = threads.flatten().filter_map(|thread| {
        let name = std::fs::read_to_string(thread.path().join("comm")).ok()?;
        let time = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let time = time.split_whitespace().next()?.parse::<u64>().ok()?;
        name.starts_with("sqlx-sqlite").then_some(time)
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// A writer needs the only write lock of SQLite, or on PostgreSQL a connection.
fn is_written(notebook: &Notebook) -> bool {
    // No two notes have the same title.
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let title = format!("Depeg {}", NUMBER.fetch_add(1, Ordering::Relaxed));
    notebook.send("POST", "/notebook/notes", &json!({ "title": title })).status == 200
}

#[test]
fn a_statement_that_hangs_in_the_app_store_is_cancelled_at_the_deadline() {
    let notebook = &*notebook();
    for further in ["", "&in_transaction=true"] {
        let began = Instant::now();
        let refusal = std::thread::scope(|scope| {
            let asking = scope.spawn(|| notebook.get(&format!("/notebook/slow?meant=true{further}")));
            eventually("the store works on it", || is_at_work(notebook));
            asking.join().expect("an answer")
        });
        // All of it but what a component keeps to answer.
        assert!(began.elapsed() >= DEADLINE * 7 / 8, "it was given up after {:?}", began.elapsed());
        assert_eq!((refusal.status, refusal.code().as_str()), (503, "data_source_unavailable"), "{}", refusal.text);
        let sentence = "did not answer within the time of the request (deadline)";
        assert!(refusal.detail().contains(sentence), "{}", refusal.detail());
        assert!(refusal.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
        let refused = Instant::now();
        eventually("others write", || is_written(notebook));
        eventually("nothing of it runs on", || !is_at_work(notebook));
        // Any statement is ended after 10 s, of which the request's time has taken three.
        assert!(refused.elapsed() < Duration::from_secs(6), "after {:?}", refused.elapsed());
    }
}

#[test]
fn a_client_that_leaves_undoes_the_transaction_that_was_open_for_it() {
    let notebook = &*notebook();
    let count = || notebook.numbers("SELECT COUNT(*) AS kept FROM complete__notes WHERE title = 'Never kept'");
    let asking = notebook.ask_slowly("&in_transaction=true");
    eventually("the store works on it", || is_at_work(notebook));
    let began = Instant::now();
    drop(asking);
    eventually("others write", || is_written(notebook));
    eventually("nothing of it runs on", || !is_at_work(notebook));
    assert!(began.elapsed() < DEADLINE, "it was not the deadline that ended it: {:?}", began.elapsed());
    assert_eq!(count(), [0], "what it wrote is undone");
}

#[test]
fn a_transaction_that_was_left_open_holds_nobody_up_while_the_warehouse_is_asked() {
    let notebook = &*notebook();
    let count = || notebook.numbers("SELECT COUNT(*) AS kept FROM complete__notes WHERE title = 'Never kept'");
    let refusal = std::thread::scope(|scope| {
        let asking = scope.spawn(|| notebook.get("/notebook/slow?meant=true&left_open=true"));
        // The component has ended long before.
        std::thread::sleep(Duration::from_millis(800));
        assert!(is_written(notebook) && !asking.is_finished(), "others write while the warehouse is still asked");
        asking.join().expect("an answer")
    });
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "data_source_unavailable"), "{}", refusal.text);
    assert_eq!(refusal.json()["store"], "warehouse", "{}", refusal.text);
    assert_eq!(count(), [0], "what it wrote is undone");
}
