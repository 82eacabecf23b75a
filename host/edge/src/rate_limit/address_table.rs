//! Requests by client address: a table of fixed size, in memory, one for each host.
//!
//! An address is counted from its first request on for a minute, by a clock that cannot be set. IPv6 is counted by /64,
//! since one client has all of it. The table is made of sets of eight places; where an address belongs follows from a
//! keyed hash that nobody outside knows, so nobody can aim at a set. A place is free again when its minute is over. When
//! a set is full of running minutes, further addresses that belong there share one more count: nobody's count is
//! dropped for another address's sake, memory does not grow, and the cost of a request stays the same.

use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

const WINDOW_MILLISECONDS: u64 = 60_000;
const SETS: usize = 32_768;
const PLACES: usize = 8;

/// Addresses that are counted each on its own at once, at the most. At 100,000 a minute about one in a thousand shares
/// its count with others.
pub const MAX_ADDRESSES: usize = SETS * PLACES;

/// The table.
#[derive(Debug)]
pub struct AddressTable {
    sets: Box<[Mutex<Set>]>,
    hash: RandomState,
    began: Instant,
}

#[derive(Debug, Clone, Copy, Default)]
struct Set {
    places: [Place; PLACES],
    overflow: Count,
}

#[derive(Debug, Clone, Copy, Default)]
struct Place {
    who: Who,
    count: Count,
}

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

/// A minute. Without requests it is not a minute yet.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    began_milliseconds: u64,
    requests: u32,
}

impl Default for AddressTable {
    fn default() -> Self {
        AddressTable::new()
    }
}

impl AddressTable {
    /// An empty table; all of its memory is taken here.
    pub fn new() -> AddressTable {
        let sets = (0..SETS).map(|_| Mutex::default()).collect();
        AddressTable { sets, hash: RandomState::new(), began: Instant::now() }
    }

    /// Counts one request of `address` in `class`. Over `limit` a minute it fails with the whole seconds after which the
    /// next one is let through; what was refused is not counted.
    pub fn admit(&self, class: AddressClass, address: IpAddr, limit: NonZeroU32, now: Instant) -> Result<(), u32> {
        let now = u64::try_from(now.saturating_duration_since(self.began).as_millis()).unwrap_or(u64::MAX);
        let who = Who::new(class, address);
        let set = &self.sets[self.hash.hash_one(who) as usize % SETS];
        // A panic cannot leave a set half changed, so a poisoned lock is as good as a sound one.
        let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
        set.count_of(who, now).admit(limit, now)
    }
}

/// The address that stands for one client: an IPv4 address itself, and the first address of an IPv6 one's /64.
pub fn counted_address(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

impl Set {
    fn count_of(&mut self, who: Who, now: u64) -> &mut Count {
        let known = self.places.iter().position(|place| place.who == who && place.count.is_running(now));
        let place = known.or_else(|| self.places.iter().position(|place| !place.count.is_running(now)));
        match place {
            Some(place) => {
                let place = &mut self.places[place];
                place.who = who;
                &mut place.count
            }
            None => &mut self.overflow,
        }
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

impl Count {
    fn is_running(&self, now: u64) -> bool {
        self.requests > 0 && now.saturating_sub(self.began_milliseconds) < WINDOW_MILLISECONDS
    }

    fn admit(&mut self, limit: NonZeroU32, now: u64) -> Result<(), u32> {
        if !self.is_running(now) {
            *self = Count { began_milliseconds: now, requests: 0 };
        }
        if self.requests >= limit.get() {
            let left = WINDOW_MILLISECONDS.saturating_sub(now.saturating_sub(self.began_milliseconds));
            return Err(u32::try_from(left.div_ceil(1_000).max(1)).unwrap_or(u32::MAX));
        }
        self.requests += 1;
        Ok(())
    }
}
