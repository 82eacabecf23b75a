//! The request that reaches a handler: values that were parsed and checked against the declaration, and the caller.

use crate::{BodyStream, Browser, Entitlements, Guarded, Scope, Secret, Timings, Toward, Walk};
use bytes::Bytes;
use jiff::Timestamp;
use quarry_stores::result_set::Value;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::OwnedSemaphorePermit;

/// One request, after the edge has done its part.
#[derive(Debug, Clone)]
pub struct Request {
    /// Names the route.
    pub operation_id: Arc<str>,
    /// One value for each declared parameter, in declared order; `Null` where absent.
    pub parameters: Vec<Value>,
    pub caller: Caller,
    pub network: ClientNetwork,
    /// Present on routes of the session interface; for the host's own operations alone.
    pub browser: Option<Arc<Browser>>,
    /// Present on routes that declare a body.
    pub body: Option<SentBody>,
    /// Present on paged routes.
    pub page: Option<PageRequest>,
    /// The request's id, which is also in the log lines and the answer's `X-Request-Id`.
    pub request_id: Arc<str>,
    /// The time at which the whole request, host calls included, is over.
    pub deadline: Instant,
    /// The times of the request's parts, where the client asked for them.
    pub timings: Option<Arc<Timings>>,
    /// The guard's row, on a route with a guard.
    pub guarded: Option<Arc<Guarded>>,
    /// The one of the route's media types that the client likes best; `None` is JSON.
    pub media_type: Option<String>,
    /// The versions that `If-Match` names, on a route that reads it.
    pub if_match: Option<Vec<String>>,
}

impl Request {
    /// The same request with nothing in it of who asks.
    pub fn without_caller(self) -> Request {
        Request {
            caller: Caller::Nobody,
            network: ClientNetwork::default(),
            browser: None,
            guarded: None,
            if_match: None,
            ..self
        }
    }
}

/// Numbers that stand for where a request comes from, to tell visitors apart on this host. They say nothing else about them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClientNetwork {
    /// An address of IPv4, or a /64 of IPv6: one connection to the internet.
    pub own: u64,
    /// An address of IPv4, or a /48 of IPv6: the most that one customer of a provider is usually given.
    pub wider: u64,
}

/// A body that was checked against its route's declaration.
#[derive(Debug, Clone)]
pub struct SentBody {
    /// The bytes as they were sent; of a form, its fields as a JSON object of texts. Empty where it comes as a stream.
    pub bytes: Bytes,
    /// The stream of the body, where the route takes it as it comes.
    pub stream: Option<BodyStream>,
    /// The media type that the client named, without parameters.
    pub content_type: String,
    /// The fields that the schema declares secret; in `bytes` stands, in the place of each, its index here.
    pub secrets: Vec<Secret>,
    /// The room that a large body holds until the last of its holders is gone.
    pub room: Option<Arc<OwnedSemaphorePermit>>,
}

/// The part of a paged request that the host owns: components never see a cursor.
#[derive(Debug, Clone, PartialEq)]
pub struct PageRequest {
    /// Rows in this page, 1 to 500.
    pub limit: u32,
    pub cursor: Option<PageCursor>,
    /// The side of the cursor on which the page lies.
    pub toward: Toward,
    /// The side that keeps the place: the host or the component.
    pub walk: Walk,
}

/// The contents of an authentic cursor.
#[derive(Debug, Clone, PartialEq)]
pub struct PageCursor {
    /// The values of the statement's `after(…)` columns in the last row shown, in order; on a walk both ways the place
    /// that the handler gave.
    pub after: Vec<Value>,
    /// The order of the statement that these values belong to, where it has several.
    pub order: Option<String>,
    /// Values that the walk was started with (the hour of a ranking), by name.
    pub pinned: Vec<(String, Value)>,
}

/// The caller of a request.
#[derive(Debug, Clone)]
pub enum Caller {
    Nobody,
    Key(Arc<KeyCaller>),
    /// A signed-in person.
    Person(Arc<PersonCaller>),
    /// A job that runs in the name of the caller that enqueued it.
    Job(JobCaller),
}

impl Caller {
    /// The organization that it acts for.
    #[inline]
    pub fn organization_id(&self) -> Option<i64> {
        match self {
            Caller::Nobody => None,
            Caller::Key(key) => Some(key.organization_id),
            Caller::Person(person) => Some(person.organization_id),
            Caller::Job(job) => job.organization_id,
        }
    }

    /// The member of staff who acts as that person.
    #[inline]
    pub fn impersonator_id(&self) -> Option<i64> {
        match self {
            Caller::Person(person) => person.impersonator_id,
            Caller::Nobody | Caller::Key(_) | Caller::Job(_) => None,
        }
    }

    /// The person that it acts as.
    #[inline]
    pub fn user_id(&self) -> Option<i64> {
        match self {
            Caller::Nobody => None,
            Caller::Key(key) => Some(key.user_id),
            Caller::Person(person) => Some(person.user_id),
            Caller::Job(job) => job.user_id,
        }
    }
}

/// The caller on whose behalf a job runs; a scheduled one runs for nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobCaller {
    pub job_id: i64,
    pub organization_id: Option<i64>,
    pub user_id: Option<i64>,
}

/// A key that was found good for this request.
#[derive(Debug, Clone)]
pub struct KeyCaller {
    pub key_id: i64,
    pub key_name: String,
    pub scopes: Vec<Scope>,
    pub organization_id: i64,
    pub organization_name: String,
    /// `personal` or `institution`.
    pub organization_kind: String,
    /// The member who minted the key; writes are made as this person.
    pub user_id: i64,
    /// The entitlements in force for the organization: plan, overrides, courtesies.
    pub entitlements: Arc<Entitlements>,
}

/// A person whose session was found good for this request.
#[derive(Debug, Clone)]
pub struct PersonCaller {
    pub user_id: i64,
    pub name: String,
    pub email: String,
    /// The organization whose plan is in force for the person: the institution that the session is in, or the person's own.
    pub organization_id: i64,
    pub organization_name: String,
    /// `personal` or `institution`.
    pub organization_kind: String,
    /// The permissions of a member of staff, and `alpha` for the tier. Empty for everybody else.
    pub permissions: Vec<String>,
    /// The member of staff who looks at the service as this person.
    pub impersonator_id: Option<i64>,
    /// The time until which the password counts as given not long ago; `None` when the window was closed.
    pub sudo_until: Option<Timestamp>,
    /// The entitlements in force for the organization: plan, overrides, courtesies.
    pub entitlements: Arc<Entitlements>,
}

impl PersonCaller {
    /// True when the password was given within the last quarter of an hour. Always false while staff act as somebody else.
    #[inline]
    pub fn has_sudo(&self, now: Timestamp) -> bool {
        self.impersonator_id.is_none() && self.sudo_until.is_some_and(|until| now < until)
    }

    /// True when the person has the permission that a session rule asks for.
    #[inline]
    pub fn has_permission(&self, wanted: &str) -> bool {
        match wanted {
            "staff" => !self.permissions.is_empty(),
            _ => self.permissions.iter().any(|permission| permission == wanted),
        }
    }
}
