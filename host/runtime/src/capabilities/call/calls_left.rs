//! The calls of the host that one request may make, by capability.

use crate::capabilities::{accounts, key_value, name_lookup, outbound_http, secrets};

pub(super) struct CallsLeft {
    pub(super) key_values: u32,
    pub(super) outbound: u32,
    pub(super) names: u32,
    pub(super) secrets: u32,
    pub(super) passwords: u32,
    pub(super) accounts: u32,
}

impl CallsLeft {
    pub(super) fn new() -> CallsLeft {
        CallsLeft {
            key_values: key_value::CALLS_OF_A_REQUEST,
            outbound: outbound_http::CALLS_OF_A_REQUEST,
            names: name_lookup::CALLS_OF_A_REQUEST,
            secrets: secrets::CALLS_OF_A_REQUEST,
            passwords: secrets::PASSWORD_CALLS_OF_A_REQUEST,
            accounts: accounts::CALLS_OF_A_REQUEST,
        }
    }
}
