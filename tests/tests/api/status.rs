//! The status of a deployment that follows a chain: both status operations tell what is so.

use crate::account_support::eventually;
use quarry_tests::bounded;
use quarry_tests::chain_server::ChainServer;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder, installation};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A host whose warehouse holds a followed chain of blocks 100 to 137, but for block 110; its node has two blocks more.
fn followed() -> (Server, ChainServer) {
    let chain = ChainServer::start(Path::new(env!("CARGO_BIN_EXE_quarry-chain-server")), 1, 40).expect("a node");
    for block in [110, 138, 139] {
        chain.fault(json!({ "kind": "null", "method": "eth_getBlockByNumber", "block": block }));
    }
    let data_dir = fresh_folder("status").expect("a folder");
    let mut environment = app_store_environment("status").expect("a store");
    // Public answers are not kept, so that a test sees at once what others see within the minute.
    environment.push(("QUARRY__CACHE__MEMORY_BYTES".to_owned(), "0".to_owned()));
    environment.push(("QUARRY__RATE_LIMITS__PUBLIC_STATUS_PER_MINUTE".to_owned(), "0".to_owned()));
    let options = Options { no_sample: true, data_dir: Some(data_dir.clone()), environment, ..Options::default() };
    let host = Server::start(&options).expect("a host");
    let mut follow = Command::new(installation().expect("an installation").join("quarry"));
    follow
        .args(["ingest", "--once", "--from-block", "100", "--rpc", &chain.url, "--data-dir"])
        .arg(&data_dir)
        .envs(options.environment.iter().cloned())
        .env("QUARRY__FOLLOW__SHORTEST_WAIT_MILLISECONDS", "5")
        .env("QUARRY__FOLLOW__LONGEST_WAIT_MILLISECONDS", "20");
    let follow = bounded::output(&mut follow, bounded::SHORT).expect("it gives up");
    let told = String::from_utf8_lossy(&follow.stderr).into_owned();
    assert!(!follow.status.success() && told.contains("has no block 138"), "{told}");
    post_notices(&host);
    // The first snapshot was made before all this. A new host has another one at once.
    assert_eq!(host.stop("TERM").expect("it stops"), 0);
    let again = Server::start(&options).expect("the host again");
    // It serves while it is still probing.
    let began = Instant::now();
    while again.get_keyless("/public/status").status != 200 {
        assert!(began.elapsed() < bounded::beside_others(Duration::from_secs(30)), "no probe was made");
        std::thread::sleep(Duration::from_millis(100));
    }
    (again, chain)
}

fn with_app_store(host: &Server, statements: &[String]) {
    host.in_app_store(async |store| {
        for statement in statements {
            store.execute(statement, &[]).await.expect("it takes it");
        }
    });
}

/// One that stands, one that was resolved, one resolved long ago, and one that is yet to come.
fn post_notices(host: &Server) {
    let now = jiff::Timestamp::now().as_microsecond();
    let day = 86_400_000_000_i64;
    let notice = |title: &str, posted_at: i64, resolved_at: &str| {
        format!(
            "INSERT INTO status_notes (level, title, body, posted_at, resolved_at) \
             VALUES ('outage', '{title}', 'What happened.', {posted_at}, {resolved_at})"
        )
    };
    with_app_store(
        host,
        &[
            notice("stands", now - day, "NULL"),
            notice("resolved", now - 3 * day, &(now - 2 * day).to_string()),
            notice("long ago", now - 12 * day, &(now - 9 * day).to_string()),
            notice("to come", now + day, "NULL"),
            "DELETE FROM status_snapshots".to_owned(),
        ],
    );
}

fn tiers(body: &Json) -> Vec<(String, String)> {
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let tiers = body["platform_tiers"].as_array().expect("tiers");
    tiers.iter().map(|tier| (text(&tier["tier"]), text(&tier["state"]))).collect()
}

