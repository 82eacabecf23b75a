//! Live updates on real stores of both engines, over a real edge: what only shows when a client is slow or silent, and what
//! ends a session without a request.

mod app_store_support;

use anyhow::{Context, Result};
use app_store_support::{Fresh, fresh_stores};
use futures_util::future::BoxFuture;
use futures_util::{SinkExt, StreamExt};
use jiff::{SignedDuration, Timestamp};
use quarry::cable::{Audience, Cable, CableSettings, Notice, Notification, publish};
use quarry::clock::Clock;
use quarry::contract::{KeyCaller, Problem, Spending, Standing};
use quarry::edge::cursor::{CursorKey, CursorKeys};
use quarry::edge::{
    AddressLimits, Authenticator, Edge, EdgeConfiguration, KeyRefusal, ListenerLimits, RequestBudgets, RequestLimits,
    RoutingTable, ShutdownTrigger, publish_routes, serve, shutdown_signal,
};
use quarry::health::Health;
use quarry::identity::{
    Credentials, Letters, NewOrganization, NewSession, NewUser, OrganizationKind, Passwords, Secret, SessionSettings,
    Sessions, SignIn, SignInFrom, Users,
};
use quarry::secrets::SecretKeys;
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use quarry::telemetry::Figures;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

const PASSWORD: &str = "marble ostrich trumpet 71";
const SESSIONS: SessionSettings = SessionSettings {
    idle: SignedDuration::from_hours(2),
    longest: SignedDuration::from_hours(24),
    refresh: SignedDuration::from_hours(24),
};

/// No operation of this edge asks.
struct Nobody;

impl Authenticator for Nobody {
    fn authenticate<'a>(&'a self, _: &'a str, _: IpAddr) -> BoxFuture<'a, Result<Arc<KeyCaller>, KeyRefusal>> {
        Box::pin(async { Err(Problem::new(401, "invalid_or_revoked_key", "The key is unknown.").into()) })
    }
}

impl RequestBudgets for Nobody {
    fn spend<'a>(&'a self, _: &'a KeyCaller) -> BoxFuture<'a, Result<Spending, Problem>> {
        Box::pin(async { Ok(Spending::Unlimited) })
    }

    fn standing<'a>(&'a self, _: &'a KeyCaller) -> BoxFuture<'a, Option<Standing>> {
        Box::pin(async { None })
    }
}

/// A host with Ada, who is signed in, in an institution.
struct Place {
    fresh: Fresh,
    cable: Cable,
    sign_in: SignIn,
    ada: i64,
    organization_id: i64,
    session: NewSession,
    address: SocketAddr,
    _shutdown: ShutdownTrigger,
}

async fn place(fresh: Fresh, heartbeat: Duration) -> Result<Place> {
    let (store, now) = (fresh.store.clone(), Timestamp::now());
    let users = Users::new(store.clone(), Passwords::default());
    let password = Some(Secret::new(PASSWORD));
    let email = "ada@example.org".to_owned();
    let ada = users.create_user(NewUser { email: email.clone(), name: "Ada".to_owned(), password }, now).await?.user_id;
    let engines = NewOrganization {
        name: "Engines".to_owned(),
        kind: OrganizationKind::Institution,
        plan_key: "team".to_owned(),
    };
    let organization_id = users.create_organization(&engines, ada, now).await?;
    let sessions = Sessions::open(store.clone(), SESSIONS, now).await?;
    let (letters, keys) = (Letters::new(None), SecretKeys::unconnected());
    let sign_in = SignIn::new(store.clone(), Passwords::default(), sessions.clone(), letters, keys);
    let credentials = Credentials { email, password: Secret::new(PASSWORD), otp: None };
    let session = sign_in.with_password(credentials, &from(), now).await?;
    let settings = CableSettings { origins: Vec::new(), connections: 10, connections_per_person: 10, heartbeat };
    let cable = Cable::open(store, sessions, &settings, Clock::system()).await?;
    let (address, shutdown) = listen(&cable).await?;
    Ok(Place { fresh, cable, sign_in, ada, organization_id, session, address, _shutdown: shutdown })
}

