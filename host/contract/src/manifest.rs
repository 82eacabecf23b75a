//! Declarations: what a component (or the host itself) offers, as data that can be read before anything runs.

use crate::told_name::told_name;
use crate::{AnswerRows, DataSource, Dataset, Grant, Guard, RequestBody, RouteGuard, TenantKind, TenantTable, Walk};
use quarry_stores::app::AppStoreDialect;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The answer of `describe`: everything that staff can read before they switch a component on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Manifest {
    /// The component's name: lowercase words joined by `-`, unique in a deployment.
    pub name: String,
    /// The component's own version (semantic versioning).
    pub version: String,
    /// One sentence for the people who switch it on.
    pub summary: String,
    /// The grants that the component asks for; the deployment's configuration gives them.
    pub grants: Vec<Grant>,
    pub routes: Vec<Route>,
    pub statements: Vec<StatementSource>,
    /// The component's own tables in the app store, in the order in which they came to be.
    pub migrations: Vec<ComponentMigration>,
    pub jobs: Vec<JobDeclaration>,
    pub events: Vec<EventDeclaration>,
    /// Servers that the component asks: `api.example.org`, `api.example.org:8443`, `localhost:*`.
    pub outbound_hosts: Vec<String>,
    /// The rows of its tables that belong to people.
    pub personal_data: Vec<PersonalData>,
    pub notifications: Vec<NotificationDeclaration>,
    pub guards: Vec<Arc<Guard>>,
    pub scopes: Vec<RowScope>,
    /// Tables whose rows belong to tenants.
    pub tenant_tables: Vec<TenantTable>,
    /// The names of the statements that run in the transaction that makes an account.
    pub account_statements: Vec<String>,
    pub erasure_refusals: Vec<ErasureRefusal>,
    pub datasets: Vec<Dataset>,
}

impl Manifest {
    /// Tells that the component asks to be a part of the service, and so is one where it is loaded.
    pub fn is_first_party(&self) -> bool {
        self.grants.contains(&Grant::FirstParty)
    }
}

/// The rows that a caller may see, as a statement that is written into others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowScope {
    /// Unique in the component.
    pub name: String,
    /// For refusals that name file and line.
    pub file: String,
    pub sql: String,
}

/// A rule that keeps an account from being deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasureRefusal {
    /// The statement whose rows keep it.
    pub statement: String,
    pub code: String,
    /// Says what the person must do first.
    pub sentence: String,
    /// The member of the refusal that has the rows.
    pub member: String,
    /// The kind of tenants in which the deletion changes ranks, and the statement that gives them.
    pub tenant: TenantKind,
    pub tenants: String,
}

/// Rows that belong to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalData {
    /// A table of the app store.
    pub table: String,
    /// The column that holds the person's id.
    pub user_column: String,
    /// The statement that gives a person's rows.
    pub export: String,
    pub erasure: Erasure,
}

/// The fate of a person's rows when the account is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Erasure {
    /// The statement that removes the rows, or the person from them.
    Statement(String),
    /// They stay, for this reason.
    Kept(String),
}

/// One step of a component's own schema in the app store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentMigration {
    /// The file's name without its ending; later ones sort after earlier ones.
    pub name: String,
    pub sqlite: String,
    pub postgres: String,
}

/// A kind of job that a component runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobDeclaration {
    pub name: String,
    /// One line.
    pub summary: String,
    /// The longest time that one run may take.
    pub timeout: Duration,
    /// The number of attempts before it goes to the dead-letter list.
    pub max_attempts: u32,
    /// The period of a job that the host also runs by itself, at every multiple of so much time since the epoch.
    pub every: Option<Duration>,
}

/// A kind of event that a component emits.
#[derive(Debug, Clone, PartialEq)]
pub struct EventDeclaration {
    /// `thing.verb`.
    pub name: String,
    /// One line.
    pub summary: String,
    /// JSON Schema (2020-12) of the event's data, and an example of it.
    pub schema: serde_json::Value,
    pub example: serde_json::Value,
}

/// A kind of message that a component sends to the connections of people.
#[derive(Debug, Clone, PartialEq)]
pub struct NotificationDeclaration {
    /// `thing.verb`.
    pub name: String,
    /// One line.
    pub summary: String,
    /// JSON Schema (2020-12) of the message's data, and an example of it.
    pub schema: serde_json::Value,
    pub example: serde_json::Value,
}

/// The component that an operation belongs to, as documents describe it.
#[derive(Debug, Clone, PartialEq)]
pub struct Family {
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// Events of it for the webhook endpoints of organizations.
    pub events: Vec<EventDeclaration>,
}

impl Family {
    /// The family that a manifest declares.
    pub fn of(manifest: &Manifest) -> Family {
        let told = |event: &EventDeclaration| EventDeclaration {
            name: told_name(&manifest.name, manifest.is_first_party(), &event.name),
            ..event.clone()
        };
        let events = manifest.events.iter().map(told).collect();
        Family { name: manifest.name.clone(), summary: manifest.summary.clone(), events }
    }
}

/// The two stores a statement can be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Store {
    Warehouse,
    AppStore,
}

/// A declared statement, as text: parsed and checked at load, run by name.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementSource {
    /// Unique in the component; the file's name without its ending.
    pub name: String,
    pub store: Store,
    /// The file it came from, relative to the component's source, for refusals that name file and line.
    pub file: String,
    /// For the warehouse, or for every engine of the app store that has no text of its own.
    pub sql: String,
    /// The texts for one engine of the app store each.
    pub dialects: Vec<DialectText>,
    /// The reason why it is not held to a tenant.
    pub unguarded: Option<String>,
}

/// A statement's text for one engine of the app store.
#[derive(Debug, Clone, PartialEq)]
pub struct DialectText {
    pub dialect: AppStoreDialect,
    pub file: String,
    pub sql: String,
}

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
