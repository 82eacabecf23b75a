//! Crossings that a reorganisation took back: the block of a firing is another one now, and the newest figures do not meet the condition.
//!
//! It is looked at once the chain is as high again, and told once. The alert stays fired until somebody arms it again.

use crate::evaluation::firings::{AlertType, Reason, Told, tell_people};
use crate::evaluation::prices::figures::figures_of;
use crate::evaluation::prices::heads::ChainHead;
use crate::prices::PriceCondition;
use crate::prices::magnitude::{Magnitude, holds};
use quarry_sdk::Turn;
use quarry_sdk::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

statement!(app_store, SettleFirings, "src/evaluation/prices/settle_firings.sql");
statement!(app_store, SelectUnsettledBlocks, "src/evaluation/prices/unsettled_blocks.sql");
statement!(warehouse, SelectBlockHashes, "src/evaluation/prices/block_hashes.sql");
statement!(app_store, SelectDoubtfulFirings, "src/evaluation/prices/doubtful_firings.sql");
statement!(app_store, TakeBackFirings, "src/evaluation/prices/take_back_firings.sql");

/// Seconds for which a block of any height counts as one that may be replaced, and those after which none does.
const SETTLED_AFTER_SECONDS: i64 = 3_600;
const SETTLED_AT_LAST_SECONDS: i64 = 86_400;
/// Firings that one transaction takes back.
const FIRINGS_AT_ONCE: i64 = 500;

#[derive(Row)]
struct UnsettledBlock {
    block_number: i64,
    block_hash: Vec<u8>,
}

#[derive(Row)]
struct NamedBlock {
    block_number: i64,
    block_hash: Vec<u8>,
}

/// A firing whose block was replaced.
#[derive(Row)]
struct Doubtful {
    id: i64,
    alert_id: i64,
    arming: i64,
    space_id: i64,
    pool: Vec<u8>,
    sentence: String,
    measured: String,
    block_number: i64,
    block_hash: Vec<u8>,
    /// Null where the alert was removed, as are the two after it.
    condition: Option<PriceCondition>,
    threshold: Option<String>,
    user_id: Option<i64>,
}

/// Tells of firings whose block was replaced, and settles those whose block no longer can be.
pub fn look_for_replaced_blocks(turn: &Turn, head: ChainHead, newest: i64, run: &JobRun) -> Result<(), JobFailure> {
    let chain_id = head.chain_id;
    let blocks: Vec<UnsettledBlock> = SelectUnsettledBlocks { chain_id }.all()?;
    if blocks.is_empty() {
        return Ok(());
    }
    let numbers: BTreeSet<u64> = blocks.iter().map(|block| block.block_number.unsigned_abs()).collect();
    let named: Vec<NamedBlock> =
        SelectBlockHashes { chain_id: chain_id.unsigned_abs(), blocks: numbers.into_iter().collect() }.all()?;
    let named: BTreeMap<i64, Vec<u8>> = named.into_iter().map(|block| (block.block_number, block.block_hash)).collect();
    let replaced = blocks.into_iter().filter(|block| match named.get(&block.block_number) {
        Some(hash) => *hash != block.block_hash,
        // Taken back and not loaded again: what comes in its place is waited for.
        None => head.newest_block >= block.block_number,
    });
    for block in replaced {
        judge(turn, head, newest, &block, named.get(&block.block_number), run)?;
    }
    let now = Time::now();
    let transaction = turn.begin()?;
    transaction.execute(SettleFirings {
        chain_id,
        now,
        final_block: head.newest_block - head.finality_depth,
        final_from: now.minus_seconds(SETTLED_AFTER_SECONDS),
        settled_from: now.minus_seconds(SETTLED_AT_LAST_SECONDS),
    })?;
    transaction.commit()?;
    Ok(())
}

/// Judges the firings of one block by the newest figures of their pools.
fn judge(
    turn: &Turn,
    head: ChainHead,
    newest: i64,
    block: &UnsettledBlock,
    hash_now: Option<&Vec<u8>>,
    run: &JobRun,
) -> Result<(), JobFailure> {
    loop {
        let (block_number, block_hash) = (block.block_number, block.block_hash.clone());
        let doubtful: Vec<Doubtful> =
            SelectDoubtfulFirings { chain_id: head.chain_id, block_number, block_hash, most: FIRINGS_AT_ONCE }.all()?;
        if doubtful.is_empty() {
            return Ok(());
        }
        let pools: BTreeSet<Vec<u8>> = doubtful.iter().map(|firing| firing.pool.clone()).collect();
        let figures = figures_of(head.chain_id, turn.version, newest, pools.into_iter().collect())?;
        let still_holds = |firing: &Doubtful| {
            let (Some(condition), Some(threshold)) =
                (firing.condition, firing.threshold.as_deref().and_then(Magnitude::read))
            else {
                return false;
            };
            let figure = figures.get(&firing.pool);
            let measured = figure.and_then(|figure| match condition {
                PriceCondition::Above | PriceCondition::Below => figure.close.as_deref(),
                PriceCondition::PercentChange24h => figure.change.as_deref(),
            });
            holds(condition, measured, &threshold)
        };
        let now = Time::now();
        let rows = doubtful.iter().map(|firing| TakeBackFiringsFirings {
            id: firing.id,
            old_hash: firing.block_hash.clone(),
            // What still holds stands on the block that is there now, while there is one.
            new_hash: hash_now.filter(|_| still_holds(firing)).cloned(),
            is_taken_back: !still_holds(firing),
        });
        let rows = rows.collect();
        let transaction = turn.begin()?;
        let taken_back: Vec<i64> = transaction.values(TakeBackFirings { now, firings: rows })?;
        let taken_back: BTreeSet<i64> = taken_back.into_iter().collect();
        let told = doubtful.into_iter().filter(|firing| taken_back.contains(&firing.id) && !still_holds(firing));
        let told = told.filter_map(|firing| {
            let Doubtful { id, alert_id, arming, space_id, sentence, measured, block_number, .. } = firing;
            let detail = format!(
                "Taken back: block {block_number}, in which {measured} was measured, was replaced, and the newest price does not meet it. Arm it again to be told of the next time."
            );
            let alert_type = AlertType::Price;
            firing.user_id.map(|user_id| Told {
                firing_id: id,
                alert_type,
                alert_id,
                arming,
                space_id,
                user_id,
                sentence,
                detail,
            })
        });
        tell_people(&transaction, told.collect(), Reason::TakenBack, now, run)?;
        transaction.commit()?;
    }
}
