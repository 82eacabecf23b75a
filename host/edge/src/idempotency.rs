//! Stage: idempotency. A keyed POST, PUT or PATCH that brings an `Idempotency-Key` is made once, however often it is sent; so is a
//! write of signed-in people whose route takes a `request_key`, which is a member of its body.
//!
//! Always true: the write runs on a task of its own, so its outcome is kept even when the client has left; the same
//! key with another request is refused and changes nothing; while the first one runs, others with its key get a 409.
//! Kept for 24 hours are good answers and refusals of the operation itself; a 5xx is not, so that trying again helps.
//! Of an answer that is too large to be kept, or whose organization has as many bytes of kept answers as it may, it is kept that the write
//! was made; such a refusal is not kept.

use crate::body::WrittenBody;
use crate::produce::{Production, WrittenAnswer};
use crate::router::Operation;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::header::{CONTENT_TYPE, IF_MATCH, LOCATION};
use http::request::Parts;
use http::{HeaderName, HeaderValue, StatusCode};
use quarry_contract::{Access, Caller, Guarded, Method, Problem, Route, SentBody, TenantKind};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::sync::Arc;

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// Set on an answer that was kept from before.
pub(super) const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
const MAX_KEY_CHARACTERS: usize = 255;
/// The member of a body that has the key of a write of signed-in people.
const MEMBER: &str = "request_key";
/// An answer or a refusal of more bytes is not kept.
const MAX_KEPT_BYTES: usize = 256 << 10;

/// Tells a write that is made once where it brings an `Idempotency-Key`.
pub fn takes_key(route: &Route) -> bool {
    matches!(route.method, Method::Post | Method::Put | Method::Patch) && matches!(route.access, Access::Key(_))
}

/// A client's word for one write of its, and what the write was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey {
    pub holder: KeyHolder,
    /// The caller's organization, for which kept outcomes are counted.
    pub organization_id: Option<i64>,
    pub text: String,
    /// SHA-256 of operation, target, media type, `If-Match` and body.
    pub fingerprint: [u8; 32],
}

/// The one whose word a key is. The same word of different holders has nothing to do with each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyHolder {
    /// An API key, by its number.
    ApiKey(i64),
    /// The tenant that the route's guard found: `space 3`, `own COMPONENT 3`.
    Tenant(String),
}

/// The state of a key.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// The key was free: this request holds it now, since this time.
    Fresh {
        claimed_at: i64,
    },
    /// Somebody else is making the write.
    Running,
    /// The key was used for another request.
    OtherRequest,
    Kept(KeptOutcome),
}

/// The result of a write.
#[derive(Debug, Clone, PartialEq)]
pub enum KeptOutcome {
    Answer {
        status: u16,
        body: Bytes,
        /// The header `Location`, the one that is kept.
        location: Option<String>,
    },
    Refusal(Problem),
}

/// Keeps outcomes. `idempotency` implements it, in the app store.
pub trait IdempotencyRecords: Send + Sync {
    fn claim<'a>(&'a self, key: &'a IdempotencyKey) -> BoxFuture<'a, Result<Claim, Problem>>;

    /// Keeps the outcome of the holder of the claim.
    fn keep<'a>(
        &'a self,
        key: &'a IdempotencyKey,
        claimed_at: i64,
        outcome: &'a KeptOutcome,
    ) -> BoxFuture<'a, Result<(), Problem>>;

    /// Gives a claim up without an outcome.
    fn release<'a>(&'a self, key: &'a IdempotencyKey, claimed_at: i64) -> BoxFuture<'a, Result<(), Problem>>;
}

impl IdempotencyKey {
    /// The key of a request, where it is a write that brings one.
    pub(super) fn of(
        operation: &Operation,
        caller: &Caller,
        guarded: Option<&Guarded>,
        parts: &Parts,
        body: Option<&SentBody>,
    ) -> Result<Option<IdempotencyKey>, Problem> {
        let route = &*operation.route;
        // What holds a secret is never kept, not even as a digest.
        if body.is_some_and(|body| !body.secrets.is_empty()) {
            return Ok(None);
        }
        let brought = match (caller, guarded, body) {
            (Caller::Key(caller), _, _) if takes_key(route) => {
                header_of(parts)?.map(|text| (KeyHolder::ApiKey(caller.key_id), text))
            }
            (_, Some(guarded), Some(body)) if route.takes_request_key => {
                Some((KeyHolder::Tenant(tenant_of(operation, guarded)), member_of(body)?))
            }
            _ => None,
        };
        let Some((holder, text)) = brought else { return Ok(None) };
        let mut digest = Sha256::new();
        let target = parts.uri.path_and_query().map_or("", |target| target.as_str());
        let header = |name: HeaderName| parts.headers.get(name).map_or(&b""[..], |value| value.as_bytes());
        let body = body.map_or(&[][..], |body| &body.bytes);
        for part in [route.operation_id.as_bytes(), target.as_bytes(), header(CONTENT_TYPE), header(IF_MATCH), body] {
            digest.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            digest.update(part);
        }
        Ok(Some(IdempotencyKey {
            holder,
            organization_id: caller.organization_id(),
            text,
            fingerprint: digest.finalize().into(),
        }))
    }

