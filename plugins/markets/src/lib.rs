//! The markets family: tokens, pools and their price bars.
//!
//! One endpoint a file; its statement lies in `sql/`. `pool.rs` and `series.rs` hold what several of them say alike.

pub mod hours;
pub mod list_pairs;
pub mod list_public_prices;
pub mod list_tokens;
pub mod pool;
pub mod pool_prices;
pub mod public_pool_prices;
pub mod ranking;
pub mod series;

quarry_sdk::plugin! {
    name: "markets",
    summary: "Tokens and pools with OHLC and volume bars, estimated from V2 reserves and V3 swaps.",
    grants: [Warehouse],
    endpoints: [
        list_tokens::list_tokens,
        list_pairs::list_pairs,
        pool_prices::get_pool_prices,
        list_public_prices::list_public_prices,
        public_pool_prices::get_public_pool_prices,
    ],
}
