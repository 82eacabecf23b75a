//! `row-files`: a statement's rows into an object of the component, within what the deployment allows and the call's time.

mod caps;
mod failure;
mod parts;
mod progress;

use self::caps::Caps;
use self::failure::{failure, object_failure};
use self::parts::Parts;
use self::progress::Progress;
use crate::capabilities::StatementFailure;
use crate::capabilities::call::{Call, CallWarehouse, MAX_WAREHOUSE_MEMORY_BYTES, deadline_exceeded};
use crate::capabilities::outbox_shares::rejected;
use crate::capabilities::statements::Prepared;
use quarry_contract::{Grant, Store};
use quarry_identity::jobs::Queue;
use quarry_stores::objects::{MAX_OBJECT_BYTES, Upload};
use quarry_stores::result_set::Value;
use quarry_stores::row_files::{
    FileCompression, PartsTarget, RowFileError, RowFileLimits, RowFileParts, RowFileWriter, RowFormat, WrittenParts,
    WrittenRows,
};
use quarry_stores::warehouse::{BlockSize, FormattedRows, QuerySettings};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// Entries of metadata in a file.
const MAX_METADATA_ENTRIES: usize = 100;
/// Bytes of a file's metadata.
const MAX_METADATA_BYTES: usize = 1 << 20;

/// The object that the rows go into, and its format.
#[derive(Debug)]
pub struct RowFileTarget {
    pub key: String,
    pub format: RowFormat,
    pub compression: FileCompression,
    /// Those of the statement that are written, in this order; none: all.
    pub columns: Option<Vec<String>>,
    pub valid_seconds: Option<u64>,
    pub max_rows: Option<u64>,
    pub max_bytes: Option<u64>,
    pub reports_progress: bool,
    /// Keys and values in the footers of Parquet.
    pub metadata: Vec<(String, String)>,
}

/// The bounds at which a part ends.
#[derive(Debug, Clone, Copy)]
pub struct PartBounds {
    pub rows: u64,
    /// Bytes before compression.
    pub bytes: u64,
}

impl Call {
    /// Runs a declared statement of the warehouse and makes an object of its rows.
    pub async fn write_row_file(
        &mut self,
        statement: &str,
        bindings: Vec<(String, Value)>,
        target: RowFileTarget,
    ) -> Result<WrittenRows, StatementFailure> {
        self.frame.needs(Grant::RowFiles)?;
        self.frame.refuse_within_transaction("write rows into a file")?;
        let row_files = self.frame.capabilities.stores().row_files.clone();
        let caps = caps(&target, row_files.limits)?;
        let mut progress = self.progress(&target)?;
        let prepared = self.prepare(Store::Warehouse, statement, bindings)?;
        let sql = match &target.columns {
            None => prepared.sql().to_owned(),
            Some(columns) => self.frame.capabilities.statements().narrowed(statement, &prepared, columns)?,
        };
        let mut upload = self.begin_file(&target)?;
        let waiting = tokio::time::timeout(self.frame.time.remaining()?, row_files.turns.acquire_owned());
        let _turn = waiting.await.map_err(|_| deadline_exceeded())?.map_err(|_| deadline_exceeded())?;
        let capabilities = Arc::clone(&self.frame.capabilities);
        let warehouse = CallWarehouse::of(&capabilities, self.frame.is_of_a_job);
        let format = target.format.warehouse_name();
        let mut blocks = BlockSize::Ordinary;
        loop {
            let settings = query_settings(self.frame.time.remaining()?, caps);
            let writing = async {
                let rows = warehouse.warehouse.formatted(&sql, &prepared.named, &settings, format, blocks)?;
                write(rows, upload, &target, caps, progress.as_mut()).await
            };
            let span = tracing::info_span!("row_file", store = "warehouse", statement);
            let within = tokio::time::timeout(settings.deadline, warehouse.ask(Box::pin(writing)));
            let written = self.frame.time.asking(Store::Warehouse, within).instrument(span).await;
            self.objects().drop_upload();
            match written {
                Ok(Ok(written)) => {
                    self.statements.gave_rows(usize::try_from(written.row_count).unwrap_or(usize::MAX), 0);
                    return Ok(written);
                }
                Ok(Err(error)) => {
                    // A whole file of Parquet is made in memory, whatever its blocks are.
                    let smaller = smaller_blocks(blocks, &error).filter(|_| target.format != RowFormat::Parquet);
                    blocks = smaller.ok_or_else(|| failure(self.frame.component(), statement, caps, error))?;
                }
                Err(_) => return Err(deadline_exceeded()),
            }
            upload = self.begin_file(&target)?;
        }
    }

