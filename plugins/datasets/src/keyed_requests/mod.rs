//! Exports through a key: they are made as the member who minted it, and are that member's.

pub mod create;
pub mod download;
pub mod get;

use quarry_sdk::prelude::*;

/// An export of the member who minted the key. Those of other members of the organization are not reached by it.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/keyed_requests/own_request_access.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no export {path.id} of the member who minted the key."))]
pub struct OwnRequest;
