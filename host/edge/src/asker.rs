//! Numbers that tell callers apart in a handler without saying who they are.

use quarry_contract::{Asker, Caller};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;

/// Makes the marks of one host; another one makes others.
#[derive(Debug, Default)]
pub(super) struct Askers(RandomState);

impl Askers {
    /// The number of a key or a person, else of the address (IPv6: of its /64).
    pub(super) fn of(&self, caller: &Caller, client_ip: IpAddr) -> Asker {
        Asker(match caller {
            Caller::Key(key) => self.0.hash_one((1, key.key_id)),
            Caller::Person(person) => self.0.hash_one((2, person.user_id)),
            Caller::Nobody | Caller::Job(_) => match client_ip {
                IpAddr::V4(address) => self.0.hash_one((3, address.to_bits())),
                IpAddr::V6(address) => self.0.hash_one((4, address.to_bits() >> 64)),
            },
        })
    }
}
