//! The edge: everything between a socket and a handler, the same for every operation.
//!
//! A request meets the stages in this order, one file each: `listener` → `request_id` → `deadline` → `client_address` →
//! `request_body` → `method` and `router` → `module_switch` → `browser` → `authenticate` → `authorize` → `rate_limit` → `parameters` →
//! `request_body` → `idempotency` or `response_cache` (a hit goes on at `encode`) → `produce` (`cursor`, `handler`, `body` with `rows_json`) → `encode`
//! (with `entity_tag`, `content_encoding`, `link`; `object_response` and `event_response` for bodies that are made while they are
//! sent) → `deprecation`, or `error_response` → `finish` (with `cors`) →
//! `trace`. [`pipeline`] strings them together; `edge` has what they share, `visit` what they find out about a request. What lies outside the base path goes from
//! `page` or `upgrade` to `finish`. `parameters` and `handler` are the contract's, `rows_json` is the stores'.
//!
//! `budgets` and `idempotency_records` are what two of the stages keep in the app store.
//!
//! Always true here: policy is read from the route's declaration and from nothing else, so no stage asks who serves an
//! operation; every wait, size and count is bounded by `limits`; only the holder of the [`RoutingTablePublisher`]
//! (`modules`) changes what is served; what leaves in an error is one of the two published forms.

#![forbid(unsafe_code)]

mod authenticate;
mod authorize;
mod body;
mod browser;
pub mod budgets;
mod byte_range;
mod client_address;
mod client_network;
mod configuration;
pub mod content_encoding;
mod cors;
pub mod cursor;
mod deadline;
mod deprecation;
mod edge;
mod encode;
mod entity_tag;
mod error_response;
mod event_response;
mod finish;
mod guard;
pub mod host_header;
mod idempotency;
pub mod idempotency_records;
mod limits;
mod link;
mod listener;
mod live_updates;
mod media_type;
mod method;
mod module_switch;
mod object_response;
mod page;
mod pipeline;
mod probes;
mod produce;
mod rate_limit;
mod refused_budget;
mod request_body;
mod request_id;
mod response_body;
mod response_cache;
mod router;
mod sandbox;
mod trace;
mod upgrade;
mod visit;

pub use authenticate::{Authenticator, KeyRefusal, Session, bearer_token};
pub use browser::{SERVICE_CLIENT, SESSION_COOKIE};
pub use byte_range::{AskedBytes, asked_bytes};
pub use client_address::{TrustedProxies, client_address};
pub use configuration::EdgeConfiguration;
pub use edge::Edge;
pub use entity_tag::EntityTag;
pub use idempotency::{Claim, IdempotencyKey, IdempotencyRecords, KeptOutcome, KeyHolder, takes_key};
pub use limits::{ListenerLimits, RequestLimits};
pub use listener::{
    Drained, Listener, RequestBody, RequestBodyError, Responder, TlsError, TlsIdentity, follow_certificate, serve,
};
pub use live_updates::{LiveUpdates, ServeUpgraded};
pub use page::{Page, PageStatus, Pages};
pub use pipeline::is_session_path;
pub use rate_limit::{
    AddressClass, AddressLimits, AddressTable, MAX_ADDRESSES, MAX_PEOPLE, PersonLimits, PersonTable, RequestBudgets,
    counted_address,
};
pub use request_body::{RequestBodyPlan, RequestBodyPlanError};
pub use response_body::{BodyError, ResponseBody};
pub use response_cache::{DataVersions, ResponseCacheSettings};
pub use router::{
    AllowedMethods, Lookup, Operation, PathValues, Registration, RoutingError, RoutingTable, RoutingTablePublisher,
    RoutingTableView, publish_routes,
};
