//! The evaluation of alerts: each crossing and each record is told once, by exact count.

mod crossings;
mod generated;
mod hosts;
mod pause;
mod reorganisations;
pub(crate) mod stage;
mod staleness;
mod told;
mod watches;
