//! The edge: everything between a socket and a handler, the same for every operation.
//!
//! A request meets the stages in this order, one file each: `listener` → `request_id` → `deadline` → `client_address` →
//! `request_body` → `method` and `router` → `module_switch` → `authenticate` → `authorize` → `parameters` → `cursor` →
//! `handler` → `body` (with `rows_json`) → `encode` (with `entity_tag`, `link`) or `error_response` → `finish` (with
//! `cors`) → `trace`. [`pipeline`] strings them together and owns what they share.
//!
//! Always true here: policy is read from the route's declaration and from nothing else, so no stage asks who serves an
//! operation; every wait, size and count is bounded by `limits`; only the holder of the [`RoutingTablePublisher`]
//! (`modules`) changes what is served; what leaves in an error is one of the two published forms.

mod authenticate;
mod authorize;
mod body;
mod client_address;
mod cors;
pub mod cursor;
mod deadline;
mod encode;
mod entity_tag;
mod error_response;
mod finish;
mod handler;
mod json_time;
mod limits;
mod link;
mod listener;
mod method;
mod module_switch;
mod native;
pub mod parameters;
mod pipeline;
mod probes;
mod request_body;
mod request_id;
mod router;
pub mod rows_json;
mod shutdown;
mod trace;

pub use authenticate::{Authenticator, bearer_token};
pub use encode::ResponseBody;
pub use entity_tag::EntityTag;
pub use handler::Handler;
pub use limits::{ListenerLimits, RequestLimits};
pub use listener::{
    Drained, Listener, RequestBody, RequestBodyError, Responder, TlsError, TlsIdentity, follow_certificate, serve,
};
pub use native::{keyed_get, keyless_get, native};
pub use pipeline::{Edge, EdgeConfiguration};
pub use router::{
    AllowedMethods, Lookup, Operation, PathValues, Registration, RoutingError, RoutingTable, RoutingTablePublisher,
    RoutingTableView, publish_routes,
};
pub use shutdown::{Shutdown, ShutdownTrigger, shutdown_signal};
