//! The embedded warehouse, driven by the host's client: the real engine, a real process, a real socket.
//! Each test is named after what a user would lose. One process serves all but those that kill it.

// The rates and times that the tests measure are printed with `--nocapture`.
#![allow(clippy::print_stderr)]

mod warehouse;
