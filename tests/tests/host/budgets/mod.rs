//! Hourly budgets of keys, on both engines. Several `Budgets` on one store are several hosts.

mod one_host;
mod several_hosts;
mod support;
