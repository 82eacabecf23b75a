//! Runs a statement that has no data of its own, and streams its answer where the format allows.

use super::cancellation::{Cancellation, Ended};
use super::execution::{Job, worker_failed};
use super::repeated_header::{header_length, is_streamable};
use crate::engine::Engine;
use crate::engine::failure::{EngineFailure, code};
use crate::engine::ffi::{AnswerStream, Connection, Parameters};
use crate::http::compression::AnswerEncoder;
use crate::http::request::RequestHead;
use crate::http::response::{self, AnswerHead, Progress, WarehouseResponse, exception_block};
use bytes::{Bytes, BytesMut};
use futures_util::stream;
use std::io;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;

/// Chunks between the engine and the socket: enough to keep both busy, little enough to bound the memory.
const CHUNKS_IN_FLIGHT: usize = 4;
/// The largest answer that is held back until its query has ended (`wait_end_of_query`).
const MAX_HELD_BYTES: usize = 256 << 20;

/// A message of the worker to the async side. `Data` comes only after `Begun`, and one of `Ended` and `Failed` comes last.
enum Event {
    Begun(Progress),
    Data(Bytes),
    Ended(Progress),
    Failed(EngineFailure),
}

/// Answers a statement; `is_query` when it is one whose rows could be streamed. With `wait_end_of_query` the answer is complete, and its summary final, before the first byte.
pub(crate) async fn run(
    engine: &Arc<Engine>,
    head: &RequestHead,
    statement: String,
    format: String,
    is_query: bool,
    job: Job,
) -> Result<WarehouseResponse, EngineFailure> {
    let (events, mut received) = mpsc::channel(CHUNKS_IN_FLIGHT);
    let Job { session, parameters, cancellation, permit } = job;
    let query_id = head.option("query_id").unwrap_or(&session.tag).to_owned();
    let exception_tag = exception_tag(&session.tag);
    let streams = is_query && is_streamable(&format);
    let worker = Worker { streams, events, ended: cancellation.ended(), started: Instant::now() };
    let (worker_engine, worker_format) = (engine.clone(), format.clone());
    let handle = tokio::task::spawn_blocking(move || {
        let last = match worker_engine.connect(&session) {
            Ok(connection) => worker.run(&connection, &statement, &worker_format, &parameters),
            Err(failure) => Some(Event::Failed(failure)),
        };
        drop(permit);
        worker.finish(last);
    });
    let progress = match received.recv().await {
        Some(Event::Begun(progress)) => progress,
        Some(Event::Failed(failure)) => return Err(failure),
        Some(Event::Data(_) | Event::Ended(_)) | None => {
            return Err(handle.await.err().map_or_else(unexpected_end, worker_failed));
        }
    };
    let lz4 = head.accepts_lz4;
    let mut answer = AnswerHead { query_id: &query_id, format: &format, progress, exception_tag: &exception_tag, lz4 };
    let mut encoder = AnswerEncoder::new(lz4);
    if head.flag("wait_end_of_query") {
        let (body, progress) = hold_back(received).await?;
        answer.progress = progress;
        let encoded = encoder.chunk(body).and_then(|body| Ok([body, encoder.end()?].concat()));
        return encoded.map(|body| response::complete(&answer, Bytes::from(body))).map_err(encoding_failed);
    }
    let engine_version = engine.version().to_owned();
    let tail = Tail { received, encoder, engine_version, exception_tag: exception_tag.clone(), cancellation };
    Ok(response::streamed(&answer, stream::unfold(Some(tail), Tail::next)))
}

/// Collects a whole answer, bounded.
async fn hold_back(mut received: mpsc::Receiver<Event>) -> Result<(Bytes, Progress), EngineFailure> {
    let mut body = BytesMut::new();
    while let Some(event) = received.recv().await {
        match event {
            Event::Begun(_) => {}
            Event::Data(chunk) if body.len() + chunk.len() > MAX_HELD_BYTES => {
                let sentence = format!("An answer of more than {MAX_HELD_BYTES} bytes cannot wait for its end");
                return Err(EngineFailure::new(code::MEMORY_LIMIT_EXCEEDED, "MEMORY_LIMIT_EXCEEDED", sentence));
            }
            Event::Data(chunk) => body.extend_from_slice(&chunk),
            Event::Ended(progress) => return Ok((body.freeze(), progress)),
            Event::Failed(failure) => return Err(failure),
        }
    }
    Err(unexpected_end())
}

/// The rest of a streamed answer. Dropping it before the end cancels the query.
struct Tail {
    received: mpsc::Receiver<Event>,
    encoder: AnswerEncoder,
    engine_version: String,
    exception_tag: String,
    cancellation: Cancellation,
}

