//! Names that are asked for once, for a run over many questions.

use crate::known::{KnownChain, KnownProtocol, ProtocolSource};
use quarry_sdk::prelude::*;
use std::cell::OnceCell;

/// The chains and protocols that the warehouse knew when they were first needed.
#[derive(Default)]
pub struct KnownNames {
    chains: OnceCell<Vec<KnownChain>>,
    of_pools: OnceCell<Vec<KnownProtocol>>,
    of_lenders: OnceCell<Vec<KnownProtocol>>,
    of_snapshots: OnceCell<Vec<KnownProtocol>>,
}

impl KnownNames {
    /// Each chain, by its number.
    pub fn chains(&self) -> Result<&[KnownChain], Problem> {
        asked_once(&self.chains, KnownChain::known)
    }

    /// Each word that a filter by protocols of that source takes.
    pub fn protocols(&self, source: ProtocolSource) -> Result<&[KnownProtocol], Problem> {
        let cell = match source {
            ProtocolSource::Pools => &self.of_pools,
            ProtocolSource::Lenders => &self.of_lenders,
            ProtocolSource::Snapshots => &self.of_snapshots,
        };
        asked_once(cell, || source.taken())
    }
}

fn asked_once<T>(cell: &OnceCell<Vec<T>>, ask: impl FnOnce() -> Result<Vec<T>, Problem>) -> Result<&[T], Problem> {
    match cell.get() {
        Some(known) => Ok(known),
        None => {
            let known = ask()?;
            Ok(cell.get_or_init(|| known))
        }
    }
}
