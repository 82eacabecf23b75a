//! Clients that are slow or silent: they are let go, and nobody else notices them.

use crate::edge_http::support::{echo, register, start_with};
use bytes::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use quarry::contract::keyless_get;
use quarry::edge::{ListenerLimits, RequestBody, RequestBodyError, RequestLimits, Responder, ResponseBody, serve};
use quarry::shutdown::shutdown_signal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const HELLO: &str = "GET /api/v1/hello HTTP/1.1\r\nhost: a\r\n\r\n";

/// Reads the whole body and says how many bytes it had; answers `GET` with an endless download.
struct Reader;

impl Responder for Reader {
    async fn respond(&self, request: http::Request<RequestBody>, _: SocketAddr) -> http::Response<ResponseBody> {
        if request.method() == http::Method::GET {
            return http::Response::new(ResponseBody::from(vec![b'x'; 64 << 20]));
        }
        match request.into_body().collect().await {
            Ok(body) => http::Response::new(ResponseBody::from(format!("{} bytes", body.to_bytes().len()))),
            Err(RequestBodyError::TooSlow) => http::Response::new(ResponseBody::from("too slow")),
            Err(RequestBodyError::Read(error)) => panic!("{error}"),
        }
    }
}

async fn reader(limits: ListenerLimits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (trigger, shutdown) = shutdown_signal();
    tokio::spawn(async move {
        serve(listener, Arc::new(Reader), limits, shutdown).await;
        drop(trigger);
    });
    address
}

async fn hello(limits: ListenerLimits) -> crate::edge_http::support::Server {
    let registrations = vec![register(keyless_get("hello", "/hello", ""), echo())];
    start_with(registrations, RequestLimits::default(), limits, None).await
}

/// Sends a request on an open connection and reads an answer's beginning.
async fn ask(stream: &mut TcpStream) -> String {
    stream.write_all(HELLO.as_bytes()).await.unwrap();
    let mut answer = [0; 4096];
    let length = stream.read(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[..length]).into_owned()
}

/// Sends `bytes` again and again until the other side ends the connection; what it answered.
async fn dribble(stream: TcpStream, bytes: &[u8], every: Duration) -> String {
    let (mut reading, mut writing) = stream.into_split();
    let mut answer = Vec::new();
    let read = reading.read_to_end(&mut answer);
    let write = async {
        while writing.write_all(bytes).await.is_ok() {
            tokio::time::sleep(every).await;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = read => {}
        () = write => {}
    }
    String::from_utf8_lossy(&answer).into_owned()
}

async fn within_five_seconds<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(5), what).await.expect("it took longer than five seconds")
}

#[tokio::test]
async fn a_connection_may_be_idle_for_longer_than_a_head_may_take() {
    let limits = ListenerLimits { header_read: Duration::from_millis(200), ..ListenerLimits::default() };
    let server = hello(limits).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200"));
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200"));
    let answer = within_five_seconds(dribble(stream, b"G", Duration::from_millis(50))).await;
    assert_eq!(answer, "", "a dribbled head is not answered");
}

#[tokio::test]
async fn an_idle_connection_ends_after_its_time() {
    let limits = ListenerLimits { idle: Duration::from_millis(300), ..ListenerLimits::default() };
    let server = hello(limits).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200"));
    assert_eq!(within_five_seconds(stream.read(&mut [0; 1])).await.unwrap_or(0), 0);
}

