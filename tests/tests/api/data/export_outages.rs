//! Exports while a store is gone or full: they fail with the reason, count no longer, and leave nothing behind.

use super::exports::{built, ended, number, on_plan, path_of, submit};
use super::got;
use crate::organizations::house::{Person, execute};
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;
use std::process::Command;
use std::time::{Duration, Instant};

fn server(name: &str, no_sample: bool) -> Server {
    let environment = app_store_environment(name).expect("a store");
    Server::start(&Options { no_sample, environment, ..Options::default() }).expect("a server")
}

/// Has the next attempt of the job begin now, instead of in 5 or 20 seconds.
fn hasten(server: &Server, id: i64) {
    let sql =
        "UPDATE jobs SET run_at = 0 WHERE state = 'queued' AND id = (SELECT job_id FROM data_requests WHERE id = $1)";
    execute(server, sql, &[Value::Int64(id)]);
}

fn assert_nothing_is_left(server: &Server, ada: &Person, id: i64) {
    let used = "SELECT count(*) AS number FROM data_requests WHERE user_id = $1 AND quota_month IS NOT NULL AND status <> 'failed'";
    assert_eq!(number(server, used, &[Value::Int64(ada.id)]), 0, "it no longer counts");
    let objects = "SELECT count(*) AS number FROM objects WHERE component = 'datasets' AND key LIKE $1";
    assert_eq!(number(server, objects, &[Value::Text(format!("exports/{id}/%"))]), 0);
    let events = "SELECT count(*) AS number FROM events WHERE organization_id = $1";
    assert_eq!(number(server, events, &[Value::Int64(ada.own_organization_id)]), 0);
}

#[test]
fn an_export_fails_with_its_reason_when_the_warehouse_is_gone() {
    quarry_tests::on_one_engine!();
    let server = server("exports_without_warehouse", true);
    let (ada, mut browser) = on_plan(&server, "researcher");
    let id = built(&mut browser, "pools", &json!({}));
    // No host begins it before the warehouse is gone.
    assert_eq!(submit(&mut browser, id).status, 200);
    let began = Instant::now();
    loop {
        // The host brings it back, and it is gone again.
        if let Ok(pid) = server.warehouse_pid() {
            let _ = Command::new("kill").args(["-KILL", &pid.to_string()]).status();
        }
        hasten(&server, id);
        let record = got(&browser, &path_of(id));
        if record["status"] == "failed" {
            assert_eq!(record["error"]["code"], "warehouse_unavailable", "{record}");
            break;
        }
        if record["status"] == "completed" {
            println!("skipped: the export was faster than the outage");
            return;
        }
        assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(90)), "{record}");
        std::thread::sleep(Duration::from_millis(2));
    }
    assert_nothing_is_left(&server, &ada, id);
}

#[test]
fn an_export_fails_with_its_reason_when_the_disk_is_full() {
    quarry_tests::on_one_engine!();
    let server = server("exports_on_a_full_disk", false);
    let (ada, mut browser) = on_plan(&server, "institution");
    let folder = server.data_dir.join("objects");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=512k", "tmpfs"]).arg(&folder).status();
    if !mounted.is_ok_and(|status| status.success()) {
        println!("skipped: only root can make a small disk");
        return;
    }
    let id = built(&mut browser, "reserves", &json!({ "formats": ["csv", "parquet"] }));
    assert_eq!(submit(&mut browser, id).status, 200);
    let began = Instant::now();
    while got(&browser, &path_of(id))["status"] != "failed"
        && began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(90))
    {
        hasten(&server, id);
        std::thread::sleep(Duration::from_millis(50));
    }
    let record = ended(&browser, id);
    let left: Vec<_> = walk(&folder.join("datasets"));
    let unmounted = Command::new("umount").arg("-l").arg(&folder).status().expect("umount");
    assert!(unmounted.success());
    assert_eq!(
        (&record["status"], &record["error"]["code"]),
        (&json!("failed"), &json!("object_store_unavailable")),
        "{record}"
    );
    assert_nothing_is_left(&server, &ada, id);
    assert!(left.iter().all(|size| *size < 400_000), "no half of a file stays on the disk: {left:?}");
}

/// Sizes of the files in a folder.
fn walk(folder: &std::path::Path) -> Vec<u64> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|metadata| metadata.len()).collect()
}
