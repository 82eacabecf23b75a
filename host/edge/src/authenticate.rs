//! Stage: authenticate. Turns what the client sent into a caller, as the route's access asks.
//!
//! Nothing fails open: a keyed route without a key that the [`Authenticator`] vouched for is a 401, and a session route
//! is one too, since a bearer key is not a session.

use futures_util::future::BoxFuture;
use http::{HeaderMap, header::AUTHORIZATION};
use quarry_contract::{Access, Browser, Caller, KeyCaller, PersonCaller, Problem, Route, Secret};
use std::net::IpAddr;
use std::sync::Arc;

/// Far above any key's length.
const MAX_TOKEN_BYTES: usize = 256;

/// A key that opens nothing here.
#[derive(Debug)]
pub struct KeyRefusal {
    pub problem: Problem,
    /// The key, where it was recognised: its budget is told all the same. It is not a permission.
    pub known_key: Option<Arc<KeyCaller>>,
}

impl From<Problem> for KeyRefusal {
    /// The refusal of a key that was not recognised.
    fn from(problem: Problem) -> KeyRefusal {
        KeyRefusal { problem, known_key: None }
    }
}

/// Finds out whose key it is. `identity` implements it.
pub trait Authenticator: Send + Sync {
    /// The caller behind a bearer token, which is well formed but otherwise as sent, or the refusal:
    /// `invalid_or_revoked_key`, `plan_has_no_api_access`, `ip_not_allowed`, or `data_source_unavailable` when the
    /// store that knows could not be asked.
    fn authenticate<'a>(
        &'a self,
        presented: &'a str,
        client_ip: IpAddr,
    ) -> BoxFuture<'a, Result<Arc<KeyCaller>, KeyRefusal>>;

    /// The session behind what a session cookie holds, which is as sent; `None` is signed out.
    /// `data_source_unavailable` when the store that knows could not be asked.
    fn session<'a>(&'a self, token: &'a Secret) -> BoxFuture<'a, Result<Option<Session>, Problem>> {
        let _ = token;
        Box::pin(async { Ok(None) })
    }
}

/// A session that was found good for this request.
#[derive(Debug, Clone)]
pub struct Session {
    pub person: Arc<PersonCaller>,
    /// The token that a write must repeat in `X-CSRF-Token`.
    pub csrf_token: Secret,
    /// True when the password was given within the last quarter of an hour.
    pub has_sudo: bool,
}

/// The caller, and the additions of their session.
#[derive(Debug)]
pub(super) struct Authenticated {
    pub(super) caller: Caller,
    pub(super) session: Option<Session>,
}

pub(super) async fn authenticate(
    authenticator: &dyn Authenticator,
    route: &Route,
    headers: &HeaderMap,
    client_ip: IpAddr,
    browser: Option<&Browser>,
) -> Result<Authenticated, Problem> {
    match route.access {
        // The host's own operations for visitors look at the cookie themselves.
        Access::Keyless | Access::Visitor | Access::ServiceClient => {
            Ok(Authenticated { caller: Caller::Nobody, session: None })
        }
        Access::Key(_) => {
            let token = bearer_token(headers)?;
            let key = authenticator.authenticate(token, client_ip).await.map_err(|refusal| refusal.problem)?;
            Ok(Authenticated { caller: Caller::Key(key), session: None })
        }
        Access::Session(_) => {
            let session = match browser.and_then(|browser| browser.session_token.as_ref()) {
                Some(token) => authenticator.session(token).await?,
                None => None,
            };
            let session = session.ok_or_else(|| {
                Problem::new(401, "sign_in_required", "This operation is for signed-in people: sign in first.")
            })?;
            Ok(Authenticated { caller: Caller::Person(Arc::clone(&session.person)), session: Some(session) })
        }
    }
}

/// The token of the one `Authorization: Bearer` header. The sentences never show what was sent.
pub fn bearer_token(headers: &HeaderMap) -> Result<&str, Problem> {
    let refuse = |detail: &str| Err(Problem::new(401, "invalid_or_revoked_key", detail));
    let mut sent = headers.get_all(AUTHORIZATION).iter();
    let Some(header) = sent.next() else {
        return refuse("No API key was sent: send the header \"Authorization: Bearer <API_KEY>\".");
    };
    if sent.next().is_some() {
        return refuse("The Authorization header was sent more than once: send it once.");
    }
    let parts = header.to_str().ok().and_then(|text| text.split_once(' '));
    let token = match parts {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim_matches(' '),
        _ => return refuse("The Authorization header is not of the form \"Bearer <API_KEY>\"."),
    };
    if token.len() > MAX_TOKEN_BYTES || !is_token(token) {
        return refuse("The bearer token is not an API key: it is empty, too long or has characters no key has.");
    }
    Ok(token)
}

/// RFC 6750's `b64token`.
fn is_token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    !body.is_empty()
        && body
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/'))
}
