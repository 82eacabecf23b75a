//! Stage: authorize. What the caller's key or session may do, against what the route asks.

use crate::authenticate::{Authenticated, Session};
use http::header::{HOST, HeaderMap, HeaderValue, ORIGIN};
use quarry_contract::{Access, Caller, Impersonation, Method, Problem, Route, Secret, SessionRule};
use subtle::ConstantTimeEq;

const CSRF_TOKEN: &str = "x-csrf-token";
const FETCH_SITE: &str = "sec-fetch-site";

/// `public_origin` is the server's own as clients see it, where that is configured.
pub(super) fn authorize(
    route: &Route,
    authenticated: &Authenticated,
    headers: &HeaderMap,
    public_origin: Option<&str>,
) -> Result<(), Problem> {
    match (&route.access, &authenticated.caller, &authenticated.session) {
        (Access::Keyless | Access::Visitor | Access::ServiceClient, ..) => Ok(()),
        (Access::Key(scope), Caller::Key(key), _) if key.scopes.contains(scope) => Ok(()),
        (Access::Key(scope), ..) => Err(Problem::new(
            403,
            "missing_scope",
            format!("This operation needs a key with the scope \"{0}\": use or mint one that has it.", scope.name()),
        )
        .with("scope", scope.name())),
        (Access::Session(rule), _, Some(session)) => authorize_person(route, rule, session, headers, public_origin),
        (Access::Session(_), _, None) => Err(forbidden("This operation is for signed-in people.".to_owned())),
    }
}

/// The token first: until a write has shown that it comes from our own pages, nothing more is told.
fn authorize_person(
    route: &Route,
    rule: &SessionRule,
    session: &Session,
    headers: &HeaderMap,
    public_origin: Option<&str>,
) -> Result<(), Problem> {
    match (route.method, rule.beacon) {
        (Method::Get, _) => {}
        (_, false) => check_csrf_token(&session.csrf_token, headers)?,
        (_, true) => check_same_origin(headers, public_origin)?,
    }
    if let Some(permission) = &rule.permission
        && !session.person.has_permission(permission)
    {
        let problem = forbidden(match permission.as_str() {
            "staff" => "This operation is for staff.".to_owned(),
            _ => format!("This operation is for staff with the permission \"{permission}\"."),
        });
        return Err(problem.with("permission", permission.as_str()));
    }
    let is_impersonated = session.person.impersonator_id.is_some();
    match (rule.impersonation, route.method) {
        (Impersonation::Refused, _) if is_impersonated => {
            let detail = "Only the person can see this; staff who look at the service as them cannot.";
            return Err(forbidden(detail.to_owned()));
        }
        (Impersonation::Refused | Impersonation::Writes, _) | (Impersonation::Reads, Method::Get) => {}
        (Impersonation::Reads, _) if is_impersonated && !rule.sudo => {
            let detail = "While you look at the service as somebody else you cannot change anything of theirs: return to your own account.";
            return Err(forbidden(detail.to_owned()));
        }
        (Impersonation::Reads, _) => {}
    }
    if rule.sudo && is_impersonated {
        let detail = "While looking at the service as somebody else, nothing that guards an account can be changed.";
        return Err(forbidden(detail.to_owned()));
    }
    if rule.sudo && !session.has_sudo {
        let detail = "This change asks for your password again: confirm it by POST /session/sudo, then repeat it within 15 minutes.";
        return Err(Problem::new(403, "sudo_required", detail));
    }
    Ok(())
}

fn check_csrf_token(expected: &Secret, headers: &HeaderMap) -> Result<(), Problem> {
    let sent = headers.get(CSRF_TOKEN).map(HeaderValue::as_bytes).unwrap_or_default();
    match bool::from(sent.ct_eq(expected.expose().as_bytes())) {
        true => Ok(()),
        false => Err(Problem::new(
            422,
            "invalid_csrf_token",
            "A write of the session interface carries the csrf_token of GET /session in the header X-CSRF-Token: read it again and repeat.",
        )),
    }
}

/// A beacon carries no header of ours; the browser itself says where it comes from, in `Sec-Fetch-Site` and in `Origin`. The first is
/// the browser's own judgement and counts alone: a proxy that rewrites `Host` leaves it true. What says neither is no page in a browser of
/// today.
fn check_same_origin(headers: &HeaderMap, public_origin: Option<&str>) -> Result<(), Problem> {
    let is_own = match (headers.get(FETCH_SITE), headers.get(ORIGIN)) {
        (Some(site), _) => site == "same-origin",
        (None, Some(origin)) => is_own(origin, headers.get(HOST), public_origin),
        (None, None) => true,
    };
    match is_own {
        true => Ok(()),
        false => Err(Problem::new(422, "invalid_csrf_token", "This write was sent by a page of another origin.")),
    }
}

/// Tells that an origin is the server that was asked, by its `Host` or by the configured origin. A proxy in front may have taken the TLS
/// off, so the scheme says nothing.
fn is_own(origin: &HeaderValue, host: Option<&HeaderValue>, public_origin: Option<&str>) -> bool {
    let authority = |origin: &str| origin.split_once("://").map(|(_, authority)| authority.to_ascii_lowercase());
    let host = host.and_then(|host| host.to_str().ok()).map(str::to_ascii_lowercase);
    let sent = origin.to_str().ok().and_then(authority);
    sent.is_some() && [host, public_origin.and_then(authority)].contains(&sent)
}

fn forbidden(detail: String) -> Problem {
    Problem::new(403, "forbidden", detail)
}
