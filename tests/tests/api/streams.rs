//! Event streams: events reach the client as they are written, and a client, a component or a host that ends ends them.

use crate::objects::{server, start};
use quarry_tests::bounded;
use quarry_tests::outside::Outside;
use quarry_tests::server::Server;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// An open stream, its head read.
struct Stream {
    lines: BufReader<TcpStream>,
    head: String,
}

impl Stream {
    fn open(server: &Server, path: &str) -> Stream {
        let address = server.base_url.strip_prefix("http://").expect("an address");
        let mut connection = TcpStream::connect(address).expect("a connection");
        connection.set_read_timeout(Some(Duration::from_secs(30))).expect("a time limit");
        write!(connection, "GET /api/v1{path} HTTP/1.1\r\nhost: x\r\n\r\n").expect("the request is sent");
        let mut lines = BufReader::new(connection);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(lines.read_line(&mut head).expect("the head"), 0, "the head ends: {head}");
        }
        Stream { lines, head: head.to_lowercase() }
    }

    /// The next line of data.
    fn data(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            match self.lines.read_line(&mut line) {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return Some(data.trim_end().to_owned());
            }
            if line == "0\r\n" {
                return None;
            }
        }
    }

    /// Everything until the end of the connection or of the body.
    fn rest(&mut self) -> String {
        let mut text = String::new();
        while !text.ends_with("0\r\n\r\n") {
            let mut line = String::new();
            match self.lines.read_line(&mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => text.push_str(&line),
            }
        }
        text
    }
}

/// Instances of `complete` that run now.
fn running(server: &Server) -> u64 {
    let url = server.admin_url.as_ref().expect("an admin listener");
    let mut answer = bounded::agent().get(format!("{url}/metrics")).call().expect("figures");
    let text = answer.body_mut().read_to_string().expect("text");
    let line = text
        .lines()
        .find(|line| line.starts_with("quarry_component_instances{") && line.contains("\"complete\""))
        .unwrap_or_else(|| panic!("{text}"));
    line.rsplit(' ').next().and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{line}"))
}

fn watched(name: &str, configuration: &str) -> Server {
    start(name, &format!("[admin]\nlisten = \"127.0.0.1:0\"\n{configuration}"), &[])
}

/// Waits until `is_so`, for a while.
fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn events_come_as_they_are_written() {
    quarry_tests::on_one_engine!();
    let began = Instant::now();
    let mut stream = Stream::open(server(), "/archive/count?count=3&pause=400");
    for header in
        ["200 ok", "content-type: text/event-stream\r\n", "cache-control: no-store\r\n", "x-accel-buffering: no\r\n"]
    {
        assert!(stream.head.contains(header), "{header}: {}", stream.head);
    }
    assert_eq!(stream.data().as_deref(), Some("{\"number\":0}"));
    let first = began.elapsed();
    assert_eq!(stream.data().as_deref(), Some("{\"number\":1}"));
    assert_eq!(stream.data().as_deref(), Some("{\"number\":2}"));
    // The component waits 800 ms between the first and the last.
    assert!(began.elapsed() - first >= Duration::from_millis(600), "the first event came before the last was written");
    assert!(stream.rest().ends_with("0\r\n\r\n"), "the stream ends in order");
}

#[test]
fn an_event_has_its_id_and_its_name() {
    quarry_tests::on_one_engine!();
    let text = server().get_keyless("/archive/count?count=1&pause=0").text;
    assert_eq!(text, "id: 0\nevent: number\ndata: {\"number\":0}\n\n");
}

#[test]
fn a_stream_ends_with_its_time() {
    quarry_tests::on_one_engine!();
    let began = Instant::now();
    let mut stream = Stream::open(server(), "/archive/count?count=5&pause=100000");
    assert!(stream.rest().ends_with("0\r\n\r\n"), "an end, and not a break");
    let took = began.elapsed();
    assert!(took >= Duration::from_millis(1_900) && took < Duration::from_secs(20), "two seconds, not {took:?}");
}

#[test]
fn a_stream_that_was_not_opened_is_refused_like_any_request() {
    quarry_tests::on_one_engine!();
    let refused = server().get_keyless("/archive/refused");
    assert_eq!((refused.status, refused.code().as_str()), (404, "not_found"), "{}", refused.text);
    let unopened = server().get_keyless("/archive/unopened");
    assert_eq!((unopened.status, unopened.code().as_str()), (503, "plugin_failed"), "{}", unopened.text);
    let misused = server().get_keyless("/archive/misused");
    assert!(misused.text.contains("the route declares none"), "{}", misused.text);
}