fn from() -> SignInFrom {
    let address = "192.0.2.7".parse().expect("an address");
    SignInFrom {
        address,
        client: "quarry-web".to_owned(),
        user_agent: "Test/1".to_owned(),
        request_id: "request-1".into(),
    }
}

async fn listen(cable: &Cable) -> Result<(SocketAddr, ShutdownTrigger)> {
    let configuration = EdgeConfiguration {
        base_path: "/api/v1".to_owned(),
        public_origin: None,
        limits: RequestLimits::default(),
        cursor_keys: CursorKeys { current: CursorKey::new(&[7; 32]), previous: Vec::new() },
        trusted_proxies: Vec::new().into(),
        address_limits: AddressLimits::UNLIMITED,
    };
    let (_, routes) = publish_routes(RoutingTable::build(Vec::new())?);
    let edge = Edge::new(configuration, routes, Arc::new(Nobody), Arc::new(Nobody));
    let edge = Arc::new(edge.with_live_updates(Arc::new(cable.clone())));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let (trigger, shutdown) = shutdown_signal();
    tokio::spawn(serve(listener, edge, ListenerLimits::default(), shutdown.clone()));
    let cable = cable.clone();
    tokio::spawn(async move { cable.follow(shutdown, broadcast::channel(1).1).await });
    Ok((address, trigger))
}

impl Place {
    async fn connect(&self) -> Result<WebSocketStream<TcpStream>> {
        self.connect_over(TcpStream::connect(self.address).await?).await
    }

    async fn connect_over(&self, stream: TcpStream) -> Result<WebSocketStream<TcpStream>> {
        let ticket = self.cable.issue_ticket(self.session.session_id, Timestamp::now()).await?;
        let address = self.address;
        let url = format!("ws://{address}/cable?ticket={}", ticket.token.secret().expose());
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{address}").parse()?);
        let (mut socket, _) = client_async(request, stream).await?;
        let hello = socket.next().await.context("a greeting")??;
        assert!(hello.to_text()?.contains("hello"), "{hello}");
        Ok(socket)
    }
}

async fn publish_one(store: &AppStore, user_id: i64) -> Result<()> {
    let mut transaction = store.begin().await?;
    publish(&mut transaction, user_id, &Notice::PasswordChanged, Timestamp::now()).await?;
    Ok(transaction.commit().await?)
}

async fn tell(store: &AppStore, audience: Audience, text: &str) -> Result<u64> {
    let mut transaction = store.begin().await?;
    let data = serde_json::json!({ "text": text });
    let notification = Notification { component: "notebook", name: "note.shared", data: &data };
    let told = audience.tell(&mut transaction, &notification, Timestamp::now()).await?;
    transaction.commit().await?;
    Ok(told)
}

async fn hears(socket: &mut WebSocketStream<TcpStream>, text: &str) -> Result<()> {
    let message = tokio::time::timeout(Duration::from_secs(5), socket.next()).await?.context("a message")??;
    let message: serde_json::Value = serde_json::from_str(message.to_text()?)?;
    anyhow::ensure!(message["data"]["text"] == text, "{message}");
    Ok(())
}

