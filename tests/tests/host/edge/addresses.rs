//! The sender of a request, as far as a proxy can be trusted to name it.

use http::{HeaderMap, HeaderName, HeaderValue};
use ipnet::IpNet;
use proptest::prelude::*;
use quarry::edge::{TrustedProxies, client_address};
use std::net::{IpAddr, SocketAddr};

const FORWARDED: &str = "forwarded";
const X_FORWARDED_FOR: &str = "x-forwarded-for";

/// 10.0.0.0/8 and fd00::/8 are ours.
fn trusted() -> TrustedProxies {
    let networks: Vec<IpNet> = ["10.0.0.0/8", "fd00::/8"].map(|text| text.parse().expect("a network")).into();
    networks.into()
}

fn headers(lines: &[(&str, &str)]) -> HeaderMap {
    let line = |(name, value): &(&str, &str)| {
        (HeaderName::try_from(*name).expect("a name"), HeaderValue::try_from(*value).expect("a value"))
    };
    lines.iter().map(line).collect()
}

fn address(text: &str) -> IpAddr {
    text.parse().unwrap_or_else(|_| panic!("{text} is an address"))
}

#[track_caller]
fn assert_client(peer: &str, lines: &[(&str, &str)], expected: &str) {
    let peer = SocketAddr::new(address(peer), 4711);
    assert_eq!(client_address(peer, &headers(lines), &trusted()), address(expected), "{lines:?}");
}

#[test]
fn a_client_cannot_name_itself() {
    for name in [FORWARDED, X_FORWARDED_FOR] {
        assert_client("203.0.113.9", &[(name, "for=198.51.100.1")], "203.0.113.9");
        assert_client("203.0.113.9", &[(name, "198.51.100.1")], "203.0.113.9");
    }
    // What stands left of the address that the proxy saw is the client's own writing.
    assert_client("10.0.0.1", &[(X_FORWARDED_FOR, "127.0.0.1, 203.0.113.9")], "203.0.113.9");
    assert_client("10.0.0.1", &[(FORWARDED, "for=127.0.0.1, for=203.0.113.9")], "203.0.113.9");
    assert_client("10.0.0.1", &[(FORWARDED, "for=\", for=203.0.113.9")], "203.0.113.9");
    assert_client("10.0.0.1", &[(X_FORWARDED_FOR, "10.9.9.9, 203.0.113.9")], "203.0.113.9");
    // A header that the proxy does not write says something else than the one that it writes: nobody is believed.
    let both = [(FORWARDED, "for=198.51.100.1"), (X_FORWARDED_FOR, "203.0.113.9")];
    assert_client("10.0.0.1", &both, "10.0.0.1");
    assert_client("10.0.0.1", &[(FORWARDED, "for=203.0.113.9"), (X_FORWARDED_FOR, "203.0.113.9")], "203.0.113.9");
}

