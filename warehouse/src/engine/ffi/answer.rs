//! The answer of a statement, or a chunk of one.

use super::{Library, RawResult, text};

/// A materialized answer, or one chunk of a streamed one.
pub(crate) struct Answer {
    library: &'static Library,
    pub(super) result: RawResult,
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
