//! One request on its way through the stages, and what they found out about it.

use crate::request_id::RequestId;
use crate::router::Operation;
use http::request::Parts;
use quarry_contract::{Browser, BudgetState, Timings};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

/// One request on its way through.
pub(super) struct Visit<'a> {
    pub(super) parts: &'a Parts,
    pub(super) client_ip: IpAddr,
    pub(super) request_id: RequestId,
    pub(super) started: Instant,
    /// Paths of the session interface have an error form of their own.
    pub(super) is_session: bool,
    /// The path below the base path; `None` for one that is not below it.
    pub(super) path: Option<&'a str>,
    /// The host asks itself, for the status of a page that the client wants.
    pub(super) is_of_page: bool,
    /// Found by the route stage; for the log.
    pub(super) operation: Option<Arc<Operation>>,
    /// The state of the key's budget, for the answer.
    pub(super) budget_state: Option<BudgetState>,
    /// On operations of the session interface.
    pub(super) browser: Option<Arc<Browser>>,
    /// The times of the request, where the client asked for them.
    pub(super) timings: Option<Arc<Timings>>,
}
