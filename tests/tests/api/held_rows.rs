//! A component that holds on to rows takes what one request may hold and no more, on each engine and in each way that rows come; its
//! neighbours read meanwhile, and the host's memory stays.

use crate::lifecycle::wait_for;
use crate::notebook::mint;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, empty_app_store_environment, fresh_folder, is_on_postgres};
use std::cell::RefCell;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

const MEBIBYTE: u64 = 1 << 20;
/// What the host's memory may grow by while a request holds its 64 MiB: a column that grows is there twice for a moment, the second
/// time with room for as much again, and the allocator keeps some of it. A request that holds all the rows below takes up to 2 GB.
const GROWTH: u64 = 512 * MEBIBYTE;

/// A host with the component and a neighbour, and a key.
struct House {
    server: Server,
    key: String,
}

impl House {
    fn start(name: &str, limits: &str) -> House {
        let folder = fresh_folder(name).expect("a folder");
        let components = folder.join("components");
        for made in [&components, &folder.join("data")] {
            std::fs::create_dir(made).expect("a folder");
        }
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
        for component in ["hoarder", "hostile"] {
            let from = built.join(format!("quarry_test_{component}.wasm"));
            std::fs::copy(&from, components.join(format!("{component}.wasm")))
                .unwrap_or_else(|error| panic!("{}: {error}; run `just test`", from.display()));
        }
        let environment = empty_app_store_environment(name).expect("an application store");
        let url = environment.into_iter().find(|(name, _)| name == "QUARRY__APP_STORE__URL").map(|(_, url)| url);
        let url = url.unwrap_or_else(|| format!("sqlite://{}/data/app.sqlite3", folder.display()));
        let config = folder.join("quarry.toml");
        let text = format!(
            "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n\
             [app_store]\nurl = \"{url}\"\n\
             [paths]\ndata_dir = \"{0}/data\"\n\
             [components]\nfolder = \"{0}/components\"\n\
             [components.grants]\nhoarder = [\"app-store\", \"warehouse\"]\nhostile = [\"warehouse\"]\n\
             [components.tables]\nhoarder = [\"app_store.memberships\"]\n\
             [components.limits]\n{limits}\n\
             [rate_limits]\npublic_per_minute = 0\n",
            folder.display()
        );
        std::fs::write(&config, text).expect("a file");
        let data_dir = Some(folder.join("data"));
        let options = Options { config: Some(config.clone()), data_dir, ..Options::default() };
        let server = Server::start(&options).expect("a server");
        House { server, key: mint(&config.display().to_string()) }
    }

    fn get(&self, path: &str) -> Answer {
        self.server.get_keyless(path)
    }

    fn transaction(&self, sets: u32, rows: u32) -> Answer {
        let authorization = format!("Bearer {}", self.key);
        let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
        let body = format!("{{\"sets\":{sets},\"rows\":{rows}}}");
        // One that the host needed the writer of SQLite for meanwhile is undone: as its caller would, this asks again.
        let answers =
            std::iter::repeat_with(|| self.server.send_body("POST", "/hoarder/transaction", &headers, body.as_bytes()));
        let mut answers = answers.take(20);
        answers.find(|answer| !answer.text.contains("Others waited to write")).expect("one that nobody waited for")
    }
}

/// The host with the limits of all components, for one test at a time: they measure its memory.
fn house() -> MutexGuard<'static, House> {
    static HOUSE: OnceLock<Mutex<House>> = OnceLock::new();
    HOUSE.get_or_init(|| Mutex::new(House::start("held-rows", ""))).lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most memory that the host has ever had, in bytes.
fn peak(House { server, .. }: &House) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid)).expect("the host's status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    peak.and_then(|kilobytes| kilobytes.trim().parse::<u64>().ok()).expect("a number") * 1024
}

/// Refused by name, and the host's memory has not grown by more than that.
#[track_caller]
fn assert_bounded(house: &House, ask: impl Fn() -> Answer, statement: &str) {
    let before = peak(house);
    for _ in 0..3 {
        let refusal = ask();
        assert_eq!((refusal.status, refusal.code().as_str()), (503, "data_source_unavailable"), "{}", refusal.text);
        let detail = refusal.detail();
        assert!(detail.contains(statement) && detail.contains("67108864 bytes"), "{detail}");
        assert!(detail.contains("(held_bytes_per_request)"), "{detail}");
    }
    let grown = peak(house).saturating_sub(before);
    assert!(grown < GROWTH, "the host's memory grew by {} MiB", grown / MEBIBYTE);
}

#[test]
fn rows_of_the_app_store_are_held_up_to_what_a_request_may_hold() {
    let house = house();
    assert_bounded(&house, || house.get("/hoarder/app_store?sets=3&rows=10000"), "statement app_rows");
    // One by one they fit, and not together.
    assert_eq!(house.get("/hoarder/app_store?sets=1&rows=2000").json()["rows"], 2000);
    assert_bounded(&house, || house.get("/hoarder/app_store?sets=3&rows=2000"), "statement app_rows");
}

