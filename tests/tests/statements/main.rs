//! Declared SQL: what the stores are asked, of which tables, in which order and dialect.

#[path = "../app_store_support/mod.rs"]
mod app_store_support;

mod declared;
mod dialects;
mod grants;
mod ordered_walks;
mod orders;
mod rows;
mod scopes;
mod tenancy;
