//! The state of a figure when the data change under it: replaced blocks, rows that go without a word, an outage.

use crate::account_support::eventually;
use crate::organizations::house::{execute, texts};
use crate::small_chain::{load, load_file, write};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment, shared};
use serde_json::{Value as Json, json};
use std::time::Duration;

/// A server of a test's own, whose data change.
pub(super) fn server(name: &str) -> Server {
    server_with(name, Vec::new())
}

fn server_with(name: &str, settings: Vec<(String, String)>) -> Server {
    let mut environment = app_store_environment(name).expect("the application store of the tests");
    environment.extend(settings);
    Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
}

pub(super) fn cite(browser: &mut Browser<'_>, body: &Json) -> Json {
    let mut answer = browser.write("POST", "/session/citations", body);
    // The personal space comes within seconds of the account.
    for _ in 0..40 {
        if answer.status != 404 {
            break;
        }
        std::thread::sleep(Duration::from_millis(250));
        answer = browser.write("POST", "/session/citations", body);
    }
    assert!([200, 201].contains(&answer.status), "{body}: {}", answer.text);
    answer.json()
}

pub(super) fn again(browser: &mut Browser<'_>, citation: &Json) -> Json {
    let hash = citation["hash"].as_str().expect("a hash");
    let answer = browser.write("POST", &format!("/session/admin/citations/{hash}/rederive"), &Json::Null);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// State, value of then, value of now, and whether it is said since when.
pub(super) fn state(record: &Json) -> (String, Json, Json, bool) {
    let state = record["verification_state"].as_str().expect("a state").to_owned();
    (state, record["value"].clone(), record["derived_value"].clone(), !record["drifted_at"].is_null())
}

#[test]
fn a_replaced_block_makes_a_mismatch_and_its_return_verifies_again() {
    let server = server("citations-replaced");
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(100, 11), (101, 12), (102, 13)]);
    let last = cite(
        &mut staff,
        &json!({ "dataset": "logs", "aggregate": "last", "column": "block_hash", "chain": "ethereum" }),
    );
    let count = cite(&mut staff, &json!({ "dataset": "logs", "aggregate": "count", "chain": "ethereum" }));
    let rows =
        cite(&mut staff, &json!({ "dataset": "logs", "columns": ["block_number", "data"], "chain": "ethereum" }));
    let field = cite(&mut staff, &json!({ "transaction_hash": format!("0x{:064x}", 13), "field": "logs.0.address" }));
    let hash = |hash: u64| json!(format!("0x{hash:064x}"));
    assert_eq!((&last["value"], &last["as_of_block"]), (&hash(13), &json!(102)));
    // What comes later is of no concern to them.
    load(&server, &[(103, 14)]);
    for citation in [&last, &count, &rows, &field] {
        let record = again(&mut staff, citation);
        assert_eq!(state(&record), ("verified".to_owned(), citation["value"].clone(), Json::Null, false));
    }
    // A reorganisation takes block 102 and its transaction away.
    load(&server, &[(102, 23)]);
    let record = again(&mut staff, &last);
    assert_eq!(state(&record), ("mismatch".to_owned(), hash(13), hash(23), true));
    let since = record["drifted_at"].clone();
    assert_eq!(again(&mut staff, &last)["drifted_at"], since, "since when it drifted stays");
    assert_eq!(state(&again(&mut staff, &count)).0, "verified", "there are as many");
    let drifted = state(&again(&mut staff, &rows));
    assert!(
        drifted.0 == "mismatch" && drifted.2.as_str().is_some_and(|value| value.starts_with("sha256:")),
        "{drifted:?}"
    );
    assert_eq!(state(&again(&mut staff, &field)).0, "unresolved", "the transaction is gone");
    // A space that has it sees it.
    let listed = staff.get("/session/citations").json();
    let shown =
        listed["citations"].as_array().expect("citations").iter().find(|shown| shown["id"] == last["id"]).expect("it");
    assert_eq!((&shown["verification_state"], &shown["derived_value"]), (&json!("mismatch"), &hash(23)));
    // Undone, all of it holds again.
    load(&server, &[(102, 13)]);
    for citation in [&last, &count, &rows, &field] {
        let record = again(&mut staff, citation);
        assert_eq!(state(&record), ("verified".to_owned(), citation["value"].clone(), Json::Null, false));
    }
}

/// Makes a job of the component run now.
fn run(server: &Server, name: &str) {
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at)
               VALUES ('citations', $1, '{}', 'queued', 0, 0, 10, FALSE, 0, 0)";
    execute(server, sql, &[Value::Text(name.to_owned())]);
}

fn public_state(server: &Server, citation: &Json) -> String {
    let hash = citation["hash"].as_str().expect("a hash").trim_start_matches("0x").to_owned();
    let bytes: Vec<u8> =
        (0..32).map(|index| u8::from_str_radix(&hash[2 * index..2 * index + 2], 16).expect("hex")).collect();
    let sql = "SELECT verification_state AS text FROM cited_figures WHERE hash = $1";
    texts(server, sql, &[Value::Bytes(bytes)]).remove(0)
}