#[test]
fn the_status_tells_what_is_measured_and_goes_on_without_the_warehouse() {
    let (host, chain) = followed();
    let body = host.get_keyless("/public/status").json();
    let ethereum = &body["chains"][0];
    assert_eq!(body["chains"].as_array().map(Vec::len), Some(1), "{body}");
    assert_eq!((ethereum["latest_block"].as_i64(), ethereum["head_block"].as_i64()), (Some(137), Some(139)));
    assert_eq!((ethereum["head_lag_blocks"].as_i64(), ethereum["head_lag_seconds"].as_i64()), (Some(2), Some(24)));
    assert_eq!(body["head_lag_seconds"], 24);
    assert_eq!(
        (&ethereum["chain"], &ethereum["latest_block_at"]),
        (&json!("ethereum"), &json!("2024-01-01T00:27:24Z"))
    );
    assert_eq!(ethereum["head_block_at"], "2024-01-01T00:27:48Z");

    let truth = chain.truth();
    let loaded = truth.iter().take(38).enumerate().filter(|(index, _)| *index != 10).map(|(_, served)| served);
    let logs: Vec<&Json> = loaded.flat_map(|served| served["logs"].as_array().expect("logs")).collect();
    let words = |log: &Json| (log["data"].as_str().map_or(0, str::len) - 2) / 64;
    // The chain emits events of known shapes, some with a known topic and one word, and logs without a topic.
    let known = logs.iter().filter(|log| log["topics"].as_array().is_some_and(|topics| !topics.is_empty()));
    let (undecoded, decoded): (Vec<&Json>, Vec<&Json>) = known.copied().partition(|log| words(log) == 1);
    let coverage = json!({
        "first_block": 0, "logs": logs.len(), "decoded_logs": decoded.len(), "undecoded_logs": undecoded.len(),
        "waiting_logs": 0
    });
    assert_eq!(ethereum["decode_coverage"], coverage);
    assert!(decoded.len() > 10 && undecoded.len() > 5, "{coverage}");

    let gap = &body["completeness_gaps"]["open"][0];
    assert_eq!(
        (&gap["first_block"], &gap["last_block"], &gap["reason"]),
        (&json!(110), &json!(110), &json!("missing_block"))
    );
    assert_eq!(
        (body["completeness_gaps"]["closed"].as_array().map(Vec::len), &gap["closed_at"]),
        (Some(0), &Json::Null)
    );
    let titles: Vec<&Json> =
        body["notices"].as_array().expect("notices").iter().map(|notice| &notice["title"]).collect();
    assert_eq!(titles, ["stands", "resolved"]);
    assert!(body["notices"][0]["resolved_at"].is_null() && body["notices"][1]["resolved_at"].is_string(), "{body}");
    let all =
        ["api", "app_store", "ingest", "objects", "warehouse"].map(|tier| (tier.to_owned(), "operational".to_owned()));
    assert_eq!(tiers(&body), all);
    let today = body["probe_history"].as_array().and_then(|days| days.last()).expect("a day");
    assert_eq!(today["tiers"].as_array().map(Vec::len), Some(5), "{today}");

    let keyed = host.get("/status").json();
    assert_eq!((&keyed["warehouse"]["reachable"], &keyed["head_lag_seconds"]), (&json!(true), &json!(24)));
    for name in ["chain", "latest_block", "latest_block_at", "head_block", "head_lag_seconds"] {
        assert_eq!(keyed["chains"][0][name], ethereum[name], "{name}");
    }
    without_warehouse(&host);
}

/// The warehouse hangs: the keyed status says so at once, and so does the next snapshot.
fn without_warehouse(host: &Server) {
    let warehouse = host.warehouse_pid().expect("a warehouse").to_string();
    let signal = |signal: &str| {
        assert!(Command::new("kill").args([signal, &warehouse]).status().expect("kill").success());
    };
    signal("-STOP");
    let keyed = host.get("/status");
    assert_eq!((keyed.status, &keyed.json()["warehouse"]["reachable"]), (200, &json!(false)), "{}", keyed.text);
    with_app_store(host, &["DELETE FROM status_snapshots".to_owned()]);
    let started = Instant::now();
    let body = loop {
        let answer = host.get_keyless("/public/status");
        let reachable = answer.json()["warehouse"]["reachable"].clone();
        if (answer.status, reachable) == (200, json!(false)) {
            break answer.json();
        }
        // The next snapshot may be that of the next minute.
        assert!(started.elapsed() < bounded::beside_others(Duration::from_secs(150)), "{}", answer.text);
        std::thread::sleep(Duration::from_millis(200));
    };
    assert_eq!(
        (&body["chains"], &body["ingest_lag_seconds"], &body["head_lag_seconds"]),
        (&json!([]), &Json::Null, &Json::Null)
    );
    let state = |wanted: &str| tiers(&body).into_iter().find(|(tier, _)| tier == wanted).map(|(_, state)| state);
    assert_eq!((state("warehouse").as_deref(), state("ingest").as_deref()), (Some("down"), Some("unknown")));
    assert_eq!(
        (state("app_store").as_deref(), state("objects").as_deref()),
        (Some("operational"), Some("operational"))
    );
    assert_eq!(body["notices"].as_array().map(Vec::len), Some(2), "notices are of the app store");
    signal("-CONT");
    // One that was found to hang is asked again by and by.
    let is_reachable = || {
        let keyed = host.get("/status");
        assert_eq!(keyed.status, 200, "{}", keyed.text);
        keyed.json()["warehouse"]["reachable"] == json!(true)
    };
    eventually("the warehouse is asked again", is_reachable);
}
