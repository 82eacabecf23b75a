//! Sessions of the engine. A statement that is streamed or fed runs on one by `answer_stream.rs` and `insert.rs`.

use super::{Answer, Library, Parameters, RawConnection, Start};
use std::ffi::{CString, c_char, c_int};

/// One session of the engine with its own settings and current database. Closing the last one stops the engine.
pub(crate) struct Connection {
    pub(super) library: &'static Library,
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

    pub(super) fn raw(&self) -> RawConnection {
        // SAFETY: `handle` was checked in `open` and stays valid until `drop`.
        unsafe { *self.handle }
    }

    /// Runs a statement and materializes its whole answer (about five times its size in memory).
    pub(crate) fn query(&self, statement: &str, format: &str, parameters: &Parameters) -> Answer {
        let result = self.start(self.library.chdb_query_with_params_n, statement, format, parameters);
        Answer::new(self.library, result)
    }

    /// Hands a statement over to one of the library's functions that take one.
    pub(super) fn start<T>(&self, function: Start<T>, statement: &str, format: &str, parameters: &Parameters) -> T {
        let arrays = parameters.arrays();
        // SAFETY: `function` is the library's; pointers and lengths describe living slices, and the arrays have one entry for each
        // parameter.
        unsafe {
            function(
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
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // SAFETY: opened by `open`, closed once; streams that borrow it are gone.
        unsafe { (self.library.chdb_close_conn)(self.handle) }
    }
}
