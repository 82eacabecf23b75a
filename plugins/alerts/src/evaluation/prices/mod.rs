//! Price alerts: the pools that moved since a chain was looked at last, and the alerts that their figures meet.
//!
//! Always true here: what a pool was last looked at with is kept with what it fired. The newest price counts; one that comes and goes
//! within one load fires nothing. A price of a block that was there before (data was taken back) is noted and fires nothing.

pub mod figures;
pub mod fire;
pub mod heads;
pub mod pause;
pub mod taken_back;

use crate::evaluation::marks::{end, rests, start};
use crate::evaluation::rules::Rules;
use figures::WatchedPool;
use fire::Outcome;
use heads::ChainHead;
use quarry_sdk::Turn;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(warehouse, SelectMovedPools, "src/evaluation/prices/moved_pools.sql");
statement!(app_store, SelectWatchedPools, "src/evaluation/prices/watched_pools.sql");

/// Pools that are read together, and noted in one transaction.
const POOLS_AT_ONCE: u64 = 1_000;

/// Looks at each chain whose data is fresh. One that is behind is looked at when it has caught up.
pub fn look_at_chains(
    rules: &Rules,
    heads: Vec<ChainHead>,
    followed: &Followed,
    run: &JobRun,
) -> Result<(), JobFailure> {
    let (newest, marks) = (followed.newest()?, BTreeMap::from_iter(followed.marks()?));
    let mut outcome = Ok(());
    for head in heads {
        let now = Time::now();
        if rules.fresh_from(now).is_some_and(|fresh_from| head.newest_at < fresh_from) {
            continue;
        }
        let part = format!("prices/{}", head.chain_id);
        match marks.get(&part) {
            None => start(followed, &part, newest, now)?,
            Some(mark) if rests(*mark, newest, now) => {}
            // What keeps one chain from its end keeps nothing from the others.
            Some(_) => {
                let looked = followed.turn(&part).map_err(JobFailure::from);
                let looked =
                    looked.and_then(|turn| turn.map_or(Ok(()), |turn| look_at_chain(rules, head, &turn, newest, run)));
                outcome = looked.and(outcome);
            }
        }
    }
    outcome
}

fn look_at_chain(rules: &Rules, head: ChainHead, turn: &Turn, newest: i64, run: &JobRun) -> Result<(), JobFailure> {
    let fresh_from = rules.fresh_from(turn.looked_at);
    let mut after = Vec::new();
    loop {
        let moved: Vec<Vec<u8>> = SelectMovedPools {
            chain_id: head.chain_id.unsigned_abs(),
            seen: turn.version.unsigned_abs(),
            newest: newest.unsigned_abs(),
            fresh_from,
            after,
            most: POOLS_AT_ONCE,
        }
        .values()?;
        let is_last = (moved.len() as u64) < POOLS_AT_ONCE;
        after = moved.last().cloned().unwrap_or_default();
        let watched: Vec<WatchedPool> = match moved.is_empty() {
            true => Vec::new(),
            false => SelectWatchedPools { chain_id: head.chain_id, pools: moved }.all()?,
        };
        if fire::fire_alerts(turn, head.chain_id, newest, watched, run)? == Outcome::ToBeContinued {
            return Ok(());
        }
        if is_last {
            break;
        }
    }
    taken_back::look_for_replaced_blocks(turn, head, newest, run)?;
    end(turn, newest)
}
