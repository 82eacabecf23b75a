//! Numbers that tell visitors apart in a handler without saying where they are.

use quarry_contract::ClientNetwork;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;

/// Makes the numbers of one host; another one makes others.
#[derive(Debug, Default)]
pub(super) struct ClientNetworks(RandomState);

impl ClientNetworks {
    /// The numbers of an address's network.
    pub(super) fn of(&self, client_ip: IpAddr) -> ClientNetwork {
        match client_ip {
            IpAddr::V4(address) => {
                let own = self.0.hash_one((4, address.to_bits()));
                ClientNetwork { own, wider: own }
            }
            IpAddr::V6(address) => ClientNetwork {
                own: self.0.hash_one((64, address.to_bits() >> 64)),
                wider: self.0.hash_one((48, address.to_bits() >> 80)),
            },
        }
    }
}
