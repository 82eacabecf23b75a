//! Chains whose newest data is too old: their liquidations are looked at once they have caught up, from where they stood.
//!
//! Always true here: the mark of all chains stands for each but those that have one of their own, and these are behind, or were when they
//! were looked at last.

use crate::evaluation::prices::heads::ChainHead;
use crate::evaluation::rules::Rules;
use quarry_sdk::prelude::*;
use quarry_sdk::{Mark, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// The part of the marks that stands for all chains.
pub const PART: &str = "liquidations";

/// The chains that are behind, and those that were.
pub struct Behind {
    stale: BTreeSet<i64>,
    marks: BTreeMap<i64, Mark>,
}

/// The part of one chain.
fn part_of(chain_id: i64) -> String {
    format!("{PART}/{chain_id}")
}

/// The chain that a part is of; none of the part of all.
fn chain_of(part: &str) -> Option<i64> {
    part.strip_prefix(PART)?.strip_prefix('/')?.parse().ok()
}

impl Behind {
    /// Finds them, and keeps for those that fell behind since the last turn where they stand.
    pub fn of_turn(
        turn: &Turn,
        followed: &Followed,
        rules: &Rules,
        heads: &[ChainHead],
        now: Time,
    ) -> Result<Behind, JobFailure> {
        let fresh_from = rules.fresh_from(now);
        let is_stale = |head: &&ChainHead| fresh_from.is_some_and(|fresh_from| head.newest_at < fresh_from);
        let stale: BTreeSet<i64> = heads.iter().filter(is_stale).map(|head| head.chain_id).collect();
        let marks = followed.marks()?.into_iter();
        let marks: BTreeMap<i64, Mark> = marks.filter_map(|(part, mark)| Some((chain_of(&part)?, mark))).collect();
        if stale.iter().any(|chain_id| !marks.contains_key(chain_id)) {
            let transaction = turn.begin()?;
            let mark = Mark { version: turn.version, looked_at: turn.looked_at };
            for chain_id in stale.iter().filter(|chain_id| !marks.contains_key(chain_id)) {
                followed.start(&transaction, &part_of(*chain_id), mark)?;
            }
            transaction.commit()?;
        }
        Ok(Behind { stale, marks })
    }

    /// Tells whether a chain is to be looked at later.
    pub fn is_stale(&self, chain_id: i64) -> bool {
        self.stale.contains(&chain_id)
    }

    /// The version up to which a chain was looked at, and when.
    pub fn seen(&self, chain_id: i64, turn: &Turn) -> (i64, Time) {
        self.marks.get(&chain_id).map_or((turn.version, turn.looked_at), |mark| (mark.version, mark.looked_at))
    }

    /// The version up to which every chain that is not behind was looked at.
    pub fn least_seen(&self, turn: &Turn) -> i64 {
        let caught_up = self.marks.iter().filter(|(chain_id, _)| !self.is_stale(**chain_id));
        caught_up.map(|(_, mark)| mark.version).fold(turn.version, i64::min)
    }

    /// Ends, with the transaction that ends the turn, the marks of those that have caught up.
    pub fn end(&self, followed: &Followed, transaction: &Transaction) -> Result<(), JobFailure> {
        for chain_id in self.marks.keys().filter(|chain_id| !self.is_stale(**chain_id)) {
            followed.remove(transaction, &part_of(*chain_id))?;
        }
        Ok(())
    }
}