    fn begin_file(&mut self, target: &RowFileTarget) -> Result<Upload, StatementFailure> {
        let media_type = target.format.media_type(target.compression);
        self.objects().begin_upload(&target.key, media_type, target.valid_seconds).map_err(object_failure)
    }

    /// Does the work of [`Call::write_row_file`], into as many objects as are needed, by one run of the statement.
    pub async fn write_row_file_parts(
        &mut self,
        statement: &str,
        bindings: Vec<(String, Value)>,
        target: RowFileTarget,
        bounds: PartBounds,
    ) -> Result<WrittenParts, StatementFailure> {
        self.frame.needs(Grant::RowFiles)?;
        self.frame.refuse_within_transaction("write rows into files")?;
        let prepared = self.prepare(Store::Warehouse, statement, bindings)?;
        let sql = match &target.columns {
            None => prepared.sql().to_owned(),
            Some(columns) => self.frame.capabilities.statements().narrowed(statement, &prepared, columns)?,
        };
        self.write_prepared_parts(statement, &sql, &prepared, target, bounds).await
    }

    /// Runs `sql`, which is of a prepared statement, and makes objects of its rows.
    pub(super) async fn write_prepared_parts(
        &mut self,
        statement: &str,
        sql: &str,
        prepared: &Prepared,
        target: RowFileTarget,
        bounds: PartBounds,
    ) -> Result<WrittenParts, StatementFailure> {
        let row_files = self.frame.capabilities.stores().row_files.clone();
        let mut progress = self.progress(&target)?;
        let parts = self.parts_target(&target, bounds, row_files.limits)?;
        let caps = Caps { rows: parts.max_rows, bytes: parts.max_bytes };
        let waiting = tokio::time::timeout(self.frame.time.remaining()?, row_files.turns.acquire_owned());
        let _turn = waiting.await.map_err(|_| deadline_exceeded())?.map_err(|_| deadline_exceeded())?;
        let capabilities = Arc::clone(&self.frame.capabilities);
        let warehouse = CallWarehouse::of(&capabilities, self.frame.is_of_a_job);
        let objects = capabilities.stores().objects.clone();
        let format = target.format.warehouse_name_of_parts();
        let mut blocks = BlockSize::Ordinary;
        loop {
            let settings = query_settings(self.frame.time.remaining()?, caps);
            let mut files = Parts::new(RowFileParts::new(objects.clone(), parts.clone()), target.format);
            let writing = async {
                let rows = warehouse.warehouse.formatted(sql, &prepared.named, &settings, format, blocks)?;
                write_parts(rows, &mut files, progress.as_mut()).await
            };
            let span = tracing::info_span!("row_file_parts", store = "warehouse", statement);
            let within = tokio::time::timeout(settings.deadline, warehouse.ask(Box::pin(writing)));
            let written = self.frame.time.asking(Store::Warehouse, within).instrument(span).await;
            let error = match written {
                Ok(Ok(written)) => {
                    self.statements.gave_rows(usize::try_from(written.row_count).unwrap_or(usize::MAX), 0);
                    return Ok(written);
                }
                Ok(Err(error)) => Some(error),
                Err(_) => None,
            };
            files.remove().await;
            let error = error.ok_or_else(deadline_exceeded)?;
            blocks = smaller_blocks(blocks, &error)
                .ok_or_else(|| failure(self.frame.component(), statement, caps, error))?;
        }
    }

