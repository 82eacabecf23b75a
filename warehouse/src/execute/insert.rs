//! An INSERT whose data is the body, fed to the engine as it arrives.
//!
//! Back-pressure: the engine's own queue blocks the worker, the channel then blocks the reader, and the socket the client.
//! A body that is cut off cancels the insert: blocks of up to a million rows are committed whole or not at all.

use super::body::InsertBody;
use super::execution::{Execution, Job, worker_failed};
use crate::engine::failure::{EngineFailure, code};
use crate::http::response::Progress;
use bytes::Bytes;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;

/// Chunks between the socket and the engine.
const CHUNKS_IN_FLIGHT: usize = 4;

/// Runs the insert to its commit.
pub(crate) async fn run(
    execution: &Arc<Execution>,
    statement: String,
    format: String,
    mut data: InsertBody,
    job: Job,
) -> Result<Progress, EngineFailure> {
    let (chunks, mut received) = mpsc::channel::<Result<Bytes, EngineFailure>>(CHUNKS_IN_FLIGHT);
    let Job { session, parameters, cancellation, permit } = job;
    let ended = cancellation.ended();
    let engine = execution.engine.clone();
    let started = Instant::now();
    let worker = tokio::task::spawn_blocking(move || {
        let mut insert = || -> Result<Progress, EngineFailure> {
            let connection = engine.connect(&session)?;
            let mut insert = connection.insert(&statement, &format, &parameters).map_err(EngineFailure::from_engine)?;
            loop {
                match received.blocking_recv() {
                    Some(Ok(chunk)) if chunk.is_empty() => break,
                    // A refused chunk: the engine has failed, and says why when the insert is finished.
                    Some(Ok(chunk)) => {
                        if !insert.append(&chunk) {
                            break;
                        }
                    }
                    Some(Err(failure)) => return Err(failure),
                    None => return Err(abandoned()),
                }
            }
            let answer = insert.finish();
            match answer.error() {
                Some(message) => Err(EngineFailure::from_engine(message)),
                None => Ok(progress(answer.read(), answer.written(), started)),
            }
        };
        let result = insert();
        drop(permit);
        ended.set();
        result
    });
    // The end of the data is an empty chunk, sent only after the body's true end; a dropped channel means that the client
    // has left, and the worker cancels.
    loop {
        let chunk = match data.next().await {
            Ok(Some(chunk)) if chunk.is_empty() => continue,
            Ok(None) if execution.is_stopping() => Err(abandoned()),
            Ok(None) => Ok(Bytes::new()),
            other => other.map(Option::unwrap_or_default),
        };
        let is_last = chunk.as_ref().map_or(true, Bytes::is_empty);
        if chunks.send(chunk).await.is_err() || is_last {
            break;
        }
    }
    let result = worker.await.map_err(worker_failed);
    drop(cancellation);
    data.drain();
    result?
}

/// The summary of a finished insert.
pub(super) fn progress(read: (u64, u64), written: (u64, u64), started: Instant) -> Progress {
    Progress {
        read_rows: read.0,
        read_bytes: read.1,
        written_rows: written.0,
        written_bytes: written.1,
        elapsed_ns: u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX),
    }
}

/// The failure of an insert whose client left before the end of its data; nobody reads it.
pub(super) fn abandoned() -> EngineFailure {
    EngineFailure::new(code::QUERY_WAS_CANCELLED, "QUERY_WAS_CANCELLED", "The client left before the end of its data")
}
