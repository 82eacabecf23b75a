//! A real edge on a loopback port, with native handlers, and a client that sends bytes as they are given.

use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use hyper_util::rt::TokioIo;
use quarry::contract::{
    Allowance, Answer, Body, BudgetState, Caller, Entitlements, Feature, Fragment, Handler, KeyCaller, Parameter,
    ParameterKind, ParameterPlace, Plan, Problem, Request, Route, Scope, Spending, native,
};
use quarry::edge::cursor::{CursorKey, CursorKeys};
use quarry::edge::{
    AddressLimits, Authenticator, Drained, Edge, EdgeConfiguration, KeyRefusal, ListenerLimits, Registration,
    RequestBudgets, RequestLimits, RoutingTable, RoutingTablePublisher, publish_routes, serve,
};
use quarry::shutdown::{ShutdownTrigger, shutdown_signal};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Knows `qk_read`, `qk_exports` (without the scope `read`), `qk_store_down` and `qk_store_hangs`.
struct KnownKeys;

impl Authenticator for KnownKeys {
    fn authenticate<'a>(
        &'a self,
        presented: &'a str,
        _client_ip: IpAddr,
    ) -> futures_util::future::BoxFuture<'a, Result<Arc<KeyCaller>, KeyRefusal>> {
        Box::pin(async move {
            let scope = match presented {
                "qk_read" => Scope::Read,
                "qk_exports" => Scope::Exports,
                "qk_store_down" => return Err(Problem::data_source_unavailable("The app store is down.").into()),
                "qk_store_hangs" => std::future::pending().await,
                _ => return Err(Problem::new(401, "invalid_or_revoked_key", "The key is unknown.").into()),
            };
            Ok(Arc::new(KeyCaller {
                key_id: 1,
                key_name: "test".to_owned(),
                scopes: vec![scope],
                organization_id: 2,
                organization_name: "Test".to_owned(),
                organization_kind: "personal".to_owned(),
                user_id: 3,
                entitlements: Arc::new(everything()),
            }))
        })
    }
}

/// No plan sets a number.
struct Unlimited;

impl RequestBudgets for Unlimited {
    fn spend<'a>(&'a self, _: &'a KeyCaller) -> futures_util::future::BoxFuture<'a, Result<Spending, Problem>> {
        Box::pin(async { Ok(Spending::Unlimited) })
    }

    fn budget_state<'a>(&'a self, _: &'a KeyCaller) -> futures_util::future::BoxFuture<'a, Option<BudgetState>> {
        Box::pin(async { None })
    }
}

fn everything() -> Entitlements {
    let plan = Plan {
        key: "institution".to_owned(),
        name: "Institution".to_owned(),
        allowances: [None; Allowance::ALL.len()],
        features: [true; Feature::ALL.len()],
    };
    Entitlements::in_force(plan, &[], &[], jiff::Timestamp::now())
}

pub(crate) fn register(route: Route, handler: Arc<dyn Handler>) -> Registration {
    Registration { route: Arc::new(route), handler, enabled: true }
}

/// A handler that says who asked and with what.
pub(crate) fn echo() -> Arc<dyn Handler> {
    native(|request: Request| async move {
        let caller = match &request.caller {
            Caller::Nobody | Caller::Job(_) => "nobody",
            Caller::Key(key) => &key.key_name,
            Caller::Person(person) => &person.name,
        };
        json(&format!("{{\"caller\":\"{caller}\",\"parameters\":{:?}}}", format!("{:?}", request.parameters)))
    })
}

pub(crate) fn json(text: &str) -> Result<Answer, Problem> {
    Ok(Answer {
        status: 200,
        body: Body::Json(vec![Fragment::Text(text.to_owned())]),
        pinned: Vec::new(),
        headers: Vec::new(),
        version: None,
    })
}

/// A running edge; it stops when it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) publisher: RoutingTablePublisher,
    pub(crate) shutdown: ShutdownTrigger,
    pub(crate) serving: JoinHandle<Drained>,
}

