//! What an author of a Quarry component uses.
//!
//! A component is a list of endpoints; an endpoint is a function with a declaration. Everything that endpoints share
//! (keys, budgets, parameters, caching, paging, errors, OpenAPI) is done by the host, from the declaration.
//!
//! ```ignore
//! use quarry_sdk::prelude::*;
//!
//! statement!(warehouse, SelectTokens, "sql/tokens.sql");
//!
//! #[derive(Parameters)]
//! pub struct Query {
//!     /// Part of a symbol or name, in any case.
//!     #[parameter(max_length = 64, example = "usd")]
//!     q: Option<String>,
//! }
//!
//! /// Token symbols that trade in a tracked market.
//! #[endpoint(get = "/tokens", key = "read", module = "prices", paged, body = Tokens, statements = [SelectTokens])]
//! fn list_tokens(_request: &Request, query: Query) -> Result<Answer, Problem> {
//!     let tokens = SelectTokens { q: query.q }.query()?;
//!     Ok(Answer::object().page("tokens", tokens).into())
//! }
//! ```
#![deny(missing_docs)]

extern crate self as quarry_sdk;

pub mod account;
mod answer;
pub mod api_keys;
#[cfg(target_family = "wasm")]
mod c_library;
#[doc(hidden)]
pub mod component;
mod endpoint;
mod event;
pub mod event_stream;
pub mod invitations;
mod job;
pub mod key_value;
#[cfg(feature = "markdown")]
pub mod markdown;
pub mod modules;
pub mod name_lookup;
mod notification;
pub mod objects;
pub mod outbound_http;
mod parameters;
pub mod people;
mod problem;
mod request;
mod request_body;
pub mod row_files;
mod schema;
mod secret;
pub mod single_sign_on;
mod statement;
mod transaction;
mod values;

/// The generated bindings of `wit/`.
#[doc(hidden)]
#[allow(missing_docs, clippy::all, unused_qualifications, unreachable_pub, unsafe_code)]
pub mod bindings {
    wit_bindgen::generate!({
        world: "plugin",
        path: "wit",
        pub_export_macro: true,
        default_bindings_module: "quarry_sdk::bindings",
        export_macro_name: "export_plugin",
        generate_all,
    });
}

pub use answer::{Answer, ObjectBuilder, PageEnds};
pub use bindings::quarry::plugin::notifications::Audience;
pub use bindings::quarry::plugin::{deployment, identity, log};
pub use endpoint::{
    Access, CacheRule, DeprecationDeclaration, Endpoint, EndpointDeclaration, Grant, Method, RateClass, ResponseForm,
    Scope, ToolDeclaration, Walk,
};
pub use event::Event;
pub use job::{Job, JobFailure, JobRun, JobState, JobStatus, cancel_job, job_status};
pub use notification::Notification;
pub use parameters::{
    Address, AddressList, Chain, Choice, Decimal, Hash, ParameterValue, Parameters, TimeFrom, TimeTo, Token,
    TokenFingerprint,
};
pub use problem::Problem;
pub use quarry_sdk_macros::{Choice, Parameters, Schema, endpoint, plugin, statement};
pub use request::{PagePosition, Request};
pub use request_body::{FormBody, JsonBody, RawBody, RequestBody};
pub use schema::{Day, DecimalText, PageMembers, PageMembersBothWays, Schema, Time};
pub use secret::{Secret, SecretFailure, ShownSecret};
pub use statement::{ResultSet, Statement, StatementFailure, Store};
pub use transaction::{AuditEntry, Mail, Transaction};
pub use values::Value;

/// Everything an endpoint's file needs.
pub mod prelude {
    pub use crate::event_stream::{EventSink, StreamEvent};
    pub use crate::objects;
    pub use crate::{
        Address, AddressList, Answer, Audience, AuditEntry, Chain, Choice, Day, DecimalText, Endpoint, Event, FormBody,
        Hash, Job, JobFailure, JobRun, JsonBody, Mail, Notification, PageEnds, PageMembers, PageMembersBothWays,
        PagePosition, Parameters, Problem, RawBody, Request, ResultSet, Schema, Secret, ShownSecret, Statement,
        StatementFailure, Time, TimeFrom, TimeTo, Token, TokenFingerprint, Transaction, Value, endpoint, statement,
    };
}

#[doc(hidden)]
pub use serde_json;
