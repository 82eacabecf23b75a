//! Up to where rows are taken in, so that the same question gives the same rows tomorrow.
//!
//! Rows of blocks are frozen by a block of each chain, price bars by the moment at which the last of them was over, the timeline by
//! the number of its newest entry. The registries of pools and tokens have nothing to freeze them by: a figure of theirs drifts as
//! they grow.

use crate::dataset::{Dataset, Source};
use crate::known::KnownChain;
use crate::selection::Selection;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(warehouse, SelectHeads, "src/frozen/heads.sql");

/// What keeps the rows of a dataset from growing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrozenBy {
    /// A block of each chain.
    Blocks,
    /// The moment at which a bar was over.
    Ends,
    /// The number of an entry.
    Numbers,
    /// Nothing.
    Nothing,
}

impl Dataset {
    /// What keeps its rows from growing.
    pub fn frozen_by(&self) -> FrozenBy {
        match self.source {
            Source::AppStore(..) => FrozenBy::Numbers,
            Source::Warehouse(_) if self.column("start").is_some() => FrozenBy::Ends,
            Source::Warehouse(_) if self.column("block_number").is_some() => FrozenBy::Blocks,
            Source::Warehouse(_) => FrozenBy::Nothing,
        }
    }
}

/// The rows that are taken in. What a dataset is not frozen by says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frozen {
    /// The last block by chain id; rows of other chains are left out.
    pub blocks: BTreeMap<u64, u64>,
    /// The end of the last bar.
    pub until: Option<Time>,
    /// The end of the last bar by chain id, where it is not the same of all.
    until_of: BTreeMap<u64, Time>,
    /// The number of the last entry.
    pub newest_entry: Option<i64>,
}

#[derive(Row)]
struct Head {
    chain_id: u64,
    newest_block: u64,
    newest_at: Option<Time>,
    /// None where the chain is not followed.
    final_block: Option<u64>,
}

impl Frozen {
    /// At what is newest now, below finality where a chain is followed.
    pub fn now(selection: &Selection) -> Result<Frozen, Problem> {
        let mut frozen = Frozen::default();
        if !matches!(selection.dataset.frozen_by(), FrozenBy::Blocks | FrozenBy::Ends) {
            return Ok(frozen);
        }
        let heads: Vec<Head> = SelectHeads {}.all()?;
        let of_chain = |head: &Head| selection.chain_id().is_none_or(|chain_id| chain_id == head.chain_id);
        for head in heads.into_iter().filter(of_chain) {
            let newest = head.final_block.map_or(head.newest_block, |last| last.min(head.newest_block));
            frozen.blocks.insert(head.chain_id, newest);
            if let Some(newest_at) = head.newest_at {
                frozen.until_of.insert(head.chain_id, newest_at);
            }
        }
        Ok(frozen)
    }

    /// At one block of the selection's chain, or of all chains where it names none.
    pub fn at_block(selection: &Selection, block: u64) -> Result<Frozen, Problem> {
        let chains = match selection.chain_id() {
            Some(chain_id) => vec![chain_id],
            None => KnownChain::known()?.into_iter().map(|chain| chain.chain_id).collect(),
        };
        Ok(Frozen { blocks: chains.into_iter().map(|chain_id| (chain_id, block)).collect(), ..Frozen::default() })
    }

    /// Whether a bar of that chain that ends then is taken in.
    pub(crate) fn takes_bar(&self, chain_id: u64, end: Time) -> bool {
        match self.until {
            Some(until) => end <= until,
            None => self.until_of.get(&chain_id).is_some_and(|until| end <= *until),
        }
    }

    /// Whether an entry of that number is taken in.
    pub(crate) fn takes_entry(&self, number: i64) -> bool {
        self.newest_entry.is_none_or(|newest| number <= newest)
    }
}
