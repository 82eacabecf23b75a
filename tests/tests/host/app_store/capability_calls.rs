//! A component's calls of `key-value` and `outbound-http` where they meet a limit that no other test can reach in peace:
//! the calls at once, the request's remaining time, a store that is gone.

use crate::app_store_support::fresh_stores;
use anyhow::{Result, anyhow};
use bytes::Bytes;
use http::Method;
use quarry::capabilities::{
    Call, Capabilities, Given, GuestRequest, KeyValueFailure, OutboundAccess, OutboundFailure, Stores, StreamOpening,
};
use quarry::contract::{Caller, Grant, Manifest, event_stream};
use quarry::outbound::{OutboundClient, OutboundSettings, StandIns};
use quarry::stores::app::AppStore;
use quarry::stores::warehouse::Warehouse;
use quarry_tests::outside::Outside;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

fn capabilities(store: AppStore, outbound: OutboundAccess) -> Result<Arc<Capabilities>> {
    let grants = vec![Grant::AppStore, Grant::KeyValue, Grant::OutboundHttp];
    let given = Given { grants: grants.iter().copied().collect(), tables: BTreeSet::new(), hooks: None };
    let manifest = Manifest {
        name: "caller".to_owned(),
        version: "1.0.0".to_owned(),
        grants,
        outbound_hosts: vec!["localhost:*".to_owned()],
        ..Manifest::default()
    };
    let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
    let stores = Stores { outbound, ..Stores::new(store, warehouse) };
    Ok(Arc::new(Capabilities::new(&manifest, &given, Arc::new(stores))?))
}

/// The component may have `calls_at_once` calls in flight, to this machine.
fn outbound(calls_at_once: usize) -> Result<OutboundAccess> {
    let settings = OutboundSettings {
        resolver: None,
        ca_certificates: None,
        allow_loopback_http: true,
        stand_ins: StandIns::default(),
    };
    let hosts = BTreeMap::from([("caller".to_owned(), vec!["localhost:*".parse()?])]);
    Ok(OutboundAccess::new(OutboundClient::new(&settings)?, hosts, calls_at_once))
}

fn call(capabilities: &Arc<Capabilities>, time: Duration) -> Call {
    Call::new(Arc::clone(capabilities), Caller::Nobody, None, Arc::from("request"), Instant::now() + time)
}

fn get(outside: &Outside) -> GuestRequest {
    GuestRequest {
        method: Method::GET,
        url: format!("http://localhost:{}/", outside.address.port()),
        headers: Vec::new(),
        body: Vec::new(),
        timeout: None,
    }
}

