//! `INSERT INTO t SELECT … FROM input('structure') FORMAT x`: an insert that transforms its data on the way in.
//!
//! The library's streamed insert does not take a SELECT ("use a normal query"). So the body goes into a pipe of this process,
//! and the statement that the engine runs has `file('/proc/self/fd/N', 'x', 'structure')` where `input('structure')` stood.
//! It is the engine's own reader, with parallel parsing, constant memory and back-pressure from the pipe.
//!
//! A body that is cut off must not be committed, and closing a pipe looks like its end. So the query is first marked
//! as cancelled, and only then the pipe is closed.

use super::body::InsertBody;
use super::execution::{Execution, Job, worker_failed};
use super::insert::{abandoned, progress};
use crate::engine::failure::{EngineFailure, code};
use crate::engine::quote_text;
use crate::http::response::Progress;
use crate::statement::insert::{InputCall, Insert};
use std::io::{self, PipeReader};
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tokio::io::AsyncWriteExt;
use tokio::net::unix::pipe;

/// The kernel's bound for a pipe without privileges; larger than the default of 64 KiB for fewer switches.
const PIPE_BYTES: usize = 1 << 20;
/// The Content-Encodings that the engine can read, under the same names.
const COMPRESSIONS: &[&str] = &["none", "gzip", "deflate", "br", "xz", "zstd", "lz4", "bz2"];

/// The statement around its input.
pub(crate) struct PipedInsert {
    before: String,
    /// Format, structure and compression as the last three arguments of `file`.
    arguments: String,
    after: String,
}

impl PipedInsert {
    /// `compression` is the request's Content-Encoding, or `none`.
    pub(crate) fn new(
        insert: &Insert<'_>,
        input: InputCall<'_>,
        format: &str,
        compression: &str,
    ) -> Result<PipedInsert, EngineFailure> {
        if !COMPRESSIONS.contains(&compression) {
            let sentence = format!("The Content-Encoding {compression} is not supported");
            return Err(EngineFailure::new(code::NOT_IMPLEMENTED, "NOT_IMPLEMENTED", sentence));
        }
        Ok(PipedInsert {
            before: insert.statement[..input.start].to_owned(),
            arguments: format!("{}, {}, {}", quote_text(format), input.structure, quote_text(compression)),
            after: insert.statement[input.end..].to_owned(),
        })
    }

    fn statement(&self, reader: &PipeReader) -> String {
        let PipedInsert { before, arguments, after } = self;
        format!("{before}file('/proc/self/fd/{}', {arguments}){after}", reader.as_raw_fd())
    }
}

/// Runs the insert to its commit.
pub(crate) async fn run(
    execution: &Arc<Execution>,
    insert: PipedInsert,
    mut data: InsertBody,
    job: Job,
) -> Result<Progress, EngineFailure> {
    let (reader, mut writer) = open_pipe().map_err(pipe_failed)?;
    let Job { session, parameters, cancellation, permit } = job;
    let ended = cancellation.ended();
    let canceller = cancellation.canceller();
    let engine = execution.engine.clone();
    let started = Instant::now();
    let worker = tokio::task::spawn_blocking(move || {
        let run = || -> Result<Progress, EngineFailure> {
            let connection = engine.connect(&session)?;
            let answer = connection.query(&insert.statement(&reader), "Null", &parameters);
            match answer.error() {
                Some(message) => Err(EngineFailure::from_engine(message)),
                None => Ok(progress(answer.read(), answer.written(), started)),
            }
        };
        let result = run();
        drop((reader, permit));
        ended.set();
        result
    });
    // A task of its own: when the client leaves, this function's future is dropped, and the pipe must outlive that.
    let execution = execution.clone();
    let broken = Arc::new(OnceLock::new());
    let feeder_broken = broken.clone();
    tokio::spawn(async move {
        let Err(cause) = feed(&mut data, &mut writer, &execution).await else { return data.drain() };
        // Nobody else sets it.
        let _ = feeder_broken.set(cause);
        // The mark first, then the end of the pipe, which wakes the engine's reader.
        if let Err(error) = tokio::task::spawn_blocking(move || canceller.until_marked()).await {
            tracing::error!(%error, "an insert could not be cancelled: its pipe stays open");
            std::mem::forget(writer);
        }
    });
    let result = worker.await.map_err(worker_failed);
    drop(cancellation);
    // What broke the body explains more than the cancellation that followed from it.
    result?.map_err(|failure| broken.get().cloned().unwrap_or(failure))
}

/// Moves the body into the pipe. An engine that has stopped reading is no failure here: it says itself why.
async fn feed(data: &mut InsertBody, writer: &mut pipe::Sender, execution: &Execution) -> Result<(), EngineFailure> {
    while let Some(chunk) = data.next().await? {
        if writer.write_all(&chunk).await.is_err() {
            return Ok(());
        }
    }
    if execution.is_stopping() { Err(abandoned()) } else { Ok(()) }
}

fn open_pipe() -> io::Result<(PipeReader, pipe::Sender)> {
    let (reader, writer) = io::pipe()?;
    let writer = OwnedFd::from(writer);
    if let Err(error) = rustix::pipe::fcntl_setpipe_size(&writer, PIPE_BYTES) {
        tracing::debug!(%error, "the pipe keeps its default size");
    }
    Ok((reader, pipe::Sender::from_owned_fd(writer)?))
}

fn pipe_failed(error: io::Error) -> EngineFailure {
    EngineFailure::new(code::UNKNOWN_EXCEPTION, "UNKNOWN_EXCEPTION", format_args!("No pipe for the data: {error}"))
}
