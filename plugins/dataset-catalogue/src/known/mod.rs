//! The chains, protocols and events that a filter may name: those that the warehouse knows.

mod asked_once;

pub use asked_once::KnownNames;

use quarry_lending_words::LendingWordKind;
use quarry_sdk::prelude::*;
use quarry_sdk::words;

statement!(warehouse, SelectKnownChains, "src/known/known_chains.sql");
statement!(warehouse, SelectPoolProtocols, "src/known/pool_protocols.sql");
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
    /// Each, by its word: of lenders those that every list takes.
    pub fn known(self) -> Result<Vec<KnownProtocol>, Problem> {
        match self {
            ProtocolSource::Pools => SelectPoolProtocols {}.all(),
            ProtocolSource::Lenders | ProtocolSource::Snapshots => {
                self.of_lenders(|kind| kind == LendingWordKind::Protocol)
            }
        }
    }

    /// Those, and the slugs of deployments where rows have them: what a filter takes.
    pub fn taken(self) -> Result<Vec<KnownProtocol>, Problem> {
        match self {
            ProtocolSource::Lenders => self.of_lenders(|_| true),
            ProtocolSource::Pools | ProtocolSource::Snapshots => self.known(),
        }
    }

    fn of_lenders(self, is_wanted: impl Fn(LendingWordKind) -> bool) -> Result<Vec<KnownProtocol>, Problem> {
        let known = quarry_lending_words::known()?.into_iter().filter(|known| is_wanted(known.kind));
        let mut protocols: Vec<KnownProtocol> = known
            .map(|known| KnownProtocol { measure: self.measure(&known.family).to_owned(), word: known.word })
            .collect();
        // A deployment may be called as its protocol.
        protocols.dedup_by(|one, other| one.word == other.word);
        Ok(protocols)
    }

    /// The basis of a lender's figures, by the protocol that it runs.
    fn measure(self, family: &str) -> &'static str {
        match (self, family) {
            (ProtocolSource::Snapshots, family) if family.starts_with("compound") => {
                "the collateral factors of Compound"
            }
            (ProtocolSource::Snapshots, _) => "the liquidation thresholds of Aave",
            (_, "compound_v2") => "units of cTokens",
            _ => "units of tokens",
        }
    }
}

impl KnownChain {
    /// Its slug, or its number where it has none.
    pub fn word(&self) -> String {
        if self.slug.is_empty() { self.chain_id.to_string() } else { self.slug.clone() }
    }

    /// The sentence about a word that is none of the chains.
    pub fn none_of(known: &[KnownChain], word: &str) -> String {
        let known: Vec<String> = known.iter().map(KnownChain::word).collect();
        words::none_of("A chain", known.iter().map(String::as_str), word)
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
    /// The event's signature: its name and the types of its parameters.
    #[schema(example = "Transfer(address,address,uint256)")]
    pub signature: String,
}

impl EventSignature {
    /// Each, by its signature.
    pub fn known() -> Result<Vec<EventSignature>, Problem> {
        SelectEventSignatures {}.all()
    }
}