    /// The objects that the parts become, within what the deployment allows.
    fn parts_target(
        &mut self,
        target: &RowFileTarget,
        bounds: PartBounds,
        limits: RowFileLimits,
    ) -> Result<PartsTarget, StatementFailure> {
        if target.format == RowFormat::Parquet && target.compression != FileCompression::None {
            return Err(rejected("Parquet compresses its columns itself: ask for it without a compression".to_owned()));
        }
        if target.key.matches('*').count() != 1 {
            return Err(rejected(format!("\"{}\" needs one `*` for the number of the part", target.key)));
        }
        if bounds.rows == 0 || bounds.bytes == 0 {
            return Err(rejected("a part has at least a row and a byte".to_owned()));
        }
        let metadata_bytes: usize = target.metadata.iter().map(|(key, value)| key.len() + value.len()).sum();
        if target.metadata.len() > MAX_METADATA_ENTRIES || metadata_bytes > MAX_METADATA_BYTES {
            return Err(rejected(format!(
                "a file has at most {MAX_METADATA_ENTRIES} entries of metadata and {MAX_METADATA_BYTES} bytes of it"
            )));
        }
        let key = target.key.replacen('*', "1", 1);
        let media_type = target.format.media_type(target.compression);
        let expires_at = self.objects().check_upload(&key, media_type, target.valid_seconds).map_err(object_failure)?;
        Ok(PartsTarget {
            component: self.frame.component().to_owned(),
            key: target.key.clone(),
            format: target.format,
            compression: target.compression,
            expires_at,
            part_rows: bounds.rows.min(limits.rows),
            part_bytes: bounds.bytes.min(limits.bytes).min(MAX_OBJECT_BYTES),
            max_rows: target.max_rows.unwrap_or(u64::MAX >> 1),
            max_bytes: target.max_bytes.unwrap_or(u64::MAX >> 1),
            metadata: target.metadata.clone(),
        })
    }

    /// Gives the place to report progress to, where the guest asks for reports.
    fn progress(&self, target: &RowFileTarget) -> Result<Option<Progress>, StatementFailure> {
        if !target.reports_progress {
            return Ok(None);
        }
        let Some(job) = self.running_job.clone() else {
            return Err(rejected("reports-progress is for run-job: this call is no job".to_owned()));
        };
        let queue = Queue::new(self.frame.capabilities.stores().app.clone());
        Ok(Some(Progress { queue, job, said_at: Instant::now() }))
    }
}

fn caps(target: &RowFileTarget, limits: RowFileLimits) -> Result<Caps, StatementFailure> {
    if target.format == RowFormat::Parquet && target.compression != FileCompression::None {
        return Err(rejected("Parquet compresses its columns itself: ask for it without a compression".to_owned()));
    }
    let cap = |asked: Option<u64>, allowed: u64, what: &str| match asked {
        Some(0) => Err(rejected(format!("max-{what} is at least 1, or none"))),
        asked => Ok(asked.unwrap_or(allowed).min(allowed)),
    };
    let bytes = limits.bytes.min(MAX_OBJECT_BYTES);
    Ok(Caps { rows: cap(target.max_rows, limits.rows, "rows")?, bytes: cap(target.max_bytes, bytes, "bytes")? })
}

fn query_settings(deadline: Duration, caps: Caps) -> QuerySettings {
    QuerySettings { deadline, max_rows: caps.rows, max_memory_bytes: MAX_WAREHOUSE_MEMORY_BYTES, readonly: true }
}

/// The blocks of another try, where the rows were too wide for these. Wherever they come, not only among the first.
fn smaller_blocks(blocks: BlockSize, error: &RowFileError) -> Option<BlockSize> {
    let smaller = blocks.smaller().filter(|_| error.is_memory_limit())?;
    tracing::info!(?smaller, "the rows of a file are too wide for its blocks: it is begun anew");
    Some(smaller)
}

/// Carries the pieces on until the rows end.
async fn write(
    mut rows: FormattedRows,
    upload: Upload,
    target: &RowFileTarget,
    caps: Caps,
    mut progress: Option<&mut Progress>,
) -> Result<WrittenRows, RowFileError> {
    let mut writer = RowFileWriter::new(upload, target.format, target.compression, caps.rows, caps.bytes)?;
    while let Some(piece) = rows.next().await? {
        writer.take(piece).await?;
        if let Some(progress) = &mut progress {
            progress.say(writer.written_bytes(), writer.written_rows()).await?;
        }
    }
    writer.finish().await
}

/// Carries the pieces on until the rows end, part by part.
async fn write_parts(
    mut rows: FormattedRows,
    files: &mut Parts,
    mut progress: Option<&mut Progress>,
) -> Result<WrittenParts, RowFileError> {
    while let Some(piece) = rows.next().await? {
        files.take(piece).await?;
        if let Some(progress) = &mut progress {
            progress.say(files.written_bytes(), files.written_rows()).await?;
        }
    }
    files.finish().await
}
