//! Stage: client address. Who sent the request, for allow lists and public budgets.
//!
//! A forwarding header is believed only where a trusted proxy wrote it. Each proxy adds the address it was asked from at
//! the right end, so the list is read from the right, and reading ends at the first address that is not a trusted proxy's:
//! what stands left of it, the client may have written itself. What cannot be read ends it too, at the last trustworthy
//! hop. Where both headers are there they must agree; else the client wrote one of them, and the peer counts.

use http::{HeaderMap, HeaderName, header::FORWARDED};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Proxies in a row; further entries are not looked at.
const MAX_HOPS: usize = 32;

/// The networks whose forwarding headers are believed.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl From<Vec<IpNet>> for TrustedProxies {
    fn from(networks: Vec<IpNet>) -> TrustedProxies {
        TrustedProxies(networks)
    }
}

impl TrustedProxies {
    fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// The address of the client. An IPv4 address that came as an IPv6 one is given as IPv4, so that a list names it one
/// way only.
pub fn client_address(peer: SocketAddr, headers: &HeaderMap, trusted: &TrustedProxies) -> IpAddr {
    let peer = peer.ip().to_canonical();
    if !trusted.contains(peer) {
        return peer;
    }
    let forwarded = walk(peer, trusted, values(headers, FORWARDED), forwarded_hop);
    let x_forwarded_for = walk(peer, trusted, values(headers, X_FORWARDED_FOR), |hop| Some(hop_address(hop)));
    match (forwarded, x_forwarded_for) {
        (Some(address), None) | (None, Some(address)) => address,
        (Some(one), Some(other)) if one == other => one,
        (Some(_), Some(_)) | (None, None) => peer,
    }
}

/// The header's lines from the last to the first. `None` in the place of one that is not text.
fn values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = Option<&str>> {
    headers.get_all(name).into_iter().map(|value| value.to_str().ok()).rev()
}

/// The first address from the right that is not a trusted proxy's; the leftmost proxy where all are. `None` without the
/// header. `read` gives `None` for an entry that names no hop, `Some(None)` for one that cannot be read.
fn walk<'a>(
    peer: IpAddr,
    trusted: &TrustedProxies,
    lines: impl Iterator<Item = Option<&'a str>>,
    read: impl Fn(&'a str) -> Option<Option<IpAddr>>,
) -> Option<IpAddr> {
    let mut last = None;
    let mut hops = 0;
    for line in lines {
        last = last.or(Some(peer));
        let Some(line) = line else { return last };
        for entry in FromRight(Some(line)).filter(|entry| !entry.is_empty()) {
            hops += 1;
            if hops > MAX_HOPS {
                return last;
            }
            match read(entry) {
                Some(Some(address)) if trusted.contains(address) => last = Some(address),
                Some(Some(address)) => return Some(address),
                Some(None) | None => return last,
            }
        }
    }
    last
}

/// The entries of a list, from the right, without the white space around them. A comma between quotes does not part.
/// Reading from the right, what a client put at the left cannot change how the proxies' entries read.
struct FromRight<'a>(Option<&'a str>);

impl<'a> Iterator for FromRight<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0?;
        let mut is_quoted = false;
        let comma = rest.bytes().rposition(|byte| {
            is_quoted ^= byte == b'"';
            byte == b',' && !is_quoted
        });
        let entry = match comma {
            Some(comma) => {
                self.0 = Some(&rest[..comma]);
                &rest[comma + 1..]
            }
            None => {
                self.0 = None;
                rest
            }
        };
        Some(entry.trim_matches([' ', '\t']))
    }
}

/// The `for` of an element of `Forwarded` (RFC 7239). `None` where it has none: the element then says nothing of who
/// asked.
fn forwarded_hop(element: &str) -> Option<Option<IpAddr>> {
    let mut found = None;
    for pair in element.split(';') {
        let Some((name, value)) = pair.split_once('=') else { return Some(None) };
        if !name.trim_matches([' ', '\t']).eq_ignore_ascii_case("for") {
            continue;
        }
        // A name may stand once in an element.
        if found.is_some() {
            return Some(None);
        }
        let value = value.trim_matches([' ', '\t']);
        let unquoted = match value.strip_prefix('"') {
            Some(rest) => rest.strip_suffix('"'),
            None => Some(value),
        };
        found = Some(unquoted.and_then(hop_address));
    }
    found
}

/// An address, alone or with a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
fn hop_address(text: &str) -> Option<IpAddr> {
    let address = match text.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            let port = port.strip_prefix(':');
            if rest.ends_with(']') || port.is_some_and(is_port) {
                address.parse::<Ipv6Addr>().ok()?.into()
            } else {
                return None;
            }
        }
        None => match text.parse() {
            Ok(address) => address,
            Err(_) => {
                let (address, port) = text.split_once(':')?;
                if !is_port(port) {
                    return None;
                }
                IpAddr::V4(address.parse().ok()?)
            }
        },
    };
    Some(address.to_canonical())
}

/// Digits, or the obfuscated form of RFC 7239.
fn is_port(text: &str) -> bool {
    let is_obfuscated = |text: &str| {
        text.strip_prefix('_').is_some_and(|rest| {
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
        })
    };
    text.parse::<u16>().is_ok() && !text.starts_with('+') || is_obfuscated(text)
}
