//! Telemetry for an operator: every line of a request under its id, its trace at a collector, its count; and no secret
//! anywhere.

use crate::edge_http::support::{echo, edge, json, register};
use http_body_util::{BodyExt, Empty, Full};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use quarry::admin::Admin;
use quarry::config::{LogFormat, TelemetrySection};
use quarry::contract::{keyed_get, keyless_get, native};
use quarry::edge::{Listener, ListenerLimits, RequestLimits, Responder};
use quarry::health::Health;
use quarry::shutdown::{ShutdownTrigger, shutdown_signal};
use quarry::telemetry::{ComponentFigureSet, Figures, logging, traces};
use serde_json::Value as Json;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tracing_subscriber::layer::SubscriberExt;

const SECRET: &str = "qk_read";

fn section(otlp_endpoint: &str) -> TelemetrySection {
    TelemetrySection {
        log: "info".to_owned(),
        log_format: LogFormat::Json,
        otlp_endpoint: otlp_endpoint.to_owned(),
        service_name: "quarry-under-test".to_owned(),
        trace_ratio: 1.0,
    }
}

/// The log, in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn lines(&self) -> Vec<Json> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

async fn start<R: Responder>(responder: R) -> (SocketAddr, ShutdownTrigger) {
    let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    let (trigger, shutdown) = shutdown_signal();
    tokio::spawn(Listener::new(socket, ListenerLimits::default()).serve(Arc::new(responder), shutdown));
    (address, trigger)
}

