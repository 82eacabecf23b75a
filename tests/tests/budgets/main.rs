//! Hourly budgets of keys, on both engines. Several `Budgets` on one store are several hosts.

#[path = "../app_store_support/mod.rs"]
mod app_store_support;
mod one_host;
mod several_hosts;
mod support;
