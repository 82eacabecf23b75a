//! No address of the inside is connected to, in whatever way it is written.

use proptest::prelude::*;
use quarry::outbound::AddressGuard;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

fn address(text: &str) -> IpAddr {
    text.parse().unwrap_or_else(|_| panic!("{text} is an address"))
}

fn is_public(address: IpAddr) -> bool {
    AddressGuard::PUBLIC.check(address).is_ok()
}

#[test]
fn addresses_of_the_inside_are_refused() {
    for refused in [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "169.254.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.192",
        "192.0.2.7",
        "192.88.99.1",
        "192.168.0.1",
        "192.168.255.255",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "100.100.100.200",
        "168.63.129.16",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::7f00:1",
        "64:ff9b::8.8.8.8",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:2::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fd12:3456:789a::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
        "4000::1",
        "8000::1",
    ] {
        assert!(!is_public(address(refused)), "{refused}");
    }
}

#[test]
fn public_addresses_pass() {
    for public in [
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.1",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2001:4860:4860::8888",
        "2a00:1450:4001:81b::200e",
        "2400:cb00::1",
    ] {
        assert!(is_public(address(public)), "{public}");
    }
}

#[test]
fn the_development_switch_opens_the_machine_itself_and_nothing_else() {
    let guard = AddressGuard::PUBLIC_AND_LOOPBACK;
    for allowed in ["127.0.0.1", "127.8.9.10", "::1", "8.8.8.8"] {
        assert!(guard.check(address(allowed)).is_ok(), "{allowed}");
    }
    for refused in ["::ffff:127.0.0.1", "10.0.0.1", "169.254.169.254", "fd00:ec2::254", "0.0.0.0", "::"] {
        assert!(guard.check(address(refused)).is_err(), "{refused}");
    }
}

#[test]
fn a_refusal_tells_the_kind_and_not_the_address() {
    let refusal = AddressGuard::PUBLIC.check(address("10.20.30.40")).expect_err("private").to_string();
    assert_eq!(refusal, "a private address");
}

/// Addresses that are no public ones, as the standard library's own predicates and RFC 6598 see them.
fn inside() -> impl Strategy<Value = Ipv4Addr> {
    let networks = prop_oneof![
        Just((0x0a00_0000, 8)),
        Just((0xac10_0000, 12)),
        Just((0xc0a8_0000, 16)),
        Just((0x7f00_0000, 8)),
        Just((0xa9fe_0000, 16)),
        Just((0x6440_0000, 10)),
        Just((0, 8)),
        Just((0xe000_0000, 3)),
    ];
    (networks, any::<u32>()).prop_map(|((network, prefix), host): ((u32, u32), u32)| {
        Ipv4Addr::from_bits(network | (host & (u32::MAX >> prefix)))
    })
}

proptest! {
    #[test]
    fn no_notation_of_an_address_of_the_inside_passes(inside in inside(), low in any::<u64>(), middle in any::<u16>()) {
        let bits = u128::from(inside.to_bits());
        let notations = [
            IpAddr::V4(inside),
            // Mapped, compatible, translated (RFC 2765), NAT64 of both kinds, 6to4, Teredo (which turns the bits over).
            Ipv6Addr::from_bits(0xffff << 32 | bits).into(),
            Ipv6Addr::from_bits(bits).into(),
            Ipv6Addr::from_bits(0xffff << 48 | bits).into(),
            Ipv6Addr::from_bits(0x64_ff9b << 96 | bits).into(),
            Ipv6Addr::from_bits(0x64_ff9b_0001 << 80 | bits).into(),
            Ipv6Addr::from_bits(0x2002 << 112 | bits << 80 | u128::from(middle) << 64 | u128::from(low)).into(),
            Ipv6Addr::from_bits(0x2001_0000 << 96 | u128::from(low) << 32 | (!bits & 0xffff_ffff)).into(),
        ];
        for notation in notations {
            prop_assert!(!is_public(notation), "{notation} of {inside}");
        }
    }

    #[test]
    fn every_ipv6_address_that_passes_was_given_out(bits in any::<u128>()) {
        let address = Ipv6Addr::from_bits(bits);
        prop_assert!(!is_public(address.into()) || bits >> 125 == 1, "{address}");
    }

    #[test]
    fn every_ipv4_address_that_the_standard_library_knows_as_special_is_refused(bits in any::<u32>()) {
        let address = Ipv4Addr::from_bits(bits);
        let is_special = address.is_private() || address.is_loopback() || address.is_link_local()
            || address.is_multicast() || address.is_broadcast() || address.is_documentation() || address.is_unspecified();
        prop_assert!(!is_special || !is_public(address.into()), "{address}");
    }
}
