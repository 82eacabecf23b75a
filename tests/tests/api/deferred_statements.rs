//! Statements that a component leaves to the host, to be run when it has ended: what comes of them is what a look at the
//! rows would have shown, within the same limits, and the client learns why where nothing comes of them.

use crate::component_limits::{open, questions};
use crate::lifecycle::wait_for;
use quarry_tests::bounded;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, fresh_folder};
use serde_json::Value as Json;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Two requests of the hostile component at once, and as many pooled slots for all components.
const INSTANCES: usize = 2;

/// For one test at a time: they count what the warehouse works on, and stop it.
fn server() -> MutexGuard<'static, Server> {
    static SERVER: OnceLock<Mutex<Server>> = OnceLock::new();
    let server = SERVER.get_or_init(|| {
        let folder = fresh_folder("deferred").expect("a folder");
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
        for (component, name) in [("hostile", "hostile.wasm"), ("canary_writer", "neighbour.wasm")] {
            let from = built.join(format!("quarry_test_{component}.wasm"));
            std::fs::copy(&from, folder.join(name))
                .unwrap_or_else(|error| panic!("{}: {error}; run `just test`", from.display()));
        }
        let config = folder.join("quarry.toml");
        let text = format!(
            "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n\
             [admin]\nlisten = \"127.0.0.1:0\"\n\
             [paths]\ndata_dir = \"{0}/data\"\n\
             [components]\nfolder = \"{0}\"\n\
             [limits]\ninstances = {INSTANCES}\n\
             [components.grants]\nhostile = [\"warehouse\"]\n\
             [components.limits]\n\
             hostile = {{ request_seconds = 4, instances = {INSTANCES}, queue_length = 1, queue_wait_milliseconds = 300 }}\n\
             [rate_limits]\npublic_per_minute = 0\n",
            folder.display()
        );
        std::fs::write(&config, text).expect("a file");
        Mutex::new(Server::start(&Options { config: Some(config), ..Options::default() }).expect("a server"))
    });
    server.lock().unwrap_or_else(PoisonError::into_inner)
}

fn assert_unavailable(refusal: &Answer, sentence: &str) {
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "data_source_unavailable"), "{}", refusal.text);
    assert!(refusal.detail().contains(sentence), "{}", refusal.detail());
    assert!(refusal.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
}

