//! The edge over real connections: what every client meets on every request, one subject a file.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

mod access;
mod answers;
mod connections;
mod deprecation;
mod drain;
mod failures;
mod growing_list;
mod headers;
mod hosts;
mod paging;
mod rate_limits;
mod routes;
mod slow_clients;
mod support;
mod telemetry;
mod tls;
