//! `POST /session/organizations/{organization_id}/invitations`.

use crate::access::{MemberRole, OfOrganizationPath};
use quarry_sdk::invitations::{self, Role};
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

/// The person to invite.
#[derive(Schema, Deserialize)]
pub struct NewInvitation {
    #[schema(example = "grace@example.org")]
    email: String,
    /// The role that the person gets; `member` by default.
    #[schema(optional)]
    role: Option<MemberRole>,
}

/// An invitation that is on its way.
#[derive(Schema, Serialize)]
pub struct SentInvitation {
    /// Id of the invitation, unique in a deployment.
    #[schema(example = 5)]
    id: i64,
    #[schema(example = "grace@example.org")]
    email: String,
    role: MemberRole,
    /// The time until which it can be accepted.
    expires_at: Time,
}

/// Invite a person by email
///
/// The email has a link that works once, for seven days; a further one to the same address replaces it. The answer does not
/// tell whether the address has an account. It gives a role, so it asks for a recent password. Owners and admins may; only owners invite owners.
#[endpoint(
    post = "/session/organizations/{organization_id}/invitations", session, sudo, status = 201,
    guard = MemberRole::Admin,
    refuses(403, "forbidden", "For owners and admins of an institution that is not suspended; owners invite owners."),
    refuses(422, "already_member", "The address is that of a member."),
    refuses(422, "too_many_invitations", "At most 200 invitations wait: withdraw some."),
    body = SentInvitation
)]
pub fn invite_to_organization(
    guarded: Guarded<MemberRole>,
    _path: OfOrganizationPath,
    JsonBody(new): JsonBody<NewInvitation>,
) -> Result<Answer, Problem> {
    let role = new.role.unwrap_or(MemberRole::Member);
    let as_role = match role {
        MemberRole::Owner => Role::Owner,
        MemberRole::Admin => Role::Admin,
        MemberRole::Member => Role::Member,
    };
    let email = new.email.trim().to_owned();
    let invited = invitations::invite(guarded.tenant(), &email, as_role)?;
    let sent = SentInvitation { id: invited.id, email, role, expires_at: invited.expires_at };
    Ok(Answer::json(&sent).with_status(201))
}
