//! The C interface of libchdb (ClickHouse as a library), loaded with `dlopen`.
//!
//! Why by hand: a dozen functions are needed, and loading at run time lets the binary say in one sentence that the
//! library is missing instead of failing in the dynamic linker. The declarations follow libchdb 26.7's `chdb.h`.
//!
//! This is the only module of the workspace that may use `unsafe`. What makes each call sound, always:
//! - The library is never unloaded (its threads live as long as the process), so function pointers stay valid.
//! - A `Connection` serializes its calls inside the library by a mutex; streams borrow the connection they run on.
//! - Text and bytes cross with an explicit length and live until the call returns; the library copies what it keeps.
//! - A result belongs to one `Answer` and is destroyed exactly once, when that is dropped.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::path::Path;

type RawConnection = *mut c_void;
type RawResult = *mut c_void;
type RawInsert = *mut c_void;
type Texts = *const *const c_char;
type Lengths = *const usize;

/// Why the library could not be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("it cannot be loaded: {0}")]
    Open(#[source] libloading::Error),
    #[error("it lacks the function {name}")]
    Symbol { name: &'static str, source: libloading::Error },
}

macro_rules! declare_library {
    ($( $name:ident : fn($($argument:ty),* $(,)?) $(-> $result:ty)?; )*) => {
        /// The functions of libchdb that the warehouse calls.
        pub(crate) struct Library { $( $name: unsafe extern "C" fn($($argument),*) $(-> $result)?, )* }

        impl Library {
            /// Loads the library at `path` for the rest of the process and turns its signal handlers off: with them a
            /// crash inside the engine hangs instead of ending the process.
            pub(crate) fn load(path: &Path) -> Result<&'static Library, LoadError> {
                // SAFETY: libchdb's initializers have no preconditions; the handle is leaked, hence never unloaded.
                let handle = unsafe { libloading::Library::new(path) }.map_err(LoadError::Open)?;
                let handle: &'static libloading::Library = Box::leak(Box::new(handle));
                let library = Library {
                    $( $name: {
                        // SAFETY: the declared type is that of the function in libchdb 26.7's header.
                        let symbol = unsafe {
                            handle.get::<unsafe extern "C" fn($($argument),*) $(-> $result)?>(
                                concat!(stringify!($name), "\0").as_bytes(),
                            )
                        };
                        *symbol.map_err(|source| LoadError::Symbol { name: stringify!($name), source })?
                    }, )*
                };
                let library: &'static Library = Box::leak(Box::new(library));
                // SAFETY: called before the first connection, as the library asks.
                unsafe { (library.chdb_set_signal_handlers_enabled)(0) };
                Ok(library)
            }
        }
    };
}

declare_library! {
    chdb_version: fn() -> *const c_char;
    chdb_set_signal_handlers_enabled: fn(c_int);
    chdb_shutdown: fn() -> c_int;
    chdb_connect: fn(c_int, *mut *mut c_char) -> *mut RawConnection;
    chdb_close_conn: fn(*mut RawConnection);
    chdb_query_with_params_n: fn(RawConnection, *const c_char, usize, *const c_char, usize,
        Texts, Lengths, Texts, Lengths, usize) -> RawResult;
    chdb_stream_query_with_params_n: fn(RawConnection, *const c_char, usize, *const c_char, usize,
        Texts, Lengths, Texts, Lengths, usize) -> RawResult;
    chdb_stream_fetch_result: fn(RawConnection, RawResult) -> RawResult;
    chdb_stream_cancel_query: fn(RawConnection, RawResult);
    chdb_destroy_query_result: fn(RawResult);
    chdb_result_buffer: fn(RawResult) -> *mut c_char;
    chdb_result_length: fn(RawResult) -> usize;
    chdb_result_error: fn(RawResult) -> *const c_char;
    chdb_result_storage_rows_read: fn(RawResult) -> u64;
    chdb_result_storage_bytes_read: fn(RawResult) -> u64;
    chdb_result_rows_written: fn(RawResult) -> u64;
    chdb_result_bytes_written: fn(RawResult) -> u64;
    chdb_stream_insert_with_params_n: fn(RawConnection, *const c_char, usize, *const c_char, usize,
        Texts, Lengths, Texts, Lengths, usize) -> RawInsert;
    chdb_stream_append: fn(RawInsert, *const c_void, usize) -> c_int;
    chdb_stream_done: fn(RawInsert) -> RawResult;
    chdb_stream_cancel_insert: fn(RawInsert);
    chdb_stream_insert_error: fn(RawInsert) -> *const c_char;
    chdb_destroy_insert_stream: fn(RawInsert);
}

impl Library {
    /// The version of libchdb, such as `26.7.3`.
    pub(crate) fn version(&self) -> String {
        // SAFETY: returns a static string or null.
        unsafe { text((self.chdb_version)()) }.unwrap_or_default()
    }

    /// Stops the engine's background threads. Call after the last connection is closed.
    pub(crate) fn shutdown(&self) {
        // SAFETY: no connection is open any more; a second call is harmless.
        unsafe { (self.chdb_shutdown)() };
    }
}

/// The query parameters of one statement: name and value in ClickHouse's escaped text form.
#[derive(Default, Clone)]
pub(crate) struct Parameters(pub(crate) Vec<(String, Vec<u8>)>);

/// `Parameters` as the four parallel arrays of the C interface; borrows the parameters.
struct ParameterArrays {
    names: Vec<*const c_char>,
    name_lengths: Vec<usize>,
    values: Vec<*const c_char>,
    value_lengths: Vec<usize>,
}

