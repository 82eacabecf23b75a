//! A component that keeps values, asks servers outside and uses clocks and randomness: what it may, and what it is told
//! where it may not.

use quarry_tests::complete;
use quarry_tests::name_server::NameServer;
use quarry_tests::outside::Outside;
use quarry_tests::server::{Options, Server, empty_app_store_environment, fresh_folder, installation, quarry};
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The name server of the tests: names that lead to this machine in several ways.
fn names() -> &'static NameServer {
    static NAMES: OnceLock<NameServer> = OnceLock::new();
    NAMES.get_or_init(|| {
        NameServer::start(|name, _| match name {
            "inside.example" => vec![IpAddr::V4(Ipv4Addr::LOCALHOST)],
            "mapped.example" => vec![Ipv4Addr::LOCALHOST.to_ipv6_mapped().into()],
            _ => Vec::new(),
        })
        .expect("a name server")
    })
}

/// The server that components ask.
pub(crate) fn outside() -> &'static Outside {
    static OUTSIDE: OnceLock<Outside> = OnceLock::new();
    OUTSIDE.get_or_init(|| {
        Outside::start(|request, stream| {
            let path = request.split(' ').nth(1).unwrap_or_default();
            let _ = match path {
                "/slow" => {
                    std::thread::sleep(Duration::from_secs(3));
                    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nlate")
                }
                "/large" => write!(stream, "HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat((2 << 20) + 1)),
                "/v1/chat" | "/v1/chat?turn=1" => {
                    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nmodeled")
                }
                "/redirect" => stream.write_all(
                    b"HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest/meta-data\r\ncontent-length: 0\r\n\r\n",
                ),
                _ => stream.write_all(
                    b"HTTP/1.1 201 Created\r\nX-Name: a\r\nx-name: b\r\ncontent-length: 5\r\n\r\nhello",
                ),
            };
        })
        .expect("a server")
    })
}

/// The components of the tests, and a configuration for them.
pub(crate) fn configuration(name: &str, further: &str) -> PathBuf {
    let folder = fresh_folder(name).expect("a folder");
    complete::copy(&folder, &[]);
    let markets = installation().expect("an installation").join("components/markets.wasm");
    std::fs::copy(markets, folder.join("markets.wasm")).expect("the family markets");
    let config = folder.join("quarry.toml");
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nenvironment = \"sandbox\"\n\
         [paths]\ndata_dir = \"{0}/data\"\n\
         [components]\nfolder = \"{0}\"\n\
         [rate_limits]\npublic_per_minute = 0\n\
         [outbound]\nresolver = \"{1}\"\n\
         {further}",
        folder.display(),
        names().address,
    );
    std::fs::write(&config, text).expect("a file");
    config
}

/// Everything but the servers.
pub(crate) fn grants() -> String {
    format!("{}[components.tables]\n{}[components.grants]\n{}", complete::SETTINGS, complete::TABLES, complete::GRANTS)
}

pub(crate) fn start(name: &str, further: &str) -> Server {
    let environment = empty_app_store_environment(name).expect("an application store");
    let config = configuration(name, further);
    let data_dir = config.parent().map(|folder| folder.join("data"));
    Server::start(&Options { config: Some(config), data_dir, environment, ..Options::default() }).expect("a server")
}

/// Starts a server with the development switch.
fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let port = outside().address.port();
        let hosts = format!(
            "[components.outbound_http]\n\
             complete = [\"localhost:{port}\", \"inside.example:*\", \"named.example\", \"mapped.example:*\"]\n"
        );
        let development = "[development]\nallow_loopback_http = true\n";
        start("connected", &format!("{}{hosts}{development}", grants()))
    })
}

/// Starts a server as a deployment has it, without the switch; with little room for values.
pub(crate) fn strict_server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let hosts = "[components.outbound_http]\n\
             complete = [\"localhost:*\", \"inside.example:*\", \"named.example\", \"mapped.example:*\", \"stood.example\"]\n";
        let port = outside().address.port();
        let servers = format!("[components.servers]\ncomplete = {{ model = \"http://127.0.0.1:{port}/v1/\" }}\n");
        let development = format!("[development]\nstand_ins = [\"stood.example=127.0.0.1:{port}\"]\n");
        let further = format!("{hosts}{servers}{development}[limits]\nkey_value_keys = 20\n");
        start("strict", &format!("{}{further}", grants()))
    })
}

