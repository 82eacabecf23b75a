//! The shares of a call in what it writes with a transaction for others: how many entries, messages and letters are left.

use crate::capabilities::StatementFailure;
use serde_json::Value as Json;

/// Audit entries, events and jobs of one call, each.
const MAX_ENTRIES: u32 = 100;
/// Events of an attempt of a job, which may tell of many things at once, and the messages about them.
const MAX_EVENTS_OF_A_JOB: u32 = 10_000;
const MAX_NOTIFICATIONS_OF_A_JOB: u32 = 1_000;
const MAX_LETTERS: u32 = 10;
/// Messages of one call.
const MAX_NOTIFICATIONS: u32 = 100;
/// People whom the messages of one call are for, together: each is a row.
pub(super) const MAX_PEOPLE_TOLD: u64 = 1_000;
/// Most bytes of audit entries, events, jobs and emails of one call of a third party's component. Committing them keeps other writers
/// of SQLite waiting.
const MAX_BYTES_OF_STRANGERS: usize = 1 << 20;
/// Most bytes of a piece of JSON.
pub(super) const MAX_EVENT_BYTES: usize = 64 << 10;
/// A message is a hint to look, not what there is to see.
pub(super) const MAX_NOTIFICATION_BYTES: usize = 4 << 10;

/// One share: how many there may be, and how many of them are left.
#[derive(Debug)]
pub(super) struct Share {
    what: &'static str,
    most: u32,
    left: u32,
}

impl Share {
    fn of(what: &'static str, most: u32) -> Share {
        Share { what, most, left: most }
    }

    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// Takes one of it.
    pub(super) fn take(&mut self) -> Result<(), StatementFailure> {
        let Share { what, most, left } = self;
        self.left = left.checked_sub(1).ok_or_else(|| {
            StatementFailure::LimitExceeded(format!("The component wrote more than {most} {what} in one call."))
        })?;
        Ok(())
    }
}

/// The shares of each kind that the call may still write.
#[derive(Debug)]
pub(super) struct Shares {
    pub(super) audit_entries: Share,
    pub(super) events: Share,
    pub(super) jobs: Share,
    pub(super) letters: Share,
    pub(super) notifications: Share,
    /// People, where the others count messages.
    pub(super) people_told: u64,
    bytes: usize,
}

impl Default for Shares {
    fn default() -> Shares {
        Shares {
            audit_entries: Share::of("audit entries", MAX_ENTRIES),
            events: Share::of("events", MAX_ENTRIES),
            jobs: Share::of("jobs", MAX_ENTRIES),
            letters: Share::of("letters", MAX_LETTERS),
            notifications: Share::of("notifications", MAX_NOTIFICATIONS),
            people_told: MAX_PEOPLE_TOLD,
            bytes: 0,
        }
    }
}

impl Shares {
    /// Takes room for what is written; a component of the service is bounded by the number of things alone.
    pub(super) fn take_bytes(&mut self, is_first_party: bool, bytes: usize) -> Result<(), StatementFailure> {
        self.bytes = self.bytes.saturating_add(bytes);
        if is_first_party || self.bytes <= MAX_BYTES_OF_STRANGERS {
            return Ok(());
        }
        Err(StatementFailure::LimitExceeded(format!(
            "The component wrote more than {MAX_BYTES_OF_STRANGERS} bytes of audit entries, events, jobs and letters in one call."
        )))
    }

    /// The shares of an attempt of a job.
    pub(super) fn of_a_job() -> Shares {
        Shares {
            events: Share::of("events", MAX_EVENTS_OF_A_JOB),
            notifications: Share::of("notifications", MAX_NOTIFICATIONS_OF_A_JOB),
            ..Shares::default()
        }
    }
}

pub(super) fn rejected(sentence: String) -> StatementFailure {
    StatementFailure::Rejected(sentence)
}

pub(super) fn check_json(what: &str, text: &str) -> Result<Json, StatementFailure> {
    if text.len() > MAX_EVENT_BYTES {
        return Err(rejected(format!("{what} has {} bytes; at most {MAX_EVENT_BYTES} are allowed", text.len())));
    }
    serde_json::from_str(text).map_err(|error| rejected(format!("{what} is not JSON: {error}")))
}
