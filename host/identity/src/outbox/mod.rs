//! Rows that are written with a transaction for others to act on afterwards: audit entries and events. (Jobs and mail are
//! written the same way; they are `jobs` and `mail`.)
//!
//! Always true: what stands here was written by the transaction that made the change it tells of, so both last or neither
//! does; who did it is the host's knowledge and never a component's word.

mod account;
mod audit;
mod bytes;
mod events;
mod retention;

pub use account::{AccountEntry, record_account_entry};
pub use audit::{AuditEntry, record_audit_entry, record_command_entry};
pub use bytes::{OutboxBytes, OutboxFull, Payer};
pub use events::emit_event;
pub use retention::remove_old;

use quarry_contract::Caller;
use quarry_stores::result_set::Value;

/// The writer, and the component and request through which it writes.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    pub component: &'a str,
    pub request_id: &'a str,
    pub caller: &'a Caller,
}

impl Origin<'_> {
    /// The way in which the actor came in: by key, signed in, as a job, or unknown to the host.
    fn actor_kind(&self) -> &'static str {
        match self.caller {
            Caller::Nobody => "nobody",
            Caller::Key(_) => "key",
            Caller::Person(_) => "person",
            Caller::Job(_) => "job",
        }
    }

    fn key_id(&self) -> Option<i64> {
        match self.caller {
            Caller::Key(key) => Some(key.key_id),
            Caller::Nobody | Caller::Person(_) | Caller::Job(_) => None,
        }
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn optional_text(value: Option<&str>) -> Value {
    value.map_or(Value::Null, text)
}

fn optional_number(value: Option<i64>) -> Value {
    value.map_or(Value::Null, Value::Int64)
}
