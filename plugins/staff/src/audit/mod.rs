//! The audit log of the deployment.

pub mod list;
