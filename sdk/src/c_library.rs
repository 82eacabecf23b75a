//! The two functions of the C library through which Rust's std would import what no component is given.
//!
//! A panic's message goes to standard error, and its form hangs on an environment variable. std links both, used or not, and
//! with them 18 imports of WASI that a host has to bind in every new instance. A component has no standard output and no
//! environment, so these say just that, and the imports go away: a small answer costs a tenth less (docs/runtime.md has the
//! figures). What a component panics with reaches the host through `log`, by the panic hook of `plugin!`. Each stands alone in
//! its object of the C library; one that does not (`getcwd`) could be linked twice.
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
