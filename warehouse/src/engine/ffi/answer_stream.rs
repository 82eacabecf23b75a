//! A query whose answer is fetched chunk by chunk.

use super::{Answer, Connection, Parameters};

impl Connection {
    /// Starts a statement whose answer is fetched chunk by chunk. Check `start_error` first.
    pub(crate) fn stream(&self, statement: &str, format: &str, parameters: &Parameters) -> AnswerStream<'_> {
        let result = self.start(self.library.chdb_stream_query_with_params_n, statement, format, parameters);
        AnswerStream::new(self, Answer::new(self.library, result))
    }
}

/// A running query; dropping it cancels what has not been fetched.
pub(crate) struct AnswerStream<'a> {
    connection: &'a Connection,
    head: Answer,
    running: bool,
}

impl<'a> AnswerStream<'a> {
    /// `head` is what starting the query on `connection` returned.
    pub(super) fn new(connection: &'a Connection, head: Answer) -> AnswerStream<'a> {
        AnswerStream { connection, head, running: true }
    }

    /// The reason why the query did not start.
    pub(crate) fn start_error(&self) -> Option<String> {
        self.head.error()
    }

    /// The next chunk; `None` at the end. An empty last chunk still carries the final read counters.
    pub(crate) fn fetch(&mut self) -> Result<Option<Answer>, String> {
        if !self.running {
            return Ok(None);
        }
        let library = self.connection.library;
        // SAFETY: connection and stream head are alive and belong together.
        let result = unsafe { (library.chdb_stream_fetch_result)(self.connection.raw(), self.head.result) };
        let chunk = Answer::new(library, result);
        if let Some(message) = chunk.error() {
            self.running = false;
            return Err(message);
        }
        if chunk.as_ref().is_empty() {
            self.running = false;
        }
        Ok(Some(chunk))
    }

    /// True when `fetch` would ask the engine again.
    pub(crate) fn is_running(&self) -> bool {
        self.running
    }
}

impl Drop for AnswerStream<'_> {
    fn drop(&mut self) {
        if self.running {
            // SAFETY: as in `fetch`.
            unsafe { (self.connection.library.chdb_stream_cancel_query)(self.connection.raw(), self.head.result) }
        }
    }
}
