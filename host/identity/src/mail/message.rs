//! An email, checked before it is written down.

use lettre::Address;
use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::Url;

const MAX_SUBJECT_CHARACTERS: usize = 200;
const MAX_TEXT_BYTES: usize = 64 << 10;

/// An email in plain text, which may say the same in HTML.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    to: String,
    subject: String,
    text: String,
    // Emails of earlier hosts lack these, and so do most emails now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unsubscribe_url: Option<String>,
}

/// The reason why an email cannot be sent.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MessageError {
    #[error("\"{address}\" is not an email address")]
    Address { address: String },
    #[error("a subject is one line of 1 to {MAX_SUBJECT_CHARACTERS} characters without control characters")]
    Subject,
    #[error("the text has {bytes} bytes; at most {MAX_TEXT_BYTES} are allowed")]
    Text { bytes: usize },
    #[error("\"{url}\" is not an address at which letters can be ended")]
    UnsubscribeUrl { url: String },
}

/// Tells an address that an email can be sent to: an address (RFC 5321) and nothing around it.
pub fn is_address(text: &str) -> bool {
    let mailbox = text.parse::<Mailbox>();
    text.parse::<Address>().is_ok() && mailbox.is_ok_and(|to| to.name.is_none() && to.email.to_string() == text)
}

impl Message {
    /// An email to one address.
    pub fn new(to: String, subject: String, text: String) -> Result<Message, MessageError> {
        if !is_address(&to) {
            return Err(MessageError::Address { address: to.chars().take(320).collect() });
        }
        let characters = subject.chars().count();
        if characters == 0 || characters > MAX_SUBJECT_CHARACTERS || subject.chars().any(char::is_control) {
            return Err(MessageError::Subject);
        }
        if text.len() > MAX_TEXT_BYTES {
            return Err(MessageError::Text { bytes: text.len() });
        }
        Ok(Message { to, subject, text, html: None, unsubscribe_url: None })
    }

    /// The same email, which also says in HTML what its text says.
    pub fn with_html(self, html: String) -> Result<Message, MessageError> {
        if html.len() > MAX_TEXT_BYTES {
            return Err(MessageError::Text { bytes: html.len() });
        }
        Ok(Message { html: Some(html), ..self })
    }

    /// The same email, one of many that its reader ends at this address: mail programs offer it as a button (RFC 2369, RFC 8058).
    pub fn with_unsubscribe_url(self, url: String) -> Result<Message, MessageError> {
        let is_one_word = url.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>,\"".contains(&byte));
        if !is_one_word || Url::parse(&url).is_err() {
            return Err(MessageError::UnsubscribeUrl { url: url.chars().take(320).collect() });
        }
        Ok(Message { unsubscribe_url: Some(url), ..self })
    }

    pub(super) fn to_json(&self) -> String {
        // Texts are always JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(super) fn to(&self) -> &str {
        &self.to
    }

    pub(super) fn subject(&self) -> &str {
        &self.subject
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn html(&self) -> Option<&str> {
        self.html.as_deref()
    }

    pub(super) fn unsubscribe_url(&self) -> Option<&str> {
        self.unsubscribe_url.as_deref()
    }
}
