//! The calls of the host that one request may make, by capability.

use crate::capabilities::outbound_share::OutboundShare;

/// Calls of `accounts`.
pub(in crate::capabilities) const ACCOUNT_CALLS: u32 = 10;
/// Calls of `key-value`.
pub(in crate::capabilities) const KEY_VALUE_CALLS: u32 = 100;
/// Calls of `name-lookup`.
pub(in crate::capabilities) const NAME_CALLS: u32 = 10;
/// Calls of `secrets`, and how many of them may be for passwords, each of which costs tens of milliseconds.
pub(in crate::capabilities) const SECRET_CALLS: u32 = 50;
pub(in crate::capabilities) const PASSWORD_CALLS: u32 = 4;

/// The calls that a request has left.
pub(super) struct CallsLeft {
    pub(super) key_values: u32,
    pub(super) outbound: OutboundShare,
    pub(super) names: u32,
    pub(super) secrets: u32,
    pub(super) passwords: u32,
    pub(super) accounts: u32,
}

impl CallsLeft {
    pub(super) fn new() -> CallsLeft {
        CallsLeft {
            key_values: KEY_VALUE_CALLS,
            outbound: OutboundShare::new(),
            names: NAME_CALLS,
            secrets: SECRET_CALLS,
            passwords: PASSWORD_CALLS,
            accounts: ACCOUNT_CALLS,
        }
    }
}
