//! The alert centre: every alert of every space of a person, and what a form for a new one needs.

pub mod get;

use quarry_sdk::prelude::*;

statement!(app_store, SelectPriceAlerts, "src/prices/price_alerts.sql");
statement!(app_store, SelectWatches, "src/watches/watches.sql");