#[test]
fn a_row_that_goes_without_a_word_is_found_by_the_daily_run() {
    quarry_tests::on_one_engine!();
    let server = server("citations-silent");
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(100, 11), (101, 12), (102, 13)]);
    let count = cite(&mut staff, &json!({ "dataset": "logs", "aggregate": "count", "chain": "ethereum" }));
    let all = cite(&mut staff, &json!({ "dataset": "logs", "aggregate": "count", "filters": { "block_to": 100 } }));
    assert_eq!((&count["value"], &all["value"]), (&json!("3"), &json!("1")));
    write(&server, "ALTER TABLE logs DELETE WHERE block_number = 100 SETTINGS mutations_sync = 1");
    run(&server, "rederive_citations");
    eventually("the daily run finds it", || public_state(&server, &count) == "mismatch");
    assert_eq!(public_state(&server, &all), "unresolved", "nothing is left of it");
    let record = server.get_keyless(&format!("/public/citations/{}", count["hash"].as_str().expect("a hash"))).json();
    assert_eq!((&record["value"], &record["derived_value"]), (&json!("3"), &json!("2")));
}

#[test]
fn a_load_into_the_range_is_noticed_and_one_behind_it_is_not() {
    quarry_tests::on_one_engine!();
    let server = server("citations-watched");
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(100, 11), (102, 13)]);
    let count = cite(&mut staff, &json!({ "dataset": "logs", "aggregate": "count", "chain": "ethereum" }));
    run(&server, "watch_for_changes");
    let seen = || seen(&server);
    eventually("what is there is seen", || seen() != "0");
    let before = seen();
    load(&server, &[(101, 12)]);
    run(&server, "watch_for_changes");
    eventually("the load is seen", || seen() != before);
    eventually("the figure is derived again", || public_state(&server, &count) == "mismatch");
    let waiting = "SELECT CAST(count(*) AS TEXT) AS text FROM jobs WHERE component = 'citations' AND state IN ('queued', 'running')";
    let all_done = || texts(&server, waiting, &[]) == ["0"];
    eventually("all jobs are done", all_done);
    // As if nobody had looked at it: what lies behind its last block does not have it derived again.
    execute(&server, "UPDATE cited_figures SET verification_state = 'verified'", &[]);
    let before = seen();
    load(&server, &[(110, 30)]);
    run(&server, "watch_for_changes");
    eventually("the load is seen", || seen() != before);
    eventually("all jobs are done", all_done);
    assert_eq!(public_state(&server, &count), "verified");
}

#[test]
fn a_withdrawal_that_no_log_stands_behind_is_noticed_too() {
    quarry_tests::on_one_engine!();
    let server = server("citations-withdrawn");
    let mut staff = Browser::of(&server, "staff");
    let snapshots =
        "protocol,block_number,block_timestamp,account,health_factor,collateral_usd,debt_usd,collaterals,debts\n";
    let snapshot = |block: u64| format!("aave_v3,{block},2024-01-01T00:00:00Z,0x{block:040x},1.5,300,100,[],[]\n");
    load_file(&server, "health_factors", &format!("{snapshots}{}{}", snapshot(100), snapshot(101)));
    let pool = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2";
    load_file(&server, "lending_deployments", &format!("address,protocol,slug,name\n{pool},aave_v3,aave-main,Aave\n"));
    let healthy = cite(&mut staff, &json!({ "dataset": "health_factors", "aggregate": "count", "chain": "ethereum" }));
    cite(&mut staff, &json!({ "dataset": "liquidations", "aggregate": "count", "chain": "ethereum" }));
    run(&server, "watch_for_changes");
    let seen = || seen(&server);
    let waiting = "SELECT CAST(count(*) AS TEXT) AS text FROM jobs WHERE component = 'citations' AND state IN ('queued', 'running')
                   AND run_at < 1000000";
    let looked_at = "SELECT CAST(verified_at AS TEXT) AS text FROM cited_figures WHERE dataset = 'liquidations'";
    let withdrawn = |arguments: &[&str]| {
        eventually("all jobs are done", || texts(&server, waiting, &[]) == ["0"]);
        let before = seen();
        server.command(arguments, "");
        run(&server, "watch_for_changes");
        eventually("the withdrawal is seen", || seen() != before);
    };
    withdrawn(&["withdraw", "blocks", "ethereum", "101", "101", "--yes"]);
    eventually("the snapshots are looked at again", || public_state(&server, &healthy) == "mismatch");
    let before = texts(&server, looked_at, &[]);
    withdrawn(&["withdraw", "deployment", "aave-main", "--yes"]);
    eventually("figures of the chain's lenders are looked at again", || texts(&server, looked_at, &[]) != before);
}