/// The code of the farewell, once the connection has ended; 0 where there was none.
async fn farewell(socket: &mut WebSocketStream<TcpStream>, within: Duration) -> Result<u16> {
    let ending = async {
        while let Some(message) = socket.next().await {
            match message {
                Ok(Message::Close(frame)) => return frame.map_or(0, |frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return 0,
            }
        }
        0
    };
    tokio::time::timeout(within, ending).await.context("the connection goes on")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ends_a_session_without_a_request_ends_its_connection_within_a_second() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(15)).await?;
        let store = &place.fresh.store;
        let long_ago = Timestamp::now().saturating_sub(SignedDuration::from_hours(3))?.as_microsecond();
        let (ada, organization) = (Value::Int64(place.ada), Value::Int64(place.organization_id));
        let session = Value::Int64(place.session.session_id);
        for (end, again, value) in [
            (
                "UPDATE users SET disabled_at = 1 WHERE id = $1",
                "UPDATE users SET disabled_at = NULL WHERE id = $1",
                &ada,
            ),
            (
                "UPDATE organizations SET status = 'suspended' WHERE id = $1",
                "UPDATE organizations SET status = 'active' WHERE id = $1",
                &organization,
            ),
            (
                &format!("UPDATE sessions SET last_seen_at = {long_ago} WHERE id = $1"),
                "UPDATE sessions SET last_seen_at = expires_at WHERE id = $1",
                &session,
            ),
            ("DELETE FROM sessions WHERE id = $1", "SELECT CAST($1 AS BIGINT)", &session),
        ] {
            let mut socket = place.connect().await?;
            store.execute(end, std::slice::from_ref(value)).await?;
            let ended = Instant::now();
            assert_eq!(farewell(&mut socket, Duration::from_secs(3)).await?, 1008, "{end}");
            assert!(ended.elapsed() < Duration::from_millis(1_100), "{end}: {:?}", ended.elapsed());
            store.query(again, std::slice::from_ref(value)).await?;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_reach_their_reader_once_and_in_order_however_late_they_commit() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(15)).await?;
        let store = &place.fresh.store;
        let mut socket = place.connect().await?;
        let is_postgres = store.dialect() == quarry::stores::app::AppStoreDialect::Postgres;
        // One that has its number first, and commits last. (SQLite has one writer at a time.)
        let mut late = None;
        if is_postgres {
            let mut transaction = store.begin().await?;
            publish(&mut transaction, place.ada, &Notice::TwoFactorChanged, Timestamp::now()).await?;
            late = Some(transaction);
        }
        for _ in 0..3 {
            publish_one(store, place.ada).await?;
        }
        let mut kinds = Vec::new();
        for _ in 0..3 {
            let message = tokio::time::timeout(Duration::from_secs(3), socket.next()).await?.context("a message")??;
            kinds.push(serde_json::from_str::<serde_json::Value>(message.to_text()?)?["kind"].clone());
        }
        assert_eq!(kinds, ["password_changed"; 3]);
        if let Some(transaction) = late {
            transaction.commit().await?;
            let message =
                tokio::time::timeout(Duration::from_secs(3), socket.next()).await?.context("the late one")??;
            assert!(message.to_text()?.contains("two_factor_changed"), "{message}");
        }
        let further = tokio::time::timeout(Duration::from_millis(1_200), socket.next()).await;
        assert!(further.is_err(), "each is told once: {further:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_organization_is_told_reaches_its_members_on_every_host_behind_whatever_crowd() -> Result<()> {
    for fresh in fresh_stores().await? {
        let mut place = place(fresh, Duration::from_secs(15)).await?;
        let store = place.fresh.store.clone();
        let mut here = place.connect().await?;
        let sessions = place.sign_in.sessions().clone();
        let settings = CableSettings {
            origins: Vec::new(),
            connections: 10,
            connections_per_person: 10,
            heartbeat: Duration::from_secs(15),
        };
        let other_host = Cable::open(store.clone(), sessions, &settings, Clock::system()).await?;
        let (address, _shutdown) = listen(&other_host).await?;
        place.address = address;
        let mut there = place.connect().await?;
        assert_eq!(tell(&store, Audience::Organization(place.organization_id), "all").await?, 1);
        hears(&mut here, "all").await?;
        hears(&mut there, "all").await?;
        // More for others than one look of a host reads at once.
        let users = Users::new(store.clone(), Passwords::default());
        let new = NewUser { email: "eve@example.org".to_owned(), name: "Eve".to_owned(), password: None };
        let eve = users.create_user(new, Timestamp::now()).await?.user_id;
        let crowd = "INSERT INTO cable_messages (user_id, body, created_at)
                     WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 12000)
                     SELECT CAST($1 AS BIGINT), '{}', CAST($2 AS BIGINT) FROM numbers";
        store.execute(crowd, &[Value::Int64(eve), Value::Timestamp(Timestamp::now().as_microsecond())]).await?;
        assert_eq!(tell(&store, Audience::Person(place.ada), "own").await?, 1);
        hears(&mut here, "own").await?;
        hears(&mut there, "own").await?;
        for socket in [&mut here, &mut there] {
            let further = tokio::time::timeout(Duration::from_millis(1_200), socket.next()).await;
            assert!(further.is_err(), "each is told once, and of nobody else: {further:?}");
        }
        assert_eq!(tell(&store, Audience::Person(eve + 1_000), "nobody").await?, 0, "there is no such person");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_client_and_a_slow_reader_are_let_go_and_nobody_waits_for_them() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(1)).await?;
        let store = &place.fresh.store;
        // It reads nothing from now on, so it answers no heartbeat.
        let mut silent = place.connect().await?;
        let mut reader = place.connect().await?;
        let reading = tokio::spawn(async move {
            while let Some(Ok(message)) = reader.next().await {
                if message.is_text() {
                    return true;
                }
            }
            false
        });
        tokio::time::sleep(Duration::from_millis(2_600)).await;
        let after = Instant::now();
        assert_eq!(farewell(&mut silent, Duration::from_secs(5)).await?, 0, "it is cut");
        assert!(after.elapsed() < Duration::from_secs(1), "it had ended already");
        publish_one(store, place.ada).await?;
        let heard = tokio::time::timeout(Duration::from_secs(3), reading).await??;
        assert!(heard, "who answers goes on hearing");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_may_wait_for_one_reader_ends_that_reader_alone() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(15)).await?;
        let store = &place.fresh.store;
        let mut slow = place.connect().await?;
        // More than the sockets between them hold.
        let body = format!("{{\"type\":\"notice\",\"text\":\"{}\"}}", "x".repeat(100_000));
        let sql = "INSERT INTO cable_messages (user_id, body, created_at) VALUES ($1, $2, $3)";
        for _ in 0..300 {
            let now = Value::Timestamp(Timestamp::now().as_microsecond());
            store.execute(sql, &[Value::Int64(place.ada), Value::Text(body.clone()), now]).await?;
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        let mut taken = 0;
        let ending = async {
            while let Some(Ok(Message::Text(_))) = slow.next().await {
                taken += 1
            }
        };
        tokio::time::timeout(Duration::from_secs(30), ending).await.context("the connection goes on")?;
        assert!(taken < 300, "all {taken} were kept for somebody who did not read");
        let mut other = place.connect().await?;
        publish_one(store, place.ada).await?;
        let message = tokio::time::timeout(Duration::from_secs(3), other.next()).await?.context("a message")??;
        assert!(message.to_text()?.contains("password_changed"));
    }
    Ok(())
}

