//! What tenants have stored, for staff who answer for the disk.

pub mod get;
