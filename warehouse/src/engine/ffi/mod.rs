//! The C interface of libchdb (ClickHouse as a library), loaded with `dlopen`.
//!
//! The bindings are written by hand: a dozen functions are needed, and loading at run time lets the binary say in one sentence
//! that the library is missing instead of failing in the dynamic linker. The declarations follow libchdb 26.7's `chdb.h`.
//!
//! This is the only module of the workspace that may use `unsafe` (with the files below it). What makes each call sound, always:
//! - The library is never unloaded (its threads live as long as the process), so function pointers stay valid.
//! - A `Connection` serializes its calls inside the library by a mutex; streams borrow the connection they run on.
//! - Text and bytes cross with an explicit length and live until the call returns; the library copies what it keeps.
//! - A result belongs to one `Answer` and is destroyed exactly once, when that is dropped.
#![allow(unsafe_code)]

mod answer;
mod answer_stream;
mod connection;
mod insert;

pub(crate) use self::answer::Answer;
pub(crate) use self::answer_stream::AnswerStream;
pub(crate) use self::connection::Connection;

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;

type RawConnection = *mut c_void;
type RawResult = *mut c_void;
type RawInsert = *mut c_void;
type Texts = *const *const c_char;
type Lengths = *const usize;

/// A function of the library that takes a statement: its text, the format of its data, and its parameters.
type Start<T> = unsafe extern "C" fn(
    RawConnection,
    *const c_char,
    usize,
    *const c_char,
    usize,
    Texts,
    Lengths,
    Texts,
    Lengths,
    usize,
) -> T;

/// The reason why the library could not be used.
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

/// Ends this process with code 0 once the engine has stopped. Destructors of the library's globals are left out: its background threads
/// go on, and now and then one crashed in what those had taken away.
pub(crate) fn end_process() -> ! {
    // SAFETY: `_exit` has no preconditions. The engine has closed its files, and standard error has no buffer.
    unsafe { libc::_exit(0) }
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
