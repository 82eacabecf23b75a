//! A letter, checked before it is written down.

use lettre::Address;
use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};
use thiserror::Error;

const MAX_SUBJECT_CHARACTERS: usize = 200;
const MAX_TEXT_BYTES: usize = 64 << 10;

/// A letter in plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    to: String,
    subject: String,
    text: String,
}

/// The reason why a letter cannot be sent.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MessageError {
    #[error("\"{address}\" is not an email address")]
    Address { address: String },
    #[error("a subject is one line of 1 to {MAX_SUBJECT_CHARACTERS} characters without control characters")]
    Subject,
    #[error("the text has {bytes} bytes; at most {MAX_TEXT_BYTES} are allowed")]
    Text { bytes: usize },
}

/// Tells an address that a letter can be sent to: an address (RFC 5321) and nothing around it.
pub fn is_address(text: &str) -> bool {
    let mailbox = text.parse::<Mailbox>();
    text.parse::<Address>().is_ok() && mailbox.is_ok_and(|to| to.name.is_none() && to.email.to_string() == text)
}

impl Message {
    /// A letter to one address.
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
        Ok(Message { to, subject, text })
    }

    pub(super) fn to_json(&self) -> String {
        // Three texts are always JSON.
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
}
