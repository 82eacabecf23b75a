//! The declaration of an operation: where it is, whom it answers, what it takes, and how its answers are kept and counted.

use crate::{AnswerRows, DataSource, RequestBody, RouteGuard, Walk};
use std::fmt;

/// One operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// Unique in a deployment, snake_case: `list_tokens`.
    pub operation_id: String,
    pub method: Method,
    /// Relative to the base path, with `{name}` for path parameters: `/pools/{address}/prices`.
    pub path: String,
    /// One line.
    pub summary: String,
    /// Markdown, may be empty.
    pub description: String,
    /// The module switch that covers it; `None` is always on.
    pub module: Option<String>,
    pub access: Access,
    /// The parameters in the order in which the component receives their values.
    pub parameters: Vec<Parameter>,
    /// The body that the request must carry; `None` takes no body.
    pub request_body: Option<RequestBody>,
    /// The rows in a page of a list that pages, when the caller does not say. `limit` and `cursor` are then added to the
    /// parameters, the page members to the body.
    pub default_limit: Option<u32>,
    pub cache: CacheRule,
    pub rate_class: RateClass,
    /// The requests of its class that one counts as whose answer has to be made; at least 1.
    pub rate_weight: u32,
    /// JSON Schema (2020-12) of a 200 body, as JSON text.
    pub response_schema: String,
    /// The statements that give rows of the body.
    pub answer_rows: Vec<AnswerRows>,
    /// An example of a 200 body that satisfies the schema, as JSON text.
    pub response_example: String,
    /// The dates of an operation that is to be retired.
    pub deprecation: Option<Deprecation>,
    pub response_form: ResponseForm,
    /// The statuses of its good answers; at least one.
    pub success_statuses: Vec<u16>,
    /// Refusals of its own, beside those that follow from the rest.
    pub refusals: Vec<Refusal>,
    /// Headers of its own that a good answer may have.
    pub answer_headers: Vec<AnswerHeader>,
    /// Tools for assistants that do what the route does.
    pub tools: Vec<Tool>,
    /// The way through a list that pages.
    pub walk: Walk,
    /// The guard of the thing that it is about.
    pub guard: Option<RouteGuard>,
    /// The names of the statements that it may run.
    pub statements: Vec<String>,
    /// Media types in which it can answer beside JSON.
    pub media_types: Vec<String>,
    pub reads_if_match: bool,
    /// The reason why a GET writes, in the words of its author; a GET without one only reads.
    pub writes: Option<String>,
    pub answers: Readers,
    /// True for a write of signed-in people that is made once for each `request_key` of its tenant.
    pub takes_request_key: bool,
    /// The sources of its answers; a kept answer stands while they do.
    pub rests_on: Vec<DataSource>,
}

impl Route {
    /// Tells that the engines let its statements read and nothing else.
    pub fn only_reads(&self) -> bool {
        self.method == Method::Get && self.writes.is_none()
    }
}

/// Those whom an answer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Readers {
    /// The one who asked.
    #[default]
    Caller,
    /// Everyone who may ask: its component is told nothing of who did, and the host may keep the answer for others.
    Everyone,
}

/// A code that an operation refuses with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    pub code: String,
    /// A sentence that says when it is refused and what to do.
    pub description: String,
}

/// A header that an operation sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerHeader {
    /// The name in lowercase.
    pub name: String,
    pub description: String,
}

/// A tool of the endpoint for assistants: a request of its route under another name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// snake_case, unique in a deployment.
    pub name: String,
    /// The text by which an assistant chooses it.
    pub description: String,
    pub arguments: Vec<ToolArgument>,
    /// Members of the body that every call has.
    pub fixed: Vec<(String, serde_json::Value)>,
}

/// An argument of a tool, and where it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolArgument {
    pub name: String,
    pub source: ToolSource,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolSource {
    Parameter(String),
    BodyMember(String),
}

/// The form of a good answer. Each form but JSON is for a route that does not page, and the host never keeps such an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResponseForm {
    /// JSON, as `response_schema` says.
    Json,
    /// An object of the store.
    Object { content_types: Vec<String> },
    /// Server-sent events; `response_schema` is that of an event's data.
    EventStream { max_seconds: u32 },
}

impl Route {
    /// True for a list that pages.
    #[inline]
    pub fn is_paged(&self) -> bool {
        self.default_limit.is_some()
    }
}

