//! The ends of a connection, and its beginnings: its session and its ticket.

use crate::app_store_support::fresh_stores;
use crate::cable::support::{farewell, place};
use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use quarry::stores::result_set::Value;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

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
            assert!(
                ended.elapsed() < quarry_tests::bounded::beside_others(Duration::from_millis(1_100)),
                "{end}: {:?}",
                ended.elapsed()
            );
            store.query(again, std::slice::from_ref(value)).await?;
        }
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
