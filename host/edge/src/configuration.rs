//! The settings of an edge.

use crate::client_address::TrustedProxies;
use crate::cursor::CursorKeys;
use crate::limits::RequestLimits;
use crate::rate_limit::AddressLimits;

/// The parts of an edge.
pub struct EdgeConfiguration {
    /// The beginning of every path: `/api/v1`.
    pub base_path: String,
    /// Scheme and authority as clients see them (`https://api.example.org`), for absolute links; paths without it.
    pub public_origin: Option<String>,
    pub limits: RequestLimits,
    pub cursor_keys: CursorKeys,
    /// The proxies whose forwarding headers are believed.
    pub trusted_proxies: TrustedProxies,
    pub address_limits: AddressLimits,
}
