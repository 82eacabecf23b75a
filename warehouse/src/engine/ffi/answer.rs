//! The answer of a statement, whole or chunk by chunk.

use super::{Connection, Library, RawResult, text};

/// A materialized answer, or one chunk of a streamed one.
pub(crate) struct Answer {
    library: &'static Library,
    result: RawResult,
}

// SAFETY: a result is owned memory without ties to a thread.
unsafe impl Send for Answer {}

impl Answer {
    /// Takes over `result`, which came from `library` and which nobody else destroys.
    pub(super) fn new(library: &'static Library, result: RawResult) -> Answer {
        Answer { library, result }
    }

    /// The engine's error text, which starts with `Code: N.`.
    pub(crate) fn error(&self) -> Option<String> {
        // SAFETY: `result` lives until drop; the string is owned by it.
        unsafe { text((self.library.chdb_result_error)(self.result)) }
    }

    /// Rows and bytes read from storage so far by the query that this answer belongs to.
    pub(crate) fn read(&self) -> (u64, u64) {
        // SAFETY: as in `error`.
        unsafe {
            (
                (self.library.chdb_result_storage_rows_read)(self.result),
                (self.library.chdb_result_storage_bytes_read)(self.result),
            )
        }
    }

    /// Rows and bytes written by the statement.
    pub(crate) fn written(&self) -> (u64, u64) {
        // SAFETY: as in `error`.
        unsafe {
            (
                (self.library.chdb_result_rows_written)(self.result),
                (self.library.chdb_result_bytes_written)(self.result),
            )
        }
    }
}

impl AsRef<[u8]> for Answer {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: buffer and length describe memory owned by `result`, which lives until drop and is never written again.
        unsafe {
            let pointer = (self.library.chdb_result_buffer)(self.result);
            let length = (self.library.chdb_result_length)(self.result);
            if pointer.is_null() || length == 0 { &[] } else { std::slice::from_raw_parts(pointer.cast(), length) }
        }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        // SAFETY: destroyed once; the library accepts null.
        unsafe { (self.library.chdb_destroy_query_result)(self.result) }
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
        let chunk = Answer { library, result };
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
