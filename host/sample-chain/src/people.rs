//! Addresses of those who are invented: people, and contracts of which the sample shows no more than an address.

use alloy_primitives::{Address, Keccak256};

/// The address of somebody invented, told apart by a role and a name.
pub(super) fn account(seed: u64, role: &str, name: &[u8]) -> Address {
    let mut hasher = Keccak256::new();
    hasher.update(seed.to_be_bytes());
    hasher.update(role.as_bytes());
    hasher.update(name);
    Address::from_word(hasher.finalize())
}
