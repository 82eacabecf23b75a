//! Pages that connect where no address of the deployment is configured.

use crate::app_store_support::fresh_stores;
use crate::cable::support::place;
use anyhow::Result;
use jiff::Timestamp;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_name_was_led_here_hears_nothing_of_the_person_who_opened_it() -> Result<()> {
    for fresh in fresh_stores().await? {
        let place = place(fresh, Duration::from_secs(15)).await?;
        let port = place.address.port();
        for (host, origin, is_let_in) in [
            (format!("127.0.0.1:{port}"), format!("http://127.0.0.1:{port}"), true),
            (format!("localhost:{port}"), format!("http://localhost:{port}"), true),
            (format!("[::1]:{port}"), format!("http://[::1]:{port}"), true),
            // The attacker's name, which leads to 127.0.0.1 by now: the browser names it twice.
            (format!("attacker.example:{port}"), format!("http://attacker.example:{port}"), false),
            (format!("localhost.attacker.example:{port}"), format!("http://localhost.attacker.example:{port}"), false),
            (format!("127.0.0.1.attacker.example:{port}"), format!("http://127.0.0.1.attacker.example:{port}"), false),
            (format!("127.0.0.1:{port}"), "http://127.0.0.1:1".to_owned(), false),
            (format!("127.0.0.1:{port}"), format!("http://localhost:{port}"), false),
        ] {
            let ticket = place.cable.issue_ticket(place.session.session_id, Timestamp::now()).await?;
            let url = format!("ws://{}/cable?ticket={}", place.address, ticket.token.secret().expose());
            let mut request = url.into_client_request()?;
            request.headers_mut().insert("host", host.parse()?);
            request.headers_mut().insert("origin", origin.parse()?);
            let connected = client_async(request, TcpStream::connect(place.address).await?).await;
            assert_eq!(connected.is_ok(), is_let_in, "{origin} asks {host}");
        }
    }
    Ok(())
}
