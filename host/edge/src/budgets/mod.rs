//! Hourly request budgets of API keys: counted in the app store, so that a restart gives nothing back and several hosts
//! share one budget, and leased to the hosts, so that most requests cost no statement.
//!
//! Always true here: a request is let through only out of a lease that the store has written down before, so a host
//! that dies loses what it held and never gains; the counter's hour never goes back, whatever a clock does; what is
//! shown as remaining is never more than the truth; one flight to the store at a time for each key. Nothing fails
//! open: without the store only what is already in hand is spent.
//!
//! `ledger` has the statements, `key_budget` what a host holds of one key, `budgets` puts them together, `presence` tells
//! whether other hosts count too, `keeper` returns what lies idle. The size of a lease is decided in [`LEASE`] alone.

#[allow(clippy::module_inception, reason = "the folder's subject is the type's name")]
mod budgets;
mod error;
mod hour;
mod keeper;
mod key_budget;
mod ledger;
mod presence;

pub use budgets::{Budgets, Clock, system_clock};
pub use error::BudgetError;
pub use presence::Hosts;

/// The rule for the size of a lease.
#[derive(Debug)]
pub(crate) struct LeaseRule {
    /// The most requests of one lease.
    pub(crate) most: u64,
    /// The most leases that one statement takes, for a key that spends them faster than the store can be asked.
    pub(crate) most_together: u64,
    /// A lease takes at most one part in this many of what remains.
    pub(crate) share: u64,
    /// Once less than one part in this many of the whole budget remains, requests are taken one by one.
    pub(crate) singles_below: u64,
}

/// At most 32, an eighth of what remains; single requests below 5%. Several together stay below the eighth too.
pub(crate) const LEASE: LeaseRule = LeaseRule { most: 32, most_together: 16, share: 8, singles_below: 20 };
