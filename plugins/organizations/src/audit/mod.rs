//! What was done in an organization.

pub mod list;
