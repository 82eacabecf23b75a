//! The edge over real connections: what every client meets on every request, one subject a file.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

mod access;
mod answers;
mod connections;
mod deprecation;
mod failures;
mod paging;
mod routes;
mod support;