fn outcomes(server: &Server, path: &str, body: &Json) -> Vec<Json> {
    let answer = server.send_body("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["outcomes"].as_array().cloned().unwrap_or_default()
}

fn steps(steps: Json) -> Vec<Json> {
    steps_at(server(), steps)
}

fn steps_at(server: &Server, steps: Json) -> Vec<Json> {
    outcomes(server, "/connected/values", &json!({ "steps": steps }))
}

pub(crate) fn send(server: &Server, requests: Json) -> Vec<Json> {
    outcomes(server, "/connected/requests", &json!({ "requests": requests }))
}

fn url(path: &str) -> String {
    format!("http://localhost:{}{path}", outside().address.port())
}

#[track_caller]
pub(crate) fn assert_failure(outcome: &Json, kind: &str, sentence: &str) {
    assert_eq!(outcome["failure"], kind, "{outcome}");
    assert!(outcome["sentence"].as_str().is_some_and(|text| text.contains(sentence)), "{sentence}: {outcome}");
}

#[test]
fn a_component_keeps_values_between_requests() {
    quarry_tests::on_one_engine!();
    let first = steps(json!([
        { "what": "set", "key": "kept/greeting", "value": "hello" },
        { "what": "increment", "key": "kept/count", "by": 5, "seconds_to_live": 3600 },
        { "what": "get", "key": "kept/greeting" },
    ]));
    assert_eq!(first[1]["sum"], 5);
    assert_eq!((&first[2]["value"], &first[2]["version"]), (&json!("hello"), &first[0]["version"]));
    let second = steps(json!([
        { "what": "increment", "key": "kept/count", "by": -7 },
        { "what": "compare_and_set", "key": "kept/greeting", "value": "hi", "expected": first[0]["version"] },
        { "what": "compare_and_set", "key": "kept/greeting", "value": "lost", "expected": first[0]["version"] },
        { "what": "get", "key": "kept/greeting" },
        { "what": "get", "key": "kept/count" },
        { "what": "list", "key": "kept/", "limit": 1 },
        { "what": "list", "key": "kept/", "after": "kept/count", "limit": 10 },
        { "what": "delete", "key": "kept/greeting" },
        { "what": "get", "key": "kept/greeting" },
    ]));
    assert_eq!(second[0]["sum"], -2);
    assert!(second[1]["version"].is_u64() && second[2]["version"].is_null(), "{second:?}");
    assert_eq!(second[3]["value"], "hi");
    assert!(second[4]["expires_at"].is_i64(), "a later addition leaves the expiry: {}", second[4]);
    assert_eq!(second[5], json!({ "keys": ["kept/count"], "has_more": true }));
    assert_eq!(second[6], json!({ "keys": ["kept/greeting"], "has_more": false }));
    assert_eq!((&second[7]["was_there"], &second[8]), (&json!(true), &Json::Null));
}

#[test]
fn additions_of_requests_that_come_together_are_all_made() {
    quarry_tests::on_one_engine!();
    let add = || steps(json!([{ "what": "increment", "key": "together", "by": 1 }]));
    std::thread::scope(|scope| {
        let sent: Vec<_> = (0..12).map(|_| scope.spawn(add)).collect();
        for sent in sent {
            assert!(sent.join().expect("an answer")[0]["sum"].is_i64());
        }
    });
    assert_eq!(steps(json!([{ "what": "get", "key": "together" }]))[0]["value"], "12");
}

#[test]
fn a_value_over_its_limits_is_refused_with_the_limit_in_the_sentence() {
    quarry_tests::on_one_engine!();
    let refused = steps(json!([
        { "what": "set", "key": "limits/large", "bytes": 65_537 },
        { "what": "set", "key": "k".repeat(257), "value": "x" },
        { "what": "set", "key": "", "value": "x" },
        { "what": "set", "key": "limits/now", "value": "x", "seconds_to_live": 0 },
        { "what": "list", "key": "", "limit": 501 },
    ]));
    assert_failure(&refused[0], "too-large", "has 65537 bytes; it may have 65536");
    assert_failure(&refused[1], "too-large", "has 257 bytes; it may have 256");
    assert_failure(&refused[2], "rejected", "a key is 1 to 256 bytes");
    assert_failure(&refused[3], "rejected", "at least 1 second");
    assert_failure(&refused[4], "rejected", "501 were asked for");
}

#[test]
fn a_component_is_held_to_its_quota_and_to_its_calls_in_a_request() {
    quarry_tests::on_one_engine!();
    let many: Vec<Json> =
        (0..30).map(|n| json!({ "what": "set", "key": format!("quota/{n}"), "value": "x" })).collect();
    let outcomes = steps_at(strict_server(), json!(many));
    let refused: Vec<&Json> = outcomes.iter().filter(|outcome| outcome["failure"].is_string()).collect();
    assert_eq!(refused.len(), 10, "{outcomes:?}");
    assert_failure(refused[0], "quota-exceeded", "keeps 20 keys, which is all it may (key_value_keys)");
    let forgotten: Vec<Json> = (0..30).map(|n| json!({ "what": "delete", "key": format!("quota/{n}") })).collect();
    steps_at(strict_server(), json!(forgotten));
    let calls = steps(json!(vec![json!({ "what": "get", "key": "quota/0" }); 101]));
    assert!(calls[99].is_null(), "{}", calls[99]);
    assert_failure(&calls[100], "quota-exceeded", "more than the 100 key-value calls that one request may");
}

#[test]
fn a_component_asks_a_server_and_sees_the_whole_answer() {
    quarry_tests::on_one_engine!();
    let mark = format!("mark-{}", std::process::id());
    let answers = send(
        server(),
        json!([
            {
                "url": url(&format!("/things/{mark}?q=a%20b#part")), "method": "post", "body": "payload",
                "headers": [["authorization", "Bearer own"], ["content-type", "text/plain"]],
            },
            { "url": url("/things"), "method": "head" },
        ]),
    );
    assert_eq!((&answers[0]["status"], &answers[0]["body"]), (&json!(201), &json!("hello")), "{}", answers[0]);
    let named: Vec<&Json> =
        answers[0]["headers"].as_array().into_iter().flatten().filter(|header| header[0] == "x-name").collect();
    assert_eq!(named, [&json!(["x-name", "a"]), &json!(["x-name", "b"])]);
    assert_eq!((&answers[1]["status"], &answers[1]["body"]), (&json!(201), &json!("")), "{}", answers[1]);
    let received = outside().received().into_iter().find(|request| request.contains(&mark)).expect("it was received");
    let port = outside().address.port();
    assert!(received.starts_with(&format!("POST /things/{mark}?q=a%20b HTTP/1.1\r\n")), "{received}");
    for line in [format!("host: localhost:{port}"), "authorization: Bearer own".into(), "content-length: 7".into()] {
        assert!(received.contains(&format!("\r\n{line}\r\n")), "{line} in {received}");
    }
    assert!(received.ends_with("\r\n\r\npayload"), "{received}");
}

#[test]
fn a_redirect_is_an_answer_and_is_not_followed() {
    quarry_tests::on_one_engine!();
    let answers = send(server(), json!([{ "url": url("/redirect") }]));
    assert_eq!(answers[0]["status"], 302);
    let location = json!(["location", "http://169.254.169.254/latest/meta-data"]);
    assert!(answers[0]["headers"].as_array().is_some_and(|headers| headers.contains(&location)), "{}", answers[0]);
}

#[test]
fn an_answer_that_is_too_large_or_too_slow_is_an_error() {
    quarry_tests::on_one_engine!();
    let answers = send(
        server(),
        json!([
            { "url": url("/large") },
            { "url": url("/slow"), "timeout_milliseconds": 300 },
            { "url": url("/things"), "bytes": (1 << 20) + 1, "method": "post" },
        ]),
    );
    assert_failure(&answers[0], "limit-exceeded", "has more than 2097152 bytes");
    assert_failure(&answers[1], "deadline-exceeded", "did not answer within 300 ms");
    assert_failure(&answers[2], "limit-exceeded", "has 1048577 bytes; it may have 1048576");
}

#[test]
fn a_request_has_a_bounded_number_of_calls() {
    quarry_tests::on_one_engine!();
    let answers = send(server(), json!(vec![json!({ "url": url("/things") }); 6]));
    assert!(answers[..5].iter().all(|answer| answer["status"] == 201), "{answers:?}");
    assert_failure(&answers[5], "limit-exceeded", "more than the 5 outbound calls that one request may");
}

#[test]
fn a_server_that_is_not_named_twice_is_refused() {
    quarry_tests::on_one_engine!();
    let other_port = outside().address.port() ^ 1;
    let answers = send(
        server(),
        json!([
            { "url": "https://elsewhere.example/" },
            { "url": format!("http://localhost:{other_port}/") },
            { "url": "https://named.example:8443/" },
            { "url": "https://localhost.elsewhere.example/" },
        ]),
    );
    assert_failure(&answers[0], "not-granted", "the manifest does not name elsewhere.example in its outbound-hosts");
    let not_given = format!("does not give localhost:{other_port} to the component");
    assert_failure(&answers[1], "server-not-given", &not_given);
    assert_failure(&answers[2], "not-granted", "the manifest does not name named.example:8443");
    assert_failure(&answers[3], "not-granted", "the manifest does not name localhost.elsewhere.example");
}

#[test]
fn an_address_in_place_of_a_name_is_refused_in_every_notation() {
    quarry_tests::on_one_engine!();
    let port = outside().address.port();
    let written = ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::1]", "[::ffff:7f00:1]"];
    for written in written {
        let answers = send(server(), json!([{ "url": format!("http://{written}:{port}/") }]));
        assert_failure(&answers[0], "rejected", "a component asks servers by their names, never by address");
    }
}

