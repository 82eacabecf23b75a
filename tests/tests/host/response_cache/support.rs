//! A real edge on a loopback port whose clock the test moves, and handlers that count how often they were asked.

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{HeaderMap, StatusCode};
use http_body_util::{BodyExt, Empty};
use hyper_util::rt::TokioIo;
use jiff::Timestamp;
use quarry::clock::{Clock, ClockHand};
use quarry::contract::{
    Allowance, Answer, Body, BudgetState, DataSource, Entitlements, Feature, Fragment, Handler, KeyCaller, Parameter,
    ParameterKind, ParameterPlace, Plan, Problem, Request, Route, Scope, Served, Spending, keyless_get, native,
};
use quarry::edge::cursor::{CursorKey, CursorKeys};
use quarry::edge::{
    AddressLimits, Authenticator, DataVersions, Edge, EdgeConfiguration, KeyRefusal, ListenerLimits, Registration,
    RequestBudgets, RequestLimits, ResponseCacheSettings, RoutingTable, RoutingTablePublisher, publish_routes, serve,
};
use quarry::shutdown::{ShutdownTrigger, shutdown_signal};
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::RwLock;

/// Lets any key in, under its own name.
struct AnyKey;

impl Authenticator for AnyKey {
    fn authenticate<'a>(&'a self, key: &'a str, _: IpAddr) -> BoxFuture<'a, Result<Arc<KeyCaller>, KeyRefusal>> {
        let plan = Plan {
            key: "institution".to_owned(),
            name: "Institution".to_owned(),
            allowances: [None; Allowance::ALL.len()],
            features: [true; Feature::ALL.len()],
        };
        let caller = KeyCaller {
            key_id: 1,
            key_name: key.to_owned(),
            scopes: vec![Scope::Read],
            organization_id: 2,
            organization_name: "Test".to_owned(),
            organization_kind: "personal".to_owned(),
            user_id: 3,
            entitlements: Arc::new(Entitlements::in_force(plan, &[], &[], Timestamp::UNIX_EPOCH)),
        };
        Box::pin(async { Ok(Arc::new(caller)) })
    }
}

/// No plan sets a number.
struct Unlimited;

impl RequestBudgets for Unlimited {
    fn spend<'a>(&'a self, _: &'a KeyCaller) -> BoxFuture<'a, Result<Spending, Problem>> {
        Box::pin(async { Ok(Spending::Unlimited) })
    }

    fn budget_state<'a>(&'a self, _: &'a KeyCaller) -> BoxFuture<'a, Option<BudgetState>> {
        Box::pin(async { None })
    }
}

/// Each key has a hundred requests.
#[derive(Default)]
struct Hundred(Mutex<HashMap<String, u64>>);

impl RequestBudgets for Hundred {
    fn spend<'a>(&'a self, key: &'a KeyCaller) -> BoxFuture<'a, Result<Spending, Problem>> {
        let mut spent = self.0.lock().unwrap();
        let spent = spent.entry(key.key_name.clone()).or_default();
        *spent += 1;
        let state = BudgetState { limit: 100, remaining: 100 - *spent, resets_at_seconds: START_SECONDS + 3_600 };
        Box::pin(async move { Ok(Spending::Granted(state)) })
    }

    fn budget_state<'a>(&'a self, _: &'a KeyCaller) -> BoxFuture<'a, Option<BudgetState>> {
        Box::pin(async { None })
    }
}

/// The version of all data, as a test sets it. Whoever writes to the gate holds the answers up.
pub(crate) struct Versions {
    number: AtomicU64,
    pub(crate) asked: Count,
    pub(crate) gate: RwLock<()>,
}

impl Versions {
    pub(crate) fn new(number: u64) -> Arc<Versions> {
        Arc::new(Versions { number: AtomicU64::new(number), asked: Count::default(), gate: RwLock::new(()) })
    }

    pub(crate) fn number(&self) -> u64 {
        self.number.load(Ordering::SeqCst)
    }

    pub(crate) fn set(&self, number: u64) {
        self.number.store(number, Ordering::SeqCst);
    }
}

impl DataVersions for Versions {
    fn data_version(&self, _: DataSource) -> BoxFuture<'_, Option<u64>> {
        self.asked.next();
        Box::pin(async {
            let _passed = self.gate.read().await;
            Some(self.number.load(Ordering::SeqCst))
        })
    }
}

/// The number of times that a handler was asked.
#[derive(Clone, Default)]
pub(crate) struct Count(Arc<AtomicU32>);

impl Count {
    pub(crate) fn get(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }

    /// The number of this call, from 1.
    pub(crate) fn next(&self) -> u32 {
        self.0.fetch_add(1, Ordering::SeqCst) + 1
    }
}

pub(crate) fn json(text: impl Into<String>) -> Served {
    Ok(Answer {
        status: 200,
        body: Body::Json(vec![Fragment::Text(text.into())]),
        pinned: Vec::new(),
        headers: Vec::new(),
        version: None,
    })
}