#[tokio::test]
async fn a_ticket_is_stored_as_its_hash_and_expires() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(15)).await?;
        let now = Timestamp::now();
        let ticket = place
            .cable
            .issue_ticket(place.session.session_id, now.saturating_sub(SignedDuration::from_secs(31))?)
            .await?;
        let url = format!("ws://{}/cable?ticket={}", place.address, ticket.token.secret().expose());
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{}", place.address).parse()?);
        let refused = client_async(request, TcpStream::connect(place.address).await?).await;
        assert!(refused.is_err(), "a ticket of 31 seconds");
        let fresh_one = place.cable.issue_ticket(place.session.session_id, now).await?;
        let sql = "SELECT COUNT(*) AS found FROM cable_tickets WHERE hash = $1";
        let count = |bytes: Vec<u8>| {
            let store = place.fresh.store.clone();
            async move {
                let rows = store.query(sql, &[Value::Bytes(bytes)]).await?;
                quarry::stores::app::Row::first(&rows).context("a row")?.integer("found").map_err(anyhow::Error::from)
            }
        };
        assert_eq!(count(fresh_one.token.hash().to_vec()).await?, 1);
        assert_eq!(count(fresh_one.token.secret().expose().as_bytes().to_vec()).await?, 0);
        place.sign_in.sessions().end(place.session.session_id).await?;
        assert_eq!(count(fresh_one.token.hash().to_vec()).await?, 0, "it goes with its session");
    }
    Ok(())
}

