//! Public requests are counted by address, in memory that a flood of addresses does not grow.

use quarry::edge::{AddressClass, AddressTable, MAX_ADDRESSES};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

const SIXTY: NonZeroU32 = NonZeroU32::new(60).expect("not zero");
const ONE: NonZeroU32 = NonZeroU32::MIN;
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

#[test]
fn the_sixty_first_request_of_a_minute_is_told_when_to_come_back() {
    let (table, began) = (AddressTable::new(), Instant::now());
    let at = |milliseconds| began + Duration::from_millis(milliseconds);
    let ask = |milliseconds| table.admit(AddressClass::PublicStatus, HERE, SIXTY, at(milliseconds));
    for request in 0..60 {
        assert_eq!(ask(request * 100), Ok(()), "{request}");
    }
    assert_eq!(ask(6_000), Err(54));
    assert_eq!(ask(59_500), Err(1), "whole seconds, rounded up");
    assert_eq!(ask(59_999), Err(1));
    assert_eq!(ask(60_001), Ok(()), "the minute that began with the first request is over");
    // The classes do not count for each other, nor do two addresses.
    assert_eq!(table.admit(AddressClass::Public, HERE, ONE, at(10)), Ok(()));
    assert_eq!(table.admit(AddressClass::ExplorerLens, HERE, ONE, at(10)), Ok(()));
    assert_eq!(table.admit(AddressClass::Public, IpAddr::from([127, 0, 0, 2]), ONE, at(10)), Ok(()));
    assert!(table.admit(AddressClass::Public, HERE, ONE, at(10)).is_err());
}

#[test]
fn a_client_with_a_network_of_ipv6_addresses_is_one_client() {
    let (table, now) = (AddressTable::new(), Instant::now());
    let admit = |text: &str| table.admit(AddressClass::Public, text.parse().expect("an address"), ONE, now);
    assert_eq!(admit("2001:db8:1:2::1"), Ok(()));
    assert!(admit("2001:db8:1:2:ffff::9").is_err(), "the same /64");
    assert_eq!(admit("2001:db8:1:3::1"), Ok(()), "the next /64");
    assert_eq!(admit("203.0.113.9"), Ok(()));
    assert!(admit("::ffff:203.0.113.9").is_err(), "the same IPv4 address");
    assert_eq!(admit("::ffff:203.0.113.8"), Ok(()));
}

#[test]
fn a_flood_of_addresses_frees_nobody_and_locks_out_next_to_nobody() {
    let (table, now) = (AddressTable::new(), Instant::now());
    let admit = |address: IpAddr| table.admit(AddressClass::Public, address, SIXTY, now);
    for _ in 0..60 {
        assert_eq!(admit(HERE), Ok(()));
    }
    let flood = |number: u32| IpAddr::V6(Ipv6Addr::from(u128::from(number) << 64));
    let refused = (0..100_000).filter(|number| admit(flood(*number)).is_err()).count();
    assert_eq!(refused, 0, "100,000 addresses in a minute are counted");
    // Ten times what the table holds: what cannot be counted on its own shares a count, and that is bounded.
    let ten_times = u32::try_from(MAX_ADDRESSES * 10).expect("fits");
    let admitted = (0..ten_times).filter(|number| admit(flood(*number)).is_ok()).count();
    assert!(admitted <= MAX_ADDRESSES * 2 + MAX_ADDRESSES / 8 * 60, "{admitted}");
    assert!(admit(HERE).is_err(), "the flood did not make room for who was refused");
    let later = now + Duration::from_secs(61);
    assert_eq!(table.admit(AddressClass::Public, HERE, SIXTY, later), Ok(()));
    let refused = (0..100_000).filter(|n| table.admit(AddressClass::Public, flood(*n), SIXTY, later).is_err()).count();
    assert_eq!(refused, 0, "a minute later the flood is forgotten");
}
