//! An INSERT that is fed with data.

use super::{Answer, Connection, Library, Parameters, RawInsert, text};
use std::marker::PhantomData;

impl Connection {
    /// Starts an INSERT (without its FORMAT clause) whose data is appended in `format`.
    pub(crate) fn insert(
        &self,
        statement: &str,
        format: &str,
        parameters: &Parameters,
    ) -> Result<InsertStream<'_>, String> {
        let insert = self.start(self.library.chdb_stream_insert_with_params_n, statement, format, parameters);
        InsertStream::started(self, insert)
    }
}

/// A running INSERT that is fed with data; dropping it before `finish` cancels it.
pub(crate) struct InsertStream<'a> {
    library: &'static Library,
    insert: RawInsert,
    running: bool,
    connection: PhantomData<&'a Connection>,
}

impl<'a> InsertStream<'a> {
    /// Takes over `insert`, which was started on `connection`; the engine's message when it did not start.
    pub(super) fn started(connection: &'a Connection, insert: RawInsert) -> Result<InsertStream<'a>, String> {
        let stream = InsertStream { library: connection.library, insert, running: true, connection: PhantomData };
        match stream.error() {
            Some(message) => Err(message),
            None => Ok(stream),
        }
    }

    fn error(&self) -> Option<String> {
        // SAFETY: `insert` lives until drop; the string is owned by it.
        unsafe { text((self.library.chdb_stream_insert_error)(self.insert)) }
    }

    /// Hands data on; blocks while the engine is behind. False when the insert has failed: `finish` then says why.
    pub(crate) fn append(&mut self, data: &[u8]) -> bool {
        // SAFETY: the library copies `data` before it returns.
        unsafe { (self.library.chdb_stream_append)(self.insert, data.as_ptr().cast(), data.len()) == 0 }
    }

    /// Ends the data and waits for the commit.
    pub(crate) fn finish(mut self) -> Answer {
        self.running = false;
        // SAFETY: called once for this insert, before it is destroyed.
        let result = unsafe { (self.library.chdb_stream_done)(self.insert) };
        Answer::new(self.library, result)
    }
}

impl Drop for InsertStream<'_> {
    fn drop(&mut self) {
        // SAFETY: cancelled only while running, destroyed once.
        unsafe {
            if self.running {
                (self.library.chdb_stream_cancel_insert)(self.insert);
            }
            (self.library.chdb_destroy_insert_stream)(self.insert);
        }
    }
}
