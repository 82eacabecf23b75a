//! Two hosts on one app store and one object store, one of which is killed in the middle of an export: the other one completes it once.
//!
//! `QUARRY_TEST_KILLS` says how often (`just export-kills` takes ten); the suite takes two.

use super::drafted;
use super::exports::{completed, ended, id_of, number, submit};
use crate::account_support::eventually;
use crate::organizations::house::{Person, execute};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::s3_server;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

const WITHIN: Duration = Duration::from_secs(120);

/// What both hosts share: stores of their own outside of both data directories.
fn shared_stores(name: &str) -> Vec<(String, String)> {
    let mut environment = app_store_environment(name).expect("a store");
    if environment.is_empty() {
        let folder = fresh_folder(name).expect("a folder");
        let url = format!("sqlite://{}", folder.join("app.sqlite3").display());
        environment.push(("QUARRY__APP_STORE__URL".to_owned(), url));
    }
    let endpoint = s3_server::url().expect("a server that speaks S3");
    let set = |name: &str, value: &str| (format!("QUARRY__OBJECTS__{name}"), value.to_owned());
    environment.extend([
        set("URL", &format!("s3://quarry-test/{name}")),
        set("ENDPOINT", endpoint),
        set("ACCESS_KEY_ID", "test"),
        set("SECRET_ACCESS_KEY", "test"),
        set("ALLOW_HTTP", "true"),
    ]);
    environment
}

fn host(environment: &[(String, String)]) -> Server {
    let options = Options { environment: environment.to_vec(), ..Options::default() };
    Server::start(&options).expect("a host")
}

/// Two formats of the largest dataset of the sample: seconds of writing. Ten of them, each written twice, fit into what a component may store.
fn long_export() -> Json {
    json!({
        "formats": ["csv", "parquet"], "filters": { "chain": "ethereum" },
        "columns": ["block_number", "log_index", "transaction_hash", "address", "data"]
    })
}

fn text_sums(record: &Json) -> Vec<Json> {
    let files = record["files"].as_array().expect("files").iter();
    files.filter(|file| file["format"] != "parquet").map(|file| file["sha256"].clone()).collect()
}

/// The id and the run of an export while its job writes.
fn writes(server: &Server, id: i64) -> bool {
    let sql = "SELECT count(*) AS number FROM data_requests AS request JOIN jobs AS job ON job.id = request.job_id
               WHERE request.id = $1 AND request.status = 'running' AND job.state = 'running'";
    number(server, sql, &[Value::Int64(id)]) == 1
}

/// A host that takes nothing until this is dropped: a stopped one would not end with a test that fails meanwhile.
struct Stopped(i32);

impl Stopped {
    fn new(host: &Server) -> Stopped {
        assert!(Stopped::signal(host.pid, "-STOP"), "it is stopped");
        Stopped(host.pid)
    }

    fn signal(pid: i32, name: &str) -> bool {
        let sent = std::process::Command::new("kill").args([name, &pid.to_string()]).status();
        sent.is_ok_and(|status| status.success())
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        let goes_on = Stopped::signal(self.0, "-CONT");
        assert!(goes_on || std::thread::panicking(), "it goes on");
    }
}

