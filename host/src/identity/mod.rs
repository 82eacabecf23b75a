//! (described by its owner)

/// What is in force for an organization.
#[derive(Debug, Clone)]
pub struct Entitlements {}
