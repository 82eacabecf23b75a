//! Answers for everyone, and how long the data stand that they were made of.

use crate::response_cache::support::{
    Count, Response, Server, Versions, counting, counting_with, json, kept_route, registration, send, start_following,
    start_uncounted,
};
use quarry::contract::{DataSource, Handler, Readers, Route, keyed_get, native};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

const ONE: (&str, &str) = ("authorization", "Bearer qk_one");
const OTHER: (&str, &str) = ("authorization", "Bearer qk_other");

fn for_everyone() -> Route {
    Route {
        answers: Readers::Everyone,
        rests_on: vec![DataSource::Warehouse],
        ..keyed_get("standing", "/standing", "")
    }
}

async fn get(server: &Server, key: (&str, &str)) -> Response {
    server.send("GET", "/standing", &[key]).await
}

/// Lets the source be asked again.
fn a_moment_later(server: &Server) {
    server.hand.advance(Duration::from_millis(250));
}

#[tokio::test]
async fn one_keys_answer_is_anothers_until_the_data_change() {
    let (count, handler) = counting();
    let versions = Versions::new(1);
    let server = start_following(vec![registration(for_everyone(), &handler)], &versions).await;
    assert_eq!(get(&server, ONE).await.header("cache-status"), "quarry; fwd=miss; stored");
    let kept = get(&server, OTHER).await;
    assert_eq!((kept.text(), kept.header("cache-status")), ("{\"call\":1}", "quarry; hit; ttl=60"));
    versions.set(2);
    a_moment_later(&server);
    let new = get(&server, OTHER).await;
    assert_eq!((new.text(), new.header("cache-status")), ("{\"call\":2}", "quarry; fwd=stale; stored"));
    assert_eq!((get(&server, ONE).await.text(), count.get()), ("{\"call\":2}", 2));
}

#[tokio::test]
async fn a_public_answer_ends_with_its_data_too() {
    let (count, handler) = counting();
    let public = Route { rests_on: vec![DataSource::Timeline], ..kept_route() };
    let untold = Route { operation_id: "untold".to_owned(), path: "/untold".to_owned(), ..kept_route() };
    let versions = Versions::new(1);
    let routes = vec![registration(public, &handler), registration(untold, &handler)];
    let server = start_following(routes, &versions).await;
    assert_eq!(server.get("/kept").await.text(), "{\"call\":1}");
    assert_eq!(server.get("/untold").await.text(), "{\"call\":2}");
    versions.set(2);
    a_moment_later(&server);
    let new = server.get("/kept").await;
    assert_eq!((new.text(), new.header("cache-control")), ("{\"call\":3}", "public, max-age=60"));
    assert_eq!(server.get("/untold").await.text(), "{\"call\":2}", "of other data");
    assert_eq!(count.get(), 3);
}

#[tokio::test]
async fn an_idle_chains_answer_is_kept_for_a_minute() {
    let (count, handler) = counting();
    let server = start_following(vec![registration(for_everyone(), &handler)], &Versions::new(1)).await;
    get(&server, ONE).await;
    server.hand.advance(Duration::from_millis(59_999));
    assert_eq!((get(&server, OTHER).await.header("age"), count.get()), ("59", 1));
    server.hand.advance(Duration::from_millis(1));
    assert_eq!((get(&server, OTHER).await.header("age"), count.get()), ("0", 2));
}

#[tokio::test]
async fn a_source_is_asked_four_times_a_second_however_often_the_answer_is_read() {
    let (_, handler) = counting();
    let versions = Versions::new(1);
    let server = start_following(vec![registration(for_everyone(), &handler)], &versions).await;
    for step in 0..10 {
        for _ in 0..5 {
            get(&server, ONE).await;
        }
        assert_eq!(versions.asked.get(), 1 + step / 5, "after {} ms", step * 50);
        server.hand.advance(Duration::from_millis(50));
    }
}

#[tokio::test]
async fn who_asks_where_the_time_goes_has_the_operation_work() {
    let (count, handler) = counting();
    let server = start_following(vec![registration(for_everyone(), &handler)], &Versions::new(1)).await;
    get(&server, ONE).await;
    let timed = server.send("GET", "/standing", &[ONE, ("x-server-timing", "1")]).await;
    assert_eq!((timed.text(), timed.header("cache-status")), ("{\"call\":2}", "quarry; fwd=stale"));
    assert_eq!((get(&server, OTHER).await.text(), count.get()), ("{\"call\":1}", 2), "and nobody else waits for it");
}

