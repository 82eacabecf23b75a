//! Delivery of events to the webhook endpoints of organizations.
//!
//! A delivery is a row that is written in the transaction of its event (`outbox::emit_event`), so none is lost with a host. Hosts share the
//! endpoints by leases; an endpoint is one host's at a time, and a dead host's lease runs out.
//!
//! Always true here: what is sent is signed with the endpoint's secret, which no log and no error has; an address is resolved and looked at
//! for each attempt, and no redirect is followed; while failures stand, one delivery at a time probes the endpoint and the others wait.
//!
//! To change when attempts are made: [`schedule`]; what is sent: [`attempt`]; what follows from it: [`outcome`].

#![forbid(unsafe_code)]

mod attempt;
mod disabling;
mod outcome;
mod queue;
mod recorder;
pub mod schedule;
pub mod signature;
mod worker;

pub use worker::DeliveryWorker;
