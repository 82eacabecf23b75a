//! Stage: client address. Who sent the request, for allow lists and public budgets.

use std::net::{IpAddr, SocketAddr};

/// The peer's address. An IPv4 address that came through an IPv6 socket is given as IPv4, so that an allow list names
/// it one way only. No forwarding header is believed.
pub(super) fn client_address(peer: SocketAddr) -> IpAddr {
    peer.ip().to_canonical()
}
