//! The command itself, beside a serving host: what it does when it is stopped, killed and started again.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use quarry::stores::warehouse::Warehouse;
use quarry_tests::bounded;
use quarry_tests::server::{Options, Server, installation};

use crate::follow::support::{FIRST, Fixture, register, server, settings};
use crate::ingest_support::Store;

/// A host with a warehouse, and a chain that is to be followed into it.
struct Deployment {
    host: Server,
    fixture: Fixture,
}

impl Deployment {
    async fn new(name: &str, blocks: u64) -> Deployment {
        let start = || Server::start(&Options { no_sample: true, ..Options::default() });
        let host = tokio::task::spawn_blocking(start).await.expect("no panic").expect("a host");
        let warehouse = Warehouse::over_unix_socket(&host.data_dir.join("warehouse.sock"), "quarry");
        let store = Store::of(warehouse);
        register(&store).await;
        let fixture =
            Fixture { name: format!("follow_{name}"), server: server(1, blocks), store, settings: settings() };
        Deployment { host, fixture }
    }

    /// Starts `quarry ingest --rpc`.
    fn follow(&self, arguments: &[&str]) -> Process {
        let child = Command::new(installation().expect("an installation").join("quarry"))
            .args(["ingest", "--from-block", "100", "--data-dir"])
            .arg(&self.host.data_dir)
            .args(arguments)
            // As a list that names no chain: the server says which it is.
            .env("QUARRY_RPC", &self.fixture.server.url)
            .env("QUARRY__FOLLOW__BATCH_BLOCKS", "4")
            .env("QUARRY__FOLLOW__POLL_MILLISECONDS", "50")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        Process(child.expect("it starts"))
    }

    async fn next_block(&self) -> u64 {
        let sql = "SELECT max(next_block) FROM followed_chains FINAL";
        self.fixture.store.cell(sql).await.parse().expect("a number")
    }

    /// Waits until so many blocks are loaded. The warehouse may be away meanwhile.
    async fn loaded(&self, blocks: u64) {
        let began = Instant::now();
        while !(self.fixture.store.warehouse.ping().await.is_ok() && self.next_block().await >= FIRST + blocks) {
            assert!(began.elapsed() < bounded::SHORT, "{blocks} blocks are not loaded");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// A process that ends with the test.
struct Process(Child);

impl Process {
    fn signal(&mut self, signal: &str) -> ExitStatus {
        let sent = Command::new("kill").args([signal, &self.0.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        self.0.wait().expect("it ends")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn a_terminated_process_leaves_no_half_loaded_range() {
    quarry_tests::in_the_whole_suite!();
    let deployment = Deployment::new("terminated", 400).await;
    let mut process = deployment.follow(&[]);
    deployment.loaded(12).await;
    let status = process.signal("-TERM");
    assert_eq!(status.code(), Some(0), "{status}");
    let next = deployment.next_block().await;
    assert!(next < FIRST + 400, "it was stopped on the way");
    let unfinished = "SELECT touched_before - next_block FROM followed_chains FINAL";
    assert_eq!(deployment.fixture.store.cell(unfinished).await, "0");
    let loaded = usize::try_from(next - FIRST).expect("a count");
    deployment.fixture.assert_holds(&deployment.fixture.server.truth()[..loaded]).await;
}

#[tokio::test]
async fn killed_processes_cost_nothing_but_their_range_even_across_reorganisations() {
    let deployment = Deployment::new("killed", 48).await;
    for kill in 0..quarry_tests::extent::of(3, 6_u64) {
        let mut process = deployment.follow(&[]);
        deployment.loaded(6 + kill * 6).await;
        // Somewhere within the next range: reading, loading or counting it.
        tokio::time::sleep(Duration::from_millis(37 * kill)).await;
        let status = process.signal("-KILL");
        assert_eq!(status.signal(), Some(9));
        if kill % 2 == 1 {
            deployment.fixture.server.reorganise(9, 10);
        }
    }
    let mut last = deployment.follow(&["--once"]);
    assert!(last.0.wait().expect("it ends").success());
    deployment.fixture.assert_is_the_chain().await;
}

#[tokio::test]
async fn a_warehouse_that_dies_on_the_way_is_waited_for() {
    quarry_tests::in_the_whole_suite!();
    let deployment = Deployment::new("warehouse_dies", 40).await;
    let mut process = deployment.follow(&[]);
    deployment.loaded(8).await;
    let warehouse = deployment.host.warehouse_pid().expect("a warehouse").to_string();
    assert!(Command::new("kill").args(["-KILL", &warehouse]).status().expect("kill").success());
    // The host starts another one; no answer may come in between.
    tokio::time::sleep(Duration::from_millis(500)).await;
    deployment.loaded(40).await;
    assert_eq!(process.signal("-TERM").code(), Some(0));
    deployment.fixture.assert_is_the_chain().await;
}

#[tokio::test]
async fn a_process_that_waits_for_its_server_ends_when_it_is_told_to() {
    quarry_tests::in_the_whole_suite!();
    let deployment = Deployment::new("waits", 5).await;
    deployment.fixture.server.fault(serde_json::json!({ "kind": "status", "status": 503 }));
    let mut process = deployment.follow(&[]);
    while deployment.fixture.server.requests("eth_chainId") < 2 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(process.signal("-TERM").code(), Some(0));
}

#[test]
fn a_wrong_command_line_is_told() {
    let told = |arguments: &[&str]| {
        let output = quarry_tests::server::quarry(arguments).expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, text) = told(&["ingest", "--rpc", "ethereum=not-an-address"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("give [CHAIN=]http://"), "{text}");
    let (status, text) = told(&["ingest", "logs", "--rpc", "http://127.0.0.1:1"]);
    assert_eq!((status, text.contains("--rpc")), (Some(2), true), "{text}");
    let (status, text) = told(&["ingest", "logs"]);
    assert_eq!((status, text.contains("<FILES>")), (Some(2), true), "{text}");
    let (status, text) = told(&["ingest", "--once"]);
    assert_eq!((status, text.contains("--rpc")), (Some(2), true), "{text}");
    assert!(!Path::new("quarry-data").exists(), "nothing is made before the arguments are checked");
}
