//! The orderly end under load: no request that was taken is lost, over either version of HTTP.

use crate::edge_http::support::{json, register, start, start_with};
use http_body_util::{BodyExt, Empty};
use hyper_util::rt::{TokioExecutor, TokioIo};
use quarry::contract::{keyless_get, native};
use quarry::edge::{ListenerLimits, Registration, RequestLimits};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Takes a moment, so that many are in flight when the drain begins.
fn moment() -> Vec<Registration> {
    let handler = native(|_| async {
        tokio::time::sleep(Duration::from_millis(7)).await;
        json("{\"done\":true}")
    });
    vec![register(keyless_get("moment", "/moment", ""), handler)]
}

/// Asks over and over on one kept-alive connection until it is asked to leave; how many were answered.
async fn ask_until_told_to_leave(address: SocketAddr) -> usize {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    for answered in 1.. {
        let request = http::Request::get("/api/v1/moment").header("host", "a").body(Empty::<bytes::Bytes>::new());
        let response = sender.send_request(request.unwrap()).await.expect("a request was lost in the drain");
        assert_eq!(response.status(), 200);
        let is_last = response.headers().get("connection").is_some_and(|value| value == "close");
        let body = response.into_body().collect().await.expect("an answer was cut in the drain").to_bytes();
        assert_eq!(body, "{\"done\":true}");
        if is_last {
            return answered;
        }
        sender.ready().await.expect("a connection was closed without a word");
    }
    unreachable!("the loop ends by its return")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drain_under_load_loses_no_request() {
    let limits = ListenerLimits { drain_delay: Duration::from_millis(200), ..ListenerLimits::default() };
    for drain_delay in [limits.drain_delay, Duration::ZERO] {
        let limits = ListenerLimits { drain_delay, ..limits.clone() };
        let server = start_with(moment(), RequestLimits::default(), limits, None).await;
        let mut clients = tokio::task::JoinSet::new();
        for _ in 0..50 {
            clients.spawn(ask_until_told_to_leave(server.address));
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        server.shutdown.fire();
        let mut answered = 0;
        while let Some(client) = clients.join_next().await {
            answered += client.unwrap();
        }
        assert!(answered >= 100, "only {answered} requests were made");
        let drained = tokio::time::timeout(Duration::from_secs(10), server.serving).await.unwrap().unwrap();
        assert_eq!(drained.cut_connections, 0);
    }
}

#[tokio::test]
async fn a_connection_that_waits_in_the_queue_is_still_answered() {
    let limits = ListenerLimits { max_connections: 1, ..ListenerLimits::default() };
    let slow = native(|_| async {
        tokio::time::sleep(Duration::from_millis(400)).await;
        json("{\"done\":true}")
    });
    let registrations = vec![register(keyless_get("slow", "/slow", ""), slow)];
    let server = start_with(registrations, RequestLimits::default(), limits, None).await;
    let request = b"GET /api/v1/slow HTTP/1.1\r\nhost: a\r\n\r\n";
    let mut taken = TcpStream::connect(server.address).await.unwrap();
    taken.write_all(request).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut waiting = TcpStream::connect(server.address).await.unwrap();
    waiting.write_all(request).await.unwrap();
    server.shutdown.fire();
    for stream in [&mut taken, &mut waiting] {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
        assert!(answer.ends_with("{\"done\":true}"), "{answer:?}");
    }
}

#[tokio::test]
async fn http2_streams_in_flight_end_and_the_connection_with_them() {
    let server = start(moment()).await;
    let stream = TcpStream::connect(server.address).await.unwrap();
    let (sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    let connection = tokio::spawn(connection);
    let uri = format!("http://{}/api/v1/moment", server.address);
    let mut streams = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let mut sender = sender.clone();
        let request = http::Request::get(&uri).body(Empty::<bytes::Bytes>::new()).unwrap();
        streams.spawn(async move { sender.send_request(request).await.unwrap().into_body().collect().await.unwrap() });
    }
    tokio::time::sleep(Duration::from_millis(3)).await;
    server.shutdown.fire();
    while let Some(answer) = streams.join_next().await {
        assert_eq!(answer.unwrap().to_bytes(), "{\"done\":true}");
    }
    drop(sender);
    let drained = tokio::time::timeout(Duration::from_secs(5), server.serving).await.unwrap().unwrap();
    assert_eq!(drained.cut_connections, 0);
    connection.await.unwrap().unwrap();
}
