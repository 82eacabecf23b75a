//! A server that hangs is told from one that works on slow statements, and whoever has somebody waiting gives up on it soon.

use super::process::pid;
use super::{fresh_folder, generous, number, options};
use quarry::stores::warehouse::{EmbeddedOptions, EmbeddedWarehouse, QuerySettings, Warehouse, WarehouseError};
use quarry_tests::bounded;
use rustix::process::{Signal, kill_process};
use std::time::{Duration, Instant};

const ENDLESS: &str = "SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))";

fn lasting(deadline: Duration) -> QuerySettings {
    QuerySettings { deadline, ..generous() }
}

/// Asks as somebody does who has somebody waiting.
async fn ask_soon(warehouse: &Warehouse, sql: &str, deadline: Duration) -> Result<(), WarehouseError> {
    warehouse.unless_it_hangs(warehouse.query(sql, &[], lasting(deadline))).await.map(drop)
}

#[tokio::test]
async fn a_server_that_hangs_is_given_up_soon_then_at_once_and_asked_again_by_itself() {
    let folder = fresh_folder("hangs");
    let embedded = EmbeddedWarehouse::start(options(&folder)).await.unwrap_or_else(|error| panic!("{error}"));
    let warehouse = Warehouse::over_unix_socket(embedded.socket(), "default");
    assert_eq!(number(&warehouse, "SELECT 1").await, 1);
    let process = pid(&embedded.state().borrow());
    kill_process(process, Signal::STOP).expect("it is stopped");
    // What has time of its own waits on: an ingest, an export.
    let patient = {
        let warehouse = warehouse.clone();
        tokio::spawn(async move { warehouse.query("SELECT 1", &[], lasting(Duration::from_secs(300))).await })
    };
    let began = Instant::now();
    let error = ask_soon(&warehouse, "SELECT 1", Duration::from_secs(60)).await.expect_err("it hangs");
    assert!(error.is_unavailable(), "{error}");
    // Five seconds, on a machine that is busy.
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    let began = Instant::now();
    // Another clone of the same warehouse knows it too.
    let clone = warehouse.clone();
    let error = ask_soon(&clone, "SELECT 1", Duration::from_secs(60)).await.expect_err("it still hangs");
    assert!(error.is_unavailable() && began.elapsed() < Duration::from_millis(500), "{error} {:?}", began.elapsed());

    assert!(!patient.is_finished(), "nothing has ended it");
    kill_process(process, Signal::CONT).expect("it goes on");
    let began = Instant::now();
    while ask_soon(&warehouse, "SELECT 1", Duration::from_secs(60)).await.is_err() {
        assert!(began.elapsed() < bounded::beside_others(Duration::from_secs(10)), "it is not asked again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    patient.await.expect("a task").expect("it was waited for");
    embedded.stop().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn a_slow_statement_and_one_that_waits_behind_it_are_no_hang() {
    let folder = fresh_folder("slow");
    let options = EmbeddedOptions { max_concurrent_queries: Some(1), ..options(&folder) };
    let embedded = EmbeddedWarehouse::start(options).await.unwrap_or_else(|error| panic!("{error}"));
    let warehouse = Warehouse::over_unix_socket(embedded.socket(), "default");
    // Longer than a server that hangs is waited for.
    let deadline = Duration::from_secs(7);
    let began = Instant::now();
    let (slow, behind) =
        tokio::join!(ask_soon(&warehouse, ENDLESS, deadline), ask_soon(&warehouse, "SELECT 1", deadline));
    assert!(matches!(slow, Err(WarehouseError::DeadlineExceeded { .. })), "{slow:?}");
    assert!(matches!(behind, Ok(()) | Err(WarehouseError::DeadlineExceeded { .. })), "{behind:?}");
    assert!(began.elapsed() > Duration::from_secs(6), "each had its own time: {:?}", began.elapsed());
    ask_soon(&warehouse, "SELECT 1", deadline).await.expect("and nothing is refused");
    // Nor are statements that fail, however many.
    for _ in 0..20 {
        let error = ask_soon(&warehouse, "SELECT nothing", deadline).await.expect_err("there is no such column");
        assert!(matches!(error, WarehouseError::Rejected { .. }), "{error}");
    }
    ask_soon(&warehouse, "SELECT 1", deadline).await.expect("it is asked on");
    embedded.stop().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn a_server_that_ends_while_it_hangs_is_found_again() {
    let folder = fresh_folder("left");
    let embedded = EmbeddedWarehouse::start(options(&folder)).await.unwrap_or_else(|error| panic!("{error}"));
    let warehouse = Warehouse::over_unix_socket(embedded.socket(), "default");
    let process = pid(&embedded.state().borrow());
    kill_process(process, Signal::STOP).expect("it is stopped");
    let left = ask_soon(&warehouse, "SELECT 1", Duration::from_secs(60));
    assert!(tokio::time::timeout(Duration::from_millis(1_200), left).await.is_err(), "it is left after a second");
    kill_process(process, Signal::KILL).expect("it is gone");
    let began = Instant::now();
    while ask_soon(&warehouse, "SELECT 1", Duration::from_secs(60)).await.is_err() {
        assert!(began.elapsed() < bounded::beside_others(Duration::from_secs(20)), "it does not come back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    embedded.stop().await;
    let _ = std::fs::remove_dir_all(folder);
}
