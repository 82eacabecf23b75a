//! The host as its operators meet it: figures, probes, and an end under load.

use quarry_tests::bounded;
use quarry_tests::server::{Options, Server};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn with_admin(more: &[(&str, &str)]) -> Server {
    let mut environment = vec![("QUARRY__ADMIN__LISTEN".to_owned(), "127.0.0.1:0".to_owned())];
    environment.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
}

/// Status and text of an address outside the base path.
fn get(url: &str) -> (u16, String) {
    let mut answer = bounded::agent().get(url).call().expect("the admin listener answers");
    (answer.status().as_u16(), answer.body_mut().read_to_string().expect("text"))
}

fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < bounded::beside_others(Duration::from_secs(20)), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn whoever_asks_is_told_where_the_time_went() {
    quarry_tests::on_one_engine!();
    let server = Server::start(&Options { no_sample: true, ..Options::default() }).expect("a server");
    let key = format!("Bearer {}", server.read_key);
    let timing = |further: &[(&str, &str)]| {
        let headers = [&[("authorization", key.as_str())], further].concat();
        server.send("GET", "/tokens", &headers).header("server-timing").to_owned()
    };
    assert_eq!(timing(&[]), "", "nobody who did not ask is told");
    let told = timing(&[("x-server-timing", "1")]);
    let parts: Vec<(&str, f64)> = told
        .split(", ")
        .map(|part| {
            let (name, rest) = part.split_once(";dur=").expect("a duration");
            (name, rest.split(';').next().and_then(|number| number.parse().ok()).expect("a number"))
        })
        .collect();
    let milliseconds = |name: &str| {
        let found = parts.iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("{name} is not in {told}")).1
    };
    assert!(milliseconds("total") >= milliseconds("component"), "{told}");
    assert!(milliseconds("component") >= milliseconds("stores") && milliseconds("stores") > 0.0, "{told}");
    assert!(milliseconds("wait") >= 0.0 && told.ends_with("desc=\"statements: 2\""), "{told}");
}

#[test]
fn components_and_routes_are_counted_and_readiness_follows_the_warehouse() {
    quarry_tests::on_one_engine!();
    let server = with_admin(&[("QUARRY__TELEMETRY__LOG_FORMAT", "json")]);
    let admin = server.admin_url.clone().expect("an admin address");
    assert_eq!(server.get("/me").status, 200);
    assert_eq!(server.get("/tokens").status, 200);
    let (status, text) = get(&format!("{admin}/metrics"));
    assert_eq!(status, 200);
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {text}"));
        line.trim().parse::<f64>().expect("a number")
    };
    assert_eq!(value("quarry_component_calls_total{component=\"account\"}"), 1.0);
    assert!(value("quarry_component_cpu_seconds_total{component=\"markets\"}") > 0.0);
    assert_eq!(value("quarry_component_instances{component=\"markets\"}"), 0.0);
    // The hours of the chains' rankings, and the tokens.
    assert_eq!(value("quarry_component_statements_total{component=\"markets\"}"), 2.0);
    // At least the 17 pages that a Rust guest begins with, at most what it may have.
    let peak = value("quarry_component_memory_peak_bytes{component=\"markets\"}");
    assert!((65536.0..=67108864.0).contains(&peak), "{peak}");
    assert_eq!(value("quarry_http_requests_total{route=\"/tokens\",method=\"GET\",status=\"2xx\"}"), 1.0);
    let labels = "component=\"markets\",operation_id=\"list_tokens\"";
    let operation = |figure: &str| value(&format!("quarry_operation_{figure}{{{labels}}}"));
    assert_eq!((operation("calls_total"), operation("statements_total")), (1.0, 2.0));
    assert_eq!((operation("memory_peak_bytes"), operation("wait_seconds_total")), (peak, 0.0));
    assert!(operation("cpu_seconds_total") > 0.0, "{text}");
    assert!(value("quarry_process_resident_memory_bytes") > 1e6);
    assert!(value("quarry_connections_open") >= 0.0);
    assert!(!text.contains(&server.read_key));

    assert_eq!(get(&format!("{admin}/readyz")).0, 200);
    let warehouse = server.warehouse_pid().expect("a warehouse").to_string();
    let signal = |name: &str| {
        let sent = std::process::Command::new("kill").arg(name).arg(&warehouse).status().expect("kill runs");
        assert!(sent.success());
    };
    signal("-STOP");
    wait_until("a host without its warehouse is not ready", || get(&format!("{admin}/readyz")).0 == 503);
    let (_, text) = get(&format!("{admin}/readyz"));
    assert!(text.contains("warehouse_unreachable"), "{text}");
    assert_eq!(get(&format!("{admin}/healthz")).0, 200);
    assert_eq!(get(&format!("{}/readyz", server.base_url)), (503, "not ready\n".to_owned()));
    signal("-CONT");
    wait_until("it is ready again", || get(&format!("{admin}/readyz")).0 == 200);
    assert!(!server.log().contains(&server.read_key), "a key stands in the log");
}

/// The longest that clients ask on: where the test fails before the host is told to end, too.
const ALL_WITHIN: Duration = Duration::from_secs(120);

#[test]
fn sigterm_under_load_loses_no_request() {
    quarry_tests::on_one_engine!();
    let server = with_admin(&[("QUARRY__SERVER__DRAIN_DELAY_SECONDS", "3")]);
    let admin = server.admin_url.clone().expect("an admin address");
    let url = format!("{}/api/v1/me", server.base_url);
    let answered = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..50)
            .map(|_| {
                scope.spawn(|| {
                    let (agent, began) = (bounded::agent(), Instant::now());
                    loop {
                        assert!(began.elapsed() < ALL_WITHIN, "the host ends and says so to its clients");
                        let request = agent.get(&url).header("authorization", format!("Bearer {}", server.read_key));
                        let mut answer = request.call().expect("a request was lost");
                        assert_eq!(answer.status(), 200);
                        let is_last = answer.headers().get("connection").is_some_and(|value| value == "close");
                        answer.body_mut().read_to_string().expect("an answer was cut");
                        answered.fetch_add(1, Ordering::Relaxed);
                        if is_last {
                            return;
                        }
                    }
                })
            })
            .collect();
        wait_until("the load runs", || answered.load(Ordering::Relaxed) > 500);
        let sent = std::process::Command::new("kill").arg("-TERM").arg(server.pid.to_string()).status();
        assert!(sent.expect("kill runs").success());
        wait_until("the host says that it drains", || get(&format!("{admin}/readyz")).1.contains("draining"));
        for client in clients {
            client.join().expect("a client");
        }
    });
    assert_eq!(server.stop("TERM").expect("an end"), 0);
}