#[test]
fn each_way_to_write_an_address_is_read() {
    for (written, meant) in [
        ("203.0.113.9", "203.0.113.9"),
        ("203.0.113.9:5000", "203.0.113.9"),
        ("2001:db8::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("[2001:db8::7]:443", "2001:db8::7"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        (" 203.0.113.9\t", "203.0.113.9"),
    ] {
        assert_client("10.0.0.1", &[(X_FORWARDED_FOR, written)], meant);
        assert_client("10.0.0.1", &[(FORWARDED, &format!("for=\"{}\"", written.trim()))], meant);
        assert_client("::ffff:10.0.0.1", &[(FORWARDED, &format!("proto=https; FOR={}; by=_x", written.trim()))], meant);
    }
    assert_client("10.0.0.1", &[(FORWARDED, "for=\"[2001:db8::7]:_port\"")], "2001:db8::7");
}

#[test]
fn lines_and_empty_entries_are_one_list() {
    let lines = [(X_FORWARDED_FOR, "198.51.100.1, 203.0.113.9,"), (X_FORWARDED_FOR, "10.0.0.7"), (X_FORWARDED_FOR, "")];
    assert_client("10.0.0.1", &lines, "203.0.113.9");
    assert_client("fd00::1", &[(X_FORWARDED_FOR, "10.0.0.7, fd00::2")], "10.0.0.7");
    assert_client("10.0.0.1", &[], "10.0.0.1");
}

#[test]
fn what_cannot_be_read_ends_at_the_last_trustworthy_hop() {
    for nonsense in
        ["unknown", "_hidden", "1.2.3", "1.2.3.4.5", "[::1", "::1]", "1.2.3.4:x", "1.2.3.4:", "fe80::1%eth0"]
    {
        assert_client("10.0.0.1", &[(X_FORWARDED_FOR, &format!("203.0.113.9, {nonsense}, 10.0.0.2"))], "10.0.0.2");
        assert_client(
            "10.0.0.1",
            &[(FORWARDED, &format!("for=203.0.113.9, for={nonsense}, for=10.0.0.2"))],
            "10.0.0.2",
        );
    }
    for element in ["for", "by=10.0.0.3", "for=1.1.1.1;for=2.2.2.2", "for=\"1.1.1.1", "=", ";"] {
        assert_client("10.0.0.1", &[(FORWARDED, &format!("for=203.0.113.9, {element}"))], "10.0.0.1");
    }
    let mut headers = headers(&[(X_FORWARDED_FOR, "203.0.113.9")]);
    headers.append(X_FORWARDED_FOR, HeaderValue::from_bytes(b"\xff").expect("a value"));
    let peer = SocketAddr::new(address("10.0.0.1"), 1);
    assert_eq!(client_address(peer, &headers, &trusted()), address("10.0.0.1"));
}

/// An address of a client: not ours, and not an IPv4 address in IPv6 form.
fn client() -> impl Strategy<Value = IpAddr> {
    let is_ours = |address: &IpAddr| match address {
        IpAddr::V4(address) => address.octets()[0] == 10,
        IpAddr::V6(address) => address.octets()[0] == 0xfd || address.to_ipv4_mapped().is_some(),
    };
    any::<IpAddr>().prop_filter("not a proxy", move |address| !is_ours(address))
}

fn proxies() -> impl Strategy<Value = Vec<IpAddr>> {
    let ours = prop_oneof![
        any::<[u8; 3]>().prop_map(|[a, b, c]| IpAddr::from([10, a, b, c])),
        any::<[u8; 15]>().prop_map(|rest| {
            let mut octets = [0xfd; 16];
            octets[1..].copy_from_slice(&rest);
            IpAddr::from(octets)
        }),
    ];
    prop::collection::vec(ours, 1..6)
}

proptest! {
    /// Whatever the client wrote before, the address that the first of our proxies saw is found.
    #[test]
    fn the_address_that_our_first_proxy_saw_is_found(
        written in "[ -~]{0,60}", client in client(), proxies in proxies(), is_forwarded: bool,
    ) {
        let (peer, hops) = proxies.split_last().expect("one at least");
        let mut entries = vec![written];
        for hop in std::iter::once(&client).chain(hops) {
            entries.push(match (is_forwarded, hop) {
                (true, IpAddr::V6(hop)) => format!("for=\"[{hop}]:80\";proto=https"),
                (true, IpAddr::V4(hop)) => format!("for={hop}"),
                (false, hop) => hop.to_string(),
            });
        }
        let name = if is_forwarded { FORWARDED } else { X_FORWARDED_FOR };
        let found = client_address(SocketAddr::new(*peer, 1), &headers(&[(name, &entries.join(", "))]), &trusted());
        prop_assert_eq!(found, client);
    }

    /// An untrusted peer is who it is, whatever it sends.
    #[test]
    fn headers_of_strangers_are_not_read(client in client(), one in "[ -~]{0,60}", other in "[ -~]{0,60}") {
        let headers = headers(&[(FORWARDED, &one), (X_FORWARDED_FOR, &other)]);
        prop_assert_eq!(client_address(SocketAddr::new(client, 1), &headers, &trusted()), client);
    }
}
