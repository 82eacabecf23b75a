//! The charts family: the series behind a research chart, with events as markers.
//!
//! One endpoint for every source. `get_chart.rs` declares it and `query.rs` its parameters, each source has a file of its own
//! that turns its statements into a [`chart::Chart`], and `chart.rs` is the body that all of them share. To add a source: its
//! word in `query.rs`, its file, its statements, and its lines in `modules.rs` and `get_chart.rs`.

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
pub mod query;
pub mod volume;
pub mod window;

quarry_sdk::plugin! {
    name: "charts",
    summary: "Chart series of prices, volume, lenders and events, with events of the timeline as markers.",
    grants: [Warehouse, AppStore],
    endpoints: [get_chart::get_chart],
}
