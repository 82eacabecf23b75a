//! Letters through a mail server's process: taken whole, tried again, given up.

use anyhow::Result;
use quarry::jobs::{Ending, HostJob};
use quarry::mail::{MailDelivery, MailTransport};
use quarry_tests::mail_server::MailServer;
use serde_json::json;
use std::path::Path;

fn server() -> Result<MailServer> {
    MailServer::start(Path::new(env!("CARGO_BIN_EXE_quarry-mail-server")))
}

fn delivery(server: &MailServer) -> Result<MailDelivery> {
    let transport = MailTransport::smtp(&format!("smtp://{}", server.address))?;
    Ok(MailDelivery::new(transport, "Quarry <quarry@quarry.example>")?)
}

fn letter() -> String {
    json!({ "to": "ada@example.org", "subject": "Grüße", "text": "First line\n.\nAfter a lone dot\n" }).to_string()
}

#[tokio::test]
async fn a_mail_server_gets_the_letter_whole() -> Result<()> {
    let server = server()?;
    assert!(matches!(delivery(&server)?.run(&letter()).await, Ending::Completed));
    let letters = server.letters();
    assert_eq!(letters.len(), 1);
    let found = &letters[0];
    assert!(found.from.contains("<quarry@quarry.example>") && found.to.contains("<ada@example.org>"), "{found:?}");
    assert!(found.data.contains("From: Quarry <quarry@quarry.example>"), "{}", found.data);
    assert!(found.data.contains("Subject: =?utf-8?"), "{}", found.data);
    assert!(found.data.contains("First line\n.\nAfter a lone dot"), "{}", found.data);
    Ok(())
}

#[tokio::test]
async fn a_refusal_for_now_is_tried_again_and_one_for_good_is_not() -> Result<()> {
    let server = server()?;
    let delivery = delivery(&server)?;
    server.refuse_next("450 the mailbox is busy");
    let busy = delivery.run(&letter()).await;
    assert!(matches!(&busy, Ending::Failed(_)), "{busy:?}");
    server.refuse_next("550 nobody of that name");
    let unknown = delivery.run(&letter()).await;
    assert!(matches!(&unknown, Ending::GivenUp(_)), "{unknown:?}");
    assert!(matches!(delivery.run(&letter()).await, Ending::Completed));
    assert_eq!(server.letters().len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_mail_server_that_is_away_is_tried_again() -> Result<()> {
    let delivery = {
        let gone = std::net::TcpListener::bind("127.0.0.1:0")?;
        let transport = MailTransport::smtp(&format!("smtp://{}", gone.local_addr()?))?;
        MailDelivery::new(transport, "Quarry <quarry@quarry.example>")?
    };
    let away = delivery.run(&letter()).await;
    assert!(matches!(&away, Ending::Failed(_)), "{away:?}");
    Ok(())
}