/// Answers after `time`.
fn answering_after(time: Duration) -> Result<Outside> {
    Ok(Outside::start(move |_, stream| {
        std::thread::sleep(time);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi");
    })?)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_has_a_bounded_number_of_outbound_calls_in_flight() -> Result<()> {
    let outside = answering_after(Duration::from_secs(1))?;
    let capabilities = capabilities(AppStore::unconnected(), outbound(2)?)?;
    let calls = (0..5).map(|_| {
        let mut call = call(&capabilities, Duration::from_secs(30));
        let request = get(&outside);
        async move { call.outbound().send(request).await }
    });
    let outcomes = futures_util::future::join_all(calls).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 2, "{outcomes:?}");
    for refused in outcomes.into_iter().filter_map(Result::err) {
        let OutboundFailure::LimitExceeded(sentence) = refused else { panic!("{refused:?}") };
        assert!(sentence.contains("has 2 outbound calls in flight"), "{sentence}");
    }
    let again = call(&capabilities, Duration::from_secs(30)).outbound().send(get(&outside)).await;
    assert!(again.is_ok(), "what has ended makes room: {again:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_answer_is_read_at_a_time_and_never_beside_a_transaction() -> Result<()> {
    let outside = answering_after(Duration::ZERO)?;
    for fresh in fresh_stores().await? {
        // Of the two calls that it may have in flight each open answer has one.
        let capabilities = capabilities(fresh.store.clone(), outbound(2)?)?;
        let mut call = call(&capabilities, Duration::from_secs(30));
        let mut answer = call.outbound().open(get(&outside)).await.map_err(|failure| anyhow!("{failure:?}"))?;
        let second = call.outbound().open(get(&outside)).await.err();
        assert!(
            matches!(&second, Some(OutboundFailure::LimitExceeded(sentence)) if sentence.contains("is open")),
            "{second:?}"
        );
        let wait = Duration::from_secs(10);
        for most_bytes in [0, 65_537] {
            let wrong = call.outbound().read(&mut answer, most_bytes, wait).await;
            assert!(matches!(wrong, Err(OutboundFailure::Rejected(_))), "{wrong:?}");
        }
        let transaction = call.begin().await.map_err(|failure| anyhow!("{failure:?}"))?;
        let within = call.outbound().read(&mut answer, 1, wait).await;
        assert!(
            matches!(&within, Err(OutboundFailure::Rejected(sentence)) if sentence.contains("a transaction is open")),
            "{within:?}"
        );
        drop(transaction);
        let first = call.outbound().read(&mut answer, 1, wait).await;
        assert_eq!(first, Ok(Some(Bytes::from_static(b"h"))), "no more than was asked for");
        let rest = call.outbound().read(&mut answer, 65_536, wait).await;
        assert_eq!(rest, Ok(Some(Bytes::from_static(b"i"))));
        assert_eq!(call.outbound().read(&mut answer, 65_536, wait).await, Ok(None), "the end");
        drop(answer);
        let transaction = call.begin().await.map_err(|failure| anyhow!("{failure:?}"))?;
        let within = call.outbound().open(get(&outside)).await.err();
        assert!(
            matches!(&within, Some(OutboundFailure::Rejected(sentence)) if sentence.contains("a transaction is open")),
            "{within:?}"
        );
        drop(transaction);
        assert!(call.outbound().open(get(&outside)).await.is_ok());
        fresh.store.close().await;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_stream_has_a_call_more_for_every_ten_seconds_of_it() -> Result<()> {
    let outside = answering_after(Duration::ZERO)?;
    let capabilities = capabilities(AppStore::unconnected(), outbound(2)?)?;
    let (sender, _events) = event_stream();
    let (opened, _is_opened) = watch::channel(None);
    let opening = StreamOpening { sender, duration: Duration::from_secs(29), opened };
    let mut call = call(&capabilities, Duration::from_secs(30)).with_stream(opening);
    for number in 0..7 {
        let sent = call.outbound().send(get(&outside)).await;
        assert!(sent.is_ok(), "{number}: {sent:?}");
    }
    let over = call.outbound().send(get(&outside)).await.err();
    let sentence = "The component made more than the 7 outbound calls that one request may.";
    assert_eq!(over, Some(OutboundFailure::LimitExceeded(sentence.to_owned())));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outbound_call_never_takes_longer_than_the_request_may() -> Result<()> {
    let outside = answering_after(Duration::from_secs(20))?;
    let capabilities = capabilities(AppStore::unconnected(), outbound(2)?)?;
    let time = Duration::from_millis(400);
    let (began, mut short) = (Instant::now(), call(&capabilities, time));
    let late = short.outbound().send(get(&outside)).await;
    assert!(matches!(late, Err(OutboundFailure::DeadlineExceeded(_))), "{late:?}");
    assert!(began.elapsed() < time, "nothing of the time is left to answer in");
    // Nothing is sent once the time is over.
    tokio::time::sleep(time).await;
    let before = outside.received().len();
    let over = short.outbound().send(get(&outside)).await;
    assert!(matches!(over, Err(OutboundFailure::DeadlineExceeded(_))), "{over:?}");
    assert_eq!(outside.received().len(), before);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_a_store_that_is_gone_are_unavailable_and_say_nothing_of_the_inside() -> Result<()> {
    for fresh in fresh_stores().await? {
        let capabilities = capabilities(fresh.store.clone(), outbound(1)?)?;
        let mut call = call(&capabilities, Duration::from_secs(30));
        assert_eq!(call.key_values().increment("count", 1, None).await, Ok(1));
        fresh.store.close().await;
        let failure = call.key_values().get("count").await;
        let Err(KeyValueFailure::Unavailable(sentence)) = failure else { panic!("{failure:?}") };
        assert_eq!(sentence, "The application store is not reachable at the moment; try again shortly.");
    }
    Ok(())
}
