//! Limits hold for one component alone where the deployment says so, and a client that leaves holds nothing.

use quarry_tests::bounded;
use quarry_tests::server::{Options, Server, fresh_folder};
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The limits of the hostile component here: little of everything, beside a neighbour with the defaults.
const LIMITS: &str = "hostile = { request_seconds = 4, cpu_milliseconds = 500, memory_bytes = 8388608, \
                      response_bytes = 1000000, instances = 2, queue_length = 1, queue_wait_milliseconds = 300, \
                      statements = 3, rows = 10, log_lines = 5, event_streams = 1 }";

fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let folder = fresh_folder("own-limits").expect("a folder");
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
             [components.grants]\nhostile = [\"warehouse\"]\n\
             [components.limits]\n{LIMITS}\n\
             [rate_limits]\npublic_per_minute = 0\n\
             [quarantine]\nfaults = 100000\n",
            folder.display()
        );
        std::fs::write(&config, text).expect("a file");
        Server::start(&Options { config: Some(config), ..Options::default() }).expect("a server")
    })
}

/// Attacks of this file come one test after the other: the component has two instances.
fn alone() -> std::sync::MutexGuard<'static, ()> {
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[test]
fn each_limit_of_its_own_is_named_when_it_is_reached() {
    quarry_tests::on_one_engine!();
    let _alone = alone();
    for (attack, code, sentence) in [
        ("loop", "plugin_failed", "used more than 500 ms of CPU time (cpu)"),
        ("memory", "plugin_failed", "asked for more than 8388608 bytes of memory (memory_bytes)"),
        ("sleep", "plugin_failed", "did not answer within the time of the request (deadline)"),
        ("slow-statement", "data_source_unavailable", "did not answer within the time of the request (deadline)"),
        ("statements", "data_source_unavailable", "more statements than one request may (statements)"),
        ("many-rows", "data_source_unavailable", "more rows than one statement may give (rows)"),
    ] {
        let refusal = server().get_keyless(&format!("/hostile/{attack}?armed=true"));
        assert_eq!((refusal.status, refusal.code().as_str()), (503, code), "{attack}: {}", refusal.text);
        assert!(refusal.detail().contains(sentence), "{attack}: {}", refusal.detail());
        assert!(!refusal.header("retry-after").is_empty(), "{attack}");
    }
    // The neighbour has what all have: 2.5 MiB beside its own are not too much for it.
    let neighbour = server().get_keyless("/canary/written?number=1");
    assert_eq!((neighbour.status, neighbour.json()["words"].as_u64()), (200, Some(40 * 65_536 / 8)));
}

#[test]
fn an_answer_of_its_own_size_is_named_too() {
    quarry_tests::on_one_engine!();
    let _alone = alone();
    // 9 MiB do not fit into its memory, so the limit on the answer is met by a component with more of it.
    let refusal = server().get_keyless("/hostile/answer?armed=true");
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "plugin_failed"), "{}", refusal.text);
    assert!(refusal.detail().contains("(memory_bytes)"), "{}", refusal.detail());
    let refusal = server().get_keyless("/hostile/large?armed=true");
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "plugin_failed"), "{}", refusal.text);
    assert!(refusal.detail().contains("1000000 are allowed (response_bytes)"), "{}", refusal.detail());
}

#[test]
fn its_log_is_bounded_as_it_says() {
    quarry_tests::on_one_engine!();
    let _alone = alone();
    let lines = || server().log().lines().filter(|line| line.contains("flood ")).count();
    let before = lines();
    assert_eq!(server().get_keyless("/hostile/log?armed=true").status, 200);
    assert_eq!(lines() - before, 5);
}

#[test]
fn what_does_not_fit_the_queue_is_refused_by_name_and_neighbours_are_served() {
    quarry_tests::on_one_engine!();
    let _alone = alone();
    std::thread::scope(|scope| {
        let ask = || server().get_keyless("/hostile/sleep?armed=true");
        let holding: Vec<_> = (0..2).map(|_| scope.spawn(ask)).collect();
        std::thread::sleep(Duration::from_millis(300));
        // One waits in vain, and there is no room for another beside it.
        let waiting = scope.spawn(|| server().get_keyless("/hostile/remember"));
        std::thread::sleep(Duration::from_millis(100));
        let refusal = server().get_keyless("/hostile/remember");
        assert_eq!((refusal.status, refusal.code().as_str()), (503, "overloaded"), "{}", refusal.text);
        assert!(refusal.detail().contains("(queue_length)"), "{}", refusal.detail());
        assert_eq!(server().get_keyless("/canary/own?number=2").status, 200, "the neighbour is served");
        let waited = waiting.join().expect("an answer");
        assert_eq!((waited.status, waited.code().as_str()), (503, "overloaded"), "{}", waited.text);
        assert!(waited.detail().contains("(queue_wait)"), "{}", waited.detail());
        for holder in holding {
            assert_eq!(holder.join().expect("an answer").status, 503);
        }
    });
    assert_eq!(server().get_keyless("/hostile/remember").status, 200, "and all is free again");
}

#[test]
fn streams_beyond_its_own_are_refused_by_name_and_one_that_is_left_makes_room() {
    quarry_tests::on_one_engine!();
    let _alone = alone();
    let stream = opened("/hostile/trickle?armed=true").expect("the stream is open");
    let refusal = server().get_keyless("/hostile/trickle?armed=true");
    assert_eq!((refusal.status, refusal.code().as_str()), (503, "overloaded"), "{}", refusal.text);
    assert!(refusal.detail().contains("(event_streams_per_component)"), "{}", refusal.detail());
    drop(stream);
    wait_for("a stream that was left makes room", || opened("/hostile/trickle?armed=true").is_some());
}