    /// The name of the key, as clients know it.
    fn name(&self) -> &'static str {
        match self.holder {
            KeyHolder::ApiKey(_) => "Idempotency-Key",
            KeyHolder::Tenant(_) => MEMBER,
        }
    }
}

/// The key that the header brings.
fn header_of(parts: &Parts) -> Result<Option<String>, Problem> {
    let mut sent = parts.headers.get_all(HEADER).iter();
    let Some(header) = sent.next() else { return Ok(None) };
    let text = header.to_str().unwrap_or_default();
    if !is_good(text) || sent.next().is_some() {
        let detail = format!("An Idempotency-Key is one header of 1 to {MAX_KEY_CHARACTERS} visible ASCII characters.");
        return Err(Problem::invalid_parameter("Idempotency-Key", detail));
    }
    Ok(Some(text.to_owned()))
}

/// The key in a body that satisfies its schema.
fn member_of(body: &SentBody) -> Result<String, Problem> {
    let sent: Json = serde_json::from_slice(&body.bytes).unwrap_or_default();
    match sent[MEMBER].as_str().filter(|text| is_good(text)) {
        Some(text) => Ok(text.to_owned()),
        None => {
            let detail = format!("A request_key is 1 to {MAX_KEY_CHARACTERS} visible ASCII characters.");
            Err(Problem::new(422, "validation_failed", detail.clone()).with("fields", json!({ MEMBER: detail })))
        }
    }
}

fn is_good(text: &str) -> bool {
    (1..=MAX_KEY_CHARACTERS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The tenant as keys are kept by it. Components number their own things from 1 each.
fn tenant_of(operation: &Operation, guarded: &Guarded) -> String {
    match guarded.route.guard.tenant {
        TenantKind::Own => {
            let component = operation.handler.family().map_or("", |family| family.name.as_str());
            format!("own {component} {}", guarded.tenant)
        }
        kind => format!("{} {}", kind.name(), guarded.tenant),
    }
}

/// The answer to a write with a key, and whether it was kept from before.
pub(super) async fn produce_once(
    records: Arc<dyn IdempotencyRecords>,
    key: IdempotencyKey,
    production: Production,
) -> Result<(WrittenAnswer, bool), Problem> {
    match records.claim(&key).await? {
        Claim::Fresh { claimed_at } => {
            let making = tokio::spawn(make(records, key, claimed_at, production));
            let broken = |_| Problem::plugin_failed("The operation broke down; send the request again with its key.");
            making.await.map_err(broken)?.map(|answer| (answer, false))
        }
        Claim::Kept(KeptOutcome::Answer { status, body, location }) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
            let body =
                WrittenBody { bytes: body, next_cursor: None, previous_cursor: None, media_type: None, version: None };
            // It was a header of HTTP when it was kept.
            let location = location.and_then(|location| HeaderValue::try_from(location).ok());
            let headers = location.map(|location| (LOCATION, location)).into_iter().collect();
            Ok((WrittenAnswer { status, body, headers }, true))
        }
        Claim::Kept(KeptOutcome::Refusal(problem)) => Err(problem),
        Claim::Running => Err(Problem::new(
            409,
            "request_in_progress",
            format!("A request with this {} is being served; send this one again in a moment.", key.name()),
        )
        .retry_after(1)),
        Claim::OtherRequest => {
            let name = key.name();
            let detail = format!(
                "This {name} was used for another request in the last 24 hours: take a new one for a new request."
            );
            Err(match key.holder {
                KeyHolder::ApiKey(_) => Problem::invalid_parameter(name, detail),
                KeyHolder::Tenant(_) => Problem::new(422, "request_key_reused", detail),
            })
        }
    }
}

async fn make(
    records: Arc<dyn IdempotencyRecords>,
    key: IdempotencyKey,
    claimed_at: i64,
    production: Production,
) -> Result<WrittenAnswer, Problem> {
    let made = production.run().await;
    let outcome = match &made {
        Ok(answer) if answer.body.bytes.len() > MAX_KEPT_BYTES => {
            let detail = format!(
                "This write was made. Its answer has more than {MAX_KEPT_BYTES} bytes and was not kept: read what it changed."
            );
            Some(KeptOutcome::Refusal(Problem::new(409, "answer_not_kept", detail)))
        }
        Ok(answer) => Some(KeptOutcome::Answer {
            status: answer.status.as_u16(),
            body: answer.body.bytes.clone(),
            location: answer.headers.get(LOCATION).and_then(|location| location.to_str().ok()).map(str::to_owned),
        }),
        Err(problem) if is_kept(problem) => Some(KeptOutcome::Refusal(problem.clone())),
        Err(_) => None,
    };
    let noted = match outcome {
        Some(outcome) => records.keep(&key, claimed_at, &outcome).await,
        None => records.release(&key, claimed_at).await,
    };
    if let Err(problem) = noted {
        // The write was made and is answered; its key is held until the claim ends.
        tracing::error!(detail = problem.detail, "the outcome of a write could not be kept for its key");
    }
    made
}

/// Tells a refusal of the operation that is kept. One that is not has changed nothing, so the request may be tried again.
fn is_kept(problem: &Problem) -> bool {
    let is_refusal = problem.status < 500 && problem.status != 429;
    is_refusal && serde_json::to_string(&problem.members).is_ok_and(|members| members.len() <= MAX_KEPT_BYTES)
}
