//! Telling people who are connected: from each kind of route, from a job, and with a transaction that is let go.

use crate::notebook::misuse::Refusal;
use crate::notebook::notes::NoteCreated;
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

/// A note was shared.
#[derive(Debug, Serialize, Schema)]
pub struct NoteShared {
    #[schema(example = "look")]
    pub text: String,
}

impl Notification for NoteShared {
    const NAME: &'static str = "note.shared";
    const SUMMARY: &'static str = "A note was shared.";
}

/// A message that the manifest does not declare.
#[derive(Debug, Serialize, Schema)]
struct Undeclared {
    #[schema(example = "look")]
    text: String,
}

impl Notification for Undeclared {
    const NAME: &'static str = "note.undeclared";
    const SUMMARY: &'static str = "Not in the manifest.";
}

/// A message under a declared name with other data.
#[derive(Debug, Serialize, Schema)]
struct Malformed {
    #[schema(example = 1)]
    number: i64,
}

impl Notification for Malformed {
    const NAME: &'static str = "note.shared";
    const SUMMARY: &'static str = "Not as declared.";
}

/// The people to tell, and the way to tell them.
#[derive(Debug, Serialize, Deserialize, Schema)]
pub struct Telling {
    /// `person` or `organization`.
    #[schema(example = "person")]
    audience: String,
    #[schema(example = 1)]
    id: i64,
    /// `once`, `abandoned`, `undeclared`, `malformed`, `long`, `many`, `event`.
    #[schema(example = "once")]
    how: String,
}

impl Telling {
    fn audience(&self) -> Audience {
        match self.audience.as_str() {
            "organization" => Audience::Organization(self.id),
            _ => Audience::Person(self.id),
        }
    }

    /// Tells them, and gives the number of people who were told, in all.
    fn tell(&self) -> Result<u32, StatementFailure> {
        let (audience, text) = (self.audience(), "look".to_owned());
        let transaction = Transaction::begin()?;
        let told = match self.how.as_str() {
            "event" => {
                transaction.emit_for(self.id, &NoteCreated { id: 1, title: text })?;
                1
            }
            "undeclared" => transaction.notify(audience, &Undeclared { text })?,
            "malformed" => transaction.notify(audience, &Malformed { number: 1 })?,
            "long" => transaction.notify(audience, &NoteShared { text: "x".repeat(5_000) })?,
            "many" => (0..101)
                .try_fold(0, |told, _| Ok(told + transaction.notify(audience, &NoteShared { text: text.clone() })?))?,
            _ => transaction.notify(audience, &NoteShared { text })?,
        };
        match self.how.as_str() {
            "abandoned" => drop(transaction),
            _ => transaction.commit()?,
        }
        Ok(told)
    }

    fn answer(&self) -> Answer {
        match self.tell() {
            Ok(told) => Answer::object().member("told", &told).into(),
            Err(StatementFailure::Rejected(sentence) | StatementFailure::LimitExceeded(sentence)) => {
                Answer::object().member("refusal", &sentence).into()
            }
            Err(other) => Answer::object().member("refusal", &format!("{other:?}")).into(),
        }
    }
}

/// Tell somebody as the person who is signed in
#[endpoint(post = "/session/notebook/tellings", session, cache = no_store, body = Refusal)]
pub fn tell_from_session(JsonBody(telling): JsonBody<Telling>) -> Result<Answer, Problem> {
    Ok(telling.answer())
}

/// Tells somebody as staff
#[endpoint(post = "/session/notebook/staff_tellings", session = "audit_view", cache = no_store, body = Refusal)]
pub fn tell_as_staff(JsonBody(telling): JsonBody<Telling>) -> Result<Answer, Problem> {
    Ok(telling.answer())
}

/// Tells somebody as nobody
#[endpoint(post = "/notebook/keyless_tellings", keyless, cache = no_store, body = Refusal)]
pub fn tell_as_nobody(JsonBody(telling): JsonBody<Telling>) -> Result<Answer, Problem> {
    Ok(telling.answer())
}

/// Make a job tell somebody
#[endpoint(post = "/session/notebook/later_tellings", session, cache = no_store, body = Refusal)]
pub fn tell_later(JsonBody(telling): JsonBody<Telling>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.enqueue::<tell>(&telling)?;
    transaction.commit()?;
    Ok(Answer::object().into())
}

/// Tells somebody.
#[job]
pub fn tell(telling: Telling) -> Result<(), JobFailure> {
    telling.tell()?;
    Ok(())
}