#[test]
fn a_name_that_leads_to_this_machine_is_refused_without_the_switch() {
    quarry_tests::on_one_engine!();
    let port = outside().address.port();
    let before = outside().received().len();
    for name in ["localhost", "inside.example", "mapped.example"] {
        let answers = send(strict_server(), json!([{ "url": format!("https://{name}:{port}/strict") }]));
        assert_failure(&answers[0], "address-refused", &format!("{name}:{port} cannot be reached from here"));
    }
    let plain = send(strict_server(), json!([{ "url": url("/strict") }]));
    assert_failure(&plain[0], "rejected", "the URL's scheme is http; only https is allowed");
    // The switch is for loopback, not for what embeds it.
    let mapped = send(server(), json!([{ "url": format!("http://mapped.example:{port}/strict") }]));
    assert_failure(&mapped[0], "address-refused", "cannot be reached from here");
    let received = outside().received();
    assert!(received[before..].iter().all(|request| !request.contains("/strict")), "{received:?}");
}

#[test]
fn headers_of_the_host_and_malformed_requests_are_refused() {
    quarry_tests::on_one_engine!();
    for header in ["Host", "connection", "Transfer-Encoding", "content-length", "Proxy-Authorization", "upgrade", "te"]
    {
        let answers = send(server(), json!([{ "url": url("/things"), "headers": [[header, "x"]] }]));
        assert_failure(&answers[0], "rejected", &format!("the header {} is the host's", header.to_ascii_lowercase()));
    }
    for (name, value) in [("x-split", "a\r\nhost: b"), ("x y", "a"), ("", "a")] {
        let answers = send(server(), json!([{ "url": url("/things"), "headers": [[name, value]] }]));
        assert_failure(&answers[0], "rejected", "a name or value that HTTP does not allow");
    }
    let answers = send(
        server(),
        json!([
            { "url": "no URL" },
            { "url": url("/").replace("localhost", "user:password@localhost") },
            { "url": url("/things"), "timeout_milliseconds": 0 },
            { "url": "https://named.example/" },
        ]),
    );
    assert_failure(&answers[0], "rejected", "the URL cannot be read");
    assert_failure(&answers[1], "rejected", "carries a user or password");
    assert_failure(&answers[2], "rejected", "at least 1 millisecond");
    assert_failure(&answers[3], "unreachable", "named.example cannot be reached from here");
}

