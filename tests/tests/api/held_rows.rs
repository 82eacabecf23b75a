//! A component that holds on to rows takes what one request may hold and no more, on each engine and in each way that rows come; its
//! neighbours read meanwhile, and the host's memory stays.

use crate::lifecycle::wait_for;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, fresh_folder};
use std::cell::RefCell;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

const MEBIBYTE: u64 = 1 << 20;
/// What the host's memory may grow by while a request holds its 64 MiB, with a row or a piece of an answer on its way in each of
/// some buffers. Each attempt below is about 900 MB of rows.
const GROWTH: u64 = 256 * MEBIBYTE;

fn start(name: &str, limits: &str) -> Server {
    let folder = fresh_folder(name).expect("a folder");
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
    for component in ["hoarder", "hostile"] {
        let from = built.join(format!("quarry_test_{component}.wasm"));
        std::fs::copy(&from, folder.join(format!("{component}.wasm")))
            .unwrap_or_else(|error| panic!("{}: {error}; run `just test`", from.display()));
    }
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n\
         [paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}\"\n\
         [components.grants]\nhoarder = [\"app-store\", \"warehouse\"]\nhostile = [\"warehouse\"]\n\
         [components.tables]\nhoarder = [\"app_store.memberships\"]\n\
         [components.limits]\n{limits}\n\
         [rate_limits]\npublic_per_minute = 0\n",
        folder.display()
    );
    std::fs::write(&config, text).expect("a file");
    Server::start(&Options { config: Some(config), ..Options::default() }).expect("a server")
}

/// The host with the limits of all components, for one test at a time: they measure its memory.
fn server() -> MutexGuard<'static, Server> {
    static SERVER: OnceLock<Mutex<Server>> = OnceLock::new();
    SERVER.get_or_init(|| Mutex::new(start("held-rows", ""))).lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most memory that the host has ever had, in bytes.
fn peak(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid)).expect("the host's status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    peak.and_then(|kilobytes| kilobytes.trim().parse::<u64>().ok()).expect("a number") * 1024
}

/// Refused by name, and the host's memory has not grown by more than that.
#[track_caller]
fn assert_bounded(server: &Server, ask: impl Fn() -> Answer, statement: &str) {
    let before = peak(server);
    for _ in 0..3 {
        let refusal = ask();
        assert_eq!((refusal.status, refusal.code().as_str()), (503, "data_source_unavailable"), "{}", refusal.text);
        let detail = refusal.detail();
        assert!(detail.contains(statement) && detail.contains("67108864 bytes"), "{detail}");
        assert!(detail.contains("(held_bytes_per_request)"), "{detail}");
    }
    let grown = peak(server) - before;
    assert!(grown < GROWTH, "the host's memory grew by {} MiB", grown / MEBIBYTE);
}

fn transaction(server: &Server, sets: u32, rows: u32) -> Answer {
    let authorization = format!("Bearer {}", server.full_key);
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    let body = format!("{{\"sets\":{sets},\"rows\":{rows}}}");
    server.send_body("POST", "/hoarder/transaction", &headers, body.as_bytes())
}

#[test]
fn rows_of_the_app_store_are_held_up_to_what_a_request_may_hold() {
    let server = server();
    assert_bounded(&server, || server.get_keyless("/hoarder/app_store?sets=3&rows=10000"), "select_app_rows");
    // One by one they fit, and not together.
    assert_eq!(server.get_keyless("/hoarder/app_store?sets=1&rows=2000").json()["rows"], 2000);
    assert_bounded(&server, || server.get_keyless("/hoarder/app_store?sets=3&rows=2000"), "select_app_rows");
}

#[test]
fn rows_of_the_warehouse_are_held_up_to_what_a_request_may_hold() {
    let server = server();
    assert_bounded(&server, || server.get_keyless("/hoarder/warehouse?sets=3&rows=10000"), "select_warehouse_rows");
    assert_eq!(server.get_keyless("/hoarder/warehouse?sets=1&rows=2000").json()["rows"], 2000);
    assert_bounded(&server, || server.get_keyless("/hoarder/warehouse?sets=3&rows=2000"), "select_warehouse_rows");
}

