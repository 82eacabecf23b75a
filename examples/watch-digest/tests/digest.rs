//! The watch list and its digests as a client meets them. Run these by `quarry plugin test`.

use quarry_testkit::{Answer, Client, Json, Sandbox, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const POOL: &str = "/watch-digest/pools/ethereum/0x000000000000000000000000000000000000000a";
const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
/// 2026-01-30T00:00:00Z.
const YESTERDAY: u64 = 1_769_731_200;
/// A job begins within half a second, and a busy machine takes its time.
const WITHIN: Duration = Duration::from_secs(30);

/// The log of a pool whose reserves are now these, raw.
fn sync(at: u64, number: u64, reserve0: u128) -> Json {
    json!({
        "chain_id": 1, "block_number": number, "block_hash": format!("0x{number:064x}"), "block_timestamp": at,
        "transaction_hash": format!("0x{:064x}", number + 1_000), "transaction_index": 0, "log_index": 0,
        "address": "0x000000000000000000000000000000000000000a", "topics": [SYNC],
        "data": format!("0x{reserve0:064x}{:064x}", 1_000_000_000_000_000_000_u128),
    })
}

/// On the morning of 2026-01-31, with a pool whose price rose by a quarter the day before.
fn with_a_pool() -> Sandbox {
    let sandbox =
        Sandbox::with().clock("2026-01-31T08:00:00Z").setting("development.allow_loopback_http", "true").start();
    let token = |number: u64, symbol: &str, decimals: u64| json!({ "chain_id": 1, "address": format!("0x{number:040x}"), "symbol": symbol, "name": symbol, "decimals": decimals });
    sandbox.ingest("tokens", &[token(1, "USDC", 6), token(2, "<!channel>WETH", 18)]);
    let pool = json!({
        "chain_id": 1, "address": "0x000000000000000000000000000000000000000a", "protocol": "uniswap_v2",
        "token0": format!("0x{:040x}", 1), "token1": format!("0x{:040x}", 2),
    });
    sandbox.ingest("pools", &[pool]);
    sandbox.ingest("logs", &[sync(YESTERDAY - 3_600, 1, 2_000_000_000), sync(YESTERDAY + 3_600, 2, 2_500_123_456)]);
    sandbox
}

/// A chat that takes what is posted to it; the first post it does not get to read in time.
fn chat() -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://localhost:{}/hook", listener.local_addr().expect("an address").port());
    let (posted, received) = channel();
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().flatten().enumerate() {
            let mut reader = BufReader::new(stream);
            let (mut line, mut length) = (String::new(), 0);
            while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
                let header = line.to_ascii_lowercase();
                length = header.strip_prefix("content-length: ").map_or(length, |n| n.trim().parse().unwrap_or(0));
                line.clear();
            }
            let mut body = vec![0; length];
            let status = if number == 0 { "500 Not now" } else { "200 OK" };
            if reader.read_exact(&mut body).is_ok() && number > 0 {
                let _ = posted.send(String::from_utf8_lossy(&body).into_owned());
            }
            let _ = write!(reader.into_inner(), "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n");
        }
    });
    (url, received)
}

/// Asks until the answer is as it will be.
fn until(key: &Client<'_>, path: &str, is_so: impl Fn(&Answer) -> bool) -> Answer {
    let began = Instant::now();
    loop {
        let answer = key.get(path);
        if is_so(&answer) {
            return answer;
        }
        assert!(began.elapsed() < WITHIN, "{path} is still {}: {}", answer.status, answer.text);
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn what_is_watched_is_digested_stored_and_posted() {
    let (sandbox, (url, received)) = (with_a_pool(), chat());
    let key = sandbox.key();
    let watched = key.put(POOL, &json!({ "note": "Ours" })).expect_status(200).json();
    assert_eq!(watched["pool"]["pair"], "USDC/channelWETH", "nothing in a symbol is read as a mention");
    let set = key.put("/watch-digest/webhook", &json!({ "url": url })).expect_status(200);
    assert!(set.json()["webhook"]["server"] == "localhost" && !set.text.contains("/hook"), "{}", set.text);

    let started = key.post("/watch-digest/digests", &Json::Null).expect_status(202).json();
    assert_eq!(started["day"], "2026-01-30");
    let day = "/watch-digest/digests/2026-01-30";
    let digest = until(&key, day, |answer| answer.status == 200);
    assert_eq!(digest.header("content-type"), "text/markdown; charset=utf-8");
    let expected = "*Watched pools on 2026-01-30*\n- USDC/channelWETH (ethereum): 2500.12 (+25.0 %), 0 trades\n";
    assert_eq!(digest.text, expected);
    let listed = key.get("/watch-digest/digests").expect_status(200).json();
    assert_eq!((&listed["count"], &listed["digests"][0]["day"]), (&json!(1), &json!("2026-01-30")));

    // The chat was down at the first try: that is told, and the job tries again.
    let failure = |answer: &Answer| answer.json()["webhook"]["failure"] == "the server answered 500";
    until(&key, "/watch-digest/webhook", failure);
    let posted = received.recv_timeout(WITHIN).expect("a post");
    assert_eq!(posted, json!({ "text": expected }).to_string());
    until(&key, "/watch-digest/webhook", |answer| answer.json()["webhook"]["posted_day"] == "2026-01-30");
    // Made again, it is not posted again.
    key.post("/watch-digest/digests?day=2026-01-29", &Json::Null).expect_status(202);
    until(&key, "/watch-digest/digests/2026-01-29", |answer| answer.status == 200);
    assert!(received.try_recv().is_err(), "a day before the one that was posted is not posted");
}

#[test]
fn a_watch_list_is_bounded_and_refuses_what_it_cannot_use() {
    let sandbox = with_a_pool();
    let key = sandbox.key();
    let unknown = "/watch-digest/pools/ethereum/0x000000000000000000000000000000000000000b";
    key.put(unknown, &json!({})).expect_status(404);
    let refused = key.put(POOL, &json!({ "note": "x".repeat(201) })).expect_status(422);
    assert_eq!(refused.code(), "validation_failed");
    for url in
        ["https://example.org/", "http://hooks.slack.com/x", "https://hooks.slack.com@evil.example/", "file:///x"]
    {
        let refused = key.put("/watch-digest/webhook", &json!({ "url": url })).expect_status(422);
        assert!(refused.json()["fields"]["url"].is_string(), "{url}: {}", refused.text);
    }
    let rows: Vec<_> = (100..150)
        .map(|number| {
            json!({
                "organization_id": sandbox.organization_id(), "chain_id": 1, "address": format!("0x{number:040x}"),
                "chain": "ethereum", "pair": "A/B", "added_at_seconds": 0,
            })
        })
        .collect();
    sandbox.insert("watch_digest__pools", &rows);
    assert_eq!(key.put(POOL, &json!({})).expect_status(422).code(), "too_many_pools");
    assert_eq!(key.walk("/watch-digest/pools?limit=20", "pools").len(), 50);
    key.delete(&format!("/watch-digest/pools/1/0x{:040x}", 100)).expect_status(204);
    key.delete(&format!("/watch-digest/pools/1/0x{:040x}", 100)).expect_status(404);
    key.put(POOL, &json!({})).expect_status(200);
    sandbox.read_key().put(POOL, &json!({})).expect_status(403);
    sandbox.nobody().get("/watch-digest/pools").expect_status(401);
}
