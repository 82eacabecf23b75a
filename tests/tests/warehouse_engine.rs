//! The embedded warehouse, driven by the host's client: the real engine, a real process, a real socket.
//! Each test is named after what a user would lose. One process serves all but those that kill it.

mod warehouse;
