//! The kinds of events on chains that the registry has. The host reads the same words from files of events; a check of the table holds them.

use quarry_sdk::prelude::*;

/// The kind of an event.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventCategory {
    Exploit,
    Governance,
    Launch,
    Depeg,
    Upgrade,
    Listing,
    Incentive,
    Other,
}

impl EventCategory {
    /// Each of them, in the order in which they are offered.
    pub const ALL: [EventCategory; 8] = [
        EventCategory::Exploit,
        EventCategory::Governance,
        EventCategory::Launch,
        EventCategory::Depeg,
        EventCategory::Upgrade,
        EventCategory::Listing,
        EventCategory::Incentive,
        EventCategory::Other,
    ];
}
