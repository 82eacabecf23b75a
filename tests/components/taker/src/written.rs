//! Of what is written with a transaction for others: entries, events, jobs, letters, messages. As many as one transaction may have
//! are made to last, and then the next.

use crate::taking::{Details, as_often_as};
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Something was taken.
#[derive(Debug, Serialize, Deserialize, Schema)]
pub struct Taken {
    #[schema(example = "a")]
    pub text: String,
}

impl Event for Taken {
    const NAME: &'static str = "thing.taken";
    const SUMMARY: &'static str = "Something was taken.";
}

impl Notification for Taken {
    const NAME: &'static str = "thing.taken";
    const SUMMARY: &'static str = "Something was taken.";
}

/// Keeps a place.
#[job(timeout = "1 min")]
pub fn loiter(_arguments: Taken) -> Result<(), JobFailure> {
    std::thread::sleep(Duration::from_secs(600));
    Ok(())
}

/// The bytes of an entry or an event, within its limit.
const LONG: usize = 60_000;

fn taken(length: usize) -> Taken {
    Taken { text: "x".repeat(length) }
}

pub fn audit() -> usize {
    filled(|transaction| transaction.audit(AuditEntry::of("thing.taken", "thing", &1).after(&taken(LONG))).is_ok())
}

pub fn emit() -> usize {
    filled(|transaction| transaction.emit(&taken(LONG)).is_ok())
}

pub fn enqueue() -> usize {
    filled(|transaction| transaction.enqueue::<loiter>(&taken(LONG)).is_ok())
}

pub fn send(details: &Details) -> usize {
    let to = details.to.clone().unwrap_or_default();
    filled(|transaction| {
        let letter = Mail { to: to.clone(), subject: "Taken".to_owned(), text: "x".repeat(LONG) };
        transaction.send_mail(&letter).is_ok()
    })
}

pub fn notify(details: &Details) -> usize {
    let audience = || Audience::Organization(details.organization_id.unwrap_or_default());
    filled(|transaction| transaction.notify(audience(), &taken(4_000)).is_ok())
}

/// Writes in one transaction until it is refused, and makes it last.
fn filled(write: impl Fn(&Transaction) -> bool) -> usize {
    let Ok(transaction) = Transaction::begin() else { return 0 };
    let written = as_often_as(|_| write(&transaction));
    if transaction.commit().is_ok() { written } else { 0 }
}
