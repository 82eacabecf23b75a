//! One chain, followed: rounds of looking at the head, loading up to it, and mending gaps.
//!
//! Only reading from the server and waiting are broken off by a stop; what has begun to be loaded is loaded to its end.

use std::time::Duration;

use super::super::error::IngestError;
use super::super::run::Ingest;
use super::back_off::BackOff;
use super::batch::{self, Batch, ReadOptions};
use super::client::ChainClient;
use super::error::FollowError;
use super::fault::Fault;
use super::gaps::{Gaps, NOT_FETCHED};
use super::process::Followed;
use super::progress::FollowProgress;
use super::span::Span;
use super::{FollowSettings, mending, rewinding};
use crate::clock::Clock;
use crate::edge::Shutdown;

/// Ranges that are loaded before the head is looked at again.
const RANGES_A_ROUND: u32 = 16;
/// How often the row of a chain at rest is written.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// A chain at work.
pub(super) struct ChainFollower {
    pub(super) name: String,
    pub(super) client: ChainClient,
    pub(super) ingest: Ingest,
    pub(super) gaps: Gaps,
    pub(super) settings: FollowSettings,
    pub(super) clock: Clock,
    pub(super) shutdown: Shutdown,
    pub(super) progress: FollowProgress,
    pub(super) span: Span,
    pub(super) mending: mending::State,
    /// How often the lowest block that is to be loaded was refused.
    failures: u32,
    /// Whether the stored state is known and clean; not so at the start and after each failure.
    is_resumed: bool,
    saved_at: Duration,
    /// With `once`: the block to end at.
    target: Option<u64>,
    loaded_blocks: u64,
}

/// Why a round ended before its end.
pub(super) enum Halt {
    Stopped,
    Fault(Fault),
    Ingest(IngestError),
    WrongChain(u64),
    /// The stored block that the server has not, deeper than anything may be replaced.
    BelowFinality(u64),
}

impl From<IngestError> for Halt {
    fn from(error: IngestError) -> Halt {
        Halt::Ingest(error)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    CaughtUp,
    More,
}

impl ChainFollower {
    pub(super) fn new(
        (chain_id, name): (u64, String),
        client: ChainClient,
        ingest: Ingest,
        settings: FollowSettings,
        shutdown: Shutdown,
    ) -> ChainFollower {
        ChainFollower {
            gaps: Gaps::new(ingest.session.clone(), chain_id),
            progress: FollowProgress::beginning(chain_id, 0, settings.finality_depth),
            span: Span::new(settings.batch_blocks),
            mending: mending::State::new(&settings),
            clock: Clock::system(),
            failures: 0,
            is_resumed: false,
            saved_at: Duration::ZERO,
            target: None,
            loaded_blocks: 0,
            name,
            client,
            ingest,
            settings,
            shutdown,
        }
    }

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
        let open_gaps = self.gaps.count_open().await.map_err(|source| self.ingest_error(source))?;
        Ok(Followed {
            chain: self.name,
            next_block: self.progress.next_block,
            loaded_blocks: self.loaded_blocks,
            open_gaps,
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
                return Ok(if mending::mend(self).await? { Round::More } else { Round::CaughtUp });
            }
            self.advance(target).await?;
        }
        Ok(Round::More)
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

    /// Loads the next range, or makes the next attempt a smaller one, or leaves a block out.
    async fn advance(&mut self, target: u64) -> Result<(), Halt> {
        let first = self.progress.next_block;
        let last = target.min(first.saturating_add(self.span.blocks() - 1));
        match self.read(first, last).await {
            Ok(batch) => {
                self.load(batch).await?;
                self.span.worked();
                self.failures = 0;
                Ok(())
            }
            Err(Halt::Fault(Fault::Detached { .. })) => self.reorganise(first - 1).await,
            Err(Halt::Fault(fault)) if fault.is_of_the_range() => {
                if self.span.narrow(first, &fault) {
                    return Ok(());
                }
                self.failures += 1;
                if self.failures < self.settings.attempts {
                    return Err(Halt::Fault(fault));
                }
                self.leave_out(target, fault).await
            }
            Err(halt) => Err(halt),
        }
    }

