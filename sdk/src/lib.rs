//! The SDK for authors of Quarry components.
//!
//! A component is a list of endpoints; an endpoint is a function with a declaration. Everything that endpoints share
//! (keys, budgets, parameters, caching, paging, errors, OpenAPI) is done by the host, from the declaration.
//!
//! ```no_run
//! use quarry_sdk::prelude::*;
//!
//! statement!(app_store, SelectNotes, "sql/notes.sql");
//!
//! #[derive(Parameters)]
//! pub struct NotesQuery {
//!     /// The beginning of the title.
//!     #[parameter(max_length = 120, example = "Depeg")]
//!     start: Option<String>,
//! }
//!
//! #[derive(Schema)]
//! pub struct Note {
//!     #[schema(example = "Depeg of March")]
//!     title: String,
//!     text: Option<String>,
//! }
//!
//! #[derive(Schema)]
//! pub struct Notes {
//!     #[schema(flatten)]
//!     page: PageMembers,
//!     notes: Vec<Note>,
//! }
//!
//! /// The organization's notes
//! #[endpoint(get = "/field-notes/notes", key = "read", paged, body = Notes)]
//! fn list_notes(query: NotesQuery) -> Result<Answer, Problem> {
//!     let notes = SelectNotes { start: query.start }.query()?;
//!     Ok(Answer::object().page("notes", notes).into())
//! }
//! ```
//!
//! Each further capability of a component has a page in `docs/capabilities` of Quarry. An endpoint, a statement, a job, an
//! event and a live message are each a type that a macro makes or that implements a trait: [`endpoint`], [`statement`],
//! [`Job`], [`Event`], [`Notification`]; [`plugin`] makes the component of them.
#![deny(missing_docs)]

extern crate self as quarry_sdk;