pub(crate) async fn start(registrations: Vec<Registration>) -> Server {
    start_with(registrations, RequestLimits::default(), ListenerLimits::default(), None).await
}

pub(crate) async fn start_with(
    registrations: Vec<Registration>,
    limits: RequestLimits,
    listener_limits: ListenerLimits,
    public_origin: Option<&str>,
) -> Server {
    let configuration =
        EdgeConfiguration { limits, public_origin: public_origin.map(str::to_owned), ..configuration() };
    start_edge(registrations, configuration, listener_limits).await
}

/// Gives a configuration for tests that do not care about it.
pub(crate) fn configuration() -> EdgeConfiguration {
    EdgeConfiguration {
        base_path: "/api/v1/".to_owned(),
        public_origin: None,
        limits: RequestLimits::default(),
        cursor_keys: CursorKeys { current: CursorKey::new(&[7; 32]), previous: Vec::new() },
        trusted_proxies: Vec::new().into(),
        address_limits: AddressLimits::UNLIMITED,
    }
}

pub(crate) async fn start_edge(
    registrations: Vec<Registration>,
    configuration: EdgeConfiguration,
    listener_limits: ListenerLimits,
) -> Server {
    let (publisher, edge) = edge_of(registrations, configuration);
    let edge = Arc::new(edge);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (shutdown, signal) = shutdown_signal();
    let serving = tokio::spawn(serve(listener, edge, listener_limits, signal));
    Server { address, publisher, shutdown, serving }
}

/// An edge without a listener.
pub(crate) fn edge(
    registrations: Vec<Registration>,
    limits: RequestLimits,
    public_origin: Option<&str>,
) -> (RoutingTablePublisher, Edge) {
    let configuration =
        EdgeConfiguration { limits, public_origin: public_origin.map(str::to_owned), ..configuration() };
    edge_of(registrations, configuration)
}

fn edge_of(registrations: Vec<Registration>, configuration: EdgeConfiguration) -> (RoutingTablePublisher, Edge) {
    let (publisher, routes) = publish_routes(RoutingTable::build(registrations).unwrap());
    (publisher, Edge::new(configuration, routes, Arc::new(KnownKeys), Arc::new(Unlimited)))
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Response {
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The header's value, or an empty text.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }
}

impl Server {
    pub(crate) async fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[]).await
    }

    /// One request over a connection of its own; `path` is below the base path unless it is a whole one.
    pub(crate) async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
        let path = if path.starts_with("/api/") { path.to_owned() } else { format!("/api/v1{path}") };
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let mut request = http::Request::builder().method(method).uri(path).header("host", "quarry.test");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(http_body_util::Empty::<bytes::Bytes>::new()).unwrap();
        let (parts, body) = sender.send_request(request).await.unwrap().into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Response { status: parts.status, headers: parts.headers, text: String::from_utf8(bytes.into()).unwrap() }
    }
}

/// The header of a key with the scope `read`.
pub(crate) const KEY: (&str, &str) = ("authorization", "Bearer qk_read");

pub(crate) fn parameter(name: &str, place: ParameterPlace, kind: ParameterKind) -> Parameter {
    Parameter {
        name: name.to_owned(),
        place,
        required: place == ParameterPlace::Path,
        kind,
        description: String::new(),
        example: None,
    }
}

/// Checks a refusal's whole form, but for its sentence.
#[track_caller]
pub(crate) fn assert_problem(response: &Response, status: u16, code: &str) {
    assert_eq!(response.status.as_u16(), status, "{response:?}");
    let body = response.json();
    assert_eq!(body["error"], code, "{body}");
    assert!(body["detail"].as_str().is_some_and(|sentence| sentence.len() > 10), "{body}");
    assert_eq!(body["request_id"], response.header("x-request-id"));
    assert_eq!(response.header("content-type"), "application/json");
    assert_eq!(response.header("cache-control"), "no-store");
    assert_eq!(response.headers.contains_key("retry-after"), matches!(status, 429 | 503));
    assert!(!response.headers.contains_key("etag"));
}
