//! The subject of an event.

use quarry_sdk::prelude::*;

/// The registry's words.
#[derive(Choice, Clone, Copy)]
pub enum Category {
    Exploit,
    Governance,
    Launch,
    Depeg,
    Upgrade,
    Listing,
    Incentive,
    Other,
}