pub mod account;
mod answer;
pub mod api_keys;
#[cfg(target_family = "wasm")]
mod c_library;
#[cfg(doctest)]
mod capability_pages;
mod chain_values;
mod choice;
#[doc(hidden)]
pub mod component;
pub mod dataset;
mod endpoint;
mod event;
pub mod event_stream;
mod followed;
mod guard;
pub mod invitations;
mod job;
mod job_failure;
pub mod key_value;
#[cfg(feature = "markdown")]
pub mod markdown;
pub mod modules;
pub mod name_lookup;
mod named;
mod notification;
pub mod objects;
pub mod outbound_http;
mod parameters;
mod patch;
pub mod people;
mod plan_at_hand;
mod problem;
mod request;
mod request_body;
mod request_key;
mod result_set;
pub mod row;
pub mod row_files;
mod rows_parameter;
mod schema;
mod secret;
pub mod settings;
mod side_by_side;
pub mod single_sign_on;
mod statement;
mod time;
mod transaction;
#[doc(hidden)]
pub mod unread_body;
mod values;
pub mod words;

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
pub use chain_values::{Address, AddressList, Chain, Hash, Token};
pub use choice::Choice;
pub use endpoint::{
    Access, CacheRule, DeprecationDeclaration, Endpoint, EndpointDeclaration, EndpointRepetition, Grant, Method,
    RateClass, Readers, ResponseForm, Scope, ToolDeclaration, Walk,
};
pub use event::Event;
pub use followed::{Followed, Mark, Turn};
pub use guard::{Guard, Guarded};
pub use job::{Job, JobFailure, JobRun, JobState, JobStatus, NoArguments, Shares, cancel_job, job_status};
pub use named::{Named, NamedPerson};
pub use notification::Notification;
pub use parameters::{Decimal, ParameterValue, Parameters, TimeFrom, TimeTo, TokenFingerprint};
pub use patch::Patch;
pub use plan_at_hand::PlanAtHand;
pub use problem::{Problem, if_available};
/// The function takes the request, what the guard found, its parameters and the body, in this order and each where it is needed;
/// its name is the operation's id, its doc comment the documentation. `docs/contract.md` lists what can be declared.
///
/// ```no_run
/// use quarry_sdk::prelude::*;
/// use serde::Serialize;
///
/// #[derive(Schema, Serialize)]
/// struct Greeting {
///     #[schema(example = "Good morning.")]
///     text: String,
/// }
///
/// /// A greeting
/// #[endpoint(get = "/greeting", keyless, cache = public(60), body = Greeting)]
/// fn get_greeting() -> Result<Answer, Problem> {
///     Ok(Answer::json(&Greeting { text: "Good morning.".to_owned() }))
/// }
/// ```
pub use quarry_sdk_macros::endpoint;
/// The function takes `run: &JobRun`, `followed: &Followed` where the job follows something, and its arguments, in this order and each
/// where it is needed. Its name is the job's, its doc comment the summary for the people who look at the queue.
///
/// `every` runs it by itself too, with the arguments `{}`; `timeout` is the longest time of a run, 5 min by default and 1 h at the most;
/// `attempts` is how often it is tried before it goes to the dead-letter list, 10 by default. Times are written as `"90 s"`, `"10 min"`,
/// `"1 h"`, `"1 d"`. `follows = warehouse` hands it a [`Followed`].
///
/// ```no_run
/// use quarry_sdk::prelude::*;
///
/// statement!(app_store, DeleteOldNotes, "sql/delete_old_notes.sql");
///
/// /// Removes notes that are older than 90 days.
/// #[job(every = "1 d", attempts = 3)]
/// fn forget_old_notes() -> Result<(), JobFailure> {
///     let transaction = Transaction::begin()?;
///     transaction.execute(DeleteOldNotes { before: Time::now().minus_days(90).microseconds })?;
///     transaction.commit()?;
///     Ok(())
/// }
/// ```
pub use quarry_sdk_macros::job;
/// ```no_run
/// mod greeting {
///     use quarry_sdk::prelude::*;
///
///     /// Nothing
///     #[endpoint(get = "/nothing", keyless, status = 204)]
///     pub fn get_nothing() -> Result<Answer, Problem> {
///         Ok(Answer::no_content())
///     }
/// }
///
/// quarry_sdk::plugin! {
///     name: "greeting",
///     summary: "Says nothing.",
///     grants: [],
///     endpoints: [greeting::get_nothing],
/// }
/// # fn main() {}
/// ```
pub use quarry_sdk_macros::plugin;
/// The rows that a caller may see, told by a statement that others write where a table stands: `FROM {scope.shelves} AS mine`. The
/// name is that of the file; its statement takes `{caller.…}` and nothing else.
///
/// ```no_run
/// use quarry_sdk::prelude::*;
///
/// scope!("sql/scopes/shelves.sql");
/// ```
pub use quarry_sdk_macros::scope;
/// ```no_run
/// use quarry_sdk::prelude::*;
///
/// statement!(app_store, RenameNote, "sql/rename_note.sql");
///
/// /// `sql/rename_note.sql` has `{id:int64}`, `{version:int64}` and `{title:text}`.
/// fn rename(transaction: &Transaction, id: i64, version: i64, title: String) -> Result<bool, Problem> {
///     Ok(transaction.execute(RenameNote { id, version, title })? == 1)
/// }
/// ```
pub use quarry_sdk_macros::statement;
pub use quarry_sdk_macros::{Choice, ColumnValue, Guard, Parameters, Row, Schema};
pub use request::{PagePosition, Request};
pub use request_body::{FormBody, JsonBody, RawBody, RequestBody};
pub use request_key::RequestKey;
pub use result_set::{AnswerRows, DeferredRows, ResultSet};
pub use row::{ColumnValue, Row, RowMismatch};
pub use schema::{DecimalText, PageMembers, PageMembersBesideLimit, PageMembersBothWays, Schema};
pub use secret::{Secret, SecretFailure, ShownSecret};
pub use side_by_side::SideBySide;
pub use statement::{Statement, StatementFailure, Store};
pub use time::{Day, InvalidTime, Time};
pub use transaction::{AuditEntry, Mail, Transaction};
pub use values::{BindAs, Value};

/// Everything an endpoint's file needs.
pub mod prelude {
    pub use crate::event_stream::{EventSink, StreamEvent};
    pub use crate::objects;
    pub use crate::{
        Address, AddressList, Answer, Audience, AuditEntry, Chain, Choice, ColumnValue, Day, DecimalText, Endpoint,
        Event, Followed, FormBody, Guard, Guarded, Hash, Job, JobFailure, JobRun, JsonBody, Mail, Named, NamedPerson,
        NoArguments, Notification, PageEnds, PageMembers, PageMembersBesideLimit, PageMembersBothWays, PagePosition,
        Parameters, Patch, PlanAtHand, Problem, RawBody, Request, RequestKey, ResultSet, Row, Schema, Secret,
        ShownSecret, SideBySide, Statement, StatementFailure, Time, TimeFrom, TimeTo, Token, TokenFingerprint,
        Transaction, Value, endpoint, if_available, job, scope, statement,
    };
    pub use serde::{Deserialize, Serialize};
    pub use serde_json::json;
}

#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use serde_json;
