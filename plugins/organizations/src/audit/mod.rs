//! The audit log of an organization.

pub mod entry;
pub mod list;