impl Parameters {
    fn arrays(&self) -> ParameterArrays {
        ParameterArrays {
            names: self.0.iter().map(|(name, _)| name.as_ptr().cast()).collect(),
            name_lengths: self.0.iter().map(|(name, _)| name.len()).collect(),
            values: self.0.iter().map(|(_, value)| value.as_ptr().cast()).collect(),
            value_lengths: self.0.iter().map(|(_, value)| value.len()).collect(),
        }
    }
}

/// Copies a C string; `None` when it is null or empty.
///
/// # Safety
/// `pointer` is null or a NUL-terminated string that lives during the call.
unsafe fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: as this function's contract says.
    let text = unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned();
    (!text.is_empty()).then_some(text)
}

/// One session of the engine with its own settings and current database. Closing the last one stops the engine.
pub(crate) struct Connection {
    library: &'static Library,
    handle: *mut RawConnection,
}

// SAFETY: the library guards a connection by a mutex and binds it to no thread.
unsafe impl Send for Connection {}

impl Connection {
    /// Opens a session with `--name=value` arguments. `None` when the library refuses, which it does without a reason,
    /// or when an argument holds a NUL byte.
    pub(crate) fn open(library: &'static Library, arguments: &[String]) -> Option<Connection> {
        let mut owned = vec![CString::new("quarry-warehouse").ok()?];
        for argument in arguments {
            owned.push(CString::new(argument.as_str()).ok()?);
        }
        let mut pointers: Vec<*mut c_char> = owned.iter().map(|text| text.as_ptr().cast_mut()).collect();
        let count = c_int::try_from(pointers.len()).ok()?;
        // SAFETY: `pointers` holds `count` NUL-terminated strings; the library only reads them, during the call.
        let handle = unsafe { (library.chdb_connect)(count, pointers.as_mut_ptr()) };
        // SAFETY: a handle that is not null points to a connection pointer.
        if handle.is_null() || unsafe { (*handle).is_null() } {
            return None;
        }
        Some(Connection { library, handle })
    }

    fn raw(&self) -> RawConnection {
        // SAFETY: `handle` was checked in `open` and stays valid until `drop`.
        unsafe { *self.handle }
    }

    /// Runs a statement and materializes its whole answer (about five times its size in memory).
    pub(crate) fn query(&self, statement: &str, format: &str, parameters: &Parameters) -> Answer {
        let arrays = parameters.arrays();
        // SAFETY: pointers and lengths describe living slices; the arrays have one entry for each parameter.
        let result = unsafe {
            (self.library.chdb_query_with_params_n)(
                self.raw(),
                statement.as_ptr().cast(),
                statement.len(),
                format.as_ptr().cast(),
                format.len(),
                arrays.names.as_ptr(),
                arrays.name_lengths.as_ptr(),
                arrays.values.as_ptr(),
                arrays.value_lengths.as_ptr(),
                parameters.0.len(),
            )
        };
        Answer { library: self.library, result }
    }

    /// Starts a statement whose answer is fetched chunk by chunk. Check `start_error` first.
    pub(crate) fn stream(&self, statement: &str, format: &str, parameters: &Parameters) -> AnswerStream<'_> {
        let arrays = parameters.arrays();
        // SAFETY: as in `query`.
        let result = unsafe {
            (self.library.chdb_stream_query_with_params_n)(
                self.raw(),
                statement.as_ptr().cast(),
                statement.len(),
                format.as_ptr().cast(),
                format.len(),
                arrays.names.as_ptr(),
                arrays.name_lengths.as_ptr(),
                arrays.values.as_ptr(),
                arrays.value_lengths.as_ptr(),
                parameters.0.len(),
            )
        };
        AnswerStream { connection: self, head: Answer { library: self.library, result }, running: true }
    }

    /// Starts an INSERT (without its FORMAT clause) whose data is appended in `format`.
    pub(crate) fn insert(
        &self,
        statement: &str,
        format: &str,
        parameters: &Parameters,
    ) -> Result<InsertStream<'_>, String> {
        let arrays = parameters.arrays();
        // SAFETY: as in `query`.
        let insert = unsafe {
            (self.library.chdb_stream_insert_with_params_n)(
                self.raw(),
                statement.as_ptr().cast(),
                statement.len(),
                format.as_ptr().cast(),
                format.len(),
                arrays.names.as_ptr(),
                arrays.name_lengths.as_ptr(),
                arrays.values.as_ptr(),
                arrays.value_lengths.as_ptr(),
                parameters.0.len(),
            )
        };
        let stream = InsertStream { library: self.library, insert, running: true, connection: PhantomData };
        match stream.error() {
            Some(message) => Err(message),
            None => Ok(stream),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // SAFETY: opened by `open`, closed once; streams that borrow it are gone.
        unsafe { (self.library.chdb_close_conn)(self.handle) }
    }
}

/// A materialized answer, or one chunk of a streamed one.
pub(crate) struct Answer {
    library: &'static Library,
    result: RawResult,
}

// SAFETY: a result is owned memory without ties to a thread.
unsafe impl Send for Answer {}

impl Answer {
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

impl AnswerStream<'_> {
    /// Why the query did not start.
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

    /// Whether `fetch` would ask the engine again.
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

/// A running INSERT that is fed with data; dropping it before `finish` cancels it.
pub(crate) struct InsertStream<'a> {
    library: &'static Library,
    insert: RawInsert,
    running: bool,
    connection: PhantomData<&'a Connection>,
}

impl InsertStream<'_> {
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
        Answer { library: self.library, result }
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
