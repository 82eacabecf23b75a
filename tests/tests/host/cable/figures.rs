//! Counts of connections.

use crate::app_store_support::fresh_stores;
use crate::cable::support::{farewell, open_connections, place, publish_one};
use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use quarry::health::Health;
use quarry::telemetry::Figures;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

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
