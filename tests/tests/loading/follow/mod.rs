//! Following a chain over JSON-RPC. The measure is always the same: the warehouse must hold the server's chain, no more and
//! no less, as if it had been loaded from files at once, whatever happened on the way.

mod faults;
mod gaps;
mod places;
mod processes;
mod recorded;
mod reorganisations;
mod several_chains;
pub(crate) mod steady;
pub(crate) mod support;
