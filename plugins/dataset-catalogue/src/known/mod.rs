//! The chains, protocols and events that a filter may name: those that the warehouse knows.

mod asked_once;

pub use asked_once::KnownNames;

use quarry_sdk::prelude::*;

statement!(warehouse, SelectKnownChains, "src/known/known_chains.sql");
statement!(warehouse, SelectPoolProtocols, "src/known/pool_protocols.sql");
statement!(warehouse, SelectLendingProtocols, "src/known/lending_protocols.sql");
statement!(warehouse, SelectSnapshotProtocols, "src/known/snapshot_protocols.sql");
statement!(warehouse, SelectEventSignatures, "src/known/event_signatures.sql");

/// A chain.
#[derive(Row, Debug, Clone, PartialEq, Eq)]
pub struct KnownChain {
    pub chain_id: u64,
    /// Empty where it has none.
    pub slug: String,
}

/// A protocol.
#[derive(Row, Debug, Clone, PartialEq, Eq)]
pub struct KnownProtocol {
    pub word: String,
    /// The basis of its figures. Those of protocols with another measure are not comparable with them.
    pub measure: String,
}

/// The source of a dataset's protocols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProtocolSource {
    /// The registry of pools.
    Pools,
    /// The registry of lenders.
    Lenders,
    /// The snapshots of accounts.
    Snapshots,
}

impl ProtocolSource {
    /// Each, by its word.
    pub fn known(self) -> Result<Vec<KnownProtocol>, Problem> {
        match self {
            ProtocolSource::Pools => SelectPoolProtocols {}.all(),
            ProtocolSource::Lenders => SelectLendingProtocols {}.all(),
            ProtocolSource::Snapshots => SelectSnapshotProtocols {}.all(),
        }
    }
}

impl KnownChain {
    /// Its slug, or its number where it has none.
    pub fn word(&self) -> String {
        if self.slug.is_empty() { self.chain_id.to_string() } else { self.slug.clone() }
    }

    /// Each, by its number.
    pub fn known() -> Result<Vec<KnownChain>, Problem> {
        SelectKnownChains {}.all()
    }
}

/// An event whose declaration is known.
#[derive(Row, Schema, Serialize, Debug, Clone, PartialEq, Eq)]
pub struct EventSignature {
    /// Hash of the signature: what the filter `topic0` takes.
    #[schema(example = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef")]
    pub topic0: String,
    #[schema(example = "Transfer")]
    pub name: String,
    /// Name and types.
    #[schema(example = "Transfer(address,address,uint256)")]
    pub signature: String,
}

impl EventSignature {
    /// Each, by its signature.
    pub fn known() -> Result<Vec<EventSignature>, Problem> {
        SelectEventSignatures {}.all()
    }
}