#[tokio::test]
async fn switches_are_asked_for_each_time() {
    let (count, handler) = counting();
    let versions = Versions::new(1);
    let route = Route { rests_on: vec![DataSource::Switches], ..for_everyone() };
    let server = start_following(vec![registration(route, &handler)], &versions).await;
    get(&server, ONE).await;
    assert_eq!((get(&server, ONE).await.text(), count.get()), ("{\"call\":1}", 1));
    versions.set(2);
    assert_eq!((get(&server, ONE).await.text(), count.get()), ("{\"call\":2}", 2), "no time has passed");
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_wait_for_a_source_ask_it_once() {
    let (count, handler) = counting();
    let versions = Versions::new(1);
    let server = start_following(vec![registration(for_everyone(), &handler)], &versions).await;
    get(&server, ONE).await;
    let held = versions.gate.write().await;
    a_moment_later(&server);
    let mut waiting = JoinSet::new();
    for _ in 0..50 {
        waiting.spawn(send(server.address, "GET", "/standing", &[ONE]));
    }
    until("the source was asked", || versions.asked.get() == 2).await;
    // Long enough for the others to have reached the edge.
    tokio::time::sleep(Duration::from_millis(200)).await;
    drop(held);
    assert!(waiting.join_all().await.iter().all(|answer| answer.text() == "{\"call\":1}"));
    assert_eq!((versions.asked.get(), count.get()), (2, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_source_does_not_answer_public_answers_go_on_and_others_are_made() {
    let (count, handler) = counting();
    let public = Route { rests_on: vec![DataSource::Warehouse], ..kept_route() };
    let versions = Versions::new(1);
    let routes = vec![registration(for_everyone(), &handler), registration(public, &handler)];
    let server = start_following(routes, &versions).await;
    get(&server, ONE).await;
    server.get("/kept").await;
    let held = versions.gate.write().await;
    a_moment_later(&server);
    let public = server.get("/kept").await;
    assert_eq!((public.text(), public.header("cache-status")), ("{\"call\":2}", "quarry; hit; ttl=59"));
    let made = get(&server, OTHER).await;
    assert_eq!((made.text(), made.header("cache-status")), ("{\"call\":3}", "quarry; fwd=stale"), "and is not kept");
    a_moment_later(&server);
    get(&server, OTHER).await;
    assert_eq!((versions.asked.get(), count.get()), (2, 4), "the source is left alone for a second");
    drop(held);
    server.hand.advance(Duration::from_secs(1));
    assert_eq!(get(&server, OTHER).await.text(), "{\"call\":1}", "it stood all the while");
}

#[tokio::test]
async fn a_source_that_falls_behind_takes_nothing_back() {
    let (count, handler) = counting();
    let versions = Versions::new(5);
    let server = start_following(vec![registration(for_everyone(), &handler)], &versions).await;
    get(&server, ONE).await;
    versions.set(4);
    a_moment_later(&server);
    assert_eq!((get(&server, OTHER).await.text(), count.get()), ("{\"call\":1}", 1));
}

/// A handler that waits for a permit.
fn gated() -> (Count, Arc<Semaphore>, Arc<dyn Handler>) {
    let (count, permits) = (Count::default(), Arc::new(Semaphore::new(0)));
    let (counted, waited_for) = (count.clone(), Arc::clone(&permits));
    let handler = native(move |_| {
        let (number, permits) = (counted.next(), Arc::clone(&waited_for));
        async move {
            permits.acquire().await.unwrap().forget();
            json(format!("{{\"call\":{number}}}"))
        }
    });
    (count, permits, handler)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_data_changed_under_is_given_to_nobody_else() {
    let (count, permits, handler) = gated();
    let versions = Versions::new(1);
    let server = start_following(vec![registration(for_everyone(), &handler)], &versions).await;
    let first = tokio::spawn(send(server.address, "GET", "/standing", &[ONE]));
    until("it was begun", || count.get() == 1).await;
    versions.set(2);
    a_moment_later(&server);
    permits.add_permits(1);
    let first = first.await.unwrap();
    assert_eq!((first.text(), first.header("cache-status")), ("{\"call\":1}", "quarry; fwd=miss"));
    permits.add_permits(1);
    let second = get(&server, OTHER).await;
    assert_eq!((second.text(), second.header("cache-status")), ("{\"call\":2}", "quarry; fwd=miss; stored"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_newer_data_waits_for_no_older_answer() {
    let (count, permits, handler) = gated();
    let versions = Versions::new(1);
    let server = start_following(vec![registration(for_everyone(), &handler)], &versions).await;
    let before = tokio::spawn(send(server.address, "GET", "/standing", &[ONE]));
    until("it was begun", || count.get() == 1).await;
    versions.set(2);
    a_moment_later(&server);
    let after = tokio::spawn(send(server.address, "GET", "/standing", &[OTHER]));
    until("another was begun", || count.get() == 2).await;
    permits.add_permits(2);
    assert_eq!((before.await.unwrap().text(), after.await.unwrap().text()), ("{\"call\":1}", "{\"call\":2}"));
    assert_eq!((get(&server, ONE).await.text(), count.get()), ("{\"call\":2}", 2), "the newer one is kept");
}

#[tokio::test]
async fn each_key_has_a_budget_and_a_tag_of_its_own() {
    let (count, handler) = counting();
    let server = start_following(vec![registration(for_everyone(), &handler)], &Versions::new(1)).await;
    let first = get(&server, ONE).await;
    assert_eq!((first.header("x-ratelimit-limit"), first.header("x-ratelimit-remaining")), ("100", "99"));
    assert_eq!(get(&server, ONE).await.header("x-ratelimit-remaining"), "98");
    let other = get(&server, OTHER).await;
    assert_eq!(other.header("x-ratelimit-remaining"), "99", "a kept answer costs its reader a request");
    for answer in [&first, &other] {
        assert_eq!(answer.header("cache-control"), "private, no-cache");
        assert_eq!(answer.header("vary"), "Authorization, Accept-Encoding");
    }
    let named = [OTHER, ("if-none-match", first.header("etag"))];
    let unchanged = server.send("GET", "/standing", &named).await;
    assert_eq!((unchanged.status.as_u16(), unchanged.text(), count.get()), (304, "", 1), "nothing was asked for it");
    assert_eq!(unchanged.header("x-ratelimit-remaining"), "98");
    assert_eq!(server.get("/standing").await.status, 401, "no key, no answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_keys_that_read_while_chains_grow_see_nothing_older_than_before() {
    const KEYS: usize = 10;
    // Twenty thousand requests in the whole suite.
    let each = quarry_tests::extent::of(200, 2_000);
    let versions = Versions::new(1);
    let (count, handler) = counting_with({
        let data = Arc::clone(&versions);
        move |_, _| json(format!("{{\"data\":{}}}", data.number()))
    });
    let server = start_uncounted(vec![registration(for_everyone(), &handler)], &versions).await;
    let address = server.address;
    let mut readers = JoinSet::new();
    for key in 0..KEYS {
        readers.spawn(async move {
            let authorization = format!("Bearer qk_{key}");
            let mut seen = Vec::new();
            for _ in 0..each {
                let answer = send(address, "GET", "/standing", &[("authorization", &authorization)]).await;
                assert_eq!(answer.status.as_u16(), 200, "{}", answer.text());
                let body: serde_json::Value = serde_json::from_str(answer.text()).expect("JSON");
                let data = body["data"].as_u64().expect("a number");
                let newest = seen.last().copied().unwrap_or_default();
                assert!(newest <= data, "key {key} saw {newest} and then {data}");
                if newest < data {
                    seen.push(data);
                }
            }
            seen
        });
    }
    let mut seen = Vec::new();
    let mut number = 1;
    while seen.len() < KEYS {
        number += 1;
        versions.set(number);
        a_moment_later(&server);
        tokio::time::sleep(Duration::from_millis(5)).await;
        while let Some(reader) = readers.try_join_next() {
            seen.push(reader.expect("a reader"));
        }
    }
    assert!(seen.iter().all(|seen| seen.len() > 1), "the chains were seen to grow: {seen:?}");
    let requests = u32::try_from(KEYS * each).expect("a small number");
    assert!(count.get() < requests, "{} of {requests} answers were made", count.get());
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    let waited = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waited).await.unwrap_or_else(|_| panic!("{what}"));
}
