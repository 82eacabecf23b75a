//! Clients that are slow, silent or too eager: they are let go, and nobody waits for them.

use crate::app_store_support::fresh_stores;
use crate::cable::support::{farewell, open_connections, place, publish_one};
use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use jiff::Timestamp;
use quarry::health::Health;
use quarry::stores::result_set::Value;
use quarry::telemetry::Figures;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;

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
        assert!(after.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(1)), "it had ended already");
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
        // However busy the machine is with what was thrown away.
        let message = tokio::time::timeout(Duration::from_secs(15), other.next()).await?.context("a message")??;
        assert!(message.to_text()?.contains("password_changed"));
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
