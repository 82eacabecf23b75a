//! Pages that connect without a sign-in, bounded by the address of their client.

use crate::app_store_support::fresh_stores;
use crate::cable::support::{Place, place};
use anyhow::Result;
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

#[tokio::test(flavor = "multi_thread")]
async fn one_address_leaves_connections_for_public_pages_to_the_others() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(15)).await?;
        let mut held = Vec::new();
        for _ in 0..3 {
            held.push(public_page(&place, "127.0.0.1").await?.map_err(|status| anyhow::anyhow!("{status}"))?);
        }
        assert_eq!(public_page(&place, "127.0.0.1").await?.err(), Some(429), "the fourth of an address");
        held.push(public_page(&place, "127.0.0.2").await?.map_err(|status| anyhow::anyhow!("{status}"))?);
        // A person at the full address connects all the same.
        place.connect().await?;
    }
    Ok(())
}

/// Connects a public page from that address; the status where it is refused.
async fn public_page(place: &Place, from: &str) -> Result<Result<WebSocketStream<TcpStream>, u16>> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{from}:0").parse()?)?;
    let stream = socket.connect(place.address).await?;
    let mut request = format!("ws://{}/cable?audience=public", place.address).into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{}", place.address).parse()?);
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(Ok(socket)),
        Err(Error::Http(answer)) => Ok(Err(answer.status().as_u16())),
        Err(error) => Err(error.into()),
    }
}
