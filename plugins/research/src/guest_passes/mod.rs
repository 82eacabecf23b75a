//! Guest passes: links by which one reader from outside sees one page, as it was when it was shared.
//!
//! Always true here: the token is shown once and kept as a fingerprint; a pass that is revoked or over opens nothing, and its copy goes.

pub mod create;
pub mod revoke;

use quarry_sdk::prelude::*;

statement!(app_store, SelectGuestPasses, "src/guest_passes/guest_passes.sql");

/// Live passes of a page at most.
pub const MOST_OF_A_PAGE: i64 = 20;

/// A link for one reader from outside.
#[derive(Row, Schema, Serialize)]
pub struct GuestPass {
    /// Id of the pass, unique in a deployment.
    #[schema(example = 7)]
    pub id: i64,
    /// The version of the document that it shows.
    #[schema(example = 41)]
    pub document_version: i64,
    /// The owner who made it.
    #[row(prefix = "made_by_")]
    pub made_by: NamedPerson,
    /// The time at which it was made.
    pub created_at: Time,
    /// The time at which it stops working.
    pub expires_at: Time,
    /// Reads of the page by it; what is asked again within ten seconds is the same one.
    #[schema(example = 3)]
    pub view_count: i64,
    /// The time of the last view; null where there was none yet.
    pub last_viewed_at: Option<Time>,
}
