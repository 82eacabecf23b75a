//! Messages: the people who get each, their order, and their number.

use crate::app_store_support::fresh_stores;
use crate::cable::support::{listen, place, publish_one};
use anyhow::{Context, Result};
use futures_util::StreamExt;
use jiff::Timestamp;
use quarry::cable::{Cable, CableSettings};
use quarry::clock::Clock;
use quarry::identity::{NewUser, Passwords, Users};
use quarry::live_messages::{Audience, Notice, Notification, publish};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;

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
            public_connections_per_address: 3,
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
