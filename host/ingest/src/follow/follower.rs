//! A chain that is followed: its server, how far it is, and what was loaded.

use std::time::Duration;

use super::super::error::IngestError;
use super::super::run::Ingest;
use super::super::summary::DecodedEvents;
use super::FollowSettings;
use super::client::ChainClient;
use super::fault::Fault;
use super::gaps::Gaps;
use super::halt::Halt;
use super::mending_turn::MendingTurn;
use super::progress::FollowProgress;
use super::span::Span;
use quarry_stores::clock::Clock;
use quarry_stores::shutdown::Shutdown;

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
    pub(super) mending: MendingTurn,
    /// The number of times that the lowest block to be loaded was refused.
    pub(super) failures: u32,
    /// True while the stored state is known and clean; false at the start and after each failure.
    pub(super) is_resumed: bool,
    pub(super) saved_at: Duration,
    /// With `once`: the block to end at.
    pub(super) target: Option<u64>,
    pub(super) loaded_blocks: u64,
    /// Of the logs that were loaded.
    pub(super) decoded: DecodedEvents,
    pub(super) undecoded: u64,
    pub(super) blocks_counted_anew: u64,
    pub(super) conflicts: u64,
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
            mending: MendingTurn::new(&settings),
            clock: Clock::system(),
            failures: 0,
            is_resumed: false,
            saved_at: Duration::ZERO,
            target: None,
            loaded_blocks: 0,
            decoded: DecodedEvents::default(),
            undecoded: 0,
            blocks_counted_anew: 0,
            conflicts: 0,
            name,
            client,
            ingest,
            settings,
            shutdown,
        }
    }

    /// Writes the chain's row.
    pub(super) async fn save(&mut self) -> Result<(), IngestError> {
        self.saved_at = self.clock.elapsed();
        let now = self.clock.now();
        self.progress.save(&self.ingest.session, now).await
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
}
