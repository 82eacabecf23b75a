//! One chain, followed: rounds of looking at the head, loading up to it, and mending gaps.
//!
//! Only reading from the server and waiting are broken off by a stop; what has begun to be loaded is loaded to its end.

use std::time::Duration;

use super::super::error::IngestError;
use super::back_off::BackOff;
use super::error::FollowError;
use super::followed::Followed;
use super::follower::ChainFollower;
use super::gaps::NOT_FETCHED;
use super::halt::Halt;
use super::progress::FollowProgress;
use super::{mending, rewinding};

/// Ranges that are loaded before the head is looked at again.
const RANGES_A_ROUND: u32 = 16;
/// The time between two writes of the row of a chain at rest.
const HEARTBEAT: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    CaughtUp,
    More,
}

impl ChainFollower {
    /// Follows until it is stopped or, with `once`, until the head that was found first is loaded.
    pub(super) async fn run(mut self) -> Result<Followed, FollowError> {
        let mut back_off = BackOff::new(self.settings.shortest_wait, self.settings.longest_wait);
        let mut failures = 0;
        loop {
            let before = self.progress.next_block;
            let wait = match self.round().await {
                Ok(Round::More) => Duration::ZERO,
                Ok(Round::CaughtUp) if self.settings.once => break,
                Ok(Round::CaughtUp) => self.settings.poll,
                Err(Halt::Stopped) => break,
                Err(halt) => {
                    if self.progress.next_block > before {
                        back_off.reset();
                        failures = 0;
                    }
                    failures += 1;
                    self.is_resumed = false;
                    let retry_after = halt.retry_after();
                    let error = self.error(halt);
                    // Fewer tries would not outlast those after which a block is left out.
                    if self.settings.once && failures > 2 * self.settings.attempts {
                        return Err(error);
                    }
                    let wait = back_off.next(retry_after);
                    tracing::warn!(chain = self.name, %error, wait_ms = wait.as_millis(), "following waits");
                    self.note_problem(&error).await;
                    if self.pause(wait).await.is_err() {
                        break;
                    }
                    continue;
                }
            };
            back_off.reset();
            failures = 0;
            if self.pause(wait).await.is_err() {
                break;
            }
        }
        let (open_gaps, missing_blocks) = self.gaps.count_open().await.map_err(|source| self.ingest_error(source))?;
        Ok(Followed {
            chain: self.name,
            next_block: self.progress.next_block,
            loaded_blocks: self.loaded_blocks,
            open_gaps,
            missing_blocks,
            decoded: self.decoded,
            undecoded: self.undecoded,
            blocks_counted_anew: self.blocks_counted_anew,
            conflicts: self.conflicts,
        })
    }

    async fn round(&mut self) -> Result<Round, Halt> {
        if !self.is_resumed {
            self.resume().await?;
        }
        let head = self.ask(self.client.head()).await?;
        self.progress.saw_head(&head, self.clock.now());
        let target = *self.target.get_or_insert(head.inner.number);
        let target = if self.settings.once { target.min(head.inner.number) } else { head.inner.number };
        if rewinding::head_is_of_another_fork(self, &head).await? {
            self.reorganise(head.inner.number).await?;
            return Ok(Round::More);
        }
        for _ in 0..RANGES_A_ROUND {
            if self.progress.next_block > target {
                self.heartbeat().await?;
                if mending::mend(self).await? || self.settings.once && self.is_misled().await? {
                    return Ok(Round::More);
                }
                return Ok(Round::CaughtUp);
            }
            self.advance(target).await?;
        }
        Ok(Round::More)
    }

    /// Before following ends: whether the newest loaded block is another one than the server has, which it told wrong then or
    /// tells wrong now. What it does not have is taken back; a server that lied once is asked again.
    async fn is_misled(&mut self) -> Result<bool, Halt> {
        let Some(tip) = self.progress.tip() else { return Ok(false) };
        let Some(header) = self.ask(self.client.header(tip)).await? else { return Ok(false) };
        if !rewinding::head_is_of_another_fork(self, &header).await? {
            return Ok(false);
        }
        self.reorganise(tip).await?;
        Ok(true)
    }

    /// Brings the stored state into order: the right chain, its row, nothing half loaded.
    async fn resume(&mut self) -> Result<(), Halt> {
        let chain_id = self.progress.chain_id;
        let found = self.ask(self.client.chain_id()).await?;
        if found != chain_id {
            return Err(Halt::WrongChain(found));
        }
        let first_block = self.settings.first_block;
        self.progress = match FollowProgress::read(&self.ingest.session, chain_id).await? {
            Some(stored) => stored,
            None => {
                let first = match first_block {
                    Some(first) => first,
                    None => self.ask(self.client.head()).await?.inner.number,
                };
                FollowProgress::beginning(chain_id, first, self.settings.finality_depth)
            }
        };
        self.progress.finality_depth = self.settings.finality_depth;
        if let Some(first) = first_block.filter(|first| *first < self.progress.first_block) {
            self.gaps.open(first, self.progress.first_block - 1, NOT_FETCHED, self.clock.now()).await?;
            self.progress.first_block = first;
            self.save().await?;
        }
        rewinding::remove_unfinished(self).await?;
        self.is_resumed = true;
        Ok(())
    }

    async fn heartbeat(&mut self) -> Result<(), IngestError> {
        let is_due = self.clock.elapsed().saturating_sub(self.saved_at) >= HEARTBEAT;
        if is_due || !self.progress.problem.is_empty() {
            self.progress.problem.clear();
            self.save().await?;
        }
        Ok(())
    }

    /// Lets the status show why nothing comes. What cannot be written is in the log.
    async fn note_problem(&mut self, error: &FollowError) {
        self.progress.problem = error.to_string();
        // A row that was never read must not be written over.
        if self.progress.head_seen_at > 0
            && let Err(error) = self.save().await
        {
            tracing::debug!(chain = self.name, %error, "the problem could not be noted");
        }
    }

    async fn pause(&self, wait: Duration) -> Result<(), Halt> {
        self.ask(async {
            tokio::time::sleep(wait).await;
            Ok(())
        })
        .await
    }

    fn ingest_error(&self, source: IngestError) -> FollowError {
        FollowError::Ingest { chain: self.name.clone(), source }
    }

    fn error(&self, halt: Halt) -> FollowError {
        let (chain, server) = (self.name.clone(), self.client.server());
        match halt {
            Halt::Stopped => FollowError::Stopped { chain },
            Halt::Fault(source) => FollowError::Server { chain, server, source },
            Halt::Ingest(source) => FollowError::Ingest { chain, source },
            Halt::WrongChain(found) => FollowError::WrongChain { server, wanted: chain, found },
            Halt::BelowFinality(block) => {
                FollowError::BelowFinality { chain, block, depth: self.settings.finality_depth }
            }
        }
    }
}
