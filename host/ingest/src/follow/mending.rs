//! Filling gaps: one range of one gap a round, so that the head is never kept waiting, and all gaps in turn, so that one
//! that cannot be filled keeps no other one open.

use super::follower::ChainFollower;
use super::gaps::Gap;
use super::halt::Halt;
use super::rewinding;

/// Tries the next range. Says whether there is more to try at once.
pub(super) async fn mend(follower: &mut ChainFollower) -> Result<bool, Halt> {
    if follower.clock.elapsed() < follower.mending.due {
        return Ok(false);
    }
    let Some(gap) = follower.gaps.next(follower.mending.from).await? else {
        end_turn(follower);
        return Ok(false);
    };
    let last = gap.last_block.min(gap.first_block + follower.mending.span.blocks() - 1);
    match follower.read(gap.first_block, last).await {
        Ok(batch) => {
            if !rewinding::precedes_stored(follower, &batch).await? {
                return take_back(follower, &gap, None).await;
            }
            if follower.load_rows(batch).await?.is_some() {
                follower.mending.from = gap.last_block + 1;
                return Ok(true);
            }
            follower.gaps.fill(&gap, last, follower.clock.now()).await?;
            follower.mending.has_filled = true;
            follower.mending.span.worked();
            tracing::info!(chain = follower.name, first = gap.first_block, last, "a gap was filled");
        }
        Err(Halt::Fault(super::fault::Fault::Detached { block })) => {
            return take_back(follower, &gap, block.checked_sub(1)).await;
        }
        Err(Halt::Fault(fault)) if fault.is_of_the_range() => {
            if !follower.mending.span.narrow(gap.first_block, &fault) {
                pass_over(follower, &gap).await?;
            }
        }
        Err(halt) => return Err(halt),
    }
    Ok(true)
}

fn end_turn(follower: &mut ChainFollower) {
    let state = &mut follower.mending;
    if std::mem::take(&mut state.has_filled) {
        state.back_off.reset();
    }
    state.from = 0;
    state.due = follower.clock.elapsed() + state.back_off.next(None);
}

/// The blocks of the gap and the stored ones beside it are of different forks: looks which stored ones the server has not.
/// Where it has them all, the gap has to wait.
async fn take_back(follower: &mut ChainFollower, gap: &Gap, below: Option<u64>) -> Result<bool, Halt> {
    let from = below.or(follower.progress.tip());
    let has_taken_back = match from {
        Some(from) => rewinding::reorganise(follower, from).await?,
        None => false,
    };
    if !has_taken_back {
        follower.mending.from = gap.last_block + 1;
    }
    Ok(true)
}

/// The gap's first block cannot be had: goes on with what lies above it, as a gap of its own.
async fn pass_over(follower: &mut ChainFollower, gap: &Gap) -> Result<(), Halt> {
    follower.mending.from = match next_present(follower, gap.first_block, gap.last_block).await? {
        Some(present) => {
            follower.gaps.split(gap, present, follower.clock.now()).await?;
            present
        }
        None => gap.last_block + 1,
    };
    Ok(())
}

/// A block above `missing`, up to `last`, that the server has: the one right above it, else the first found by doubling
/// steps. Blocks in between that it has too are found when the gap is mended.
pub(super) async fn next_present(follower: &ChainFollower, missing: u64, last: u64) -> Result<Option<u64>, Halt> {
    let mut step = 1;
    let mut candidate = missing;
    while candidate < last {
        candidate = candidate.saturating_add(step).min(last);
        if follower.ask(follower.client.header(candidate)).await?.is_some() {
            return Ok(Some(candidate));
        }
        step *= 2;
    }
    Ok(None)
}