    /// Takes back what the server has not. Where it has all of it after all, it changes at this moment.
    async fn reorganise(&mut self, from: u64) -> Result<(), Halt> {
        match rewinding::reorganise(self, from).await? {
            true => Ok(()),
            false => Err(Halt::Fault(Fault::Moved { block: from })),
        }
    }

    /// Lists the blocks up to the next one that the server has as a gap, and goes on above it.
    async fn leave_out(&mut self, target: u64, fault: Fault) -> Result<(), Halt> {
        let first = self.progress.next_block;
        let Some(present) = mending::next_present(self, first, target).await? else {
            // Nothing above it is there either: the server is behind its own head.
            return Err(Halt::Fault(fault));
        };
        let (chain, last) = (&self.name, present - 1);
        tracing::warn!(chain, first, last, %fault, "blocks are left out; they are asked for again later");
        self.gaps.open(first, last, fault.gap_reason(), self.clock.now()).await?;
        self.progress.next_block = present;
        self.progress.touched_before = self.progress.touched_before.max(present);
        self.save().await?;
        self.failures = 0;
        Ok(())
    }

    /// Reads a range, which must follow the stored block before it.
    pub(super) async fn read(&self, first: u64, last: u64) -> Result<Batch, Halt> {
        let options =
            ReadOptions { concurrent_requests: self.settings.concurrent_requests, receipts: self.settings.receipts };
        let batch = self.ask(batch::read(&self.client, first, last, options)).await?;
        match rewinding::follows_stored(self, &batch).await? {
            true => Ok(batch),
            false => Err(Halt::Fault(Fault::Detached { block: first })),
        }
    }

    /// Loads a range at the end of what is loaded.
    async fn load(&mut self, batch: Batch) -> Result<(), Halt> {
        let (first, last) = (batch.first, batch.last);
        self.progress.touched_before = self.progress.touched_before.max(last + 1);
        self.save().await?;
        self.load_rows(batch).await?;
        self.progress.next_block = last + 1;
        self.progress.problem.clear();
        self.save().await?;
        let (chain, head) = (&self.name, self.progress.head_block);
        tracing::info!(chain, first, last, head, "blocks were loaded");
        Ok(())
    }

    /// Loads the rows of a range on the way of files.
    pub(super) async fn load_rows(&mut self, batch: Batch) -> Result<(), Halt> {
        let (chain_id, blocks) = (self.progress.chain_id, batch.last - batch.first + 1);
        let name = format!("{} blocks {} to {}", self.name, batch.first, batch.last);
        let ingest = &self.ingest;
        let loaded = ingest.exclusively(async {
            for (kind, lines) in batch.into_parts() {
                ingest.load_lines(kind, &name, chain_id, lines).await?;
            }
            Ok(())
        });
        loaded.await.map_err(|error| match error {
            IngestError::BadRows { .. } | IngestError::TwoHashes { .. } => {
                Halt::Fault(Fault::Rejected { detail: error.to_string() })
            }
            error => Halt::Ingest(error),
        })?;
        self.loaded_blocks += blocks;
        Ok(())
    }

    /// Writes the chain's row.
    pub(super) async fn save(&mut self) -> Result<(), IngestError> {
        self.saved_at = self.clock.elapsed();
        let now = self.clock.now();
        self.progress.save(&self.ingest.session, now).await
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

    /// Asks the server, unless everything stops.
    pub(super) async fn ask<Answer>(
        &self,
        question: impl Future<Output = Result<Answer, Fault>>,
    ) -> Result<Answer, Halt> {
        let mut shutdown = self.shutdown.clone();
        tokio::select! {
            biased;
            () = shutdown.wait() => Err(Halt::Stopped),
            answer = question => answer.map_err(Halt::Fault),
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

impl Halt {
    fn retry_after(&self) -> Option<Duration> {
        match self {
            Halt::Fault(Fault::Busy { retry_after }) => *retry_after,
            _ => None,
        }
    }
}