/// RFC 9745 and RFC 8594 dates of a retired operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Deprecation {
    /// Seconds since the epoch.
    pub deprecated_at: i64,
    /// Seconds since the epoch.
    pub sunset_at: i64,
    /// Path of the replacement, relative to the base path.
    pub successor: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    #[inline]
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The callers that a route admits.
#[derive(Debug, Clone, PartialEq)]
pub enum Access {
    /// Nobody is asked who they are.
    Keyless,
    /// A bearer key with this scope.
    Key(Scope),
    /// A signed-in person.
    Session(SessionRule),
    /// Anybody, signed in or not. Of the host's own operations alone: a component cannot ask for it.
    Visitor,
    /// One of the deployment's own applications, named in `X-SERVICE-Client`. Of the host's own operations alone.
    ServiceClient,
}

/// An action that a key may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    Read,
    ResearchWrite,
    Exports,
}

impl Scope {
    /// The name that keys, errors and documents use.
    #[inline]
    pub fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::ResearchWrite => "research:write",
            Scope::Exports => "exports",
        }
    }

    /// The scope of that name.
    pub fn from_name(name: &str) -> Option<Scope> {
        [Scope::Read, Scope::ResearchWrite, Scope::Exports].into_iter().find(|scope| scope.name() == name)
    }
}

/// The requirements of a signed-in person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionRule {
    /// A staff permission (`modules_manage`, …), `staff` (any of them) or `alpha` (the tier), when the row belongs to the
    /// staff console.
    pub permission: Option<String>,
    /// Asks for a password within the last quarter of an hour.
    pub sudo: bool,
    /// A write that a closing tab sends: it carries no header, so no CSRF token is asked for.
    pub beacon: bool,
    pub impersonation: Impersonation,
}

/// The methods that are open to a member of staff who impersonates somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Impersonation {
    /// GET alone.
    #[default]
    Reads,
    /// The other methods too.
    Writes,
    /// No method, not even reading.
    Refused,
}

/// One declared parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub place: ParameterPlace,
    pub required: bool,
    pub kind: ParameterKind,
    pub description: String,
    /// A value as a client would write it, for the document and the self-test.
    pub example: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterPlace {
    Path,
    Query,
}

/// The form of a parameter and the value a component receives for it (`Null` when it is absent).
#[derive(Debug, Clone, PartialEq)]
pub enum ParameterKind {
    /// Text of at most `max_length` characters, not empty → `Text`.
    Text { max_length: u32 },
    /// A whole number within the bounds → `Int64`.
    Integer { minimum: i64, maximum: i64 },
    /// A decimal number, kept as written → `Text`.
    Decimal,
    /// `true` or `false` → `Boolean`.
    Boolean,
    /// One of these words; the first is the default when `default` says so → `Text`.
    Choice { values: Vec<String>, default: Option<String> },
    /// A 20-byte address in hex, any case, with or without `0x` → `Bytes`.
    Address,
    /// Up to `max_items` addresses, separated by commas → `BytesList`.
    AddressList { max_items: u32 },
    /// A 32-byte hash in hex → `Bytes`.
    Hash,
    /// A chain's slug or numeric id → `UInt64`.
    Chain,
    /// A token's symbol → `Text`, or its address → `Bytes`.
    Token,
    /// The inclusive start of a time range: a day or an RFC 3339 time → `Timestamp`.
    TimeFrom,
    /// The end of a time range: a day (inclusive: the start of the next day is passed) or an RFC 3339 time
    /// (exclusive) → `Timestamp`.
    TimeTo,
    /// Up to `max_items` texts, the parameter standing once for each → `TextList`.
    TextList { max_items: u32 },
    /// A token that opens something → `Text`, which a component receives as `Bytes`, its fingerprint.
    SecretToken,
}

/// The caches that may keep an answer, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheRule {
    /// `no-store`.
    None,
    /// `private, no-cache` with an ETag: the caller's own cache revalidates.
    Private,
    /// `public, max-age=…` with an ETag, and kept by the host for as long.
    Public { max_age_seconds: u32 },
}

/// The budget that a request is counted against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateClass {
    /// The key's hourly budget.
    Key,
    /// 600 a minute an address.
    Public,
    /// 60 a minute an address; its 429 is `text/plain`.
    PublicStatus,
    /// 120 a minute an address.
    ExplorerLens,
    /// The session interface: 600 a minute an address for what asks for nobody who is signed in; a signed-in person's requests
    /// are not counted.
    Session,
}
