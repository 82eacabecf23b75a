//! Connections: an orderly end, slow and silent clients, caps, and both versions of HTTP.

use crate::edge_http::failures::{endless, eventually};
use crate::edge_http::support::{echo, json, register, start, start_with};
use http_body_util::BodyExt;
use hyper_util::rt::{TokioExecutor, TokioIo};
use quarry::contract::{keyless_get, native};
use quarry::edge::{ListenerLimits, RequestLimits};
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn a_drain_finishes_what_was_begun_and_takes_nothing_new() {
    let slow = native(|_| async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        json("{\"slow\":true}")
    });
    let server = start(vec![register(keyless_get("slow", "/slow", ""), slow)]).await;
    let mut idle = TcpStream::connect(server.address).await.unwrap();
    let (response, ()) = tokio::join!(server.get("/slow"), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        server.shutdown.fire();
    });
    assert_eq!(response.json(), json!({"slow": true}));
    let drained = tokio::time::timeout(Duration::from_secs(5), server.serving).await.unwrap().unwrap();
    assert_eq!(drained.cut_connections, 0);
    assert!(TcpStream::connect(server.address).await.is_err());
    assert_eq!(idle.read(&mut [0; 1]).await.unwrap_or(0), 0);
}

#[tokio::test]
async fn a_drain_ends_in_time_whatever_is_still_going_on() {
    let (handler, begun, dropped) = endless();
    let limits = ListenerLimits { drain: Duration::from_millis(100), ..ListenerLimits::default() };
    let registrations = vec![register(keyless_get("endless", "/endless", ""), handler)];
    let server = start_with(registrations, RequestLimits::default(), limits, None).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /api/v1/endless HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    eventually(&begun).await;
    server.shutdown.fire();
    let drained = tokio::time::timeout(Duration::from_secs(5), server.serving).await.unwrap().unwrap();
    assert_eq!(drained.cut_connections, 1);
    assert!(dropped.load(Ordering::SeqCst));
}

#[tokio::test]
async fn slow_and_silent_connections_are_let_go() {
    let time = Duration::from_millis(200);
    let limits = ListenerLimits { header_read: time, idle: time, ..ListenerLimits::default() };
    let registrations = vec![register(keyless_get("hello", "/hello", ""), echo())];
    let server = start_with(registrations, RequestLimits::default(), limits, None).await;
    // Silent; the beginning of either protocol; half a header; an answered request and then nothing.
    for sent in [
        "",
        "P",
        "PRI * HTTP/2.0\r\n",
        "GET /api/v1/hello HTTP/1.1\r\nhost:",
        "GET /api/v1/hello HTTP/1.1\r\nhost: a\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(3), stream.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "{sent:?} kept its connection");
    }
}

#[tokio::test]
async fn connections_over_the_cap_wait_for_a_free_one() {
    let limits = ListenerLimits { max_connections: 1, ..ListenerLimits::default() };
    let registrations = vec![register(keyless_get("hello", "/hello", ""), echo())];
    let server = start_with(registrations, RequestLimits::default(), limits, None).await;
    let mut first = TcpStream::connect(server.address).await.unwrap();
    first.write_all(b"GET /api/v1/hello HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
    assert!(first.read(&mut [0; 512]).await.unwrap() > 0);
    assert!(tokio::time::timeout(Duration::from_millis(200), server.get("/hello")).await.is_err());
    drop(first);
    assert_eq!(tokio::time::timeout(Duration::from_secs(5), server.get("/hello")).await.unwrap().status, 200);
}

#[tokio::test]
async fn oversized_requests_are_refused() {
    let server = start(vec![register(keyless_get("hello", "/hello", ""), echo())]).await;
    let body = server.send("GET", "/hello", &[("content-length", "0")]).await;
    assert_eq!(body.status, 200);
    for (head, status) in [
        ("POST /api/v1/hello HTTP/1.1\r\nhost: a\r\ncontent-length: 9000000\r\n\r\n".to_owned(), "HTTP/1.1 413"),
        (format!("GET /api/v1/hello HTTP/1.1\r\nhost: a\r\nx: {}\r\n\r\n", "x".repeat(70_000)), "HTTP/1.1 431"),
        (format!("GET /api/v1/hello HTTP/1.1\r\nhost: a\r\n{}\r\n", "x: y\r\n".repeat(101)), "HTTP/1.1 431"),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&answer), status);
    }
}

/// Most clients send all of a body before they look for an answer: a connection that is reset meanwhile would take the reason with it.
#[tokio::test]
async fn a_body_over_its_bound_is_answered_to_a_client_that_sends_all_of_it_first() {
    let server = start(vec![register(keyless_get("hello", "/hello", ""), echo())]).await;
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(1 << 16));
    for (path, header, piece, pieces, end, status) in [
        ("hello", "content-length: 20971520", &chunk[7..(1 << 16) + 7], 320, "", "HTTP/1.1 413"),
        ("nowhere", "content-length: 655360", &chunk[7..(1 << 16) + 7], 10, "", "HTTP/1.1 404"),
        ("hello", "transfer-encoding: chunked", chunk.as_str(), 100, "0\r\n\r\n", "HTTP/1.1 405"),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!("POST /api/v1/{path} HTTP/1.1\r\nhost: a\r\n{header}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        for sent in 0..pieces {
            stream.write_all(piece.as_bytes()).await.unwrap_or_else(|error| panic!("{header}: {error} after {sent}"));
        }
        stream.write_all(end.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&answer), status, "{header}");
    }
}

#[tokio::test]
async fn http2_is_served_on_the_same_port() {
    let server = start(vec![register(keyless_get("hello", "/hello", ""), echo())]).await;
    let stream = TcpStream::connect(server.address).await.unwrap();
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let uri = format!("http://{}/api/v1/hello", server.address);
    let request = http::Request::get(uri).body(http_body_util::Empty::<bytes::Bytes>::new()).unwrap();
    let response = sender.send_request(request).await.unwrap();
    assert_eq!((response.status().as_u16(), response.version()), (200, http::Version::HTTP_2));
    assert!(!response.into_body().collect().await.unwrap().to_bytes().is_empty());
}
