//! Kept answers and the public status, as a client meets them.

use quarry_tests::server::{Options, Server, quarry, shared};
use std::process::Command;
use std::time::{Duration, Instant};

const POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";

fn without_sample() -> Server {
    Server::start(&Options { no_sample: true, ..Options::default() }).expect("a server")
}

#[test]
fn a_public_read_is_kept_and_found_under_other_words() {
    let path = format!("/public/prices/{POOL}?period=daily&range=30d");
    let first = shared().get_keyless(&path);
    assert_eq!(first.status, 200, "{}", first.text);
    assert_eq!(first.header("cache-control"), "public, max-age=60");
    let other = format!("/public/prices/{}?range=30d&period=daily", &POOL[2..]);
    let second = shared().get_keyless(&other);
    assert!(second.header("cache-status").starts_with("quarry; hit; ttl="), "{}", second.header("cache-status"));
    assert!(second.header("age").parse::<u32>().is_ok_and(|age| age <= 60));
    assert_eq!((second.text.as_str(), second.header("etag")), (first.text.as_str(), first.header("etag")));
    let unchanged = shared().send("GET", &path, &[("if-none-match", &format!("\"x\", W/{}", first.header("etag")))]);
    assert_eq!((unchanged.status, unchanged.text.as_str()), (304, ""));
    let head = shared().send("HEAD", &path, &[]);
    assert_eq!((head.status, head.header("content-length")), (200, first.text.len().to_string().as_str()));
}

#[test]
fn each_page_has_the_link_of_its_own_request() {
    let link = |path: &str| shared().get_keyless(path).header("link").to_owned();
    let (one, other) = (link("/public/prices?limit=3&source=v2"), link("/public/prices?source=v2&limit=3&from_page=1"));
    assert!(one.starts_with("</api/v1/public/prices?limit=3&source=v2&cursor="), "{one}");
    assert!(other.starts_with("</api/v1/public/prices?source=v2&limit=3&from_page=1&cursor="), "{other}");
}

#[test]
fn answers_are_encoded_as_asked() {
    for path in [format!("/public/prices/{POOL}?period=daily&range=90d"), "/pairs?limit=40".to_owned()] {
        let key = format!("Bearer {}", shared().read_key);
        let plain = shared().send("GET", &path, &[("authorization", &key)]);
        let tag = plain.header("etag").trim_end_matches('"').to_owned();
        for coding in ["gzip", "br", "zstd"] {
            let headers = [("authorization", key.as_str()), ("accept-encoding", coding)];
            // Without a body: the tests' client would decode it.
            let head = shared().send("HEAD", &path, &headers);
            assert_eq!((head.status, head.header("content-encoding")), (200, coding), "{path}");
            assert_eq!(head.header("etag"), format!("{tag}-{coding}\""));
            let length: usize = head.header("content-length").parse().expect("a length");
            assert!(length < plain.text.len() / 2, "{length} of {}", plain.text.len());
        }
    }
}

#[test]
fn the_public_status_is_one_snapshot_for_all() {
    let first = shared().get_keyless("/public/status");
    assert_eq!(first.status, 200, "{}", first.text);
    let body = first.json();
    assert_eq!(body["warehouse"]["reachable"], true);
    assert_eq!((body["cache_ttl_seconds"].as_i64(), body["head_lag_seconds"].as_i64()), (Some(60), None));
    assert!(body["ingest_lag_seconds"].as_i64().is_some());
    assert!(body["chains"].as_array().expect("chains").iter().any(|chain| chain["chain"] == "ethereum"));
    let today = body["probe_history"].as_array().and_then(|days| days.last()).expect("a day");
    assert!(today["probes"].as_i64() >= today["reachable_probes"].as_i64() && today["probes"].as_i64() > Some(0));
    assert_eq!(today["day"].as_str().map(str::len), Some(10));
    let unchanged = shared().send("GET", "/public/status", &[("if-none-match", first.header("etag"))]);
    // The next minute may have begun between the two.
    assert!(unchanged.status == 304 || unchanged.header("etag") != first.header("etag"));
}

#[test]
fn two_hosts_show_the_same_status() {
    let environment = quarry_tests::server::app_store_environment("two_hosts").expect("a store");
    let one = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let environment = vec![("QUARRY__APP_STORE__URL".to_owned(), one.app_store_address())];
    let other = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a second one");
    let started = Instant::now();
    loop {
        let (first, second) = (one.get_keyless("/public/status"), other.get_keyless("/public/status"));
        assert_eq!((first.status, second.status), (200, 200), "{}", second.text);
        // Unless the minute ended between the two.
        if first.text == second.text && first.header("etag") == second.header("etag") {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(5), "{}\n{}", first.text, second.text);
    }
}

