//! Chains whose newest data is too old: their liquidations are looked at once they have caught up, from where they stood.
//!
//! Always true here: the mark of all chains (chain 0) stands for each but those that have one of their own, and these are behind, or were
//! when they were looked at last.

use crate::evaluation::look::{self, Look, Mark, Source};
use crate::evaluation::prices::heads::ChainHead;
use crate::evaluation::rules::Rules;
use quarry_sdk::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

statement!(app_store, SelectOwnMarks, "src/evaluation/watches/own_marks.sql");
statement!(app_store, EndOwnMarks, "src/evaluation/watches/end_own_marks.sql");

/// The chains that are behind, and those that were.
pub struct Behind {
    stale: BTreeSet<i64>,
    marks: BTreeMap<i64, Mark>,
}

#[derive(Row)]
struct OwnMark {
    chain_id: i64,
    version: i64,
    looked_at: Time,
}

impl Behind {
    /// Finds them, and keeps for those that fell behind since the last look where they stand.
    pub fn of_look(look: &Look, rules: &Rules, heads: &[ChainHead], now: Time) -> Result<Behind, JobFailure> {
        let fresh_from = rules.fresh_from(now);
        let is_stale = |head: &&ChainHead| fresh_from.is_some_and(|fresh_from| head.newest_at < fresh_from);
        let stale: BTreeSet<i64> = heads.iter().filter(is_stale).map(|head| head.chain_id).collect();
        let own: Vec<OwnMark> = SelectOwnMarks { source: Source::Liquidations.word().to_owned() }.all()?;
        let mark = |OwnMark { chain_id, version, looked_at }| (chain_id, Mark { version, looked_at });
        let marks: BTreeMap<i64, Mark> = own.into_iter().map(mark).collect();
        if stale.iter().any(|chain_id| !marks.contains_key(chain_id)) {
            let transaction = Transaction::begin()?;
            look.hold(&transaction)?;
            for chain_id in stale.iter().filter(|chain_id| !marks.contains_key(chain_id)) {
                look::start_at(&transaction, Source::Liquidations, *chain_id, look.version, look.looked_at)?;
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
    pub fn seen(&self, chain_id: i64, look: &Look) -> (i64, Time) {
        self.marks.get(&chain_id).map_or((look.version, look.looked_at), |mark| (mark.version, mark.looked_at))
    }

    /// The version up to which every chain that is not behind was looked at.
    pub fn least_seen(&self, look: &Look) -> i64 {
        let caught_up = self.marks.iter().filter(|(chain_id, _)| !self.is_stale(**chain_id));
        caught_up.map(|(_, mark)| mark.version).fold(look.version, i64::min)
    }

    /// Ends, with the transaction that ends the look, the marks of those that have caught up.
    pub fn end(&self, transaction: &Transaction) -> Result<(), JobFailure> {
        let caught_up = self.marks.keys().copied().filter(|chain_id| !self.is_stale(*chain_id));
        let chain_ids: Vec<i64> = caught_up.collect();
        if !chain_ids.is_empty() {
            transaction.execute(EndOwnMarks { source: Source::Liquidations.word().to_owned(), chain_ids })?;
        }
        Ok(())
    }
}
