//! Taking back what is not the server's chain: reorganised blocks, and what a killed process left half loaded.
//!
//! Both are one operation. The row of the chain says first that the blocks are still to be loaded, then their rows go by
//! tombstones (`ingest/replacement`), so that readers never see two forks mixed and a crash in between is made good by
//! the next start.

use alloy_primitives::B256;

use super::super::staging::BlockRange;
use super::batch::Batch;
use super::follower::ChainFollower;
use super::halt::Halt;
use super::reorganisation::{Window, common_ancestor, stored_hashes, stored_parent};
use super::wire::RpcHeader;

/// True when the head is not above the loaded blocks and is another block than the stored one.
pub(super) async fn head_is_of_another_fork(follower: &ChainFollower, head: &RpcHeader) -> Result<bool, Halt> {
    let number = head.inner.number;
    if follower.progress.tip().is_none_or(|tip| number > tip) {
        return Ok(false);
    }
    let stored = stored_hash(follower, number).await?;
    Ok(stored.is_some_and(|hash| hash != head.hash))
}

/// True when the stored block before a range, if there is one, is its parent.
pub(super) async fn follows_stored(follower: &ChainFollower, batch: &Batch) -> Result<bool, Halt> {
    let Some(before) = batch.first.checked_sub(1) else { return Ok(true) };
    let stored = stored_hash(follower, before).await?;
    Ok(stored.is_none_or(|hash| hash == batch.parent))
}

/// True when a range is the parent of the stored block above it, if there is one.
pub(super) async fn precedes_stored(follower: &ChainFollower, batch: &Batch) -> Result<bool, Halt> {
    let parent = stored_parent(&follower.ingest.session, follower.progress.chain_id, batch.last + 1).await?;
    Ok(parent.is_none_or(|parent| parent == batch.last_hash))
}

async fn stored_hash(follower: &ChainFollower, block: u64) -> Result<Option<B256>, Halt> {
    let window = Window { lowest: block, highest: block };
    let hashes = stored_hashes(&follower.ingest.session, follower.progress.chain_id, window).await?;
    Ok(hashes.get(&block).copied())
}

/// Takes back the blocks above the highest one, from `from` down, that the server has too. Says whether there were any.
pub(super) async fn reorganise(follower: &mut ChainFollower, from: u64) -> Result<bool, Halt> {
    let Some(tip) = follower.progress.tip() else { return Ok(false) };
    let first = follower.progress.first_block;
    let lowest = tip.saturating_sub(follower.settings.finality_depth).max(first);
    let window = Window { lowest, highest: from };
    let stored = stored_hashes(&follower.ingest.session, follower.progress.chain_id, window).await?;
    let next = match follower.ask(common_ancestor(&follower.client, &stored)).await? {
        Some(ancestor) if ancestor == from => return Ok(false),
        Some(ancestor) => ancestor + 1,
        // All that was ever loaded is young enough to be replaced.
        None if tip - first < follower.settings.finality_depth => first,
        None => return Err(Halt::BelowFinality(lowest)),
    };
    let (chain, blocks) = (&follower.name, tip + 1 - next);
    tracing::warn!(chain, next, blocks, "the chain was reorganised");
    follower.progress.next_block = next;
    follower.save().await?;
    remove_unfinished(follower).await?;
    Ok(true)
}

/// Removes everything from the next block on, and the gaps there.
pub(super) async fn remove_unfinished(follower: &mut ChainFollower) -> Result<(), Halt> {
    let (next, touched_before) = (follower.progress.next_block, follower.progress.touched_before);
    follower.gaps.forget_from(next, follower.clock.now()).await?;
    if touched_before <= next {
        return Ok(());
    }
    let range = BlockRange { chain_id: follower.progress.chain_id, first_block: next, last_block: touched_before - 1 };
    let name = format!("{} blocks {next} to {} taken back", follower.name, range.last_block);
    follower.ingest.exclusively(follower.ingest.remove_blocks(range, &name)).await?;
    follower.progress.touched_before = next;
    follower.save().await?;
    Ok(())
}