#[test]
fn a_stream_that_breaks_off_does_not_look_like_one_that_ends() {
    quarry_tests::on_one_engine!();
    let mut stream = Stream::open(server(), "/archive/broken");
    let rest = stream.rest();
    assert!(rest.contains("data: 1\n"), "{rest}");
    assert!(!rest.ends_with("0\r\n\r\n"), "{rest}");
}

#[test]
fn a_client_that_reads_slowly_holds_the_component_up_and_nobody_else() {
    quarry_tests::on_one_engine!();
    let server = watched("slow-reader", "");
    let mut stream = Stream::open(&server, "/archive/flood?count=1000&pause=0");
    let flooded = |log: &str| log.lines().filter(|line| line.contains("flooded ")).count();
    // 32 MiB are far more than sockets and buffers hold; 50 events are 1.6 MiB.
    std::thread::sleep(Duration::from_secs(2));
    let before = flooded(&server.log());
    assert!((1..15).contains(&before), "the component waits for its client, after {before} times 50 events");
    assert_eq!(server.get_keyless("/archive/list?prefix=a&count=1").status, 200);
    let mut taken = [0; 64 << 10];
    let mut bytes = 0;
    while bytes < 20 << 20 {
        bytes += stream.lines.read(&mut taken).expect("more of the flood");
    }
    assert!(flooded(&server.log()) > before, "it goes on once the client reads");
}

#[test]
fn a_client_that_leaves_frees_the_instance() {
    quarry_tests::on_one_engine!();
    let server = watched("leaving", "");
    let streams: Vec<_> = (0..5).map(|_| Stream::open(&server, "/archive/flood?count=100000&pause=0")).collect();
    eventually("five instances run", || running(&server) == 5);
    drop(streams);
    eventually("no instance runs", || running(&server) == 0);
}

#[test]
fn streams_take_no_place_from_requests() {
    quarry_tests::on_one_engine!();
    let server = watched("crowd", "[limits]\nevent_streams_per_component = 2\ninstances_per_component = 1\n");
    let open = || Stream::open(&server, "/archive/flood?count=100000&pause=0");
    let held = [open(), open()];
    let refused = server.get_keyless("/archive/count?count=1&pause=0");
    assert_eq!((refused.status, refused.code().as_str()), (503, "overloaded"), "{}", refused.text);
    assert!(refused.detail().contains("event_streams_per_component"), "{}", refused.text);
    assert_eq!(server.get_keyless("/archive/list?prefix=a&count=1").status, 200);
    drop(held);
    eventually("a place is free", || server.get_keyless("/archive/count?count=1&pause=0").status == 200);
}

#[test]
fn a_host_that_stops_ends_its_streams_in_order() {
    quarry_tests::on_one_engine!();
    let server = watched("stopping", "");
    let mut stream = Stream::open(&server, "/archive/slow");
    assert_eq!(stream.data().as_deref(), Some("1"));
    let began = Instant::now();
    let stopping = std::thread::spawn(move || server.stop("TERM"));
    assert!(stream.rest().ends_with("0\r\n\r\n"), "an end, and not a break");
    assert_eq!(stopping.join().expect("no panic").expect("it stops"), 0);
    assert!(began.elapsed() < Duration::from_secs(15), "it does not wait for the stream's time");
}

#[test]
fn a_silent_stream_is_kept_alive_on_a_connection_that_may_not_be_idle() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let server = watched("silent", "[limits]\nidle_seconds = 2\nheader_seconds = 2\n");
    let mut stream = Stream::open(&server, "/archive/slow");
    assert_eq!(stream.data().as_deref(), Some("1"));
    let began = Instant::now();
    let mut line = String::new();
    while line.trim() != ":" {
        line.clear();
        assert_ne!(stream.lines.read_line(&mut line).expect("a comment"), 0, "the connection was cut");
    }
    let took = began.elapsed();
    assert!(took >= Duration::from_secs(10), "a comment after 15 s, not {took:?}");
}

