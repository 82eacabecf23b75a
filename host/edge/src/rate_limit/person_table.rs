//! Requests of signed-in people, counted by account: writes, and reads apart from them.
//!
//! The table is apart from that of addresses: a flood of those cannot make people share counts.

use crate::rate_limit::minute_table::{MinuteTable, PLACES};
use jiff::Timestamp;
use quarry_contract::{BudgetState, Method, PersonCaller, Problem};
use std::num::NonZeroU32;
use std::time::Instant;

const SETS: usize = 4_096;

/// People whose reads or writes are counted each on their own at once, at the most.
pub const MAX_PEOPLE: usize = SETS * PLACES;

/// Requests a minute of one signed-in person, whatever browser or address they come from; none is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PersonLimits {
    pub writes: Option<NonZeroU32>,
    pub reads: Option<NonZeroU32>,
}

impl PersonLimits {
    /// Nothing is counted by person.
    pub const UNLIMITED: PersonLimits = PersonLimits { writes: None, reads: None };
}

/// The table, with its limits.
#[derive(Debug)]
pub struct PersonTable {
    limits: PersonLimits,
    minutes: MinuteTable<Who>,
}

/// An account, or a member of staff who acts as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Who {
    user_id: i64,
    writes: bool,
}

/// The state of a person's minute; the refusal, where the request was one too many.
pub(super) type Counted = (BudgetState, Option<Problem>);

impl PersonTable {
    /// An empty table; all of its memory is taken here.
    pub fn new(limits: PersonLimits) -> PersonTable {
        PersonTable { limits, minutes: MinuteTable::new(SETS) }
    }

    /// Counts one request of a person; `None` where its kind is unlimited. Staff who act as somebody else spend their own budget.
    pub fn count(&self, person: &PersonCaller, method: Method, now: Instant, time: Timestamp) -> Option<Counted> {
        let writes = method != Method::Get;
        let limit = if writes { self.limits.writes } else { self.limits.reads }?;
        let user_id = person.impersonator_id.unwrap_or(person.user_id);
        let minute = self.minutes.count(Who { user_id, writes }, 1, limit, now);
        let state = BudgetState {
            limit: limit.get().into(),
            remaining: minute.remaining.into(),
            resets_at_seconds: time.as_second() + i64::from(minute.seconds_left),
        };
        let refusal = || {
            let (kind, seconds) = (if writes { "writes" } else { "reads" }, minute.seconds_left);
            let detail =
                format!("You have made {limit} {kind} within a minute, the most that a person may: wait {seconds} s.");
            Problem::new(429, "rate_limited", detail).with("limit", limit.get()).retry_after(seconds)
        };
        Some((state, (!minute.is_admitted).then(refusal)))
    }
}
