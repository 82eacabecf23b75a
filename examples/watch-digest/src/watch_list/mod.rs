//! The pools that an organization watches.

pub mod list_pools;
pub mod unwatch_pool;
pub mod watch_pool;

use quarry_sdk::prelude::*;

/// A pool on the watch list of the caller's organization.
#[derive(Schema)]
pub struct WatchedPool {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: i64,
    /// The pool's contract.
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub address: Address,
    /// The symbols of its tokens, cut to letters, digits and a few marks.
    #[schema(example = "USDC/WETH")]
    pub pair: String,
    /// The reason why it is watched; null where nobody gave one.
    #[schema(example = "Our treasury's pool")]
    pub note: Option<String>,
    /// When it was put on the list, in seconds since 1970.
    #[schema(example = 1_769_860_800)]
    pub added_at_seconds: i64,
}

/// The path of a pool.
#[derive(Parameters)]
pub struct PoolPath {
    /// The pool's chain, slug or id.
    #[parameter(path, example = "ethereum")]
    pub chain: Chain,
    /// The pool's address.
    #[parameter(path, example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub address: Address,
}

impl PoolPath {
    /// The chain's id as the application store keeps it; one that does not fit is of no pool.
    pub fn chain_id(&self) -> i64 {
        i64::try_from(self.chain.0).unwrap_or(-1)
    }
}
