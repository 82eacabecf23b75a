//! Invitations into an organization, which the host mails and takes.

pub mod create;
pub mod delete;

use crate::access::MemberRole;
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectInvitations, "src/invitations/invitations.sql");

/// An invitation that was not accepted yet.
#[derive(Row, Schema, Serialize)]
pub struct Invitation {
    /// Id of the invitation, unique in a deployment.
    #[schema(example = 5)]
    pub id: i64,
    #[schema(example = "grace@example.org")]
    pub email: String,
    /// The role that the person will have.
    pub role: MemberRole,
    /// Name of the person who invited; null when the account is gone.
    #[schema(example = "Ada Lovelace")]
    pub invited_by: Option<String>,
    /// The time at which it was mailed.
    pub sent_at: Time,
    /// The time until which it can be accepted.
    pub expires_at: Time,
}
