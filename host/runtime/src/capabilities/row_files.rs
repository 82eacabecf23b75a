//! `row-files`: a statement's rows into an object of the component, within what the deployment allows and the call's time.

use crate::capabilities::call::{Call, MAX_WAREHOUSE_MEMORY_BYTES, deadline_exceeded};
use crate::capabilities::outbox_shares::rejected;
use crate::capabilities::statements::Prepared;
use crate::capabilities::{ObjectFailure, StatementFailure};
use bytes::Bytes;
use jiff::Timestamp;
use quarry_contract::{Grant, Store};
use quarry_identity::jobs::{Held, JobProgress, Queue, RunningJob};
use quarry_stores::objects::{MAX_OBJECT_BYTES, ObjectsError, Upload};
use quarry_stores::result_set::Value;
use quarry_stores::row_files::{
    FileCompression, ParquetParts, PartsTarget, RowFileError, RowFileLimits, RowFileParts, RowFileWriter, RowFormat,
    WrittenParts, WrittenRows,
};
use quarry_stores::warehouse::{FormattedRows, QuerySettings, WarehouseError};
use std::time::{Duration, Instant};
use tracing::Instrument;

/// The interval at which a job reports the progress of its file.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);
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

/// The limits of one file.
#[derive(Debug, Clone, Copy)]
struct Caps {
    rows: u64,
    bytes: u64,
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
        let progress = self.progress(&target)?;
        let prepared = self.prepare(Store::Warehouse, statement, bindings)?;
        let sql = match &target.columns {
            None => prepared.sql().to_owned(),
            Some(columns) => self.frame.capabilities.statements().narrowed(statement, &prepared, columns)?,
        };
        let media_type = target.format.media_type(target.compression);
        let upload = self.objects().begin_upload(&target.key, media_type, target.valid_seconds);
        let upload = upload.map_err(object_failure)?;
        let waiting = tokio::time::timeout(self.frame.time.remaining()?, row_files.turns.acquire_owned());
        let _turn = waiting.await.map_err(|_| deadline_exceeded())?.map_err(|_| deadline_exceeded())?;
        let (remaining, warehouse) = (self.frame.time.remaining()?, self.frame.capabilities.stores().warehouse.clone());
        let settings = QuerySettings {
            deadline: remaining,
            max_rows: caps.rows,
            max_memory_bytes: MAX_WAREHOUSE_MEMORY_BYTES,
            readonly: true,
        };
        let writing = async {
            let rows = warehouse.formatted(&sql, &prepared.named, &settings, target.format.warehouse_name())?;
            write(rows, upload, &target, caps, progress).await
        };
        let span = tracing::info_span!("row_file", store = "warehouse", statement);
        let written =
            self.frame.time.asking(Store::Warehouse, tokio::time::timeout(remaining, writing)).instrument(span).await;
        self.objects().drop_upload();
        match written {
            Ok(Ok(written)) => {
                self.statements.gave_rows(usize::try_from(written.row_count).unwrap_or(usize::MAX), 0);
                Ok(written)
            }
            Ok(Err(error)) => Err(failure(self.frame.component(), statement, caps, error)),
            Err(_) => Err(deadline_exceeded()),
        }
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
        let progress = self.progress(&target)?;
        let parts = self.parts_target(&target, bounds, row_files.limits)?;
        let caps = Caps { rows: parts.max_rows, bytes: parts.max_bytes };
        let waiting = tokio::time::timeout(self.frame.time.remaining()?, row_files.turns.acquire_owned());
        let _turn = waiting.await.map_err(|_| deadline_exceeded())?.map_err(|_| deadline_exceeded())?;
        let (remaining, stores) = (self.frame.time.remaining()?, self.frame.capabilities.stores());
        let (warehouse, objects) = (stores.warehouse.clone(), stores.objects.clone());
        let settings = QuerySettings {
            deadline: remaining,
            max_rows: caps.rows,
            max_memory_bytes: MAX_WAREHOUSE_MEMORY_BYTES,
            readonly: true,
        };
        let mut files = Parts::new(RowFileParts::new(objects, parts), target.format);
        let writing = async {
            let rows = warehouse.formatted(sql, &prepared.named, &settings, target.format.warehouse_name_of_parts())?;
            write_parts(rows, &mut files, progress).await
        };
        let span = tracing::info_span!("row_file_parts", store = "warehouse", statement);
        let written =
            self.frame.time.asking(Store::Warehouse, tokio::time::timeout(remaining, writing)).instrument(span).await;
        match written {
            Ok(Ok(written)) => {
                self.statements.gave_rows(usize::try_from(written.row_count).unwrap_or(usize::MAX), 0);
                Ok(written)
            }
            Ok(Err(error)) => {
                files.remove().await;
                Err(failure(self.frame.component(), statement, caps, error))
            }
            Err(_) => {
                files.remove().await;
                Err(deadline_exceeded())
            }
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
            return Err(rejected("Parquet compresses its columns itself: its compression here is none".to_owned()));
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
        return Err(rejected("Parquet compresses its columns itself: its compression here is none".to_owned()));
    }
    let cap = |asked: Option<u64>, allowed: u64, what: &str| match asked {
        Some(0) => Err(rejected(format!("max-{what} is at least 1, or none"))),
        asked => Ok(asked.unwrap_or(allowed).min(allowed)),
    };
    let bytes = limits.bytes.min(MAX_OBJECT_BYTES);
    Ok(Caps { rows: cap(target.max_rows, limits.rows, "rows")?, bytes: cap(target.max_bytes, bytes, "bytes")? })
}

