//! One range further: read it, load it at the end of what is loaded, and what is done where the server does not have it.
//!
//! A range that fails is asked for again in smaller parts (`span`); a block that alone fails too often is listed as a gap,
//! and the chain goes on above it. Reading may be broken off; loading is not.

use super::super::error::IngestError;
use super::super::staging::BlockRange;
use super::batch::{self, Batch, ReadOptions};
use super::fault::Fault;
use super::follower::ChainFollower;
use super::gaps::LOGS_NOT_STORED;
use super::halt::Halt;
use super::{mending, rewinding};

impl ChainFollower {
    /// Loads the next range, or makes the next attempt a smaller one, or leaves a block out.
    pub(super) async fn advance(&mut self, target: u64) -> Result<(), Halt> {
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
    pub(super) async fn reorganise(&mut self, from: u64) -> Result<(), Halt> {
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
        if let Some(block) = self.load_rows(batch).await? {
            self.gaps.open(block, last, LOGS_NOT_STORED, self.clock.now()).await?;
        }
        self.progress.next_block = last + 1;
        self.progress.problem.clear();
        self.save().await?;
        let (chain, head) = (&self.name, self.progress.head_block);
        tracing::info!(chain, first, last, head, "blocks were loaded");
        Ok(())
    }

    /// Loads the rows of a range on the way of files. Gives the lowest block of which not all logs are stored then: those of a file that
    /// came before stay where they differ.
    pub(super) async fn load_rows(&mut self, batch: Batch) -> Result<Option<u64>, Halt> {
        let (chain_id, blocks) = (self.progress.chain_id, batch.last - batch.first + 1);
        let name = format!("{} blocks {} to {}", self.name, batch.first, batch.last);
        let received = batch.received.clone();
        let range = BlockRange { chain_id, first_block: batch.first, last_block: batch.last };
        let ingest = &self.ingest;
        let loaded = ingest.exclusively(ingest.load_parts(&name, chain_id, batch.into_parts()));
        let loaded = loaded.await.map_err(|error| match error {
            IngestError::BadRows { .. } | IngestError::TwoHashes { .. } => {
                Halt::Fault(Fault::Rejected { detail: error.to_string() })
            }
            error => Halt::Ingest(error),
        })?;
        self.loaded_blocks += blocks;
        self.decoded = self.decoded.with(loaded.decoded);
        self.undecoded += loaded.undecoded;
        self.blocks_counted_anew += loaded.blocks_counted_anew;
        self.conflicts += loaded.conflicts;
        let lost = received.lowest_lost(&self.ingest.session, range).await?;
        if loaded.conflicts > 0 || lost.is_some() {
            let (chain, conflicts) = (&self.name, loaded.conflicts);
            tracing::warn!(
                chain,
                conflicts,
                ?lost,
                "rows of the server differ from stored ones, which stay: a file said otherwise"
            );
        }
        Ok(lost)
    }
}
