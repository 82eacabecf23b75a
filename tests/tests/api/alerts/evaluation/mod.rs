//! The evaluation of alerts: each crossing and each record is told once, by exact count.

mod crossings;
mod generated;
mod hosts;
mod reorganisations;
mod stage;
mod staleness;
mod watches;
