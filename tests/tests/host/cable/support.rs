//! A host with somebody who is signed in, and connections of hers.

use crate::app_store_support::Fresh;
use anyhow::{Context, Result};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use quarry::cable::{Cable, CableSettings};
use quarry::clock::Clock;
use quarry::contract::{BudgetState, KeyCaller, Problem, Secret, Spending};
use quarry::edge::cursor::{CursorKey, CursorKeys};
use quarry::edge::{
    AddressLimits, Authenticator, Edge, EdgeConfiguration, KeyRefusal, ListenerLimits, RequestBudgets, RequestLimits,
    RoutingTable, publish_routes, serve,
};
use quarry::identity::{
    Credentials, Letters, NewOrganization, NewSession, NewUser, OrganizationKind, Passwords, SessionSettings, Sessions,
    SignIn, SignInFrom, Users,
};
use quarry::live_messages::{Notice, publish};
use quarry::secrets::SecretKeys;
use quarry::shutdown::{ShutdownTrigger, shutdown_signal};
use quarry::stores::app::AppStore;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
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

    fn budget_state<'a>(&'a self, _: &'a KeyCaller) -> BoxFuture<'a, Option<BudgetState>> {
        Box::pin(async { None })
    }
}

/// A host with Ada, who is signed in, in an institution.
pub(crate) struct Place {
    pub(crate) fresh: Fresh,
    pub(crate) cable: Cable,
    pub(crate) sign_in: SignIn,
    pub(crate) ada: i64,
    pub(crate) organization_id: i64,
    pub(crate) session: NewSession,
    pub(crate) address: SocketAddr,
    _shutdown: ShutdownTrigger,
}

pub(crate) async fn place(fresh: Fresh, heartbeat: Duration) -> Result<Place> {
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
    let settings = CableSettings {
        origins: Vec::new(),
        connections: 10,
        connections_per_person: 10,
        public_connections_per_address: 3,
        heartbeat,
    };
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

pub(crate) async fn listen(cable: &Cable) -> Result<(SocketAddr, ShutdownTrigger)> {
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
    pub(crate) async fn connect(&self) -> Result<WebSocketStream<TcpStream>> {
        self.connect_over(TcpStream::connect(self.address).await?).await
    }

    pub(crate) async fn connect_over(&self, stream: TcpStream) -> Result<WebSocketStream<TcpStream>> {
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

pub(crate) async fn publish_one(store: &AppStore, user_id: i64) -> Result<()> {
    let mut transaction = store.begin().await?;
    publish(&mut transaction, user_id, &Notice::PasswordChanged, Timestamp::now()).await?;
    Ok(transaction.commit().await?)
}

/// Gives the code of the farewell, once the connection has ended; 0 where it had no farewell.
pub(crate) async fn farewell(socket: &mut WebSocketStream<TcpStream>, within: Duration) -> Result<u16> {
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

/// Waits until that many connections are counted as open.
pub(crate) async fn open_connections(cable: &Cable, expected: i64, within: Duration) -> Result<()> {
    let began = Instant::now();
    while cable.figures().open() != expected {
        anyhow::ensure!(began.elapsed() < within, "{} are open, and not {expected}", cable.figures().open());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}
