//! Answers that are everyone's: kept for other keys while their data stand, and of nobody's but the data's making.

use crate::small_chain;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, app_store_environment, shared};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const HOUSES: [&str; 2] = ["House of Aldwych", "House of Benbow"];
/// Of each house.
const KEYS: usize = 5;
/// Blocks that the chain grows by, one a load.
const GROWTH: u64 = 5;

/// Of each key, at most: far from its hour. Twenty thousand of ten keys in the whole suite, which go on behind the end of the chain.
fn requests() -> usize {
    quarry_tests::extent::of(1_000, 2_000)
}

/// An organization of its own with its keys.
fn keys_of(server: &Server, house: &str) -> Vec<String> {
    let email = format!("{}@example.org", house.rsplit(' ').next().unwrap_or_default().to_lowercase());
    let create = ["admin", "create-user", "--email", &email, "--name", house, "--password-stdin"];
    server.command(&create, "a long enough password\n");
    server.command(&["admin", "set-plan", "--organization", house, "--plan", "institution"], "");
    let mint = |number: usize| {
        let name = format!("key {number} of the {house}");
        let mint = ["key", "mint", "--organization", house, "--member", &email, "--name", &name];
        server.command(&mint, "").lines().last().expect("the key").trim().to_owned()
    };
    (0..KEYS).map(mint).collect()
}

/// Asks until an answer was kept for it; the first may be made, and on a busy machine nobody may have told in time that it stands.
fn kept(ask: impl Fn() -> Answer) -> Answer {
    let answers = (0..20).map(|_| ask());
    answers.into_iter().find(|answer| answer.header("cache-status").starts_with("quarry; hit")).expect("a kept answer")
}

#[test]
fn a_chain_that_grows_is_never_seen_older_and_no_name_is_told() {
    let environment = app_store_environment("standing_answers").expect("a store");
    let server = &Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let keys: Vec<String> = HOUSES.iter().flat_map(|house| keys_of(server, house)).collect();
    small_chain::load(server, &[(1, 1)]);
    let has_grown = &AtomicBool::new(false);
    let seen: Vec<BTreeSet<String>> = std::thread::scope(|scope| {
        let readers: Vec<_> = keys.iter().map(|key| scope.spawn(move || read_on(server, key, has_grown))).collect();
        for block in 2..=1 + GROWTH {
            small_chain::load(server, &[(block, block)]);
        }
        // Longer than a source is left alone.
        std::thread::sleep(Duration::from_millis(500));
        has_grown.store(true, Ordering::SeqCst);
        readers.into_iter().map(|reader| reader.join().expect("a reader")).collect()
    });
    let newest = server.get("/datasets").json()["as_of"].as_str().expect("a time").to_owned();
    for seen in &seen {
        assert!(seen.len() > 1, "the chain was seen to grow: {seen:?}");
    }
    let started = Instant::now();
    while keys.iter().any(|key| server.get_with_key("/datasets", key).json()["as_of"] != newest.as_str()) {
        assert!(started.elapsed() < Duration::from_secs(10), "not everyone sees the end of the chain");
    }
}

/// Reads the catalogue until the chain has grown; gives the times that it reached.
fn read_on(server: &Server, key: &str, has_grown: &AtomicBool) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    for _ in 0..requests() {
        let answer = server.get_with_key("/datasets", key);
        assert_eq!(answer.status, 200, "{}", answer.text);
        let hears_of = HOUSES.iter().find(|house| answer.text.contains(*house));
        assert_eq!(hears_of, None, "{}", answer.text);
        let as_of = answer.json()["as_of"].as_str().expect("a time").to_owned();
        let newest: Option<&String> = reached.last();
        assert!(newest.is_none_or(|newest| *newest <= as_of), "{as_of} after {reached:?}");
        reached.insert(as_of);
        if has_grown.load(Ordering::SeqCst) && !quarry_tests::extent::is_whole() {
            break;
        }
        // The machine loads the chain meanwhile.
        std::thread::sleep(Duration::from_millis(10));
    }
    reached
}

#[test]
fn a_kept_answer_costs_each_key_a_request_of_its_own() {
    let server = shared();
    for path in
        ["/tokens?limit=7", "/pairs?limit=7", "/liquidations?limit=7", "/events?limit=7", "/charts/events", "/datasets"]
    {
        let first = server.get(path);
        assert_eq!((first.status, first.header("cache-control")), (200, "private, no-cache"), "{path}: {}", first.text);
        let kept = kept(|| server.get_with_key(path, &server.full_key));
        assert_eq!((&kept.text, kept.header("etag")), (&first.text, first.header("etag")), "{path}");
        assert_eq!(kept.header("cache-control"), "private, no-cache", "{path}");
        let again = server.get_with_key(path, &server.full_key);
        assert_ne!(again.header("x-ratelimit-remaining"), kept.header("x-ratelimit-remaining"), "{path}");
    }
}

#[test]
fn a_tag_that_stands_is_a_304_without_a_component() {
    let server = shared();
    let tag = server.get("/tokens?limit=9").header("etag").to_owned();
    let authorization = format!("Bearer {}", server.full_key);
    let headers = [("authorization", authorization.as_str()), ("if-none-match", tag.as_str())];
    let unchanged = kept(|| server.send("GET", "/tokens?limit=9", &headers));
    assert_eq!((unchanged.status, unchanged.text.as_str(), unchanged.header("etag")), (304, "", tag.as_str()));
    let refused = server.send("GET", "/tokens?limit=9", &[("if-none-match", &tag)]);
    assert_eq!(refused.status, 401, "a tag is no key");
}