#[test]
fn a_client_that_leaves_frees_its_instance_and_its_question_to_the_warehouse() {
    quarry_tests::on_one_engine!();
    let _alone = alone();
    let began = Instant::now();
    // Twice as many as it has instances: each pair must be gone before the next can ask.
    for _ in 0..2 {
        let asking: Vec<_> = (0..2).map(|_| open(server(), "/hostile/slow-statement?armed=true")).collect();
        wait_for("both are asked", || questions(server()) >= 2);
        drop(asking);
        wait_for("neither is asked any more", || questions(server()) == 0);
        assert_eq!(server().get_keyless("/hostile/remember").status, 200, "an instance is free");
    }
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn what_each_operation_used_and_met_is_counted() {
    quarry_tests::on_one_engine!();
    let _alone = alone();
    let figures = || {
        let admin = server().admin_url.clone().expect("an admin listener");
        let mut answer = bounded::agent().get(format!("{admin}/metrics")).call().expect("figures");
        answer.body_mut().read_to_string().expect("text")
    };
    let of = |text: &str, figure: &str, labels: &str| -> f64 {
        let name = format!("quarry_{figure}{{{labels}}}");
        let value = text.lines().find_map(|line| line.strip_prefix(name.as_str()));
        value.map_or(0.0, |value| value.trim().parse().expect("a number"))
    };
    let operation = |operation_id: &str| format!("component=\"hostile\",operation_id=\"{operation_id}\"");
    let before = figures();
    assert_eq!(server().get_keyless("/hostile/loop?armed=true").status, 503);
    assert_eq!(server().get_keyless("/hostile/memory?armed=true").status, 503);
    for _ in 0..3 {
        assert_eq!(server().get_keyless("/hostile/retired?limit=7").status, 200);
    }
    std::thread::scope(|scope| {
        let holding: Vec<_> =
            (0..2).map(|_| scope.spawn(|| server().get_keyless("/hostile/sleep?armed=true"))).collect();
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(server().get_keyless("/hostile/remember").code(), "overloaded");
        holding.into_iter().for_each(|holder| assert_eq!(holder.join().expect("an answer").status, 503));
    });
    let after = figures();
    let more = |figure: &str, labels: &str| of(&after, figure, labels) - of(&before, figure, labels);
    let faults = |operation_id: &str, reason: &str| {
        more("operation_faults_total", &format!("{},reason=\"{reason}\"", operation(operation_id)))
    };
    assert_eq!((faults("loop_for_ever", "cpu"), faults("fill_memory", "memory")), (1.0, 1.0), "{after}");
    assert_eq!((faults("sleep", "deadline"), faults("remember", "overloaded")), (2.0, 1.0));
    assert!(more("operation_wait_seconds_total", &operation("remember")) >= 0.3);
    assert_eq!(more("operation_rows_total", &operation("list_retired")), 8.0, "a page and one row more, once");
    let peak = of(&after, "operation_memory_peak_bytes", &operation("fill_memory"));
    assert!((1_000_000.0..=8_388_608.0).contains(&peak), "{peak}");
    let hits = "route=\"/hostile/retired\",method=\"GET\",outcome=\"hit\"";
    assert_eq!(more("http_requests_by_cache_total", hits), 2.0, "{after}");
}

/// A request whose answer nobody has read yet.
pub(crate) fn open(server: &Server, path: &str) -> std::net::TcpStream {
    use std::io::Write;
    let address = server.base_url.trim_start_matches("http://").trim_end_matches("/api/v1").to_owned();
    let mut stream = std::net::TcpStream::connect(address).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
    write!(stream, "GET /api/v1{path} HTTP/1.1\r\nhost: test\r\n\r\n").expect("sent");
    stream
}

/// Opens as [`open`] does, and waits until the answer begins, with 200.
fn opened(path: &str) -> Option<std::net::TcpStream> {
    use std::io::Read;
    let mut stream = open(server(), path);
    let mut head = [0; 12];
    (stream.read_exact(&mut head).is_ok() && head.ends_with(b"200")).then_some(stream)
}

/// Statements of the hostile component that the warehouse is working on.
pub(crate) fn questions(server: &Server) -> usize {
    processes(server)
        .iter()
        .filter(|query| query.contains("sipHash64(number) % 1000") && !query.contains("processes"))
        .count()
}

fn processes(server: &Server) -> Vec<String> {
    use quarry::stores::result_set::Value;
    use quarry::stores::warehouse::{QuerySettings, Warehouse};
    let socket = warehouse_socket(server);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let warehouse = Warehouse::over_unix_socket(Path::new(&socket), "default");
        let settings = QuerySettings {
            deadline: Duration::from_secs(5),
            max_rows: 1_000,
            max_memory_bytes: 1 << 30,
            readonly: true,
        };
        let answer = warehouse.query("SELECT query FROM system.processes", &[], settings).await.expect("an answer");
        let column = answer.rows.column("query").expect("a column");
        (0..answer.rows.row_count)
            .filter_map(|row| match column.value(row) {
                Value::Text(text) => Some(text),
                _ => None,
            })
            .collect()
    })
}

/// Gives the socket on which its warehouse listens, from the arguments that its process was started with.
fn warehouse_socket(server: &Server) -> String {
    let pid = server.warehouse_pid().expect("a warehouse");
    let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).expect("its command line");
    let mut words = line.split('\0');
    words.find(|word| word.ends_with(".sock")).expect("a socket").to_owned()
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    crate::lifecycle::wait_for(what, is_so);
}