#[test]
fn rows_of_the_warehouse_are_held_up_to_what_a_request_may_hold() {
    quarry_tests::on_one_engine!();
    let house = house();
    assert_bounded(&house, || house.get("/hoarder/warehouse?sets=3&rows=4000"), "statement warehouse_rows");
    assert_eq!(house.get("/hoarder/warehouse?sets=1&rows=2000").json()["rows"], 2000);
    assert_bounded(&house, || house.get("/hoarder/warehouse?sets=3&rows=2000"), "statement warehouse_rows");
}

#[test]
fn rows_that_are_read_when_the_component_has_ended_count_together() {
    quarry_tests::on_one_engine!();
    let house = house();
    assert_bounded(&house, || house.get("/hoarder/deferred?sets=3&rows=4000"), "statement warehouse_rows");
    assert_bounded(&house, || house.get("/hoarder/deferred?sets=4&rows=1000"), "statement warehouse_rows");
}

#[test]
fn rows_of_a_transaction_count_and_the_next_transaction_is_free() {
    let house = house();
    assert_bounded(&house, || house.transaction(3, 10_000), "statement app_rows");
    assert_bounded(&house, || house.transaction(3, 2_000), "statement app_rows");
    let free = house.transaction(1, 2_000);
    assert_eq!((free.status, &free.json()["rows"]), (200, &2000.into()), "{}", free.text);
}

#[test]
fn the_row_of_a_guard_is_a_small_one() {
    let house = house();
    let refusal = house.server.get_with_key("/hoarder/guarded", &house.key);
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "data_source_unavailable"), "{}", refusal.text);
    assert!(refusal.detail().contains("65536 bytes") && refusal.detail().contains("(guard_bytes)"), "{}", refusal.text);
}

#[test]
fn rows_that_were_let_go_make_room_for_others() {
    let house = house();
    for store in ["app_store", "warehouse"] {
        let before = peak(&house);
        let answer = house.get(&format!("/hoarder/{store}/let_go?sets=8&rows=1000"));
        assert_eq!((answer.status, &answer.json()["rows"]), (200, &8_000.into()), "{store}: {}", answer.text);
        assert!(peak(&house).saturating_sub(before) < GROWTH, "{store}");
    }
}

#[test]
fn one_value_is_no_longer_than_sqlite_may_make_it() {
    let house = house();
    let answer = house.get("/hoarder/value?sets=1&rows=1");
    if is_on_postgres() {
        assert_eq!((answer.status, &answer.json()["length"]), (200, &17_850_625.into()), "{}", answer.text);
    } else {
        assert_eq!((answer.status, answer.code().as_str()), (503, "data_source_unavailable"), "{}", answer.text);
        assert!(answer.detail().contains("statement app_value") && answer.detail().contains("(value_bytes)"));
    }
}

#[test]
fn a_component_that_holds_all_it_can_is_refused_more_and_its_neighbour_reads_on() {
    quarry_tests::on_one_engine!();
    let house = House::start("held-rows-of-two", "hoarder = { held_bytes = 100000000, request_seconds = 12 }");
    let neighbour = || house.get("/hostile/deferred/handed-on");
    thread::scope(|scope| {
        // Each holds 45 MB until its time is over; where the question below was first, it asks again.
        let hold = || loop {
            let answer = house.get("/hoarder/holding?sets=1&rows=1500");
            if answer.code() != "overloaded" {
                return answer;
            }
        };
        let holders = [scope.spawn(hold), scope.spawn(hold)];
        let refused = RefCell::new(None);
        wait_for("both hold their rows, and 12 MB more are too much", || {
            let answer = house.get("/hoarder/warehouse?sets=1&rows=400");
            assert_eq!(neighbour().status, 200, "the neighbour reads meanwhile");
            let is_refused = answer.status != 200;
            refused.replace(Some(answer));
            is_refused
        });
        let refusal = refused.into_inner().expect("a refusal");
        assert_eq!((refusal.status, refusal.code().as_str()), (503, "overloaded"), "{}", refusal.text);
        assert!(refusal.detail().contains("(held_bytes_per_component)"), "{}", refusal.detail());
        assert!(refusal.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
        assert_eq!(neighbour().status, 200, "the neighbour reads on");
        for holder in holders {
            let ended = holder.join().expect("an answer");
            assert!(ended.detail().contains("(deadline)"), "its time was over: {}", ended.text);
        }
    });
    let answer = house.get("/hoarder/warehouse?sets=1&rows=1500");
    assert_eq!((answer.status, &answer.json()["rows"]), (200, &1500.into()), "all is given back: {}", answer.text);
}