#[test]
fn a_post_is_answered_with_events() {
    quarry_tests::on_one_engine!();
    let headers = [("content-type", "application/json")];
    let body = br#"{"text":"one two three"}"#;
    let answer = server().send_body("POST", "/archive/turns", &headers, body);
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/event-stream"), "{}", answer.text);
    let data: Vec<&str> = answer.text.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    assert_eq!(data, ["\"one\"", "\"two\"", "\"three\""]);
    let refused = server().send_body("POST", "/archive/turns", &headers, br#"{"text":1}"#);
    assert_eq!(refused.status, 422, "a body is checked before the stream begins: {}", refused.text);
}

/// A server outside that says a word, and the next one for each time that it is told to go on.
fn hesitant(words: &'static [&'static str]) -> (Outside, std::sync::mpsc::Sender<()>) {
    let (go_on, told) = std::sync::mpsc::channel();
    let told = std::sync::Mutex::new(told);
    let outside = Outside::start(move |_, stream| {
        let told = told.lock().expect("one request at a time");
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        for word in words {
            if stream.write_all(word.as_bytes()).is_err() || told.recv_timeout(Duration::from_secs(20)).is_err() {
                break;
            }
        }
    });
    (outside.expect("a server"), go_on)
}

/// The path that has `complete` relay what the server says.
fn relaying(outside: &Outside) -> String {
    format!("/archive/relay?url=http://localhost:{}/words", outside.address.port())
}

fn relay_server(name: &str) -> Server {
    watched(name, "[development]\nallow_loopback_http = true\n")
}

#[test]
fn an_answer_of_a_server_outside_reaches_the_client_while_it_comes() {
    quarry_tests::on_one_engine!();
    let server = relay_server("relay");
    let (outside, go_on) = hesitant(&["one", "two"]);
    let mut stream = Stream::open(&server, &relaying(&outside));
    assert_eq!(stream.data().as_deref(), Some("200"));
    let second = stream.data().unwrap_or_default();
    assert!(second.contains("LimitExceeded") && second.contains("An answer of a server outside is open"), "{second}");
    // The second word is not written before the first has been read here.
    assert_eq!(stream.data().as_deref(), Some("\"one\""));
    go_on.send(()).expect("it waits");
    assert_eq!(stream.data().as_deref(), Some("\"two\""));
    go_on.send(()).expect("it waits");
    assert_eq!(stream.data().as_deref(), Some("\"the end\""));
    assert_eq!(stream.data().as_deref(), Some("\"Ok(200)\""), "what was dropped makes room");
    drop(go_on);
}

#[test]
fn an_answer_that_stays_away_or_is_too_long_is_told_and_ends() {
    quarry_tests::on_one_engine!();
    let server = relay_server("silent-relay");
    let (silent, _go_on) = hesitant(&["one", "two"]);
    let mut stream = Stream::open(&server, &relaying(&silent));
    let told: Vec<String> = std::iter::from_fn(|| stream.data()).take(4).collect();
    assert_eq!((told[2].as_str(), told[3].as_str()), ("\"one\"", "\"nothing came\""), "{told:?}");
    let endless = Outside::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        while stream.write_all(&[b'x'; 64 << 10]).is_ok() {}
    });
    let mut stream = Stream::open(&server, &relaying(&endless.expect("a server")));
    let mut last = String::new();
    while let Some(data) = stream.data() {
        if data.contains("LimitExceeded") && data.contains("bytes") {
            last = data;
        }
    }
    assert!(last.contains("has more than 8388608 bytes"), "{last}");
    let broken = Outside::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf");
    });
    let mut stream = Stream::open(&server, &relaying(&broken.expect("a server")));
    let told: Vec<String> = std::iter::from_fn(|| stream.data()).collect();
    assert!(told.iter().any(|data| data.contains("Unreachable") && data.contains("was cut off")), "{told:?}");
}

#[test]
fn a_client_that_leaves_ends_the_connection_to_the_server_outside() {
    quarry_tests::on_one_engine!();
    let server = relay_server("left-relay");
    let (closed, is_closed) = std::sync::mpsc::channel();
    let closed = std::sync::Mutex::new(closed);
    let endless = Outside::start(move |_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        // It says a little again and again, until nobody takes it any more.
        while stream.write_all(b"x").is_ok() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = closed.lock().expect("a lock").send(());
    });
    let mut stream = Stream::open(&server, &relaying(&endless.expect("a server")));
    assert_eq!(stream.data().as_deref(), Some("200"));
    drop(stream);
    is_closed.recv_timeout(Duration::from_secs(20)).expect("the connection is closed with the client's");
    eventually("the instance ends", || running(&server) == 0);
}
