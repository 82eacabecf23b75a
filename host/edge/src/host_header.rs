//! Stage: host. A request says exactly once to which host it is sent.
//!
//! Two machines that read different hosts out of one request disagree about what may be answered and kept: so a request
//! that names none, several, or two that differ is refused with 400, as RFC 9112 (3.2) and RFC 9113 (8.3.1) have it. An
//! HTTP/1.0 client need not name one. Which hosts there are is the deployment's proxy's to say.

use http::header::HOST;
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderValue, Version};
use quarry_contract::Problem;

/// Refuses a request whose host is missing, doubled, contradictory or malformed.
pub fn check(parts: &Parts) -> Result<(), Problem> {
    let mut named = parts.headers.get_all(HOST).iter();
    let target = parts.uri.authority();
    match (named.next(), named.next(), target) {
        (Some(_), Some(_), _) => Err(refusal("names its host more than once: send one header Host")),
        (Some(host), None, target) => match (authority(host), target) {
            (None, _) => Err(refusal("has a header Host that is not a host's name or address, with a port or without")),
            (Some(host), Some(target)) if !is_same(&host, target) => {
                Err(refusal("names one host in its target and another in its header Host"))
            }
            _ => Ok(()),
        },
        (None, _, Some(target)) if parts.version == Version::HTTP_2 => match is_plain(target) {
            true => Ok(()),
            false => Err(refusal("has an :authority that is not a host's name or address, with a port or without")),
        },
        (None, _, _) if parts.version < Version::HTTP_11 => Ok(()),
        (None, _, _) => Err(refusal("does not name its host: send the header Host, or :authority in HTTP/2")),
    }
}

fn authority(host: &HeaderValue) -> Option<Authority> {
    Authority::try_from(host.as_bytes()).ok().filter(is_plain)
}

/// Tells a host with at most a port, which is empty or a number.
fn is_plain(authority: &Authority) -> bool {
    let behind_host = authority.as_str().strip_prefix(authority.host());
    let is_port = |port: &str| port.is_empty() || port.parse::<u16>().is_ok();
    let ends_well = behind_host.is_some_and(|rest| rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port));
    !authority.host().is_empty() && ends_well
}

fn is_same(host: &Authority, target: &Authority) -> bool {
    host.as_str().eq_ignore_ascii_case(target.as_str())
}

fn refusal(what: &str) -> Problem {
    Problem::new(400, "invalid_host", format!("The request {what}."))
}
