//! For how long an answer is kept, and what is sent after that.

use crate::response_cache::support::{
    Count, counting, counting_with, json, kept_route, registration, start, start_with,
};
use jiff::{SignedDuration, Timestamp};
use quarry::contract::{CacheRule, Handler, Problem, RateClass, Route, Served, keyless_get, native};
use quarry::edge::{RequestLimits, ResponseCacheSettings};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[tokio::test]
async fn an_answer_ages_and_ends_with_its_rule() {
    let (count, handler) = counting();
    let short = Route { cache: CacheRule::Public { max_age_seconds: 5 }, ..keyless_get("short", "/short", "") };
    let server = start(vec![registration(kept_route(), &handler), registration(short, &handler)]).await;
    assert_eq!(server.get("/kept").await.text(), "{\"call\":1}");
    assert_eq!(server.get("/short").await.header("cache-control"), "public, max-age=5");
    server.hand.advance(seconds(59));
    let old = server.get("/kept").await;
    assert_eq!((old.text(), old.header("age")), ("{\"call\":1}", "59"));
    assert_eq!(old.header("cache-status"), "quarry; hit; ttl=1");
    assert_eq!(server.get("/short").await.text(), "{\"call\":3}");
    server.hand.advance(seconds(1));
    let new = server.get("/kept").await;
    assert_eq!((new.text(), new.header("age")), ("{\"call\":4}", "0"));
    assert_eq!(count.get(), 4);
}

#[tokio::test]
async fn a_clock_that_is_set_back_keeps_nothing_longer() {
    let (count, handler) = counting();
    let server = start(vec![registration(kept_route(), &handler)]).await;
    server.get("/kept").await;
    server.hand.set(
        Timestamp::from_second(crate::response_cache::support::START_SECONDS).unwrap() - SignedDuration::from_hours(1),
    );
    server.hand.advance(seconds(30));
    assert_eq!(server.get("/kept").await.header("age"), "30");
    server.hand.advance(seconds(30));
    server.get("/kept").await;
    assert_eq!(count.get(), 2);
}

#[tokio::test]
async fn a_status_answer_ends_with_the_minute_on_every_host() {
    let (count, handler) = counting();
    let status = Route { rate_class: RateClass::PublicStatus, ..keyless_get("status", "/status_page", "") };
    let server = start(vec![registration(status, &handler)]).await;
    // The clock of the tests begins 20 seconds into a minute.
    let first = server.get("/status_page").await;
    assert_eq!(first.header("cache-control"), "public, max-age=60");
    server.hand.advance(seconds(39));
    assert_eq!(server.get("/status_page").await.header("cache-status"), "quarry; hit; ttl=1");
    server.hand.advance(seconds(1));
    assert_eq!((server.get("/status_page").await.text(), count.get()), ("{\"call\":2}", 2));
    server.hand.advance(seconds(59));
    assert_eq!((server.get("/status_page").await.text(), count.get()), ("{\"call\":2}", 2));
}

/// A handler whose data source can be taken down.
fn breakable() -> (Arc<AtomicBool>, Count, Arc<dyn Handler>) {
    let is_down = Arc::new(AtomicBool::new(false));
    let down = Arc::clone(&is_down);
    let (count, handler) = counting_with(move |number, _| -> Served {
        match down.load(Ordering::SeqCst) {
            true => Err(Problem::data_source_unavailable("The warehouse is down.")),
            false => json(number.to_string()),
        }
    });
    (is_down, count, handler)
}

#[tokio::test]
async fn without_the_setting_a_dead_source_is_a_503_once_the_answer_has_ended() {
    let (is_down, _, handler) = breakable();
    let server = start(vec![registration(kept_route(), &handler)]).await;
    server.get("/kept").await;
    is_down.store(true, Ordering::SeqCst);
    assert_eq!(server.get("/kept").await.status, 200, "what is fresh goes on");
    server.hand.advance(seconds(60));
    assert_eq!(server.get("/kept").await.status, 503);
}

