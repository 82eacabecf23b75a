//! The three functions of the C library through which Rust's std would import what no component is given.
//!
//! A panic's message goes to standard error, and its form hangs on an environment variable and the working directory. std
//! links all of that, used or not, and with it 18 imports of WASI that a host has to bind in every new instance. A component
//! has no standard output, no environment and no working directory, so these say just that, and the imports go away:
//! an instance costs a sixth less (docs/runtime.md has the figures). What a component panics with reaches the host through
//! `log`, by the panic hook of `plugin!`.
#![allow(unsafe_code)]

use core::ffi::{c_char, c_int, c_void};
use core::ptr::null_mut;

/// Says that all was written: standard output and error lead nowhere.
// SAFETY: the signature is POSIX's for this symbol, and nothing behind the pointer is read.
#[unsafe(no_mangle)]
extern "C" fn write(_descriptor: c_int, _bytes: *const c_void, count: usize) -> isize {
    count.try_into().unwrap_or(isize::MAX)
}

/// Says that no variable is set.
// SAFETY: the signature is C's for this symbol, and null is its answer for what is not set.
#[unsafe(no_mangle)]
extern "C" fn getenv(_name: *const c_char) -> *mut c_char {
    null_mut()
}

/// Says that there is no working directory.
// SAFETY: the signature is POSIX's for this symbol, null is its answer for a failure, and nothing is written.
#[unsafe(no_mangle)]
extern "C" fn getcwd(_buffer: *mut c_char, _size: usize) -> *mut c_char {
    null_mut()
}
