//! The point up to which rows are taken in, so that the same question gives the same rows tomorrow.
//!
//! Rows of blocks are frozen by a block of each chain, price bars by the moment at which the last of them was over, the timeline by
//! the number of its newest entry. The registries of pools and tokens have nothing to freeze them by: a figure of theirs drifts as
//! they grow.

use crate::dataset::FrozenBy;
use crate::pins::nothing_final;
use crate::selection::Selection;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(warehouse, SelectHeads, "src/frozen/heads.sql");
statement!(app_store, SelectNewestEntry, "src/frozen/newest_entry.sql");

/// The rows that are taken in. What a dataset is not frozen by says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frozen {
    /// The last block by chain id.
    pub blocks: BTreeMap<u64, u64>,
    /// The last block of every other chain; none where their rows are left out.
    pub other_chains: Option<u64>,
    /// The end of the last bar.
    pub until: Option<Time>,
    /// The number of the last entry.
    pub newest_entry: Option<i64>,
    /// The newest block of each chain when it was frozen.
    heads: Vec<Head>,
}

#[derive(Row, Debug, Clone, PartialEq, Eq)]
struct Head {
    chain_id: u64,
    /// The chain's slug, or its number where it has none.
    chain: String,
    newest_block: u64,
    /// When it was made; of a chain that is followed, when its final block was.
    newest_at: Option<Time>,
    /// The final block; none where the chain is not followed.
    final_block: Option<u64>,
    /// False where the chain is followed and no block of it is final yet.
    is_final: bool,
}

impl Frozen {
    /// Freezes at the data that is there now, below finality where a chain is followed. 422 `nothing_final` where no block of the chain that
    /// was asked for is final yet.
    pub fn now(selection: &Selection) -> Result<Frozen, Problem> {
        match selection.dataset.frozen_by() {
            FrozenBy::Blocks | FrozenBy::Ends => {}
            FrozenBy::Numbers => {
                let newest_entry = SelectNewestEntry {}.query()?.integer(0, "newest_entry");
                return Ok(Frozen { newest_entry, ..Frozen::default() });
            }
            FrozenBy::Nothing => return Ok(Frozen::default()),
        }
        let mut heads: Vec<Head> = SelectHeads {}.all()?;
        heads.retain(|head| selection.chain_id().is_none_or(|chain_id| chain_id == head.chain_id));
        let unsettled = heads.iter().find(|head| !head.is_final);
        if let (Some(_), Some(head)) = (selection.chain_id(), unsettled) {
            return Err(nothing_final(&head.chain));
        }
        let blocks = heads.iter().filter_map(|head| Some((head.chain_id, head.final_block?))).collect();
        Ok(Frozen { blocks, other_chains: Some(u64::MAX), heads, ..Frozen::default() })
    }

    /// Freezes at one block of whichever chain.
    pub fn at_block(block: u64) -> Frozen {
        Frozen { other_chains: Some(block), ..Frozen::default() }
    }

    /// Freezes at a block of each of these chains; rows of other chains are left out.
    pub fn at_blocks(blocks: BTreeMap<u64, u64>) -> Frozen {
        Frozen { blocks, ..Frozen::default() }
    }

    /// The newest blocks by chain id, for a figure of no row.
    pub fn newest_blocks(&self) -> BTreeMap<u64, u64> {
        let newest = |head: &Head| head.final_block.map_or(head.newest_block, |last| last.min(head.newest_block));
        self.heads.iter().map(|head| (head.chain_id, newest(head))).collect()
    }

    /// Chains, and the last block of each, as statements are bound to them: of the chain that is asked for, or of those that are named.
    /// Empty lists, which leave nothing out, where neither says a block.
    pub(crate) fn pins(&self, chain_id: Option<u64>) -> (Vec<u64>, Vec<u64>) {
        let of_chain = |chain_id: u64| self.blocks.get(&chain_id).copied().or(self.other_chains);
        match (chain_id, self.other_chains) {
            (Some(chain_id), _) => match of_chain(chain_id) {
                Some(last) => (vec![chain_id], vec![last]),
                None => (vec![0], vec![0]),
            },
            (None, Some(_)) => (Vec::new(), Vec::new()),
            (None, None) if self.blocks.is_empty() => (vec![0], vec![0]),
            (None, None) => self.blocks.iter().map(|(chain_id, last)| (*chain_id, *last)).unzip(),
        }
    }

    /// The moment after which no bar is over, on any chain.
    pub fn last_end(&self) -> Option<Time> {
        self.until.or_else(|| self.heads.iter().filter_map(|head| head.newest_at).max())
    }

    /// Tells that a bar of that chain which ends at `end`, and whose last trade is in that block, is taken in.
    pub(crate) fn takes_bar(&self, chain_id: u64, end: Time, last_block: u64) -> bool {
        let is_over = match self.until {
            Some(until) => end <= until,
            None => {
                let newest = self.heads.iter().find(|head| head.chain_id == chain_id).and_then(|head| head.newest_at);
                newest.is_some_and(|newest| end <= newest)
            }
        };
        is_over && self.takes_block(chain_id, last_block)
    }

    /// Tells that a row of that block is taken in.
    pub(crate) fn takes_block(&self, chain_id: u64, block: u64) -> bool {
        self.blocks.get(&chain_id).copied().or(self.other_chains).is_some_and(|last| block <= last)
    }

    /// Tells that an entry of that number is taken in.
    pub(crate) fn takes_entry(&self, number: i64) -> bool {
        self.newest_entry.is_none_or(|newest| number <= newest)
    }
}
