//! The addresses that the host connects to for others: public ones.
//!
//! IPv4 addresses are public unless they stand in a table; IPv6 addresses only within `2000::/3`, which is all that was
//! ever given out, and not when they stand in a table. So whatever embeds an IPv4 address (mapped, compatible, NAT64) is
//! refused as a whole: a private address has no notation that passes. The tables follow the IANA registries of
//! special-purpose addresses (RFC 6890 and its updates).

use crate::outbound::{OutboundError, RefusedAddress, ports};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::Url;

/// Tells public addresses from all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressGuard {
    allows_loopback: bool,
    allows_all: bool,
}

const LOOPBACK: &str = "an address of this machine (loopback)";
const PRIVATE: &str = "a private address";
const LINK_LOCAL: &str = "a link-local address, where clouds keep their metadata";
const DOCUMENTATION: &str = "an address that is reserved for documentation";
const MULTICAST: &str = "a multicast address";
const RESERVED: &str = "a reserved address";
const TRANSITION: &str = "an address that carries another one in it (tunnelled or translated)";
const METADATA: &str = "an address of a cloud's metadata";

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> IpNet {
    IpNet::V4(Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix))
}

const fn v6(segments: [u16; 3], prefix: u8) -> IpNet {
    let [a, b, c] = segments;
    IpNet::V6(Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0), prefix))
}

/// IPv4 that is not public.
const REFUSED_V4: &[(IpNet, &str)] = &[
    (v4(0, 0, 0, 0, 8), "an unspecified address"),
    (v4(10, 0, 0, 0, 8), PRIVATE),
    (v4(100, 64, 0, 0, 10), "an address of a provider's inside (100.64.0.0/10)"),
    (v4(127, 0, 0, 0, 8), LOOPBACK),
    (v4(169, 254, 0, 0, 16), LINK_LOCAL),
    (v4(172, 16, 0, 0, 12), PRIVATE),
    (v4(192, 0, 0, 0, 24), RESERVED),
    (v4(192, 0, 2, 0, 24), DOCUMENTATION),
    (v4(192, 88, 99, 0, 24), TRANSITION),
    (v4(192, 168, 0, 0, 16), PRIVATE),
    (v4(198, 18, 0, 0, 15), "an address that is reserved for measurements"),
    (v4(198, 51, 100, 0, 24), DOCUMENTATION),
    (v4(203, 0, 113, 0, 24), DOCUMENTATION),
    (v4(224, 0, 0, 0, 4), MULTICAST),
    (v4(240, 0, 0, 0, 4), RESERVED),
    // Public in form, and inside in Azure.
    (v4(168, 63, 129, 16, 32), METADATA),
];

/// The part of IPv6 that was given out.
const PUBLIC_V6: IpNet = v6([0x2000, 0, 0], 3);

/// IPv6 within it that is not public.
const REFUSED_V6: &[(IpNet, &str)] = &[
    // Teredo, ORCHID, measurements.
    (v6([0x2001, 0, 0], 23), TRANSITION),
    (v6([0x2001, 0xdb8, 0], 32), DOCUMENTATION),
    // 6to4.
    (v6([0x2002, 0, 0], 16), TRANSITION),
    (v6([0x3fff, 0, 0], 20), DOCUMENTATION),
];

/// Names for IPv6 outside it, for the sentence only: what is not found here is refused all the same.
const NAMED_V6: &[(IpNet, &str)] = &[
    (v6([0, 0, 0], 96), TRANSITION),
    (IpNet::V6(Ipv6Net::new_assert(Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96)), TRANSITION),
    (v6([0x64, 0xff9b, 0], 96), TRANSITION),
    (v6([0x64, 0xff9b, 1], 48), TRANSITION),
    (v6([0xfc00, 0, 0], 7), "a private address (unique local)"),
    (v6([0xfe80, 0, 0], 10), LINK_LOCAL),
    (v6([0xff00, 0, 0], 8), MULTICAST),
];

impl AddressGuard {
    /// Public addresses only.
    pub const PUBLIC: AddressGuard = AddressGuard { allows_loopback: false, allows_all: false };

    /// Public addresses and `127.0.0.0/8` and `::1`: for development and tests.
    pub const PUBLIC_AND_LOOPBACK: AddressGuard = AddressGuard { allows_loopback: true, allows_all: false };

    /// Every address: for a server whose address the operator wrote.
    pub(super) const ANY: AddressGuard = AddressGuard { allows_loopback: true, allows_all: true };

    /// Checks the URL and gives its name and port, as errors name them.
    pub(super) fn server(self, url: &Url) -> Result<String, OutboundError> {
        if url.scheme() != "https" && !(url.scheme() == "http" && self.allows_loopback) {
            return Err(OutboundError::Scheme { scheme: url.scheme().to_owned() });
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(OutboundError::Credentials);
        }
        let host = url.host_str().ok_or(OutboundError::NoServer)?;
        // The port of `http` is 80, which the switch for development allows with it.
        if let Some(port) = url.port().filter(|port| !ports::is_of_web_servers(*port)) {
            return Err(OutboundError::Port { port });
        }
        Ok(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
    }

    /// Refuses an address that is not public.
    pub fn check(self, address: IpAddr) -> Result<(), RefusedAddress> {
        if self.allows_all {
            return Ok(());
        }
        // For IPv6 that is `::1` alone: a mapped 127.0.0.1 is not a loopback here.
        if address.is_loopback() {
            return if self.allows_loopback { Ok(()) } else { Err(RefusedAddress { kind: LOOPBACK }) };
        }
        let refused = match address {
            IpAddr::V4(_) => named(REFUSED_V4, address),
            IpAddr::V6(_) if PUBLIC_V6.contains(&address) => named(REFUSED_V6, address),
            IpAddr::V6(address) if address.is_unspecified() => Some("an unspecified address"),
            IpAddr::V6(_) => Some(named(NAMED_V6, address).unwrap_or(RESERVED)),
        };
        refused.map_or(Ok(()), |kind| Err(RefusedAddress { kind }))
    }
}

fn named(table: &[(IpNet, &'static str)], address: IpAddr) -> Option<&'static str> {
    table.iter().find(|(network, _)| network.contains(&address)).map(|(_, kind)| *kind)
}