#[test]
fn a_dead_warehouse_leaves_the_status_and_what_is_kept() {
    let server = without_sample();
    let kept = server.get_keyless("/public/prices");
    assert_eq!(kept.status, 200);
    let warehouse = server.warehouse_pid().expect("a warehouse");
    let stop = |signal: &str| {
        assert!(Command::new("kill").args([signal, &warehouse.to_string()]).status().expect("kill").success());
    };
    // Stopped, so that it hangs and is not brought back meanwhile.
    stop("-STOP");
    assert_eq!(server.get_keyless("/public/status").status, 200);
    let again = server.get_keyless("/public/prices");
    assert_eq!((again.status, again.text.as_str()), (200, kept.text.as_str()));
    stop("-CONT");
}

/// Public reads of the caller's own choice, each other than the one before, with the requests that one counts as.
fn made_up(number: usize) -> [(String, usize); 7] {
    let to = format!("to=2024-02-01T00:{number:02}:00Z");
    [
        (format!("/public/tracking/aave-v3?range=all&{to}"), 20),
        (format!("/public/tracking/aave-v3/accounts/0x{number:040x}"), 6),
        (format!("/public/tracking/aave-v3/liquidations?{to}"), 4),
        (format!("/public/prices?base=0x{number:040x}"), 3),
        (format!("/public/prices/{POOL}?{to}"), 3),
        (format!("/public/transactions/0x{number:064x}"), 2),
        (format!("/public/timeline?{to}"), 1),
    ]
}

#[test]
fn made_up_parameters_take_more_of_an_addresss_minute_than_pages_that_people_open() {
    quarry_tests::on_one_engine!();
    const LIMIT: usize = 60;
    let environment = vec![
        ("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), LIMIT.to_string()),
        ("QUARRY__SERVER__TRUSTED_PROXIES".to_owned(), "127.0.0.1, ::1".to_owned()),
    ];
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let ask = |client: usize, path: &str| {
        let answer = server.send("GET", path, &[("forwarded", &format!("for=203.0.113.{client}"))]);
        // Of an empty store: what is asked for may not be there, and the warehouse was asked all the same.
        assert!([200, 404, 429].contains(&answer.status), "{path}: {}", answer.text);
        answer
    };
    for client in 0..made_up(0).len() {
        let (_, weight) = made_up(0)[client];
        let of_client = |number: usize| made_up(number)[client].0.clone();
        let began = Instant::now();
        let made = (0..LIMIT).take_while(|number| ask(client, &of_client(*number)).status != 429).count();
        // An address has another minute once this one is over.
        if began.elapsed() < Duration::from_secs(50) {
            assert_eq!(made, LIMIT / weight, "{} counts as {weight} of {LIMIT}", of_client(0));
            let refused = ask(client, "/public/timeline");
            assert_eq!((refused.status, refused.code().as_str()), (429, "rate_limited"), "{}", refused.text);
        }
    }
    // Somebody else opens the same pages all the while, whose answers are kept.
    let opened = (0..40).map(|_| ask(100, "/public/prices").status).filter(|status| *status == 200).count();
    assert_eq!(opened, 40);
}

#[test]
fn somebody_who_reads_fast_is_not_refused() {
    quarry_tests::on_one_engine!();
    let server = Server::start(&Options { no_sample: true, ..Options::default() }).expect("a server");
    let pages = ["/", "/prices", "/lending", "/timeline", "/explorer", "/status"];
    let reads = ["/public/prices", "/public/tracking", "/public/timeline", "/public/explorer", "/public/home"];
    for _ in 0..10 {
        for page in pages {
            assert_ne!(server.send_to_root("GET", page, &[("accept", "text/html")]).status, 429, "{page}");
        }
        for read in reads {
            assert_ne!(server.get_keyless(read).status, 429, "{read}");
        }
    }
    // And thirty pools that they look at by chart.
    for number in 0..30 {
        let pool = format!("/public/prices/0x{number:040x}?range=30d");
        assert_ne!(server.get_keyless(&pool).status, 429, "{pool}");
    }
}

#[test]
fn a_module_that_is_switched_off_is_gone_although_its_answers_were_kept() {
    let server = without_sample();
    let data_dir = server.data_dir.display().to_string();
    let switch = |state: &str| {
        let output = quarry(&["module", state, "prices", "--reason", "a test", "--data-dir", &data_dir]).expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let wait_for = |status: u16| {
        let started = Instant::now();
        while server.get_keyless("/public/prices").status != status {
            assert!(started.elapsed() < Duration::from_secs(5), "not {status}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    server.get_keyless("/public/prices");
    assert!(server.get_keyless("/public/prices").header("cache-status").contains("hit"));
    switch("off");
    wait_for(404);
    assert_eq!(server.get_keyless("/public/prices").code(), "module_disabled");
    assert_eq!(server.get_keyless("/public/status").status, 200, "what belongs to no module stays");
    switch("on");
    wait_for(200);
}