#[test]
fn rows_that_are_handed_on_unseen_stand_where_the_component_put_them() {
    quarry_tests::on_one_engine!();
    let server = server();
    let answer = server.get_keyless("/hostile/deferred/handed-on");
    let row = r#"{"one":1}"#;
    let six: Vec<String> = (0..6).map(|number| format!(r#""row_{number}":{row}"#)).collect();
    let expected = format!(r#"{{"rows":[{row}],"count":1,"row":{row},{}}}"#, six.join(","));
    assert_eq!((answer.status, answer.text.as_str()), (200, expected.as_str()));
}

#[test]
fn a_page_that_is_handed_on_unseen_is_walked_like_any_other() {
    quarry_tests::on_one_engine!();
    let server = server();
    let walk = |path: &str| {
        let (mut pages, mut cursor) = (Vec::<Json>::new(), String::new());
        loop {
            let mut page = server.get_keyless(&format!("{path}?limit=4{cursor}")).json();
            let next = page["next_cursor"].take();
            pages.push(page);
            match next.as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return pages,
            }
        }
    };
    let (unseen, seen) = (walk("/hostile/deferred/page"), walk("/hostile/retired"));
    assert_eq!((unseen.len(), &unseen), (3, &seen));
    assert_eq!(unseen[2]["numbers"], serde_json::json!([{ "number": 8 }, { "number": 9 }]));
}

#[test]
fn the_limits_of_a_statement_hold_for_one_that_is_deferred() {
    quarry_tests::on_one_engine!();
    let server = server();
    let ask = |path: &str| server.get_keyless(&format!("/hostile/deferred/{path}?armed=true"));
    let began = Instant::now();
    assert_unavailable(&ask("slow-statement"), "did not answer within the time of the request (deadline)");
    assert!((Duration::from_secs(3)..Duration::from_secs(8)).contains(&began.elapsed()), "{:?}", began.elapsed());
    wait_for("the warehouse was told to stop", || questions(&server) == 0);
    assert_unavailable(&ask("many-rows"), "more rows than one statement may give (rows)");
    assert_unavailable(&ask("statements"), "more statements than one request may (statements)");
}

#[test]
fn a_warehouse_that_hangs_is_a_503_by_the_deadline_and_no_fault_of_the_component() {
    quarry_tests::on_one_engine!();
    let server = server();
    let signal = |signal: &str| {
        let warehouse = server.warehouse_pid().expect("a warehouse").to_string();
        assert!(Command::new("kill").args([signal, &warehouse]).status().expect("kill runs").success());
    };
    // On a busy machine the time of an earlier or a later request may end in the component itself.
    let faults_before = faults(&server, "hand_on");
    signal("-STOP");
    let refusal = server.get_keyless("/hostile/deferred/handed-on");
    let faults_after = faults(&server, "hand_on");
    signal("-CONT");
    wait_for("well again", || server.get_keyless("/hostile/deferred/handed-on").status == 200);
    // Its time is over just before the host knows that the warehouse hangs, unless it was asking for the test before.
    let is_known_to_hang = refusal.detail().contains("The warehouse is not reachable at the moment");
    let late = "did not answer within the time of the request (deadline)";
    assert_unavailable(&refusal, if is_known_to_hang { "try again shortly" } else { late });
    assert_eq!(faults_after, faults_before, "{}", refusal.text);
}

/// Counts the faults of an operation, for whatever reason.
fn faults(server: &Server, operation_id: &str) -> f64 {
    let name = format!("quarry_operation_faults_total{{component=\"hostile\",operation_id=\"{operation_id}\",");
    let figures = figures(server);
    let lines = figures.lines().filter(|line| line.starts_with(&name));
    lines.map(|line| line.rsplit(' ').next().and_then(|value| value.parse::<f64>().ok()).expect("a number")).sum()
}

fn figures(server: &Server) -> String {
    let admin = server.admin_url.clone().expect("an admin listener");
    let mut answer = bounded::agent().get(format!("{admin}/metrics")).call().expect("figures");
    answer.body_mut().read_to_string().expect("text")
}

#[test]
fn what_was_deferred_is_counted_and_timed_as_what_was_asked_at_once() {
    quarry_tests::on_one_engine!();
    let server = server();
    let of = |figures: &str, figure: &str| -> f64 {
        let name = format!("quarry_operation_{figure}{{component=\"hostile\",operation_id=\"hand_on\"}}");
        let value = figures.lines().find_map(|line| line.strip_prefix(name.as_str()));
        value.map_or(0.0, |value| value.trim().parse().expect("a number"))
    };
    let before = figures(&server);
    let answer = server.send("GET", "/hostile/deferred/handed-on", &[("x-server-timing", "1")]);
    let after = figures(&server);
    let told = answer.header("server-timing");
    let stores = told.split("stores;dur=").nth(1).and_then(|rest| rest.split(';').next()?.parse::<f64>().ok());
    assert!(stores.is_some_and(|stores| stores > 0.0) && told.ends_with("desc=\"statements: 8\""), "{told}");
    for figure in ["statements_total", "rows_total"] {
        assert_eq!(of(&after, figure) - of(&before, figure), 8.0, "{figure}: {after}");
    }
}

#[test]
fn a_component_that_has_ended_holds_no_slot_and_still_counts_as_one_request() {
    quarry_tests::on_one_engine!();
    let server = server();
    let waiting: Vec<_> =
        (0..INSTANCES).map(|_| open(&server, "/hostile/deferred/slow-statement?armed=true")).collect();
    wait_for("all of its requests wait for the warehouse", || questions(&server) == INSTANCES);
    // The slots of all components would be taken.
    assert_eq!(server.get_keyless("/canary/own?number=2").status, 200, "its neighbour is served");
    let refusal = server.get_keyless("/hostile/remember");
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "overloaded"), "{}", refusal.text);
    assert!(refusal.detail().contains("(queue_wait)"), "{}", refusal.detail());
    // A client that leaves takes the question along.
    drop(waiting);
    wait_for("the warehouse was told to stop", || questions(&server) == 0);
    assert_eq!(server.get_keyless("/hostile/remember").status, 200);
}

#[test]
fn what_no_answer_has_is_never_asked() {
    quarry_tests::on_one_engine!();
    let server = server();
    let began = Instant::now();
    let answer = server.get_keyless("/hostile/deferred/unused");
    assert_eq!((answer.status, answer.text.as_str()), (200, r#"{"answered":true}"#));
    assert!(began.elapsed() < Duration::from_secs(3) && questions(&server) == 0, "{:?}", began.elapsed());
    // Nor where there is no answer to have it.
    let stream = server.get_keyless("/hostile/deferred/stream");
    assert!(stream.text.contains("where no answer can have its rows"), "{}", stream.text);
}

#[test]
fn a_wrong_call_is_told_at_once_and_a_look_at_what_was_deferred_is_a_fault() {
    quarry_tests::on_one_engine!();
    let server = server();
    let refusal = server.get_keyless("/hostile/deferred/undeclared");
    assert_eq!(refusal.json()["refusal"], "the route does not say that it runs the statement drop_everything");
    let fault = server.get_keyless("/hostile/deferred/looked-at?armed=true");
    assert_eq!((fault.status, fault.code().as_str()), (503, "plugin_failed"), "{}", fault.text);
    assert!(!fault.text.contains("deferred statement"), "its author is told, and no client: {}", fault.text);
    assert_eq!(faults(&server, "look_at_deferred"), 1.0);
    let told = "it looked at the rows of one, a deferred statement";
    assert!(server.log().contains(told), "{}", server.log());
}
