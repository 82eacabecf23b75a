//! Requests by client address. IPv6 is counted by /64, since one client has all of it.

use crate::rate_limit::minute_table::{MinuteTable, PLACES};
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Instant;

const SETS: usize = 32_768;

/// Addresses that are counted each on its own at once, at the most. At 100,000 a minute about one in a thousand shares
/// its count with others.
pub const MAX_ADDRESSES: usize = SETS * PLACES;

/// The table.
#[derive(Debug)]
pub struct AddressTable(MinuteTable<Who>);

/// The kinds of requests that are counted by address, each apart from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressClass {
    Public,
    PublicStatus,
    ExplorerLens,
    /// The page of a lens, which has the status of the lens's answer: opening it takes one question of the lens, not two.
    LensPage,
    /// Asking who is signed in, which every page does, and a connection for live updates that a person opens.
    Visit,
    /// Signing in, and what else an application asks for somebody who may not be signed in.
    SignIn,
}

/// An address in a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Who {
    /// An IPv4 address, or the upper half of an IPv6 one.
    bits: u64,
    is_ipv6: bool,
    /// The class's number.
    class: u8,
}

impl Default for AddressTable {
    fn default() -> Self {
        AddressTable::new()
    }
}

impl AddressTable {
    /// An empty table; all of its memory is taken here.
    pub fn new() -> AddressTable {
        AddressTable(MinuteTable::new(SETS))
    }

    /// Counts one request of `address` in `class`. Over `limit` a minute it fails with the whole seconds after which the
    /// next one is let through; what was refused is not counted.
    pub fn admit(&self, class: AddressClass, address: IpAddr, limit: NonZeroU32, now: Instant) -> Result<(), u32> {
        self.admit_weighing(class, address, 1, limit, now)
    }

    /// Counts as [`AddressTable::admit`] does, and one request as `weight`. It is let through while any of the minute's is left.
    pub fn admit_weighing(
        &self,
        class: AddressClass,
        address: IpAddr,
        weight: u32,
        limit: NonZeroU32,
        now: Instant,
    ) -> Result<(), u32> {
        let minute = self.0.count(Who::new(class, address), weight, limit, now);
        if minute.is_admitted { Ok(()) } else { Err(minute.seconds_left) }
    }
}

/// The address that stands for one client: an IPv4 address itself, and the first address of an IPv6 one's /64.
pub fn counted_address(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

impl Who {
    fn new(class: AddressClass, address: IpAddr) -> Who {
        let class = class as u8;
        match counted_address(address) {
            IpAddr::V4(address) => Who { bits: address.to_bits().into(), is_ipv6: false, class },
            IpAddr::V6(address) => Who { bits: (address.to_bits() >> 64) as u64, is_ipv6: true, class },
        }
    }
}