#[tokio::test]
async fn a_dribbled_body_is_cut_by_its_rate() {
    let limits = ListenerLimits {
        pace_window: Duration::from_millis(200),
        min_bytes_per_second: 1_000,
        ..ListenerLimits::default()
    };
    let mut stream = TcpStream::connect(reader(limits).await).await.unwrap();
    stream.write_all(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10000\r\n\r\n").await.unwrap();
    let answer = within_five_seconds(dribble(stream, b"x", Duration::from_millis(20))).await;
    assert!(answer.ends_with("too slow"), "{answer}");
}

#[tokio::test]
async fn a_body_without_an_end_is_cut_by_its_time() {
    let limits = ListenerLimits {
        body_read: Duration::from_millis(600),
        pace_window: Duration::from_millis(200),
        min_bytes_per_second: 10,
        ..ListenerLimits::default()
    };
    let mut stream = TcpStream::connect(reader(limits).await).await.unwrap();
    stream.write_all(b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n").await.unwrap();
    let answer = within_five_seconds(dribble(stream, b"4\r\nabcd\r\n", Duration::from_millis(20))).await;
    assert!(answer.ends_with("too slow"), "{answer}");
}

#[tokio::test]
async fn a_body_that_pauses_and_comes_in_time_is_read() {
    let limits = ListenerLimits {
        pace_window: Duration::from_millis(300),
        min_bytes_per_second: 10,
        ..ListenerLimits::default()
    };
    let mut stream = TcpStream::connect(reader(limits).await).await.unwrap();
    stream.write_all(b"POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 20\r\n\r\n").await.unwrap();
    for _ in 0..4 {
        stream.write_all(b"hello").await.unwrap();
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    let mut answer = String::new();
    within_five_seconds(stream.read_to_string(&mut answer)).await.unwrap();
    assert!(answer.ends_with("20 bytes"), "{answer}");
}

#[tokio::test]
async fn a_client_that_does_not_take_its_answer_is_let_go() {
    let limits = ListenerLimits { pace_window: Duration::from_millis(300), ..ListenerLimits::default() };
    let mut stream = TcpStream::connect(reader(limits).await).await.unwrap();
    stream.write_all(HELLO.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let mut answer = Vec::new();
    let _ = within_five_seconds(stream.read_to_end(&mut answer)).await;
    assert!(answer.starts_with(b"HTTP/1.1 200"));
    assert!(answer.len() < 64 << 20, "the whole answer was kept for a client that did not read");
}

#[tokio::test]
async fn idle_connections_make_room_for_those_who_ask() {
    let limits = ListenerLimits { max_connections: 4, idle: Duration::from_secs(4), ..ListenerLimits::default() };
    let server = hello(limits).await;
    let mut idle = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200"));
        idle.push(stream);
    }
    // Their own time would end after four seconds; they have to go before that.
    let answered = tokio::time::timeout(Duration::from_secs(3), server.get("/hello")).await;
    assert_eq!(answered.expect("idle connections kept a client out").status, 200);
}

#[tokio::test]
async fn good_clients_are_served_beside_three_hundred_bad_ones() {
    let server = hello(ListenerLimits::default()).await;
    let mut bad = tokio::task::JoinSet::new();
    for number in 0..300 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        bad.spawn(async move {
            let begin: &[u8] = match number % 3 {
                0 => b"",
                1 => b"GET /api/v1/hello HTTP/1.1\r\nx: ",
                _ => b"POST /api/v1/hello HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n",
            };
            let _ = stream.write_all(begin).await;
            while number % 3 > 0 && stream.write_all(b"x").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            tokio::time::sleep(Duration::from_secs(60)).await;
        });
    }
    let good = (0..10).map(|_| async {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        for _ in 0..50 {
            assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200"));
        }
    });
    tokio::time::timeout(Duration::from_secs(20), futures_util::future::join_all(good))
        .await
        .expect("good clients waited for bad ones");
}

/// An HTTP/2 client that lets the server send `window` bytes of an answer before it has to say that it wants more.
async fn http2_client(
    address: SocketAddr,
    window: u32,
) -> (http2::SendRequest<Empty<Bytes>>, tokio::task::JoinHandle<()>) {
    let stream = TcpStream::connect(address).await.unwrap();
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder.initial_stream_window_size(window).initial_connection_window_size(1 << 20);
    let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.unwrap();
    let connection = tokio::spawn(async move {
        let _ = connection.await;
    });
    (sender, connection)
}

async fn begin_answer(
    sender: &mut http2::SendRequest<Empty<Bytes>>,
    address: SocketAddr,
) -> http::Response<hyper::body::Incoming> {
    let request = http::Request::get(format!("http://{address}/")).body(Empty::new()).unwrap();
    let answer = sender.send_request(request).await.unwrap();
    assert_eq!(answer.status(), 200);
    answer
}

#[tokio::test]
async fn an_http2_client_that_does_not_take_its_answer_is_let_go() {
    // A whole window, a byte, and nothing at all; its connection answers pings all the while.
    for window in [65_535, 1, 0] {
        let limits = ListenerLimits { pace_window: Duration::from_millis(300), ..ListenerLimits::default() };
        let address = reader(limits).await;
        let (mut sender, connection) = http2_client(address, window).await;
        let answer = begin_answer(&mut sender, address).await;
        tokio::time::timeout(Duration::from_secs(3), connection)
            .await
            .unwrap_or_else(|_| panic!("a client that granted {window} bytes kept its answer in memory"))
            .unwrap();
        assert!(answer.into_body().collect().await.is_err(), "what came is not taken for all");
    }
}

#[tokio::test]
async fn an_http2_client_that_reads_one_answer_does_not_keep_ten_others_in_memory() {
    let limits = ListenerLimits {
        pace_window: Duration::from_millis(500),
        min_bytes_per_second: 100_000,
        ..ListenerLimits::default()
    };
    let address = long_answers(limits, 8 << 20, Duration::ZERO).await;
    let (mut sender, connection) = http2_client(address, 16_384).await;
    let mut read = begin_answer(&mut sender, address).await;
    // Faster than one answer has to be read, and slower than eleven.
    tokio::spawn(async move {
        while let Some(Ok(_)) = read.frame().await {
            tokio::time::sleep(Duration::from_millis(80)).await;
        }
    });
    let mut unread = Vec::new();
    for _ in 0..10 {
        let request = http::Request::get(format!("http://{address}/")).body(Empty::new()).unwrap();
        unread.push(sender.send_request(request).await);
    }
    tokio::time::timeout(Duration::from_secs(4), connection)
        .await
        .expect("ten answers were kept for a client that read one")
        .unwrap();
    drop(unread);
}

#[tokio::test]
async fn an_http2_client_that_reads_slowly_gets_the_whole_answer_however_long_it_takes() {
    let limits = ListenerLimits {
        pace_window: Duration::from_millis(200),
        min_bytes_per_second: 10_000,
        idle: Duration::from_millis(300),
        header_read: Duration::from_millis(300),
        ..ListenerLimits::default()
    };
    let address = long_answers(limits, 1 << 20, Duration::ZERO).await;
    let (mut sender, _connection) = http2_client(address, 65_535).await;
    let mut body = begin_answer(&mut sender, address).await.into_body();
    let mut length = 0;
    while let Some(frame) = body.frame().await {
        length += frame.expect("the answer goes on").into_data().expect("data").len();
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
    assert_eq!(length, 1 << 20);
}

#[tokio::test]
async fn an_http2_client_waits_for_a_slow_operation_and_is_not_let_go_for_it() {
    let limits = ListenerLimits { pace_window: Duration::from_millis(200), ..ListenerLimits::default() };
    let address = long_answers(limits, 100, Duration::from_millis(1_500)).await;
    let (mut sender, _connection) = http2_client(address, 65_535).await;
    for _ in 0..2 {
        let body = begin_answer(&mut sender, address).await.into_body();
        assert_eq!(body.collect().await.expect("the whole answer").to_bytes().len(), 100);
    }
}

/// Answers with so many bytes, after so long.
struct LongAnswers(usize, Duration);

impl Responder for LongAnswers {
    async fn respond(&self, _: http::Request<RequestBody>, _: SocketAddr) -> http::Response<ResponseBody> {
        tokio::time::sleep(self.1).await;
        http::Response::new(ResponseBody::from(vec![b'x'; self.0]))
    }
}

async fn long_answers(limits: ListenerLimits, length: usize, after: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (trigger, shutdown) = shutdown_signal();
    tokio::spawn(async move {
        serve(listener, Arc::new(LongAnswers(length, after)), limits, shutdown).await;
        drop(trigger);
    });
    address
}
