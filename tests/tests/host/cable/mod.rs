//! Live updates on real stores of both engines, over a real edge: what only shows when a client is slow or silent, and what
//! ends a session without a request. To add a place: `support`.

mod figures;
mod messages;
mod origins;
mod public_pages;
mod sessions;
mod slow_readers;
mod support;