impl Tail {
    async fn next(tail: Option<Tail>) -> Option<(io::Result<Bytes>, Option<Tail>)> {
        let mut tail = tail?;
        let chunk = match tail.received.recv().await {
            Some(Event::Data(chunk)) => return Some((tail.encoder.chunk(chunk), Some(tail))),
            Some(Event::Failed(failure)) => {
                let block = exception_block(&failure, &tail.engine_version, &tail.exception_tag);
                tail.encoder.chunk(block).and_then(|block| Ok(Bytes::from([block, tail.encoder.end()?].concat())))
            }
            Some(Event::Ended(_) | Event::Begun(_)) => tail.encoder.end(),
            None => {
                // The worker panicked: there is nothing left to cancel, and the answer must not look complete.
                tail.cancellation.ended().set();
                Err(io::Error::other("the worker ended early"))
            }
        };
        Some((chunk, None))
    }
}

/// The blocking side of a query.
struct Worker {
    /// True when rows are handed on while the statement runs.
    streams: bool,
    events: mpsc::Sender<Event>,
    ended: Ended,
    started: Instant,
}

impl Worker {
    /// Runs the statement; the event that ends it, or `None` when the client has left.
    fn run(&self, connection: &Connection, statement: &str, format: &str, parameters: &Parameters) -> Option<Event> {
        if self.streams {
            let mut answer = connection.stream(statement, format, parameters);
            match answer.start_error() {
                None => return self.stream(&mut answer, format),
                // A query that the library cannot stream says so before it begins.
                Some(message) if message.contains("Streaming query is not supported") => {}
                Some(message) => return Some(Event::Failed(EngineFailure::from_engine(message))),
            }
        }
        let answer = connection.query(statement, format, parameters);
        if let Some(message) = answer.error() {
            return Some(Event::Failed(EngineFailure::from_engine(message)));
        }
        let progress = self.progress(answer.read(), answer.written());
        self.send(Event::Begun(progress))?;
        self.send(Event::Data(Bytes::from_owner(answer)))?;
        Some(Event::Ended(progress))
    }

    fn stream(&self, answer: &mut AnswerStream<'_>, format: &str) -> Option<Event> {
        let mut header = None;
        let mut progress = Progress::default();
        loop {
            let chunk = match answer.fetch() {
                Ok(Some(chunk)) => chunk,
                Ok(None) => return Some(Event::Ended(progress)),
                Err(message) => return Some(Event::Failed(EngineFailure::from_engine(message))),
            };
            let read = chunk.read();
            // The counters of a chunk may lag behind those of an earlier one.
            progress = self.progress((read.0.max(progress.read_rows), read.1.max(progress.read_bytes)), (0, 0));
            let is_last = !answer.is_running();
            let data = Bytes::from_owner(chunk);
            let data = match header {
                Some(length) => data.slice(usize::min(length, data.len())..),
                None => {
                    header = Some(header_length(format, &data));
                    self.send(Event::Begun(progress))?;
                    data
                }
            };
            if !data.is_empty() {
                self.send(Event::Data(data))?;
            }
            if is_last {
                return Some(Event::Ended(progress));
            }
        }
    }

    fn progress(&self, read: (u64, u64), written: (u64, u64)) -> Progress {
        Progress {
            read_rows: read.0,
            read_bytes: read.1,
            written_rows: written.0,
            written_bytes: written.1,
            elapsed_ns: u64::try_from(self.started.elapsed().as_nanos()).unwrap_or(u64::MAX),
        }
    }

    /// `None` when the async side is gone.
    fn send(&self, event: Event) -> Option<()> {
        self.events.blocking_send(event).ok()
    }

    /// The mark comes before the last event: who has seen that event must not start a cancellation.
    fn finish(&self, last: Option<Event>) {
        self.ended.set();
        if let Some(event) = last {
            self.send(event);
        }
    }
}

/// Sixteen characters that this answer's data does not hold but by chance.
fn exception_tag(query_tag: &str) -> String {
    use std::hash::{BuildHasher, RandomState};
    format!("{:016x}", RandomState::new().hash_one(query_tag))
}

fn unexpected_end() -> EngineFailure {
    EngineFailure::new(code::UNKNOWN_EXCEPTION, "UNKNOWN_EXCEPTION", "The worker ended without an answer")
}

fn encoding_failed(error: io::Error) -> EngineFailure {
    EngineFailure::new(
        code::UNKNOWN_EXCEPTION,
        "UNKNOWN_EXCEPTION",
        format_args!("The answer was not encoded: {error}"),
    )
}
