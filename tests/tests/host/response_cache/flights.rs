//! Many equal requests, one answer made.

use crate::response_cache::support::{Count, json, kept_route, registration, send, start, start_with};
use quarry::contract::{Handler, Problem, native};
use quarry::edge::{RequestLimits, ResponseCacheSettings};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// A handler that waits for a permit, and what tells how often it was asked and how often it was dropped at that.
struct Gate {
    asked: Count,
    given_up: Count,
    permits: Arc<Semaphore>,
}

/// Counts when it is dropped before it was disarmed.
struct GivenUp(Count, bool);

impl Drop for GivenUp {
    fn drop(&mut self) {
        if self.1 {
            self.0.next();
        }
    }
}

fn gated(answer: impl Fn(u32) -> quarry::contract::Served + Send + Sync + 'static) -> (Gate, Arc<dyn Handler>) {
    let gate = Gate { asked: Count::default(), given_up: Count::default(), permits: Arc::new(Semaphore::new(0)) };
    let (asked, given_up, permits) = (gate.asked.clone(), gate.given_up.clone(), Arc::clone(&gate.permits));
    let answer = Arc::new(answer);
    let handler = native(move |_| {
        let (number, permits, answer) = (asked.next(), Arc::clone(&permits), Arc::clone(&answer));
        let guard = GivenUp(given_up.clone(), true);
        async move {
            let mut guard = guard;
            permits.acquire().await.unwrap().forget();
            guard.1 = false;
            answer(number)
        }
    });
    (gate, handler)
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    let waited = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waited).await.unwrap_or_else(|_| panic!("{what}"));
}

/// Long enough for requests that were sent to have reached the edge.
async fn arrive() {
    tokio::time::sleep(Duration::from_millis(200)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_equal_requests_ask_once() {
    let (gate, handler) = gated(|number| json(number.to_string()));
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let mut requests = JoinSet::new();
    for _ in 0..100 {
        requests.spawn(send(server.address, "GET", "/kept", &[]));
    }
    until("it was asked", || gate.asked.get() > 0).await;
    arrive().await;
    gate.permits.add_permits(100);
    let answers = requests.join_all().await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.text() == "1"));
    assert_eq!(gate.asked.get(), 1);
    let made = answers.iter().filter(|answer| answer.header("cache-status") == "quarry; fwd=miss; stored").count();
    assert_eq!(made, 1, "one made it, the others waited");
    assert!(answers.iter().any(|answer| answer.header("cache-status") == "quarry; fwd=miss; stored; collapsed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_does_not_take_the_answer_from_the_others() {
    let (gate, handler) = gated(|number| json(number.to_string()));
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let first = tokio::spawn(send(server.address, "GET", "/kept", &[]));
    until("the first one began", || gate.asked.get() == 1).await;
    let address = server.address;
    let second = tokio::spawn(async move { send(address, "GET", "/kept", &[]).await });
    arrive().await;
    first.abort();
    arrive().await;
    gate.permits.add_permits(1);
    let answer = second.await.unwrap();
    assert_eq!((answer.status.as_u16(), answer.text()), (200, "1"));
    assert_eq!((gate.asked.get(), gate.given_up.get()), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn when_all_have_left_the_work_stops() {
    let (gate, handler) = gated(|number| json(number.to_string()));
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let mut requests = JoinSet::new();
    for _ in 0..3 {
        requests.spawn(send(server.address, "GET", "/kept", &[]));
    }
    until("it was asked", || gate.asked.get() == 1).await;
    arrive().await;
    requests.shutdown().await;
    until("the handler was dropped", || gate.given_up.get() == 1).await;
    gate.permits.add_permits(1);
    assert_eq!(server.get("/kept").await.text(), "2", "a later request begins anew");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_is_not_passed_on_to_those_who_only_joined() {
    let (gate, handler) = gated(|number| match number {
        1 => Err(Problem::overloaded("The queue was full.")),
        number => json(number.to_string()),
    });
    let server = start(vec![registration(kept_route(), &handler)]).await;
    let first = tokio::spawn(send(server.address, "GET", "/kept", &[]));
    until("the first one began", || gate.asked.get() == 1).await;
    let mut joined = JoinSet::new();
    for _ in 0..10 {
        joined.spawn(send(server.address, "GET", "/kept", &[]));
    }
    arrive().await;
    gate.permits.add_permits(20);
    assert_eq!(first.await.unwrap().status, 503);
    assert!(joined.join_all().await.iter().all(|answer| answer.status == 200 && answer.text() == "2"));
    assert_eq!(gate.asked.get(), 2, "they asked once more, together");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_a_503_and_the_next_request_is_served() {
    let (gate, handler) = gated(|number| match number {
        1 => panic!("a handler that breaks down"),
        number => json(number.to_string()),
    });
    gate.permits.add_permits(10);
    let server = start(vec![registration(kept_route(), &handler)]).await;
    assert_eq!(server.get("/kept").await.status, 503);
    assert_eq!(server.get("/kept").await.text(), "2");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flight_has_the_time_of_a_request_and_no_more() {
    let (gate, handler) = gated(|number| json(number.to_string()));
    let limits = RequestLimits { duration: Duration::from_millis(300), ..RequestLimits::default() };
    let routes = vec![registration(kept_route(), &handler)];
    let server = start_with(routes, ResponseCacheSettings::default(), limits).await;
    let late = server.get("/kept").await;
    assert_eq!((late.status.as_u16(), late.text().contains("data_source_unavailable")), (503, true));
    gate.permits.add_permits(1);
    assert_eq!(server.get("/kept").await.text(), "2");
}