#[test]
fn rows_that_are_read_when_the_component_has_ended_count_together() {
    let server = server();
    assert_bounded(&server, || server.get_keyless("/hoarder/deferred?sets=3&rows=10000"), "select_warehouse_rows");
    assert_bounded(&server, || server.get_keyless("/hoarder/deferred?sets=4&rows=1000"), "select_warehouse_rows");
}

#[test]
fn rows_of_a_transaction_count_and_the_next_transaction_is_free() {
    let server = server();
    assert_bounded(&server, || transaction(&server, 3, 10_000), "select_app_rows");
    assert_bounded(&server, || transaction(&server, 3, 2_000), "select_app_rows");
    let free = transaction(&server, 1, 2_000);
    assert_eq!((free.status, &free.json()["rows"]), (200, &2000.into()), "{}", free.text);
}

#[test]
fn the_row_of_a_guard_is_a_small_one() {
    let server = server();
    let refusal = server.get_with_key("/hoarder/guarded", &server.full_key);
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "data_source_unavailable"), "{}", refusal.text);
    assert!(refusal.detail().contains("65536 bytes") && refusal.detail().contains("(guard_bytes)"), "{}", refusal.text);
}

#[test]
fn rows_that_were_let_go_make_room_for_others() {
    let server = server();
    for store in ["app_store", "warehouse"] {
        let before = peak(&server);
        let answer = server.get_keyless(&format!("/hoarder/{store}/let_go?sets=30&rows=1000"));
        assert_eq!((answer.status, &answer.json()["rows"]), (200, &30_000.into()), "{store}: {}", answer.text);
        assert!(peak(&server) - before < GROWTH, "{store}");
    }
}

#[test]
fn one_value_is_no_longer_than_sqlite_may_make_it() {
    let server = server();
    let answer = server.get_keyless("/hoarder/value?sets=1&rows=1");
    if std::env::var("QUARRY_TEST_APP_STORE").is_ok_and(|store| store == "postgres") {
        assert_eq!((answer.status, &answer.json()["length"]), (200, &17_850_625.into()), "{}", answer.text);
    } else {
        assert_eq!((answer.status, answer.code().as_str()), (503, "data_source_unavailable"), "{}", answer.text);
        assert!(answer.detail().contains("select_app_value") && answer.detail().contains("(value_bytes)"));
    }
}

#[test]
fn a_component_that_holds_all_it_can_is_refused_more_and_its_neighbour_reads_on() {
    let server = start("held-rows-of-two", "hoarder = { held_bytes = 100000000, request_seconds = 8 }");
    let neighbour = || server.get_keyless("/hostile/deferred/handed-on");
    thread::scope(|scope| {
        // Each holds 45 MB until its time is over.
        let hold = || server.get_keyless("/hoarder/holding?sets=1&rows=1500");
        let holders = [scope.spawn(hold), scope.spawn(hold)];
        let refusal = RefCell::new(None);
        wait_for("both hold their rows", || {
            let answer = server.get_keyless("/hoarder/warehouse?sets=1&rows=1500");
            assert_eq!(neighbour().status, 200, "the neighbour reads meanwhile");
            refusal.replace((answer.status == 503).then_some(answer)).is_some()
        });
        let refusal = refusal.into_inner().expect("a refusal");
        assert_eq!((refusal.status, refusal.code().as_str()), (503, "overloaded"), "{}", refusal.text);
        assert!(refusal.detail().contains("(held_bytes_per_component)"), "{}", refusal.detail());
        assert!(refusal.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
        assert_eq!(neighbour().status, 200, "the neighbour reads on");
        for holder in holders {
            assert_eq!(holder.join().expect("an answer").status, 503, "its time was over");
        }
    });
    let answer = server.get_keyless("/hoarder/warehouse?sets=1&rows=1500");
    assert_eq!((answer.status, &answer.json()["rows"]), (200, &1500.into()), "all is given back: {}", answer.text);
}
