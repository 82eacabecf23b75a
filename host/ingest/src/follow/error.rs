//! The reasons why a chain cannot be followed, in sentences that say what to do.

use std::io;

use super::super::error::IngestError;
use super::fault::Fault;

/// A chain that is not followed any more, or never was. No address of a server is in it.
#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    #[error("two servers are given for {chain}; give one for each chain")]
    Twice { chain: String },
    #[error("a client for {server} cannot be made: {source}")]
    Client { server: String, source: io::Error },
    #[error("{server} serves the chain {found}, not {wanted}; check which address belongs to which chain")]
    WrongChain { server: String, wanted: String, found: u64 },
    #[error("{server} serves chain {chain_id}, which is not known; known chains are {}", known.join(", "))]
    UnknownChain { server: String, chain_id: u64, known: Vec<String> },
    #[error(
        "{chain}: the server's block {block} is not the stored one, which is below the finality depth of {depth} blocks; \
         check the server, or follow with a larger follow.finality_depth"
    )]
    BelowFinality { chain: String, block: u64, depth: u64 },
    #[error("{chain}: {server}: {source}")]
    Server { chain: String, server: String, source: Fault },
    #[error("{chain}: {source}")]
    Ingest { chain: String, source: IngestError },
    #[error("the task of {chain} ended early")]
    Stopped { chain: String },
}
