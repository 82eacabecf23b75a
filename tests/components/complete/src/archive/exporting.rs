//! Rows of the warehouse as objects: in each form, in a request and in a job, whole and failing.

use crate::archive::storing::Anything;
use quarry_sdk::prelude::*;
use quarry_sdk::row_files::{Compression, Format, PartBounds, RowFile, WrittenRowFile};
use serde::{Deserialize, Serialize};

statement!(warehouse, SelectRows, "sql/rows.sql");

/// The file to write.
#[derive(Debug, Serialize, Deserialize, Schema)]
pub struct NewFile {
    pub key: String,
    /// `csv`, `json-lines`, `parquet`.
    pub format: String,
    /// `none`, `gzip`, `zstd`.
    pub compression: String,
    /// The number of rows.
    pub count: u64,
    /// The row that cannot be made.
    #[schema(optional)]
    pub fails_at: Option<u64>,
    /// The work that it takes to make each row.
    #[schema(optional)]
    pub work: Option<u64>,
    #[schema(optional)]
    pub columns: Option<Vec<String>>,
    #[schema(optional)]
    pub max_rows: Option<u64>,
    #[schema(optional)]
    pub max_bytes: Option<u64>,
    #[schema(optional)]
    pub reports_progress: Option<bool>,
}

impl NewFile {
    fn write(&self) -> Result<WrittenRowFile, StatementFailure> {
        self.target().write(SelectRows { count: self.count, fails_at: self.fails_at, work: self.work })
    }

    fn target(&self) -> RowFile {
        let format = match self.format.as_str() {
            "csv" => Format::Csv,
            "json-lines" => Format::JsonLines,
            _ => Format::Parquet,
        };
        let compression = match self.compression.as_str() {
            "gzip" => Compression::Gzip,
            "zstd" => Compression::Zstd,
            _ => Compression::None,
        };
        let mut file = RowFile::of(format, self.key.clone()).compressed(compression);
        if let Some(columns) = &self.columns {
            file = file.columns(columns.clone());
        }
        if let Some(rows) = self.max_rows {
            file = file.max_rows(rows);
        }
        if let Some(bytes) = self.max_bytes {
            file = file.max_bytes(bytes);
        }
        if self.reports_progress == Some(true) {
            file = file.reporting_progress();
        }
        file
    }
}

/// Writes rows into an object, and tells what was refused
#[endpoint(post = "/archive/row_files", keyless, cache = no_store, body = Anything)]
pub fn write_row_file(JsonBody(file): JsonBody<NewFile>) -> Result<Answer, Problem> {
    let (kind, sentence) = match file.write() {
        Ok(written) => {
            return Ok(Answer::object()
                .member("key", &written.object.key)
                .member("size_bytes", &written.object.size_bytes)
                .member("sha256", &written.object.sha256)
                .member("content_type", &written.object.content_type)
                .member("row_count", &written.row_count)
                .into());
        }
        Err(StatementFailure::LimitExceeded(sentence)) => ("limit-exceeded", sentence),
        Err(StatementFailure::Rejected(sentence)) => ("rejected", sentence),
        Err(other) => ("other", format!("{other:?}")),
    };
    Ok(Answer::object().member("kind", kind).member("sentence", &sentence).into())
}

/// The bounds at which the file is cut.
#[derive(Debug, Deserialize, Schema)]
pub struct NewParts {
    pub file: NewFile,
    pub rows: u64,
    pub bytes: u64,
}

/// Writes rows into as many objects as are needed, and tells what was refused
#[endpoint(post = "/archive/row_file_parts", keyless, cache = no_store, body = Anything)]
pub fn write_row_file_parts(JsonBody(NewParts { file, rows, bytes }): JsonBody<NewParts>) -> Result<Answer, Problem> {
    let bounds = PartBounds { rows, bytes };
    let rows = SelectRows { count: file.count, fails_at: file.fails_at, work: file.work };
    Ok(match file.target().write_parts(rows, bounds) {
        Ok(written) => {
            let part = |part: &WrittenRowFile| {
                let key = Answer::object().member("key", &part.object.key).member("row_count", &part.row_count);
                key.member("size_bytes", &part.object.size_bytes)
            };
            let object = Answer::object().member("row_count", &written.row_count);
            object.objects("parts", written.parts.iter().map(part).collect()).into()
        }
        Err(failure) => Answer::object().member("failure", &format!("{failure:?}")).into(),
    })
}

/// Misuses the verb
#[endpoint(post = "/archive/row_file_misuses", keyless, cache = no_store, body = Anything)]
pub fn misuse_row_file(JsonBody(file): JsonBody<NewFile>) -> Result<Answer, Problem> {
    use quarry_sdk::bindings::quarry::plugin::row_files;
    let transaction = Transaction::begin()?;
    let within = file.write().map(|_| ());
    drop(transaction);
    let target = row_files::Target {
        key: file.key,
        format: Format::Csv,
        compression: Compression::None,
        columns: None,
        valid_seconds: None,
        max_rows: None,
        max_bytes: None,
        reports_progress: false,
        metadata: Vec::new(),
    };
    let undeclared = row_files::write("no_such_statement", &[], &target).map(|_| ());
    let sentence = |refused: Result<(), StatementFailure>| match refused {
        Err(StatementFailure::Rejected(sentence)) => sentence,
        other => format!("{other:?}"),
    };
    Ok(Answer::object()
        .member("within_transaction", &sentence(within))
        .member("undeclared", &sentence(undeclared))
        .into())
}

/// Make a job write rows into an object
#[endpoint(post = "/archive/later_row_files", keyless, cache = no_store, body = Anything)]
pub fn write_row_file_later(JsonBody(file): JsonBody<NewFile>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let id = transaction.enqueue::<write_row_file_as_job>(&file)?;
    transaction.commit()?;
    Ok(Answer::object().member("id", &id).into())
}

#[derive(Parameters)]
pub struct JobPath {
    /// The job.
    #[parameter(path, minimum = 1, example = "1")]
    id: i64,
}

/// Looks at a job
#[endpoint(get = "/archive/later_row_files/{id}", keyless, cache = no_store, body = Anything)]
pub fn get_row_file_job(path: JobPath) -> Result<Answer, Problem> {
    let Some(status) = quarry_sdk::job_status(path.id)? else {
        return Err(Problem::not_found(format!("There is no job {}.", path.id)));
    };
    Ok(Answer::object()
        .member("state", &format!("{:?}", status.state))
        .member("progress_done", &status.progress_done)
        .member("last_failure", &status.last_failure)
        .into())
}

/// Stops a job
#[endpoint(delete = "/archive/later_row_files/{id}", keyless, cache = no_store, body = Anything)]
pub fn cancel_row_file_job(path: JobPath) -> Result<Answer, Problem> {
    Ok(Answer::object().member("cancelled", &quarry_sdk::cancel_job(path.id)?).into())
}

/// Writes rows into an object.
#[job(attempts = 1)]
pub fn write_row_file_as_job(file: NewFile) -> Result<(), JobFailure> {
    file.write()?;
    Ok(())
}
