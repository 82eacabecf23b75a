//! Favourites: markets that a person looks at often.

pub mod create;
pub mod delete;
pub mod summaries;

use quarry_pool_summaries::PoolSummary;
use quarry_sdk::prelude::*;

/// A favourite of the caller.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/library/favourites/own_favourite.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no favourite {path.id} in your library."))]
pub struct OwnFavourite;

/// A favourite market.
#[derive(Schema, Serialize)]
pub struct Favourite {
    /// Id of the favourite, unique in a deployment.
    #[schema(example = 7)]
    pub id: i64,
    /// The pool's contract.
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub address: Address,
    /// EIP-155 chain id.
    #[schema(example = 1)]
    pub chain_id: i64,
    /// The pool and its latest close, at most five minutes old, or the one that was read last where the warehouse does not answer. Null where
    /// the pool is tracked no more, or none was read yet.
    pub summary: Option<PoolSummary>,
    pub created_at: Time,
}