async fn get(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> (u16, http::HeaderMap, String) {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let mut request = http::Request::get(path).header("host", "quarry.test");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = sender.send_request(request.body(Empty::<bytes::Bytes>::new()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    let text = String::from_utf8(body.collect().await.unwrap().to_bytes().into()).unwrap();
    (parts.status.as_u16(), parts.headers, text)
}

/// An edge with a handler that logs, as a component's lines are.
fn talkative_edge() -> quarry::edge::Edge {
    let handler = native(|_| async {
        tracing::warn!(target: "quarry_runtime::capabilities::log", component = "talkative", "half way");
        json("{}")
    });
    let route = keyed_get("talk", "/talk/{topic}", "");
    let topic = crate::edge_http::support::parameter(
        "topic",
        quarry::contract::ParameterPlace::Path,
        quarry::contract::ParameterKind::Text { max_length: 100 },
    );
    let route = quarry::contract::Route { parameters: vec![topic], ..route };
    let (publisher, edge) = edge(vec![register(route, handler)], RequestLimits::default(), None);
    // What is served stays as it is.
    drop(publisher);
    edge
}

#[tokio::test]
async fn every_line_of_a_request_has_its_id_and_none_has_its_key() {
    let log = Log::default();
    let written = log.clone();
    let layers = logging::log_layers(&section(""), move || written.clone(), false).unwrap();
    let _logging = tracing::subscriber::set_default(tracing_subscriber::registry().with(layers));
    let (address, _trigger) = start(talkative_edge()).await;
    let headers = [("authorization", "Bearer qk_read"), ("x-request-id", "id-of-the-request")];
    let (status, _, _) = get(address, "/api/v1/talk/markets", &headers).await;
    assert_eq!(status, 200);
    let lines = log.lines();
    let of =
        |message: &str| lines.iter().find(|line| line["message"] == message).unwrap_or_else(|| panic!("{lines:?}"));
    assert_eq!(of("half way")["request_id"], "id-of-the-request");
    assert_eq!(of("half way")["component"], "talkative");
    assert_eq!(of("half way")["level"], "WARN");
    let answered = of("request answered");
    assert_eq!(answered["request_id"], "id-of-the-request");
    assert_eq!((&answered["route"], &answered["status"]), (&"/talk/{topic}".into(), &200.into()));
    assert!(answered["duration_ms"].as_f64().is_some_and(|duration| duration > 0.0));
    assert!(answered["timestamp"].as_str().is_some_and(|text| text.ends_with('Z')));
    assert!(!log.text().contains(SECRET), "{}", log.text());
    assert!(!log.text().contains("otel."), "{}", log.text());
}

/// A line of a library that nobody keeps.
struct LineOfALibrary;

static LINE_OF_A_LIBRARY: LineOfALibrary = LineOfALibrary;
static ABOUT_IT: tracing::Metadata<'static> = tracing::Metadata::new(
    "query",
    "sqlx::query",
    tracing::Level::DEBUG,
    None,
    None,
    None,
    tracing::field::FieldSet::new(&[], tracing::callsite::Identifier(&LINE_OF_A_LIBRARY)),
    tracing::metadata::Kind::EVENT,
);

impl tracing::callsite::Callsite for LineOfALibrary {
    fn set_interest(&self, _: tracing::subscriber::Interest) {}

    fn metadata(&self) -> &tracing::Metadata<'_> {
        &ABOUT_IT
    }
}

#[test]
fn no_line_and_no_span_is_lost_behind_a_librarys_question() {
    let log = Log::default();
    let written = log.clone();
    let layers = logging::log_layers(&section(""), move || written.clone(), false).unwrap();
    let _logging = tracing::subscriber::set_default(tracing_subscriber::registry().with(layers));
    for number in 0..5 {
        // As the crate `log` asks, for sqlx behind each statement.
        tracing::dispatcher::get_default(|dispatch| dispatch.enabled(&ABOUT_IT));
        let span = tracing::info_span!(target: "quarry_edge::trace", "request", request_id = number);
        tracing::dispatcher::get_default(|dispatch| dispatch.enabled(&ABOUT_IT));
        span.in_scope(|| tracing::info!(target: "quarry_edge::trace", "request answered"));
    }
    let ids: Vec<u64> = log.lines().iter().filter_map(|line| line["request_id"].as_u64()).collect();
    assert_eq!(ids, [0, 1, 2, 3, 4], "{}", log.text());
}

/// The requests that were posted to a collector: method and path, and the body.
type Received = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

async fn collector() -> (SocketAddr, Received) {
    let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    let received = Received::default();
    let kept = Arc::clone(&received);
    tokio::spawn(async move {
        while let Ok((stream, _)) = socket.accept().await {
            let kept = Arc::clone(&kept);
            let service = service_fn(move |request: http::Request<hyper::body::Incoming>| {
                let kept = Arc::clone(&kept);
                async move {
                    let path = format!("{} {}", request.method(), request.uri().path());
                    assert_eq!(request.headers()["content-type"], "application/x-protobuf");
                    let body = request.into_body().collect().await?.to_bytes();
                    kept.lock().unwrap().push((path, body.to_vec()));
                    Ok::<_, hyper::Error>(http::Response::new(Full::new(bytes::Bytes::new())))
                }
            });
            tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
    });
    (address, received)
}

fn holds(body: &[u8], bytes: &[u8]) -> bool {
    body.windows(bytes.len()).any(|window| window == bytes)
}

#[tokio::test]
async fn a_request_is_a_span_of_its_callers_trace_at_the_collector() {
    let (collector, received) = collector().await;
    let provider = traces::provider(&section(&format!("http://{collector}"))).unwrap().unwrap();
    let tracing = tracing_subscriber::registry().with(vec![traces::layer(&provider)]);
    let _tracing = tracing::subscriber::set_default(tracing);
    let (address, _trigger) = start(talkative_edge()).await;
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let traceparent = format!("00-{trace}-00f067aa0ba902b7-01");
    let headers = [("authorization", "Bearer qk_read"), ("traceparent", traceparent.as_str())];
    assert_eq!(get(address, "/api/v1/talk/a-topic", &headers).await.0, 200);
    for _ in 0..100 {
        if !received.lock().unwrap().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let received = received.lock().unwrap().clone();
    let (path, body) = received.first().expect("nothing reached the collector");
    assert_eq!(path, "POST /v1/traces");
    let trace_id: Vec<u8> = (0..16).map(|at| u8::from_str_radix(&trace[at * 2..at * 2 + 2], 16).unwrap()).collect();
    for (what, bytes) in [
        ("the service", b"quarry-under-test".as_slice()),
        ("the span's name", b"GET /talk/{topic}"),
        ("the route", b"http.route"),
        ("the caller's trace", &trace_id),
        ("the caller's span", &[0x00, 0xf0, 0x67, 0xaa, 0x0b, 0xa9, 0x02, 0xb7]),
        ("the warning", b"half way"),
    ] {
        assert!(holds(body, bytes), "{what} did not reach the collector: {}", String::from_utf8_lossy(body));
    }
    for secret in [SECRET.as_bytes(), b"a-topic"] {
        assert!(!holds(body, secret), "{} left with a span", String::from_utf8_lossy(secret));
    }
}

#[tokio::test]
async fn a_collector_that_is_down_delays_nobody() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let provider = traces::provider(&section(&format!("http://{closed}"))).unwrap().unwrap();
    let tracing = tracing_subscriber::registry().with(vec![traces::layer(&provider)]);
    let _tracing = tracing::subscriber::set_default(tracing);
    let (address, _trigger) = start(talkative_edge()).await;
    let asking = async {
        for _ in 0..50 {
            assert_eq!(get(address, "/api/v1/talk/x", &[("authorization", "Bearer qk_read")]).await.0, 200);
        }
    };
    tokio::time::timeout(Duration::from_secs(10), asking).await.expect("requests waited for the collector");
}

#[test]
fn a_collector_that_cannot_be_meant_is_refused() {
    for endpoint in ["https://collector:4318", "collector:4318", "http://"] {
        let refusal = traces::provider(&section(endpoint)).unwrap_err().to_string();
        assert!(refusal.contains("telemetry.otlp_endpoint"), "{refusal}");
    }
    let wrong = TelemetrySection { trace_ratio: 2.0, ..section("http://127.0.0.1:4318") };
    assert!(traces::provider(&wrong).unwrap_err().to_string().contains("telemetry.trace_ratio"));
}

#[tokio::test]
async fn figures_name_routes_and_never_what_a_client_wrote() {
    let health = Arc::new(Health::new(1, 0));
    let components = Arc::new(ComponentFigureSet::default());
    components.of("markets");
    let figures = Arc::new(Figures::new(components, Arc::clone(&health)));
    let edge = talkative_edge().with_telemetry(&figures, Arc::clone(&health));
    let (address, _trigger) = start(edge).await;
    for path in ["/api/v1/talk/one", "/api/v1/talk/two", "/api/v1/no-such-path", "/elsewhere"] {
        get(address, path, &[("authorization", "Bearer qk_read")]).await;
    }
    get(address, "/api/v1/talk/three", &[]).await;
    let (admin, _trigger) = start(Admin::new(figures, Arc::clone(&health))).await;
    let (status, headers, text) = get(admin, "/metrics", &[]).await;
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "application/openmetrics-text; version=1.0.0; charset=utf-8");
    for line in [
        "quarry_http_requests_total{route=\"/talk/{topic}\",method=\"GET\",status=\"2xx\"} 2",
        "quarry_http_requests_total{route=\"/talk/{topic}\",method=\"GET\",status=\"4xx\"} 1",
        "quarry_http_requests_total{route=\"(none)\",method=\"(none)\",status=\"4xx\"} 2",
        "quarry_http_request_duration_seconds_count{route=\"/talk/{topic}\",method=\"GET\"} 3",
        "quarry_http_requests_in_flight 0",
        "quarry_component_calls_total{component=\"markets\"} 0",
        "quarry_store_reachable{store=\"warehouse\"} 1",
        "quarry_ready 1",
        "# EOF",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
    for word in ["one", "no-such-path", "elsewhere"] {
        assert!(!text.contains(&format!("{word}\"")), "{word} is a label");
    }
    let (status, _, text) = get(admin, "/readyz", &[]).await;
    assert_eq!((status, text.contains("\"ready\"")), (200, true), "{text}");
    health.drain();
    let (status, _, text) = get(admin, "/readyz", &[]).await;
    assert_eq!((status, text.contains("draining")), (503, true), "{text}");
    assert_eq!(get(admin, "/healthz", &[]).await.0, 200);
    for (path, status, text) in [("/healthz", 200, "alive\n"), ("/readyz", 503, "not ready\n")] {
        let answer = get(address, path, &[]).await;
        assert_eq!((answer.0, answer.2.as_str()), (status, text));
        assert_eq!(answer.1["cache-control"], "no-store");
    }
}

#[tokio::test]
async fn a_client_that_leaves_is_counted_as_one() {
    let health = Arc::new(Health::new(0, 0));
    let figures = Arc::new(Figures::new(Arc::default(), Arc::clone(&health)));
    let hanging = native(|_| std::future::pending());
    let (_publisher, edge) = edge(
        vec![register(keyless_get("hang", "/hang", ""), hanging), register(keyless_get("hello", "/hello", ""), echo())],
        RequestLimits::default(),
        None,
    );
    let (address, _trigger) = start(edge.with_telemetry(&figures, health)).await;
    let leaving = tokio::time::timeout(Duration::from_millis(200), get(address, "/api/v1/hang", &[]));
    assert!(leaving.await.is_err());
    for _ in 0..100 {
        let text = figures.text().unwrap();
        if text.contains("quarry_http_requests_abandoned_total 1") && text.contains("quarry_http_requests_in_flight 0")
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{}", figures.text().unwrap());
}