/// A handler that answers with the number of its call, and that number's count.
pub(crate) fn counting() -> (Count, Arc<dyn Handler>) {
    counting_with(|number, _| json(format!("{{\"call\":{number}}}")))
}

pub(crate) fn counting_with(
    answer: impl Fn(u32, Request) -> Served + Send + Sync + 'static,
) -> (Count, Arc<dyn Handler>) {
    let count = Count::default();
    let (counted, answer) = (count.clone(), Arc::new(answer));
    let handler = native(move |request| {
        let (number, answer) = (counted.next(), Arc::clone(&answer));
        async move { answer(number, request) }
    });
    (count, handler)
}

pub(crate) fn registration(route: Route, handler: &Arc<dyn Handler>) -> Registration {
    Registration { route: Arc::new(route), handler: Arc::clone(handler), enabled: true }
}

/// `GET /kept`, a public read that is kept for a minute, with the parameters `address` and `period` (`hourly` where it
/// is not said).
pub(crate) fn kept_route() -> Route {
    let parameter = |name: &str, kind| Parameter {
        name: name.to_owned(),
        place: ParameterPlace::Query,
        required: false,
        kind,
        description: String::new(),
        example: None,
    };
    let values = vec!["hourly".to_owned(), "daily".to_owned()];
    Route {
        parameters: vec![
            parameter("address", ParameterKind::Address),
            parameter("period", ParameterKind::Choice { values, default: Some("hourly".to_owned()) }),
        ],
        ..keyless_get("kept", "/kept", "")
    }
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) publisher: RoutingTablePublisher,
    pub(crate) hand: ClockHand,
    _shutdown: ShutdownTrigger,
}

/// 2026-11-21T08:00:20Z: twenty seconds into a minute.
pub(crate) const START_SECONDS: i64 = 1_795_248_020;

pub(crate) async fn start(registrations: Vec<Registration>) -> Server {
    start_with(registrations, ResponseCacheSettings::default(), RequestLimits::default()).await
}

pub(crate) async fn start_with(
    registrations: Vec<Registration>,
    settings: ResponseCacheSettings,
    limits: RequestLimits,
) -> Server {
    start_edge(registrations, &settings, limits, Arc::new(Unlimited), None).await
}

/// An edge whose answers stand as long as `versions` says, and whose keys have a budget each.
pub(crate) async fn start_following(registrations: Vec<Registration>, versions: &Arc<Versions>) -> Server {
    let (settings, limits) = (ResponseCacheSettings::default(), RequestLimits::default());
    start_edge(registrations, &settings, limits, Arc::new(Hundred::default()), Some(Arc::clone(versions))).await
}

/// The same for keys that nothing counts.
pub(crate) async fn start_uncounted(registrations: Vec<Registration>, versions: &Arc<Versions>) -> Server {
    let (settings, limits) = (ResponseCacheSettings::default(), RequestLimits::default());
    start_edge(registrations, &settings, limits, Arc::new(Unlimited), Some(Arc::clone(versions))).await
}

async fn start_edge(
    registrations: Vec<Registration>,
    settings: &ResponseCacheSettings,
    limits: RequestLimits,
    budgets: Arc<dyn RequestBudgets>,
    versions: Option<Arc<Versions>>,
) -> Server {
    let (publisher, routes) = publish_routes(RoutingTable::build(registrations).unwrap());
    let configuration = EdgeConfiguration {
        base_path: "/api/v1".to_owned(),
        public_origin: None,
        limits,
        cursor_keys: CursorKeys { current: CursorKey::new(&[7; 32]), previous: Vec::new() },
        trusted_proxies: Vec::new().into(),
        address_limits: AddressLimits::UNLIMITED,
    };
    let (clock, hand) = Clock::stepped(Timestamp::from_second(START_SECONDS).unwrap());
    let mut edge = Edge::new(configuration, routes, Arc::new(AnyKey), budgets).with_response_cache(settings, clock);
    if let Some(versions) = versions {
        edge = edge.with_data_versions(versions);
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (shutdown, signal) = shutdown_signal();
    tokio::spawn(serve(listener, Arc::new(edge), ListenerLimits::default(), signal));
    Server { address, publisher, hand, _shutdown: shutdown }
}

/// An answer, read to its end.
#[derive(Debug, Clone)]
pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Response {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The header's value, or an empty text.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }
}

impl Server {
    pub(crate) async fn get(&self, path: &str) -> Response {
        send(self.address, "GET", path, &[]).await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
        send(self.address, method, path, headers).await
    }
}

/// One request over a connection of its own; `path` is below the base path. Dropped, it leaves.
pub(crate) async fn send(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    let connection = tokio::spawn(connection);
    let mut request = http::Request::builder().method(method).uri(format!("/api/v1{path}")).header("host", "test");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let leaving = Leaving(connection.abort_handle());
    let sent = sender.send_request(request.body(Empty::<Bytes>::new()).unwrap()).await.unwrap();
    let (parts, body) = sent.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    drop(leaving);
    Response { status: parts.status, headers: parts.headers, body }
}

/// Cuts the connection when the request's future is dropped.
struct Leaving(tokio::task::AbortHandle);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.abort();
    }
}
