//! One file from beginning to end.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use futures_util::Stream;
use tokio::sync::Mutex;

use super::dataset::{DatasetKind, Format, IngestOptions};
use super::error::IngestError;
use super::progress::{Progress, Silent};
use super::session::Session;
use super::source::{self, Source};
use super::staging::{self, BlockRange, Staged};
use super::staging_sql::ChainRule;
use super::summary::{self, IngestSummary};
use super::{bars, daily_counts, load, lock, replacement, runs};
use crate::stores::warehouse::Warehouse;

/// Loads files into a warehouse whose schema is in place. Cheap to clone; clones take turns. A process needs one for each
/// warehouse: a second one would be told that the first is at work, or take its lock for a left-over.
#[derive(Clone)]
pub struct Ingest {
    pub(super) session: Session,
    turn: Arc<Mutex<()>>,
}

impl Ingest {
    pub fn new(warehouse: Warehouse) -> Ingest {
        Ingest { session: Session::new(warehouse), turn: Arc::new(Mutex::new(())) }
    }

    /// Loads a file: CSV, newline JSON or Parquet (by its name, else by its content), plain, gzip or zstd.
    pub async fn ingest_file(
        &self,
        kind: DatasetKind,
        path: &Path,
        options: &IngestOptions,
        progress: Arc<dyn Progress>,
    ) -> Result<IngestSummary, IngestError> {
        self.ingest(kind, Source::open(path)?, options, progress).await
    }

    /// Loads bytes in one of the formats, plain or compressed. `name` stands for the file name in errors and in the
    /// journal. The stream is read at the warehouse's speed; an error item ends the ingest with nothing loaded.
    pub async fn ingest_bytes(
        &self,
        kind: DatasetKind,
        format: Format,
        name: &str,
        stream: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
        options: &IngestOptions,
        progress: Arc<dyn Progress>,
    ) -> Result<IngestSummary, IngestError> {
        let reader = Box::new(source::reader_of(stream));
        let source = Source { name: name.to_owned(), format: Some(format), reader, size_bytes: None };
        self.ingest(kind, source, options, progress).await
    }

    /// Clears what a crashed ingest left: its lock, its staging tables, bars and counts that it did not rebuild. For whoever knows
    /// that no ingest can be at work, such as the process that has just started an embedded warehouse. Gives the number
    /// of bars rebuilt.
    pub async fn recover(&self) -> Result<u64, IngestError> {
        let _turn = self.turn.lock().await;
        lock::release(&self.session).await?;
        staging::clean(&self.session).await?;
        let version = runs::next_version(&self.session).await?;
        daily_counts::recount(&self.session, version).await?;
        bars::recompute(&self.session, version).await
    }

    async fn ingest(
        &self,
        kind: DatasetKind,
        source: Source,
        options: &IngestOptions,
        progress: Arc<dyn Progress>,
    ) -> Result<IngestSummary, IngestError> {
        if options.replace_range && !kind.has_blocks() {
            return Err(IngestError::NoRange { dataset: kind });
        }
        let work = async {
            progress.started(&source.name, source.size_bytes);
            self.load_source(kind, source, options, &progress).await
        };
        let outcome = self.exclusively(work).await;
        progress.finished();
        outcome
    }

    /// Does `work` while no other ingest is at work in the warehouse, and clears its staging tables.
    pub(super) async fn exclusively<T>(
        &self,
        work: impl Future<Output = Result<T, IngestError>>,
    ) -> Result<T, IngestError> {
        let _turn = self.turn.lock().await;
        lock::acquire(&self.session).await?;
        let outcome = work.await;
        let cleaned = staging::clean(&self.session).await;
        let released = lock::release(&self.session).await;
        let value = outcome?;
        cleaned?;
        released?;
        Ok(value)
    }

    /// Loads newline JSON of one chain, one dataset after the other, within [`Ingest::exclusively`]. What follows from the
    /// rows is made once for all of them: counting a day reads the whole of it. A crash in between leaves its days listed.
    pub(super) async fn load_parts(
        &self,
        name: &str,
        chain_id: u64,
        parts: impl IntoIterator<Item = (DatasetKind, Vec<u8>)>,
    ) -> Result<(), IngestError> {
        let options = IngestOptions { chain: Some(chain_id.to_string()), ..IngestOptions::default() };
        let silent: Arc<dyn Progress> = Arc::new(Silent);
        let mut loaded = Vec::new();
        for (kind, lines) in parts {
            let source = Source {
                name: name.to_owned(),
                format: Some(Format::NdJson),
                reader: Box::new(io::Cursor::new(lines)),
                size_bytes: None,
            };
            loaded.push(self.load_rows(kind, source, &options, &silent).await?);
        }
        let Some(last) = loaded.last() else { return Ok(()) };
        self.derive(last.version + 1, &silent).await?;
        for part in &loaded {
            part.finish(&self.session).await?;
        }
        Ok(())
    }

