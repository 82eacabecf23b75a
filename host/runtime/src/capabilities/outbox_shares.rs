//! The shares of a call in what it writes with a transaction for others: how many entries, messages and letters are left.

use crate::capabilities::StatementFailure;
use serde_json::Value as Json;

/// Audit entries, events and jobs of one call, each.
pub(super) const MAX_ENTRIES: u32 = 100;
pub(super) const MAX_LETTERS: u32 = 10;
/// Messages of one call.
pub(super) const MAX_NOTIFICATIONS: u32 = 100;
/// People whom the messages of one call are for, together: each is a row.
pub(super) const MAX_PEOPLE_TOLD: u64 = 1_000;
/// Most bytes of a piece of JSON.
pub(super) const MAX_EVENT_BYTES: usize = 64 << 10;
/// A message is a hint to look, not what there is to see.
pub(super) const MAX_NOTIFICATION_BYTES: usize = 4 << 10;

/// The shares of each kind that the call may still write.
#[derive(Debug)]
pub(super) struct Shares {
    pub(super) audit_entries: u32,
    pub(super) events: u32,
    pub(super) jobs: u32,
    pub(super) letters: u32,
    pub(super) notifications: u32,
    /// People, where the others count messages.
    pub(super) people_told: u64,
}

impl Default for Shares {
    fn default() -> Shares {
        Shares {
            audit_entries: MAX_ENTRIES,
            events: MAX_ENTRIES,
            jobs: MAX_ENTRIES,
            letters: MAX_LETTERS,
            notifications: MAX_NOTIFICATIONS,
            people_told: MAX_PEOPLE_TOLD,
        }
    }
}

/// Takes one of a share.
pub(super) fn take(left: &mut u32, what: &str, most: u32) -> Result<(), StatementFailure> {
    *left = left.checked_sub(1).ok_or_else(|| {
        StatementFailure::LimitExceeded(format!("The component wrote more than {most} {what} in one call."))
    })?;
    Ok(())
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
