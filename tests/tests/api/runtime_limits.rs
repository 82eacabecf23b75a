//! A component that takes what it may not have gets a refusal that names the limit, and its neighbours notice nothing.

use quarry_tests::bounded;
use quarry_tests::server::{Options, Server, fresh_folder, installation, quarry};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The families of the installation and the components of the tests, and something that is no component.
fn components(folder: &Path) {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
    let copy = |from: PathBuf, name: &str| {
        std::fs::copy(&from, folder.join(name))
            .unwrap_or_else(|error| panic!("{}: {error}; run `just test`", from.display()));
    };
    let dist = installation().expect("an installation").join("components");
    for family in ["account.wasm", "markets.wasm"] {
        copy(dist.join(family), family);
    }
    copy(built.join("quarry_test_hostile.wasm"), "hostile.wasm");
    copy(built.join("quarry_test_file_reader.wasm"), "file-reader.wasm");
    std::fs::write(folder.join("noise.wasm"), "not WebAssembly").expect("a file");
}

fn config() -> &'static Path {
    static CONFIG: OnceLock<PathBuf> = OnceLock::new();
    CONFIG.get_or_init(|| {
        let folder = fresh_folder("hostile").expect("a folder");
        components(&folder);
        let config = folder.join("quarry.toml");
        let text = format!(
            "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n\
             [paths]\ndata_dir = \"{0}/data\"\n\
             [components]\nfolder = \"{0}\"\n\
             [components.grants]\nhostile = [\"warehouse\"]\n\
             [limits]\ncpu_milliseconds = 200\n\
             [quarantine]\nfaults = 10000\n",
            folder.display()
        );
        std::fs::write(&config, text).expect("a file");
        config
    })
}

fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        Server::start(&Options { config: Some(config().to_owned()), ..Options::default() }).expect("a server")
    })
}

#[test]
fn each_limit_is_named_when_it_is_reached() {
    quarry_tests::on_one_engine!();
    for (attack, code, sentence) in [
        ("loop", "plugin_failed", "used more than 200 ms of CPU time (cpu)"),
        ("memory", "plugin_failed", "asked for more than 67108864 bytes of memory (memory_bytes)"),
        ("panic", "plugin_failed", "The component hostile failed."),
        ("stack", "plugin_failed", "The component hostile failed."),
        ("answer", "plugin_failed", "8388608 are allowed (response_bytes)"),
        ("refusal", "plugin_failed", "wrote a refusal of 9437188 bytes; 8388608 are allowed (response_bytes)"),
        ("refused-numbers", "plugin_failed", "in a form that the host cannot use"),
        ("statements", "data_source_unavailable", "more statements than one request may (statements)"),
        ("status", "plugin_failed", "in a form that the host cannot use"),
    ] {
        let refusal = server().get_keyless(&format!("/hostile/{attack}?armed=true"));
        assert_eq!((refusal.status, refusal.code().as_str()), (503, code), "{attack}: {}", refusal.text);
        assert!(refusal.detail().contains(sentence), "{attack}: {}", refusal.detail());
        assert_eq!(refusal.json().get("store"), None, "{attack}: no store is down");
        assert!(!refusal.header("retry-after").is_empty(), "{attack}");
        assert!(!refusal.text.contains("wasm"), "nothing of the inside leaves: {}", refusal.text);
        assert_eq!(server().get_keyless("/public/prices").status, 200, "the neighbour serves after {attack}");
    }
}

#[test]
fn a_guest_that_loops_is_interrupted_in_its_time_however_long_nobody_asked_before() {
    quarry_tests::on_one_engine!();
    let server = server();
    for pause in [0, 20, 80, 100, 105, 110, 120, 150, 300, 1_500] {
        std::thread::sleep(Duration::from_millis(pause));
        let began = Instant::now();
        let refusal = server.get_keyless("/hostile/loop?armed=true");
        let took = began.elapsed();
        assert!(refusal.detail().contains("used more than 200 ms of CPU time (cpu)"), "{}", refusal.text);
        assert!(took >= Duration::from_millis(195), "after {pause} ms, not before its time is up: {took:?}");
        let at_most = bounded::beside_others(Duration::from_secs(1));
        assert!(took <= at_most, "after {pause} ms, soon after its time is up: {took:?}");
    }
}

/// The times that the clock of a host's guests has woken.
fn ticks(server: &Server) -> u64 {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", server.pid)).expect("the host's threads");
    let ticker = tasks
        .flatten()
        .map(|task| task.path())
        .find(|task| std::fs::read_to_string(task.join("comm")).is_ok_and(|name| name.trim() == "epoch-ticker"));
    let status = std::fs::read_to_string(ticker.expect("a ticker").join("status")).expect("its status");
    let switches = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
    switches.and_then(|number| number.trim().parse().ok()).expect("a number")
}

#[test]
fn a_host_that_nobody_asks_does_not_wake_for_guests() {
    quarry_tests::on_one_engine!();
    let server = Server::start(&Options::default()).expect("a server");
    // Jobs of its own run guests as well, so that one of many seconds is a quiet one.
    let mut seconds = (0..30).map(|_| {
        let before = ticks(&server);
        std::thread::sleep(Duration::from_secs(1));
        ticks(&server) - before
    });
    assert!(seconds.any(|ticks| ticks < 20), "it would tick 200 times in each of them");
}

#[test]
fn what_was_not_granted_or_declared_is_refused_with_a_sentence_for_the_author() {
    quarry_tests::on_one_engine!();
    for (attack, sentence) in [
        ("undeclared", "the route does not say that it runs the statement drop_everything"),
        ("pose", "caller.organization_id of the statement caller is bound by the host and cannot be set"),
        ("ungranted", "the component was not granted app-store"),
    ] {
        let answer = server().get_keyless(&format!("/hostile/{attack}"));
        let refusal = answer.json()["refusal"].as_str().unwrap_or_default().to_owned();
        assert!(refusal.starts_with(sentence), "{attack}: {}", answer.text);
    }
}

#[test]
fn an_object_that_was_not_granted_is_not_sent() {
    quarry_tests::on_one_engine!();
    let refusal = server().get_keyless("/hostile/object-body");
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "plugin_failed"), "{}", refusal.text);
}

#[test]
fn the_log_of_a_request_is_bounded() {
    quarry_tests::on_one_engine!();
    assert_eq!(server().get_keyless("/hostile/log?armed=true").status, 200);
    let lines = server().log().lines().filter(|line| line.contains("flood ")).count();
    assert_eq!(lines, 100);
    assert!(server().log().contains("has written its share of log lines: further ones are dropped (log_lines)"));
}

#[test]
fn a_component_that_cannot_run_here_is_left_out_and_says_why() {
    quarry_tests::on_one_engine!();
    assert_eq!(server().get_keyless("/file").status, 404);
    let config = config().display().to_string();
    let output = quarry(&["plugin", "list", "--config", &config]).expect("runs");
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = |file: &str| {
        list.lines().find(|line| line.starts_with(file)).unwrap_or_else(|| panic!("{file} in {list}")).to_owned()
    };
    assert!(line("file-reader.wasm").contains("it imports wasi:filesystem/"), "{list}");
    assert!(line("noise.wasm").contains("it carries no contract version"), "{list}");
    assert!(line("markets.wasm").contains("loads"), "{list}");
    assert!(line("hostile.wasm").contains("loads"), "{list}");
}
