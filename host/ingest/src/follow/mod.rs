//! Following a chain: a node's JSON-RPC interface into the warehouse, through the same staging, tables and views as files.
//!
//! The way of a block, one module a step:
//!
//! 1. `endpoint` and `transport` reach the server, `client` asks it, `fault` says what a failure means.
//! 2. `batch` reads a range of blocks with their logs and checks that they are one piece of one chain; `wire` writes them as
//!    the rows that files have.
//! 3. `chain` goes round with a `follower`: it looks at the head, and `advance` loads range after range by [`Ingest`](super::Ingest) and notes
//!    how far it is (`progress`); `span` fits the range to what the server takes, `halt` says why a round ended early,
//!    `back_off` waits.
//! 4. `reorganisation` finds where the server's chain left the stored one, `rewinding` takes back what is above; `gaps`
//!    keeps what could not be had, `mending` fetches it later, in turns.
//!
//! Beside them `token_lookups` asks the same server for the decimals that somebody waits for.
//!
//! Always true:
//! - What lies between `first_block` and `next_block` of a chain is loaded, or listed in `completeness_gaps`. A range is
//!   noted before it is loaded and counted after, so that a killed process leaves at most one half-loaded range, which the
//!   next start removes and reads again.
//! - A block is loaded only where its parent is the stored block before it, and only with logs that give its header's
//!   bloom: a server that is behind, or that leaves logs out, is waited for and never believed.
//! - Nothing below the finality depth is replaced, whatever a server says.
//! - Every answer, wait and queue is bounded; an address of a server, which may hold a key, is never shown.

mod advance;
mod back_off;
mod batch;
mod chain;
mod client;
pub mod command;
mod endpoint;
mod error;
mod fault;
mod followed;
mod follower;
mod gaps;
mod halt;
mod header;
mod mending;
mod mending_turn;
mod process;
mod progress;
mod received_logs;
mod reorganisation;
mod rewinding;
mod span;
mod token_lookups;
mod transport;
mod wire;

pub use endpoint::RpcEndpoint;
pub use error::FollowError;
pub use followed::Followed;
pub use process::{follow, follow_and_look_up};

use std::time::Duration;

/// The settings for following chains; the same for all chains of a process.
#[derive(Debug, Clone)]
pub struct FollowSettings {
    /// The first block of a chain that was never followed; `None`: it begins at its head.
    pub first_block: Option<u64>,
    /// Ends once the head that was found at first is loaded, and fails where a chain cannot go on.
    pub once: bool,
    /// Also asks for receipts, for the gas and the outcome of transactions.
    pub receipts: bool,
    /// Blocks read and loaded together at most.
    pub batch_blocks: u64,
    /// Blocks below the newest one that may still be replaced.
    pub finality_depth: u64,
    /// Requests in flight for one chain at most.
    pub concurrent_requests: usize,
    /// The number of tries for a block before it is left as a gap.
    pub attempts: u32,
    /// Between two looks at a chain's head.
    pub poll: Duration,
    /// One request, its answer included.
    pub request_timeout: Duration,
    /// The first wait after a failure; each further one is twice as long, up to `longest_wait`.
    pub shortest_wait: Duration,
    pub longest_wait: Duration,
    /// Between two tries to fill a gap, at first.
    pub gap_wait: Duration,
}
