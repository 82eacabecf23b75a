//! The audit log of an organization.

pub mod list;