#[test]
fn a_figure_that_cannot_be_derived_keeps_no_other_from_being_looked_at() {
    let server = server("citations-in-the-way");
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(100, 11), (101, 12)]);
    let logs: Vec<Json> = (101..=104)
        .map(|last| {
            cite(&mut staff, &json!({ "dataset": "logs", "aggregate": "count", "filters": { "block_to": last } }))
        })
        .collect();
    let mut broken: Vec<Json> = (101..=104)
        .map(|last| {
            cite(
                &mut staff,
                &json!({ "dataset": "absorptions", "aggregate": "count", "filters": { "block_to": last } }),
            )
        })
        .collect();
    broken.sort_by_key(|citation| citation["hash"].as_str().map(str::to_owned));
    let behind: Vec<&Json> = logs.iter().filter(|one| one["hash"].as_str() > broken[0]["hash"].as_str()).collect();
    assert!(!behind.is_empty(), "one of them comes first");
    // One table of the warehouse does not answer; everything else does.
    write(&server, "RENAME TABLE absorptions TO absorptions_elsewhere");
    write(&server, "ALTER TABLE logs DELETE WHERE block_number = 100 SETTINGS mutations_sync = 1");
    run(&server, "rederive_citations");
    for citation in &logs {
        eventually("those behind it are derived", || public_state(&server, citation) == "mismatch");
    }
    assert_eq!(public_state(&server, &broken[0]), "verified", "what could not be looked at keeps its state");
    let dead =
        "SELECT last_failure AS text FROM jobs WHERE name = 'rederive_citations' AND state = 'dead' AND attempts = 1";
    eventually("the run says so at its end", || {
        let first = broken[0]["hash"].as_str().expect("a hash");
        texts(&server, dead, &[]).iter().any(|said| said.starts_with("4 figures") && said.contains(first))
    });
    write(&server, "RENAME TABLE absorptions_elsewhere TO absorptions");
}

#[test]
fn a_change_during_a_run_of_the_same_change_has_a_run_of_its_own() {
    let server = server("citations-overtaken");
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(100, 11)]);
    let rows = cite(&mut staff, &json!({ "dataset": "logs", "columns": ["data"], "filters": { "block_to": 100 } }));
    // A run for the same blocks that is under way, and past the figure.
    let sql = "INSERT INTO jobs (component, name, arguments, unique_key, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done,
                                 created_at, lease_holder, leased_until)
               VALUES ('citations', 'rederive_citations', '{}', '1/100', 'running', 0, 1, 10, FALSE, 0, 0, 'elsewhere', $1)";
    let in_a_minute = (jiff::Timestamp::now() + jiff::SignedDuration::from_secs(60)).as_microsecond();
    execute(&server, sql, &[Value::Int64(in_a_minute)]);
    load(&server, &[(100, 23)]);
    run(&server, "watch_for_changes");
    eventually("it is derived again", || public_state(&server, &rows) == "mismatch");
}

#[test]
fn an_outage_changes_no_state() {
    // The warehouse hangs, so each question takes as long as a request may.
    let server = server_with("citations-outage", vec![("QUARRY__LIMITS__REQUEST_SECONDS".to_owned(), "3".to_owned())]);
    let mut staff = Browser::of(&server, "staff");
    load(&server, &[(100, 11)]);
    let count = cite(&mut staff, &json!({ "dataset": "logs", "aggregate": "count", "chain": "ethereum" }));
    execute(
        &server,
        "UPDATE cited_figures SET verification_state = 'mismatch', derived_value = '7', drifted_at = 1",
        &[],
    );
    let warehouse = server.warehouse_pid().expect("a warehouse").to_string();
    let signal = |name: &str| std::process::Command::new("kill").arg(name).arg(&warehouse).status().expect("kill runs");
    signal("-STOP");
    let hash = count["hash"].as_str().expect("a hash");
    let answer = staff.write("POST", &format!("/session/admin/citations/{hash}/rederive"), &Json::Null);
    let refused = staff.write("POST", "/session/citations", &json!({ "dataset": "logs", "aggregate": "count" }));
    signal("-CONT");
    for answer in [&answer, &refused] {
        assert_eq!((answer.status, answer.code().as_str()), (503, "data_source_unavailable"), "{}", answer.text);
        assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
    }
    assert_eq!(public_state(&server, &count), "mismatch");
    // One that was found to hang is asked again by and by.
    eventually("the warehouse is asked again", || server.get("/tokens").status == 200);
    assert_eq!(state(&again(&mut staff, &count)).0, "verified");
}

#[test]
fn the_figure_that_the_sample_cites_is_derived_by_what_was_hashed() {
    let mut staff = Browser::of(shared(), "staff");
    let hash =
        texts(shared(), "SELECT canonical AS text FROM cited_figures WHERE label = 'Liquidations of the sample'", &[]);
    let hash = super::sha256(&hash[0]);
    let record = again(&mut staff, &json!({ "hash": format!("0x{hash}") }));
    assert_eq!(record["verification_state"], "verified", "{record}");
}

/// The version up to which changes were looked for.
fn seen(server: &Server) -> String {
    let sql = "SELECT CAST(version AS TEXT) AS text FROM job_marks WHERE component = 'citations' AND job = 'watch_for_changes'";
    texts(server, sql, &[]).pop().unwrap_or_else(|| "0".to_owned())
}