/// Waits until that many connections are counted as open.
async fn open_connections(cable: &Cable, expected: i64, within: Duration) -> Result<()> {
    let began = Instant::now();
    while cable.figures().open() != expected {
        anyhow::ensure!(began.elapsed() < within, "{} are open, and not {expected}", cable.figures().open());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_take_what_is_sent_is_cut_with_the_session_all_the_same() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(15)).await?;
        let store = &place.fresh.store;
        let narrow = TcpSocket::new_v4()?;
        narrow.set_recv_buffer_size(16 << 10)?;
        let _silent = place.connect_over(narrow.connect(place.address).await?).await?;
        open_connections(&place.cable, 1, Duration::from_secs(2)).await?;
        // More than the sockets between them hold, and less than may wait for one reader.
        let body = format!("{{\"type\":\"notice\",\"text\":\"{}\"}}", "x".repeat(240_000));
        for _ in 0..60 {
            let sql = "INSERT INTO cable_messages (user_id, body, created_at) VALUES ($1, $2, $3)";
            let now = Value::Timestamp(Timestamp::now().as_microsecond());
            store.execute(sql, &[Value::Int64(place.ada), Value::Text(body.clone()), now]).await?;
        }
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        assert_eq!(place.cable.figures().open(), 1, "it is being written to");
        place.sign_in.sessions().end(place.session.session_id).await?;
        // A second to notice, and one each for the farewell and the answer to it.
        open_connections(&place.cable, 0, Duration::from_secs(5)).await?;
        let figures = Figures::new(Arc::default(), Arc::new(Health::new(1, 0))).with_cable(place.cable.figures());
        let text = figures.text()?;
        assert!(text.contains("quarry_cable_connections_ended_total{end=\"session_ended\"} 1"), "{text}");
        let told = text.lines().find_map(|line| line.strip_prefix("quarry_cable_messages_sent_total "));
        assert!(told.and_then(|told| told.parse().ok()).is_some_and(|told: u32| told < 60), "it was blocked: {told:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_pings_without_end_is_let_go() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(15)).await?;
        let mut socket = place.connect().await?;
        for _ in 0..20 {
            socket.send(Message::Ping("a few are fine".into())).await?;
        }
        publish_one(&place.fresh.store, place.ada).await?;
        let heard = async {
            loop {
                match socket.next().await {
                    Some(Ok(Message::Text(_))) => return true,
                    Some(Ok(_)) => {}
                    _ => return false,
                }
            }
        };
        assert!(tokio::time::timeout(Duration::from_secs(3), heard).await?, "it goes on");
        for _ in 0..40 {
            // It may be over already.
            let _ = socket.send(Message::Ping("too many".into())).await;
        }
        assert_eq!(farewell(&mut socket, Duration::from_secs(3)).await?, 1008);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_messages_and_refusals_are_counted() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(15)).await?;
        let health = Arc::new(Health::new(1, 0));
        let figures = Figures::new(Arc::default(), health).with_cable(place.cable.figures());
        let counted = |line: &str| -> Result<()> {
            let text = figures.text()?;
            anyhow::ensure!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
            Ok(())
        };
        let mut first = place.connect().await?;
        let _second = place.connect().await?;
        counted("quarry_cable_connections_open 2")?;
        let url = format!("ws://{}/cable?ticket={}", place.address, "A".repeat(43));
        for (origin, reason) in
            [(format!("http://{}", place.address), "ticket"), ("http://else.example".to_owned(), "origin")]
        {
            counted(&format!("quarry_cable_refused_total{{reason=\"{reason}\"}} 0"))?;
            let mut request = url.as_str().into_client_request()?;
            request.headers_mut().insert("origin", origin.parse()?);
            assert!(client_async(request, TcpStream::connect(place.address).await?).await.is_err(), "{reason}");
            counted(&format!("quarry_cable_refused_total{{reason=\"{reason}\"}} 1"))?;
        }
        publish_one(&place.fresh.store, place.ada).await?;
        let told = tokio::time::timeout(Duration::from_secs(3), first.next()).await?.context("a message")??;
        assert!(told.is_text());
        first.send(Message::text("what is said here")).await?;
        assert_eq!(farewell(&mut first, Duration::from_secs(3)).await?, 1003);
        open_connections(&place.cable, 1, Duration::from_secs(3)).await?;
        counted("quarry_cable_connections_ended_total{end=\"talked\"} 1")?;
        // Both were greeted and told.
        counted("quarry_cable_messages_sent_total 4")?;
        place.sign_in.sessions().end(place.session.session_id).await?;
        open_connections(&place.cable, 0, Duration::from_secs(3)).await?;
        counted("quarry_cable_connections_ended_total{end=\"session_ended\"} 1")?;
        let text = figures.text()?;
        assert!(!text.contains("what is said here") && !text.contains("AAAA"), "{text}");
    }
    Ok(())
}
