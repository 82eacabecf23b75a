//! What was done in the deployment.

pub mod list;
