//! Digests: one an organization a day, stored for a month.

pub mod get;
pub mod list;
pub mod make;
pub mod schedule;
pub mod start;
pub mod text;

/// The key of a digest begins with its organization: nobody is shown another's.
pub fn folder(organization_id: i64) -> String {
    format!("digests/{organization_id}/")
}

/// Where the digest of a day lies.
pub fn key(organization_id: i64, day: &str) -> String {
    format!("{}{day}.md", folder(organization_id))
}
