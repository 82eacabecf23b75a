//! Price bars of a pool as CSV, for spreadsheets and notebooks.
//!
//! `get_bars` is the endpoint, `pool` finds the pool, `table` writes the file.

pub mod get_bars;
pub mod pool;
pub mod table;

quarry_sdk::plugin! {
    name: "pool-bars-csv",
    summary: "Gives the price bars of a pool as CSV.",
    grants: [Warehouse, Objects],
    endpoints: [get_bars::get_pool_bars_csv],
}