#[tokio::test]
async fn with_the_setting_a_copy_is_sent_for_that_long_and_says_its_age() {
    let (is_down, _, handler) = breakable();
    let review = Route {
        module: Some("research".to_owned()),
        operation_id: "review".to_owned(),
        path: "/review".to_owned(),
        ..kept_route()
    };
    let settings = ResponseCacheSettings { stale_if_error: seconds(600), ..ResponseCacheSettings::default() };
    let routes = vec![registration(kept_route(), &handler), registration(review, &handler)];
    let server = start_with(routes, settings, RequestLimits::default()).await;
    server.get("/kept").await;
    server.get("/review").await;
    is_down.store(true, Ordering::SeqCst);
    server.hand.advance(seconds(90));
    let stale = server.get("/kept").await;
    assert_eq!((stale.status.as_u16(), stale.text(), stale.header("age")), (200, "1", "90"));
    assert_eq!(stale.header("cache-status"), "quarry; fwd=stale; fwd-status=503; ttl=-30");
    assert_eq!(server.get("/review").await.status, 503, "what can be verified now is never told from before");
    is_down.store(false, Ordering::SeqCst);
    let renewed = server.get("/kept").await;
    assert_eq!((renewed.header("age"), renewed.header("cache-status")), ("0", "quarry; fwd=stale; stored"));
    is_down.store(true, Ordering::SeqCst);
    server.hand.advance(seconds(660));
    assert_eq!(server.get("/kept").await.status, 503, "the time of the setting is over");
}

#[tokio::test]
async fn a_cache_without_memory_keeps_nothing() {
    let (count, handler) = counting();
    let settings = ResponseCacheSettings { memory_bytes: 0, ..ResponseCacheSettings::default() };
    let server = start_with(vec![registration(kept_route(), &handler)], settings, RequestLimits::default()).await;
    for _ in 0..3 {
        let answer = server.get("/kept").await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-status")), (200, "quarry; fwd=miss"));
    }
    assert_eq!(count.get(), 3);
}

#[tokio::test]
async fn a_source_that_hangs_is_stood_in_for_before_the_request_is_over() {
    let asked = Count::default();
    let counted = asked.clone();
    let handler: Arc<dyn Handler> = native(move |_| {
        let number = counted.next();
        async move {
            if number > 1 {
                std::future::pending::<()>().await;
            }
            json(number.to_string())
        }
    });
    let settings = ResponseCacheSettings { stale_if_error: seconds(600), ..ResponseCacheSettings::default() };
    let limits = RequestLimits { duration: Duration::from_millis(500), ..RequestLimits::default() };
    let server = start_with(vec![registration(kept_route(), &handler)], settings, limits).await;
    server.get("/kept").await;
    server.hand.advance(seconds(61));
    let copy = server.get("/kept").await;
    assert_eq!((copy.status.as_u16(), copy.text(), asked.get()), (200, "1", 2));
    assert!(copy.header("cache-status").starts_with("quarry; fwd=stale; fwd-status=503"));
}

#[tokio::test]
async fn what_is_kept_is_bounded() {
    const ANSWERS: u32 = 60;
    let (count, handler) = counting_with(|_, _| json(format!("\"{}\"", "x".repeat(100_000))));
    let settings = ResponseCacheSettings { memory_bytes: 1 << 20, ..ResponseCacheSettings::default() };
    let server = start_with(vec![registration(kept_route(), &handler)], settings, RequestLimits::default()).await;
    for round in 0..2 {
        for number in 0..ANSWERS {
            let path = format!("/kept?address=0x{number:040x}");
            assert_eq!(server.get(&path).await.status, 200, "{round}");
        }
    }
    let hits = 2 * ANSWERS - count.get();
    assert!(hits <= 10, "1 MiB holds five answers of 100 KB with their room, and {hits} were found");
}