/// Carries the pieces on until the rows end.
async fn write(
    mut rows: FormattedRows,
    upload: Upload,
    target: &RowFileTarget,
    caps: Caps,
    mut progress: Option<Progress>,
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
    mut progress: Option<Progress>,
) -> Result<WrittenParts, RowFileError> {
    while let Some(piece) = rows.next().await? {
        files.take(piece).await?;
        if let Some(progress) = &mut progress {
            progress.say(files.written_bytes(), files.written_rows()).await?;
        }
    }
    files.finish().await
}

/// The parts of a file: cut out of the bytes as they come, or made of the rows.
enum Parts {
    Lines(Box<RowFileParts>),
    Parquet(Box<ParquetParts>),
}

impl Parts {
    fn new(files: RowFileParts, format: RowFormat) -> Parts {
        match format {
            RowFormat::Csv | RowFormat::JsonLines => Parts::Lines(Box::new(files)),
            RowFormat::Parquet => Parts::Parquet(Box::new(ParquetParts::new(files))),
        }
    }

    async fn take(&mut self, piece: Bytes) -> Result<(), RowFileError> {
        match self {
            Parts::Lines(files) => files.take(piece).await,
            Parts::Parquet(files) => files.take(&piece).await,
        }
    }

    fn written_bytes(&self) -> u64 {
        match self {
            Parts::Lines(files) => files.written_bytes(),
            Parts::Parquet(files) => files.written_bytes(),
        }
    }

    fn written_rows(&self) -> u64 {
        match self {
            Parts::Lines(files) => files.written_rows(),
            Parts::Parquet(files) => files.written_rows(),
        }
    }

    async fn finish(&mut self) -> Result<WrittenParts, RowFileError> {
        match self {
            Parts::Lines(files) => files.finish().await,
            Parts::Parquet(files) => files.finish().await,
        }
    }

    async fn remove(&mut self) {
        match self {
            Parts::Lines(files) => files.remove().await,
            Parts::Parquet(files) => files.remove().await,
        }
    }
}

/// Says how far the file of a job is, from time to time.
struct Progress {
    queue: Queue,
    job: RunningJob,
    said_at: Instant,
}

impl Progress {
    async fn say(&mut self, bytes: u64, rows: u64) -> Result<(), RowFileError> {
        if self.said_at.elapsed() < PROGRESS_EVERY {
            return Ok(());
        }
        self.said_at = Instant::now();
        let done = Some(JobProgress { done: bytes, total: None, rows: Some(rows) });
        match self.queue.renew(self.job.id, &self.job.lease_holder, done, Timestamp::now()).await {
            Ok(Held::Yes) => Ok(()),
            Ok(Held::CancelAsked | Held::Lost) => Err(RowFileError::Cancelled),
            // The runner holds the lease, and gives the job up when it cannot.
            Err(error) => {
                tracing::warn!(%error, job_id = self.job.id, "how far a job is could not be written");
                Ok(())
            }
        }
    }
}

fn object_failure(failure: ObjectFailure) -> StatementFailure {
    match failure {
        ObjectFailure::Unavailable(sentence) => StatementFailure::Unavailable(sentence),
        ObjectFailure::DeadlineExceeded(sentence) => StatementFailure::DeadlineExceeded(sentence),
        ObjectFailure::LimitExceeded(sentence) => StatementFailure::LimitExceeded(sentence),
        ObjectFailure::Rejected(sentence) => StatementFailure::Rejected(sentence),
    }
}

fn failure(component: &str, statement: &str, caps: Caps, error: RowFileError) -> StatementFailure {
    match error {
        RowFileError::TooManyRows(_) | RowFileError::Warehouse(WarehouseError::RowLimit { .. }) => {
            StatementFailure::LimitExceeded(format!(
                "The file would have more than {} rows, which is all it may have; narrow it.",
                caps.rows
            ))
        }
        RowFileError::TooManyBytes(_) | RowFileError::Objects(ObjectsError::TooLarge) => {
            StatementFailure::LimitExceeded(format!(
                "The file would have more than {} bytes, which is all it may have; narrow it.",
                caps.bytes
            ))
        }
        RowFileError::Objects(error @ (ObjectsError::ObjectsUsedUp { .. } | ObjectsError::BytesUsedUp { .. })) => {
            StatementFailure::LimitExceeded(error.to_string())
        }
        error @ RowFileError::TooManyParts(_) => StatementFailure::LimitExceeded(format!("{error}; take larger ones.")),
        RowFileError::Warehouse(error) => StatementFailure::from_warehouse(component, statement, &error),
        RowFileError::Cancelled => {
            StatementFailure::DeadlineExceeded("The job was cancelled; there is no file.".to_owned())
        }
        error => {
            tracing::error!(component, statement, %error, "a file of rows could not be stored");
            StatementFailure::Unavailable("The file could not be stored at the moment; try again shortly.".to_owned())
        }
    }
}
