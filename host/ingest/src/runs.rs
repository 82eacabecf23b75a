//! The journal of runs, which hands out versions.

use super::dataset::DatasetKind;
use super::error::IngestError;
use super::session::Session;
use quarry_stores::result_set::Value;

const NEXT_VERSION: &str =
    "SELECT greatest(toUInt64(toUnixTimestamp64Micro(now64(6))), max(version) + 2) FROM ingest_runs";
const RECORD: &str = "INSERT INTO ingest_runs (version, dataset, source, rows_loaded, rows_bad, finished) SELECT \
    {version:UInt64}, {dataset:String}, {source:String}, {rows_loaded:UInt64}, {rows_bad:UInt64}, {finished:UInt8}";

/// A version above every earlier run: the warehouse's clock, raised where that is needed. The next one is free too.
pub(super) async fn next_version(session: &Session) -> Result<u64, IngestError> {
    session.number("choosing a version", NEXT_VERSION, &[]).await
}

/// Notes that a run begins and gives its version.
pub(super) async fn begin(session: &Session, kind: DatasetKind, source: &str) -> Result<u64, IngestError> {
    let version = next_version(session).await?;
    record(session, version, kind, source, (0, 0), false).await?;
    Ok(version)
}

/// Notes that a run has loaded everything.
pub(super) async fn finish(
    session: &Session,
    version: u64,
    kind: DatasetKind,
    source: &str,
    rows_loaded: u64,
    rows_bad: u64,
) -> Result<(), IngestError> {
    record(session, version, kind, source, (rows_loaded, rows_bad), true).await
}

/// Writes the run's row; the finished one replaces the one written at its beginning.
async fn record(
    session: &Session,
    version: u64,
    kind: DatasetKind,
    source: &str,
    (rows_loaded, rows_bad): (u64, u64),
    finished: bool,
) -> Result<(), IngestError> {
    let parameters = [
        ("version", Value::UInt64(version)),
        ("dataset", Value::Text(kind.table().to_owned())),
        ("source", Value::Text(source.to_owned())),
        ("rows_loaded", Value::UInt64(rows_loaded)),
        ("rows_bad", Value::UInt64(rows_bad)),
        ("finished", Value::UInt64(finished.into())),
    ];
    session.execute("keeping the journal of runs", RECORD, &parameters).await
}
