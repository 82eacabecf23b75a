//! The charts family: the series behind a research chart, with events as markers.
//!
//! One endpoint for every source. `get_chart.rs` declares it, each source has a file of its own that turns its statements
//! into a [`chart::Chart`], and `chart.rs` is the body that all of them share. To add a source: its word in
//! `get_chart.rs`, its file, its statements, and its line in `modules.rs`.

pub mod applicable;
pub mod chart;
pub mod events;
pub mod get_chart;
pub mod health_factors;
pub mod lending;
pub mod markers;
pub mod modules;
pub mod pool;
pub mod prices;
pub mod volume;
pub mod window;

quarry_sdk::plugin! {
    name: "charts",
    summary: "Chart series of prices, volume, lenders and events, with events of the timeline as markers.",
    grants: [Warehouse, AppStore],
    endpoints: [get_chart::get_chart],
}