#[test]
fn a_grant_that_the_deployment_does_not_give_is_named_at_load() {
    quarry_tests::on_one_engine!();
    let given = grants().replace(", \"outbound-http\"", "");
    let config = configuration("no-grant", &given).display().to_string();
    let output = quarry(&["plugin", "list", "--config", &config]).expect("runs");
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = list.lines().find(|line| line.starts_with("complete.wasm")).unwrap_or_default();
    let sentence = "it asks for the grants outbound-http";
    assert!(line.contains(sentence), "{sentence}: {list} {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn settings_that_the_configuration_lacks_are_named_at_load() {
    quarry_tests::on_one_engine!();
    let given = grants().replace("[settings.complete]", "[settings.another]");
    let config = configuration("no-settings", &given).display().to_string();
    let output = quarry(&["plugin", "list", "--config", &config]).expect("runs");
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = list.lines().find(|line| line.starts_with("complete.wasm")).unwrap_or_default();
    let sentence = "it reads the settings complete, which the configuration does not have: write [settings.complete] with the \
                    keys that its documentation lists (it has another)";
    assert!(line.contains(sentence), "{sentence}: {list} {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn each_instance_has_clocks_and_randomness_of_its_own_and_no_environment() {
    quarry_tests::on_one_engine!();
    let before = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    let instances: Vec<Json> = (0..10).map(|_| server().get_keyless("/connected/instance").json()).collect();
    let after = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    for instance in &instances {
        let seconds = instance["unix_seconds"].as_u64().unwrap_or_default();
        assert!((before..=after).contains(&seconds), "{instance}");
        assert!(instance["slept_milliseconds"].as_u64().is_some_and(|slept| slept >= 20), "{instance}");
        assert_eq!((&instance["environment"], &instance["arguments"]), (&json!(0), &json!(0)));
    }
    for drawn in ["hash_seed", "random_bytes"] {
        let distinct: HashSet<String> = instances.iter().map(|instance| instance[drawn].to_string()).collect();
        assert_eq!(distinct.len(), instances.len(), "{drawn}: {instances:?}");
    }
}
