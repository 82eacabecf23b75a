//! Stage: browser. What operations of the session interface learn of a browser: its session cookie, and which of the
//! deployment's applications it says it runs.
//!
//! The cookie is `__Host-quarry_session`: HttpOnly, Secure, SameSite=Lax, for the whole host. Over plain http on this
//! machine, where browsers keep no such cookie for every name, the prefix and `Secure` are dropped.

use http::header::{COOKIE, HOST, SET_COOKIE, USER_AGENT};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderMap, HeaderName, HeaderValue};
use quarry_contract::parameters::shorten;
use quarry_contract::{Access, Browser, CookieChange, Problem, Route, Secret};
use std::net::IpAddr;
use std::sync::Arc;

/// The name of the session cookie over https.
pub const SESSION_COOKIE: &str = "__Host-quarry_session";
const PLAIN_SESSION_COOKIE: &str = "quarry_session";
/// The header in which an application of the deployment names itself.
pub const SERVICE_CLIENT: HeaderName = HeaderName::from_static("x-service-client");
/// Far above a session token's length.
const MAX_COOKIE_BYTES: usize = 256;
const MAX_USER_AGENT_CHARACTERS: usize = 200;

/// The browser of a request for an operation of the session interface; none on others. 422 where the operation is for
/// applications of the deployment and the request names none of them.
pub(super) fn browser(
    route: &Route,
    parts: &Parts,
    client_ip: IpAddr,
    request_id: &Arc<str>,
    is_https: bool,
    service_clients: &[String],
) -> Result<Option<Arc<Browser>>, Problem> {
    if matches!(route.access, Access::Keyless | Access::Key(_)) {
        return Ok(None);
    }
    let service_client = match route.access {
        Access::ServiceClient => service_client(&parts.headers, service_clients)?,
        _ => String::new(),
    };
    let user_agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let user_agent = user_agent.chars().take(MAX_USER_AGENT_CHARACTERS).collect();
    let token = cookie(&parts.headers, cookie_name(parts, is_https)).map(Secret::new);
    let browser = Browser::new(client_ip, Arc::clone(request_id), user_agent, service_client, token);
    Ok(Some(Arc::new(browser.at(origin(parts, is_https)))))
}

/// Writes what the operation said of the cookie into its answer.
pub(super) fn change_cookie(headers: &mut HeaderMap, browser: &Browser, parts: &Parts, is_https: bool) {
    let Some(change) = browser.cookie_change() else { return };
    let name = cookie_name(parts, is_https);
    let secure = if name == SESSION_COOKIE { "; Secure" } else { "" };
    let (value, max_age) = match &change {
        CookieChange::Keep { token, max_age_seconds } => (token.expose(), *max_age_seconds),
        CookieChange::Forget => ("", 0),
    };
    let text = format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    // A token is letters, digits, - and _.
    if let Ok(mut header) = HeaderValue::try_from(text) {
        header.set_sensitive(true);
        headers.append(SET_COOKIE, header);
    }
}

fn service_client(headers: &HeaderMap, known: &[String]) -> Result<String, Problem> {
    let sent = headers.get(SERVICE_CLIENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if let Some(client) = known.iter().find(|client| client.as_str() == sent) {
        return Ok(client.clone());
    }
    let detail = match sent.is_empty() {
        true => "This operation is for the applications of this deployment: name yours in the header X-SERVICE-Client."
            .to_owned(),
        false => {
            format!(
                "\"{}\" is not an application of this deployment: check the header X-SERVICE-Client.",
                shorten(sent)
            )
        }
    };
    Err(Problem::invalid_parameter("X-SERVICE-Client", detail))
}

fn cookie_name(parts: &Parts, is_https: bool) -> &'static str {
    match !is_https && is_loopback(parts) {
        true => PLAIN_SESSION_COOKIE,
        false => SESSION_COOKIE,
    }
}

/// Scheme and authority that the browser asked. The scheme is the one over which it keeps the session cookie: a proxy that ends
/// TLS leaves nothing of it in the request.
fn origin(parts: &Parts, is_https: bool) -> Option<String> {
    let scheme = if cookie_name(parts, is_https) == SESSION_COOKIE { "https" } else { "http" };
    asked_authority(parts).map(|authority| format!("{scheme}://{authority}"))
}

/// The host that the request names, which the stage `host` has found to be a name or an address with at most a port.
fn asked_authority(parts: &Parts) -> Option<Authority> {
    let header = parts.headers.get(HOST).and_then(|value| value.to_str().ok());
    header.or_else(|| parts.uri.authority().map(Authority::as_str))?.parse().ok()
}

/// True when the browser reached the host by a name of this machine: a proxy that ends TLS passes the public name on.
fn is_loopback(parts: &Parts) -> bool {
    let Some(authority) = asked_authority(parts) else { return false };
    let host = authority.host();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// The value of the one cookie of that name. Two cookies of the same name are treated as no cookie: the right one cannot be
/// told.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let pairs =
        headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok()).flat_map(|text| text.split(';'));
    let mut values = pairs.filter_map(|pair| pair.trim().split_once('=')).filter(|(found, _)| *found == name);
    let (_, value) = values.next()?;
    (values.next().is_none() && value.len() <= MAX_COOKIE_BYTES).then_some(value)
}
