//! One file from beginning to end.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use futures_util::Stream;
use tokio::sync::Mutex;

use super::chain_rule::{chain_rule, known_chains};
use super::dataset::{DatasetKind, Format, IngestOptions};
use super::error::IngestError;
use super::journal::{self, OpenLoad};
use super::load::{self, Move};
use super::merging::{self, Merged};
use super::progress::{Progress, Silent};
use super::session::Session;
use super::settling;
use super::source::{self, Source};
use super::staging::{self, BlockRange, Extent, Staged};
use super::summary::{self, DecodedEvents, IngestSummary};
use super::{bars, block_times, daily_counts, finished_lending, lock, rankings, replacement, runs, worth};
use quarry_stores::warehouse::Warehouse;

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

    /// Clears what a crashed ingest left: its lock, its staging tables, bars, counts and finished rows that it did not make. Only
    /// for callers that know that no ingest can be at work, such as the process that has just started an embedded warehouse.
    /// Gives the number of bars rebuilt.
    pub async fn recover(&self) -> Result<u64, IngestError> {
        let _turn = self.turn.lock().await;
        lock::release(&self.session).await?;
        staging::clean(&self.session).await?;
        let version = runs::next_version(&self.session).await?;
        settling::settle(&self.session, &[], version).await?;
        daily_counts::recount(&self.session, version).await?;
        let bars_recomputed = bars::recompute(&self.session, version).await?;
        self.finish(version + 1).await?;
        Ok(bars_recomputed)
    }

    /// Makes what a migration has listed. An ingest that is at work does it at its end.
    pub async fn finish_migration(&self) -> Result<(), IngestError> {
        let lists = [
            worth::is_listed(&self.session).await?,
            rankings::is_listed(&self.session).await?,
            finished_lending::is_listed(&self.session).await?,
        ];
        if !lists.contains(&true) {
            return Ok(());
        }
        let work = async { self.finish(runs::next_version(&self.session).await? + 1).await };
        match self.exclusively(work).await {
            Err(IngestError::Busy { .. }) => Ok(()),
            outcome => outcome,
        }
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
    ) -> Result<PartsLoaded, IngestError> {
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
            loaded.push(self.load_rows(kind, source, &options, &silent, Numbering::None).await?);
        }
        let mut parts = PartsLoaded::default();
        let Some(last) = loaded.last() else { return Ok(parts) };
        let ranges: Vec<_> = loaded.iter().flat_map(|part| part.staged.ranges.iter().copied()).collect();
        self.derive(last.version + 1, &ranges, &silent).await?;
        for part in &loaded {
            let (decoded, undecoded) = summary::decoded(&self.session, part.version + 1).await?;
            parts.decoded = parts.decoded.with(decoded);
            parts.undecoded += undecoded;
            parts.conflicts += part.merged.conflicts;
            parts.blocks_counted_anew += part.merged.blocks_counted_anew;
            part.finish(&self.session).await?;
        }
        Ok(parts)
    }

    /// Removes what the warehouse holds of a chain's blocks, within [`Ingest::exclusively`].
    pub(super) async fn remove_blocks(&self, range: BlockRange, name: &str) -> Result<(), IngestError> {
        let version = runs::begin(&self.session, DatasetKind::Blocks, name).await?;
        if replacement::remove_range(&self.session, range, version).await? {
            settling::settle(&self.session, &[range], version + 1).await?;
            daily_counts::recount(&self.session, version + 1).await?;
            bars::recompute(&self.session, version + 1).await?;
            self.finish(version + 1).await?;
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
        let loaded = self.load_rows(kind, source, options, progress, Numbering::Next).await?;
        let version = loaded.version + 1;
        let finishing = async {
            let bars_recomputed = self.derive(version, &loaded.staged.ranges, progress).await?;
            let outcome = summary::outcome(&self.session, kind, version, loaded.load).await?;
            loaded.finish(&self.session).await?;
            Ok((bars_recomputed, outcome))
        };
        let (bars_recomputed, outcome) = finishing.await.map_err(IngestError::begun)?;
        let conflicts = summary::conflicts(&self.session, loaded.load, loaded.conflicts()).await?;
        Ok(IngestSummary {
            dataset: kind,
            load: loaded.load,
            rows_read: loaded.staged.rows_read,
            rows_loaded: loaded.rows(options.replace),
            rows_bad: loaded.staged.rows_bad,
            rows_left_out: loaded.staged.rows_left_out,
            rows_removed: loaded.staged.rows_removed,
            has_unended_line: loaded.staged.has_unended_line,
            blocks_counted_anew: loaded.merged.blocks_counted_anew,
            conflicts: loaded.conflicts(),
            conflicts_replaced: options.replace,
            listed_conflicts: conflicts,
            settled: outcome.settled,
            not_served: outcome.not_served,
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
        numbering: Numbering,
    ) -> Result<Loaded, IngestError> {
        let session = &self.session;
        let name = source.name.clone();
        staging::clean(session).await?;
        let chains = known_chains(session).await?;
        let chain = chain_rule(kind, options, &chains)?;
        let staged = staging::stage(session, kind, source, options, chain, progress, Extent::Whole).await?;

        progress.step(&format!("loading {} rows", staged.rows_good()));
        let number = match numbering {
            Numbering::Next => journal::next_number(session).await?,
            Numbering::None => 0,
        };
        let version = runs::begin(session, kind, &name).await?;
        OpenLoad { number, version, kind, file: &name, staged: &staged }.record(session, 0, false).await?;
        let placing = async {
            let blocks_replaced = self.make_room(kind, &name, &staged, options, version, number).await?;
            let merged = merging::merge(session, kind, options.replace).await?;
            if merged.is_compared && number > 0 {
                merging::record(session, kind, number, options.replace).await?;
            }
            if options.replace && merged.conflicts > 0 && kind != DatasetKind::Blocks {
                replacement::replace_differing(session, kind, version).await?;
            }
            if kind == DatasetKind::Logs {
                daily_counts::count_what_went(session, version).await?;
            }
            load::touch_days(session, kind, merged.is_compared, version).await?;
            let rows = Move {
                kind,
                staged: &staged,
                is_compared: merged.is_compared,
                replaces: options.replace,
                version: version + 1,
                load: number,
            };
            rows.run(session).await?;
            if kind == DatasetKind::Blocks {
                load::give_times(session, &staged.ranges, version + 1).await?;
            }
            let contradicted = match kind {
                DatasetKind::Blocks if number > 0 => block_times::record_contradicted(session, number).await?,
                _ => 0,
            };
            Ok((blocks_replaced, merged, contradicted))
        };
        let (blocks_replaced, merged, contradicted) = placing.await.map_err(IngestError::begun)?;
        Ok(Loaded { kind, name, staged, version, load: number, merged, contradicted, blocks_replaced })
    }

    /// Settles which decoded rows of files are served, then makes the bars and counts of every touched day. Gives the number
    /// of bars.
    pub(super) async fn derive(
        &self,
        version: u64,
        ranges: &[BlockRange],
        progress: &Arc<dyn Progress>,
    ) -> Result<u64, IngestError> {
        settling::settle(&self.session, ranges, version).await?;
        progress.step("recomputing bars");
        let bars_recomputed = bars::recompute(&self.session, version).await?;
        self.finish(version).await?;
        progress.step("counting days");
        daily_counts::recount(&self.session, version).await?;
        Ok(bars_recomputed)
    }

    /// Makes the rows that are served as they are, once the bars are there. The version before this one must be free too.
    async fn finish(&self, version: u64) -> Result<(), IngestError> {
        worth::derive(&self.session, version).await?;
        rankings::derive(&self.session, version).await?;
        finished_lending::finish(&self.session, version).await
    }

    async fn make_room(
        &self,
        kind: DatasetKind,
        name: &str,
        staged: &Staged,
        options: &IngestOptions,
        version: u64,
        number: u64,
    ) -> Result<u64, IngestError> {
        let mut replaced = 0;
        if staged.rows_with_hash > 0 {
            replaced += replacement::replace_reorganised(&self.session, name, &staged.ranges, version, number).await?;
        }
        if options.replace_range {
            replaced += replacement::replace_ranges(&self.session, kind, &staged.ranges, version, number).await?;
        }
        Ok(replaced)
    }
}

/// The outcome of rows that were loaded by [`Ingest::load_parts`].
#[derive(Debug, Default)]
pub(super) struct PartsLoaded {
    pub(super) decoded: DecodedEvents,
    /// Logs of a known event's topic and not its shape.
    pub(super) undecoded: u64,
    /// Rows that differ from what is stored at their place, where that stays.
    pub(super) conflicts: u64,
    pub(super) blocks_counted_anew: u64,
}

/// The choice whether the rows become a load of the journal, which can be withdrawn by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbering {
    Next,
    /// Rows of a followed chain, which are withdrawn by their blocks.
    None,
}

/// Rows that are in their place.
struct Loaded {
    kind: DatasetKind,
    name: String,
    staged: Staged,
    /// Of what was removed; the rows have the next one.
    version: u64,
    /// The number of the load; 0 where it has none.
    load: u64,
    merged: Merged,
    /// Stored logs and transactions that have another time than the blocks of this load.
    contradicted: u64,
    blocks_replaced: u64,
}

impl Loaded {
    /// Rows that are in the table now; those in conflict are not, unless they replaced what was there.
    fn rows(&self, replaces: bool) -> u64 {
        let good = self.staged.rows_good();
        if replaces { good } else { good - self.merged.conflicts.min(good) }
    }

    /// Rows that contradict a stored one, or that a row of this load contradicts.
    fn conflicts(&self) -> u64 {
        self.merged.conflicts + self.contradicted
    }

    /// Notes that everything of it is done.
    async fn finish(&self, session: &Session) -> Result<(), IngestError> {
        let rows = self.rows(false);
        let open = OpenLoad {
            number: self.load,
            version: self.version,
            kind: self.kind,
            file: &self.name,
            staged: &self.staged,
        };
        open.record(session, self.conflicts(), true).await?;
        runs::finish(session, self.version, self.kind, &self.name, rows, self.staged.rows_bad).await
    }
}
