//! Handing emails to the mail server, or to a folder.

use crate::jobs::{Ending, HostJob};
use crate::mail::{DELIVER_MAIL, Message};
use futures_util::future::BoxFuture;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp;
use lettre::{AsyncFileTransport, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The time that the mail server may take for each of its answers.
const SERVER_TIMEOUT: Duration = Duration::from_secs(20);

/// The destination of emails.
pub enum MailTransport {
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
    Folder(AsyncFileTransport<Tokio1Executor>),
}

/// The reason why no mail can be sent.
#[derive(Debug, Error)]
pub enum MailError {
    #[error("mail.from is \"{from}\", which is not a sender: write `Name <address@host>`")]
    From { from: String, source: lettre::address::AddressError },
    // The URL may hold a password, so it is not shown.
    #[error("mail.smtp_url is not understood: write smtps://user:password@host or smtp://host:25?tls=required")]
    Url(#[source] smtp::Error),
    #[error("the folder for mail, {folder}, cannot be made")]
    Folder { folder: PathBuf, source: std::io::Error },
}

impl MailTransport {
    /// A mail server: `smtps://user:password@host:465`, `smtp://host:587?tls=required`, or `smtp://host:25` without TLS.
    pub fn smtp(url: &str) -> Result<MailTransport, MailError> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(MailError::Url)?;
        Ok(MailTransport::Smtp(Box::new(builder.timeout(Some(SERVER_TIMEOUT)).build())))
    }

    /// A folder that takes emails as `.eml`, for its owner alone: emails may carry what lets a person sign in.
    pub fn folder(folder: &Path) -> Result<MailTransport, MailError> {
        let failed = |source| MailError::Folder { folder: folder.to_owned(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).map_err(failed)?;
        Ok(MailTransport::Folder(AsyncFileTransport::new(folder)))
    }
}

/// The host's job that sends emails.
pub struct MailDelivery {
    transport: MailTransport,
    from: Mailbox,
}

impl MailDelivery {
    /// `from` as `Name <address@host>`.
    pub fn new(transport: MailTransport, from: &str) -> Result<MailDelivery, MailError> {
        let from = from.parse().map_err(|source| MailError::From { from: from.to_owned(), source })?;
        Ok(MailDelivery { transport, from })
    }

    async fn deliver(&self, message: &Message) -> Ending {
        let Ok(to) = message.to().parse::<Mailbox>() else {
            return Ending::GivenUp("The address is not an email address.".to_owned());
        };
        let letter = match self.write(to, message) {
            Ok(letter) => letter,
            Err(error) => return Ending::GivenUp(format!("The letter cannot be written: {error}.")),
        };
        match &self.transport {
            MailTransport::Smtp(server) => match server.send(letter).await {
                Ok(_) => Ending::Completed,
                Err(error) if error.is_permanent() => {
                    Ending::GivenUp(format!("The mail server refused the letter: {error}."))
                }
                Err(error) => Ending::Failed(format!("The mail server did not take the letter: {error}.")),
            },
            MailTransport::Folder(folder) => match folder.send(letter).await {
                Ok(_) => Ending::Completed,
                Err(error) => Ending::Failed(format!("The letter cannot be written to the folder: {error}.")),
            },
        }
    }
}

impl MailDelivery {
    /// The email as it goes over the wire.
    fn write(&self, to: Mailbox, message: &Message) -> Result<lettre::Message, lettre::error::Error> {
        let mut letter = lettre::Message::builder().from(self.from.clone()).to(to).subject(message.subject());
        if let Some(url) = message.unsubscribe_url() {
            letter = letter.raw_header(header("List-Unsubscribe", format!("<{url}>")));
            // One click by POST is for https alone (RFC 8058, section 3.1).
            if url.starts_with("https://") {
                letter = letter.raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
            }
        }
        match message.html() {
            Some(html) => {
                letter.multipart(MultiPart::alternative_plain_html(message.text().to_owned(), html.to_owned()))
            }
            None => letter.header(ContentType::TEXT_PLAIN).body(message.text().to_owned()),
        }
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

impl HostJob for MailDelivery {
    fn name(&self) -> &'static str {
        DELIVER_MAIL
    }

    fn run<'a>(&'a self, arguments: &'a str) -> BoxFuture<'a, Ending> {
        Box::pin(async move {
            match serde_json::from_str::<Message>(arguments) {
                Ok(message) => self.deliver(&message).await,
                Err(_) => Ending::GivenUp("The letter was not written by this version of the host.".to_owned()),
            }
        })
    }
}
