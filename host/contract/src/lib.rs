//! The plugin contract as the host uses it: what a route declares, what a request brings and what an answer may be.
//!
//! `wit/` defines these types for components, `runtime` converts between the two, and routes that the host itself
//! serves declare themselves in the same form. So `edge` reads policy from a declaration and never asks who serves it.
//!
//! Beside the types lies what requests are held against before anybody sees them: parameters ([`parameters`]), schemas
//! ([`json_schema`]) and texts that people enter ([`entered_text`]).

#![forbid(unsafe_code)]

mod answer;
mod answer_rows;
mod body_stream;
mod browser;
mod budget;
mod chain;
mod data_source;
mod dataset;
pub mod entered_text;
mod entitlements;
mod event_stream;
mod grant;
mod guard;
mod guarded_request;
mod handler;
pub mod json_schema;
mod manifest;
mod native;
mod object_body;
pub mod parameters;
mod request;
mod request_body;
mod route;
mod secret;
mod silent_store;
mod tenant_table;
mod timings;
mod told_name;
mod walk;

pub use answer::{Answer, Body, CursorColumn, Fragment, PageEnds, Problem, Served};
pub use answer_rows::AnswerRows;
pub use body_stream::{BodyPieces, BodyStream};
pub use browser::{Browser, CookieChange};
pub use budget::{BudgetState, Spending};
pub use chain::{chain_id, chain_slug, chain_slugs, chains, know_chains};
pub use data_source::DataSource;
pub use dataset::{Dataset, DatasetCategory, DatasetColumn, DatasetColumnKind, DatasetFilter, DatasetFilterField};
pub use entitlements::{Allowance, Courtesy, Entitlements, Feature, Override, Plan};
pub use event_stream::{EventSender, EventStream, StreamBroken, event_stream};
pub use grant::Grant;
pub use guard::{Guard, GuardRefusal, Guarded, RouteGuard, Tenant, TenantKind};
pub use guarded_request::GuardedRequest;
pub use handler::Handler;
pub use manifest::{
    ComponentMigration, DialectText, Erasure, ErasureRefusal, EventDeclaration, Family, Followed, JobDeclaration,
    Manifest, NotificationDeclaration, PersonalData, RowScope, StatementSource, Store,
};
pub use native::{keyed_get, keyless_get, native};
pub use object_body::ObjectBody;
pub use request::{
    Caller, ClientNetwork, JobCaller, KeyCaller, PageCursor, PageRequest, PersonCaller, Request, SentBody,
};
pub use request_body::{COMMON_BODY_BYTES, MOST_BODY_BYTES, MOST_UPLOAD_BYTES, RequestBody, RequestBodyForm};
pub use route::{
    Access, AnswerHeader, CacheRule, Deprecation, Impersonation, Method, Parameter, ParameterKind, ParameterPlace,
    RateClass, Readers, Refusal, ResponseForm, Route, Scope, SessionRule, Tool, ToolArgument, ToolSource,
};
pub use secret::Secret;
pub use silent_store::SilentStore;
pub use tenant_table::{TenantColumn, TenantTable};
pub use timings::Timings;
pub use told_name::{told_name, told_sentence};
pub use walk::{Toward, Walk};
