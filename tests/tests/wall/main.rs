//! The wall between components, by the engines' own word: whatever a component's texts say, what is loaded touches only
//! what was given. `QUARRY_WALL_STATEMENTS` sets how many statements the generators try: by default 2,000, of SQLite 400, or 1,000 in
//! the whole suite.

#[path = "../app_store_support/mod.rs"]
mod app_store_support;

mod clickhouse;
mod component;
mod hooks;
mod postgres;
mod reading;
mod seeds;
mod sqlite;
mod verbs;
