//! The wall between components, by the engines' own word: whatever a component's texts say, what is loaded touches only
//! what was given. `QUARRY_WALL_STATEMENTS` sets how many statements the generators try (2,000 by default).

#[path = "../app_store_support/mod.rs"]
mod app_store_support;

mod clickhouse;
mod component;
mod postgres;
mod reading;
mod seeds;
mod sqlite;