    /// Removes what the warehouse holds of a chain's blocks, within [`Ingest::exclusively`].
    pub(super) async fn remove_blocks(&self, range: BlockRange, name: &str) -> Result<(), IngestError> {
        let version = runs::begin(&self.session, DatasetKind::Blocks, name).await?;
        if replacement::remove_range(&self.session, range, version).await? {
            daily_counts::recount(&self.session, version + 1).await?;
            bars::recompute(&self.session, version + 1).await?;
        }
        runs::finish(&self.session, version, DatasetKind::Blocks, name, 0, 0).await
    }

    async fn load_source(
        &self,
        kind: DatasetKind,
        source: Source,
        options: &IngestOptions,
        progress: &Arc<dyn Progress>,
    ) -> Result<IngestSummary, IngestError> {
        let started = Instant::now();
        let loaded = self.load_rows(kind, source, options, progress).await?;
        let version = loaded.version + 1;
        let bars_recomputed = self.derive(version, progress).await?;
        let outcome = summary::outcome(&self.session, kind, version).await?;
        loaded.finish(&self.session).await?;
        Ok(IngestSummary {
            dataset: kind,
            rows_read: loaded.staged.rows_read,
            rows_loaded: loaded.rows(),
            rows_bad: loaded.staged.rows_bad,
            bad_rows: loaded.staged.bad_rows,
            name: loaded.name,
            decoded: outcome.decoded,
            undecoded: outcome.undecoded,
            waiting_for_block: outcome.waiting_for_block,
            blocks_replaced: loaded.blocks_replaced,
            bars_recomputed,
            duration: started.elapsed(),
        })
    }

    /// Brings the rows of a source to their place. Bars and counts of the days that they touch are still to be made.
    async fn load_rows(
        &self,
        kind: DatasetKind,
        source: Source,
        options: &IngestOptions,
        progress: &Arc<dyn Progress>,
    ) -> Result<Loaded, IngestError> {
        let session = &self.session;
        let name = source.name.clone();
        staging::clean(session).await?;
        let chains = known_chains(session).await?;
        let chain = match &options.chain {
            _ if !kind.has_chains() => ChainRule::Chainless,
            Some(chain) => {
                let (id, slug) = resolve_chain(chain, &chains)?;
                ChainRule::Named(*id, slug)
            }
            None => ChainRule::FromFile(&chains),
        };
        let staged = staging::stage(session, kind, source, options, chain, progress).await?;

        progress.step(&format!("loading {} rows", staged.rows_read - staged.rows_bad));
        let version = runs::begin(session, kind, &name).await?;
        let blocks_replaced = self.make_room(kind, &name, &staged, options, version).await?;
        load::touch_days(session, kind).await?;
        load::load(session, kind, &staged, version + 1).await?;
        if kind == DatasetKind::Blocks {
            load::give_times(session, &staged.ranges, version + 1).await?;
        }
        Ok(Loaded { kind, name, staged, version, blocks_replaced })
    }

    /// Makes the bars and counts of every touched day. Gives the number of bars.
    async fn derive(&self, version: u64, progress: &Arc<dyn Progress>) -> Result<u64, IngestError> {
        progress.step("recomputing bars");
        let bars_recomputed = bars::recompute(&self.session, version).await?;
        progress.step("counting days");
        daily_counts::recount(&self.session, version).await?;
        Ok(bars_recomputed)
    }

    async fn make_room(
        &self,
        kind: DatasetKind,
        name: &str,
        staged: &Staged,
        options: &IngestOptions,
        version: u64,
    ) -> Result<u64, IngestError> {
        let mut replaced = 0;
        if staged.rows_with_hash > 0 {
            replaced += replacement::replace_reorganised(&self.session, name, &staged.ranges, version).await?;
        }
        if options.replace_range {
            replaced += replacement::replace_ranges(&self.session, kind, &staged.ranges, version).await?;
        }
        Ok(replaced)
    }
}

/// Rows that are in their place.
struct Loaded {
    kind: DatasetKind,
    name: String,
    staged: Staged,
    /// Of what was removed; the rows have the next one.
    version: u64,
    blocks_replaced: u64,
}

impl Loaded {
    fn rows(&self) -> u64 {
        self.staged.rows_read - self.staged.rows_bad
    }

    /// Notes that everything of it is done.
    async fn finish(&self, session: &Session) -> Result<(), IngestError> {
        runs::finish(session, self.version, self.kind, &self.name, self.rows(), self.staged.rows_bad).await
    }
}

/// The chains that the warehouse knows, by id.
pub(super) async fn known_chains(session: &Session) -> Result<Vec<(u64, String)>, IngestError> {
    let sql = "SELECT chain_id, toString(slug) FROM chains FINAL ORDER BY chain_id";
    let rows = session.rows("reading the known chains", sql, &[]).await?;
    (0..rows.count()).map(|row| Ok((rows.number(row, 0)?, rows.text(row, 1)?))).collect()
}

pub(super) fn resolve_chain<'a>(chain: &str, known: &'a [(u64, String)]) -> Result<&'a (u64, String), IngestError> {
    let wanted = chain.trim().to_ascii_lowercase();
    known.iter().find(|(id, slug)| *slug == wanted || id.to_string() == wanted).ok_or_else(|| {
        IngestError::UnknownChain {
            chain: chain.to_owned(),
            known: known.iter().map(|(id, slug)| format!("{slug} ({id})")).collect(),
        }
    })
}
