//! The host that a request names: a proxy in front and the host behind never read two different ones.

use crate::edge_http::support::{echo, register, start};
use bytes::Bytes;
use http_body_util::Empty;
use hyper_util::rt::{TokioExecutor, TokioIo};
use quarry::contract::keyless_get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn server() -> crate::edge_http::support::Server {
    start(vec![register(keyless_get("hello", "/hello", ""), echo())]).await
}

/// The status of a request of these bytes, and its answer.
async fn status(server: &crate::edge_http::support::Server, head: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    (answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default(), answer)
}

#[tokio::test]
async fn a_request_that_names_no_host_or_two_is_answered_by_nobody() {
    let server = server().await;
    let get = "GET /api/v1/hello HTTP/1.1\r\nconnection: close\r\n";
    for (head, expected) in [
        (format!("{get}host: a\r\n\r\n"), 200),
        (format!("{get}host: a.example:8080\r\n\r\n"), 200),
        (format!("{get}host: [::1]:8080\r\n\r\n"), 200),
        (format!("{get}host: 127.0.0.1\r\n\r\n"), 200),
        (format!("{get}\r\n"), 400),
        (format!("{get}host: a\r\nhost: b\r\n\r\n"), 400),
        (format!("{get}host: a\r\nHost: a\r\n\r\n"), 400),
        (format!("{get}host:\r\n\r\n"), 400),
        (format!("{get}host: a, b\r\n\r\n"), 400),
        (format!("{get}host: a b\r\n\r\n"), 400),
        (format!("{get}host: user@a\r\n\r\n"), 400),
        (format!("{get}host: a/b\r\n\r\n"), 400),
        (format!("{get}host: a:b\r\n\r\n"), 400),
        (format!("{get}host: a:99999\r\n\r\n"), 400),
        ("GET http://a/api/v1/hello HTTP/1.1\r\nconnection: close\r\nhost: a\r\n\r\n".to_owned(), 200),
        ("GET http://a/api/v1/hello HTTP/1.1\r\nconnection: close\r\nhost: A\r\n\r\n".to_owned(), 200),
        ("GET http://a/api/v1/hello HTTP/1.1\r\nconnection: close\r\nhost: b\r\n\r\n".to_owned(), 400),
        ("GET http://a/api/v1/hello HTTP/1.1\r\nconnection: close\r\n\r\n".to_owned(), 400),
        // Load balancers look so whether somebody is there.
        ("GET /api/v1/hello HTTP/1.0\r\n\r\n".to_owned(), 200),
        ("GET /api/v1/hello HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n".to_owned(), 400),
    ] {
        let (found, answer) = status(&server, &head).await;
        assert_eq!(found, expected, "{head:?}: {answer}");
        assert_eq!(answer.contains("\"error\":\"invalid_host\""), expected == 400, "{head:?}: {answer}");
    }
}

#[tokio::test]
async fn an_http2_request_names_one_host_too() {
    let server = server().await;
    for (authority, hosts, expected) in [
        ("a.example", &[] as &[&str], 200),
        ("a.example", &["a.example"], 200),
        ("a.example", &["A.example"], 200),
        ("a.example", &["b.example"], 400),
        ("a.example", &["a.example", "a.example"], 400),
        ("user@a.example", &[], 400),
        ("", &["a.example"], 200),
        ("", &[], 400),
        ("", &["a.example", "b.example"], 400),
    ] {
        let stream = TcpStream::connect(server.address).await.unwrap();
        let (mut sender, connection) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let uri = match authority {
            "" => "/api/v1/hello".to_owned(),
            authority => format!("http://{authority}/api/v1/hello"),
        };
        let mut request = http::Request::get(uri);
        for host in hosts {
            request = request.header("host", *host);
        }
        let answer = sender.send_request(request.body(Empty::<Bytes>::new()).unwrap()).await.unwrap();
        assert_eq!(answer.status().as_u16(), expected, "{authority:?} {hosts:?}");
    }
}