#[test]
fn an_export_whose_host_is_killed_completes_once_on_the_other_one() {
    quarry_tests::in_the_whole_suite!();
    let in_full = std::env::var("QUARRY_TEST_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: usize = in_full.unwrap_or(2);
    let environment = shared_stores("export_kills");
    let mut hosts = vec![host(&environment), host(&environment)];
    let ada = reader(&hosts[0]);
    // Nobody kills a host of this one: its bytes are those that all others have.
    let whole = completed(&mut ada.browser(&hosts[0]), "logs", &long_export());
    let (mut killed, mut exports) = (0, 1);
    while killed < kills {
        assert!(exports < 2 * kills + 4, "the host that was killed did not write");
        let began = Instant::now();
        let mut browser = ada.browser(&hosts[0]);
        let id = id_of(&drafted(&mut browser, "logs", &long_export())["request"]);
        // The other one takes nothing meanwhile, so the job is that of the host that will be killed.
        let submitted = (0..10).find_map(|_| {
            let stopped = Stopped::new(&hosts[1]);
            let answer = submit(&mut browser, id);
            // A host that is stopped at a write holds the file of SQLite.
            assert!([200, 503].contains(&answer.status), "{}", answer.text);
            (answer.status == 200).then_some(stopped)
        });
        let stopped = submitted.expect("the export is taken");
        exports += 1;
        while !writes(&hosts[0], id) {
            assert!(began.elapsed() < WITHIN, "it runs");
            std::thread::sleep(Duration::from_millis(2));
        }
        drop(browser);
        drop(stopped);
        hosts.remove(0).stop("KILL").expect("it is killed");
        let survivor = &hosts[0];
        if in_full.is_none() {
            // The suite does not wait half a minute for the lease of the dead host to end.
            let lease = "UPDATE jobs SET leased_until = 0 WHERE state = 'running'
                         AND id = (SELECT job_id FROM data_requests WHERE id = $1)";
            execute(survivor, lease, &[Value::Int64(id)]);
        }
        let browser = ada.browser(survivor);
        let record = ended(&browser, id);
        assert_eq!(record["status"], "completed", "{record}");
        assert_eq!(record["row_count"], whole["row_count"]);
        assert_eq!(
            (&record["data_version"], &record["as_of_blocks"]),
            (&whole["data_version"], &whole["as_of_blocks"])
        );
        assert_eq!(text_sums(&record), text_sums(&whole));
        let runs = number(survivor, "SELECT run AS number FROM data_requests WHERE id = $1", &[Value::Int64(id)]);
        killed += usize::from(runs == 2);
        assert_once(survivor, &ada, id, exports);
        println!("{killed} of {kills} killed, {:.0} s", began.elapsed().as_secs_f64());
        hosts.push(host(&environment));
    }
}

/// The files of its last run, one event, and one of the month's exports.
fn assert_once(server: &Server, ada: &Person, id: i64, exports: usize) {
    let counted = "SELECT count(*) AS number FROM data_requests WHERE user_id = $1 AND quota_month IS NOT NULL AND status <> 'failed'";
    assert_eq!(number(server, counted, &[Value::Int64(ada.id)]), exports as i64, "each counts once");
    let events = "SELECT count(*) AS number FROM events WHERE name = 'data_export.ready' AND organization_id = $1";
    assert_eq!(number(server, events, &[Value::Int64(ada.own_organization_id)]), exports as i64, "each is told once");
    let objects = "SELECT count(*) AS number FROM objects WHERE component = 'datasets' AND key LIKE $1";
    // A run that lost its lease while it wrote removes its own files when it sees that.
    let of_export = [Value::Text(format!("exports/{id}/%"))];
    eventually("a part of each format, of one run", || number(server, objects, &of_export) == 2);
}

/// Somebody of a host of its own, on a plan with enough.
fn reader(server: &Server) -> Person {
    let ada = Person::new(server, "Ada");
    let values = [Value::Int64(ada.own_organization_id)];
    execute(server, "UPDATE organizations SET plan_key = 'institution' WHERE id = $1", &values);
    ada
}

#[test]
fn the_same_question_gives_the_same_bytes_on_two_hosts_and_on_either_app_store() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let environment = shared_stores("export_twice");
    let (one, other) = (host(&environment), host(&environment));
    // Where the others are on PostgreSQL, this one is on SQLite.
    let on_sqlite = Server::start(&Options::default()).expect("a host");
    let (ada, eve) = (reader(&one), reader(&on_sqlite));
    let mut browsers: [Browser<'_>; 3] = [ada.browser(&one), ada.browser(&other), eve.browser(&on_sqlite)];
    for dataset in ["swaps", "tokens", "health_factors"] {
        let body = json!({ "formats": ["csv", "ndjson"] });
        let [here, there, elsewhere] = [0, 1, 2].map(|host| completed(&mut browsers[host], dataset, &body));
        for record in [&there, &elsewhere] {
            assert_eq!(here["data_version"], record["data_version"], "{dataset}: the sample is the same on all");
            assert_eq!(here["as_of_blocks"], record["as_of_blocks"]);
            assert_eq!(text_sums(&here), text_sums(record), "{dataset}");
        }
    }
}
