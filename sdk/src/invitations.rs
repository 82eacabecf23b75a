//! Mailed invitations into organizations, for their admins. Needs the grant `invitations`.
//!
//! ```no_run
//! use quarry_sdk::invitations::{self, Role};
//!
//! # fn invite(organization_id: i64) -> Result<quarry_sdk::Time, quarry_sdk::Problem> {
//! let invited = invitations::invite(organization_id, "grace@example.org", Role::Member)?;
//! # Ok(invited.expires_at)
//! # }
//! ```

use crate::bindings::quarry::plugin::invitations as wit;
use crate::{Problem, Time};

pub use wit::{InvitationFailure, Role};

/// An invitation that was mailed.
///
/// ```no_run
/// use quarry_sdk::invitations::Invited;
///
/// fn shown(invited: Invited) -> String {
///     format!("invitation {} until {}", invited.id, invited.expires_at)
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invited {
    /// The invitation's number.
    pub id: i64,
    /// The time until which it can be accepted.
    pub expires_at: Time,
}

/// Mails a way into the organization that works once, for seven days.
pub fn invite(organization_id: i64, email: &str, role: Role) -> Result<Invited, InvitationFailure> {
    let invited = wit::invite(organization_id, email, role)?;
    Ok(Invited { id: invited.id, expires_at: Time { microseconds: invited.expires_at } })
}

/// Withdraws an invitation that was not accepted yet.
///
/// ```no_run
/// # fn example(organization_id: i64, invitation_id: i64) -> Result<(), quarry_sdk::Problem> {
/// quarry_sdk::invitations::withdraw(organization_id, invitation_id)?;
/// # Ok(())
/// # }
/// ```
pub fn withdraw(organization_id: i64, invitation_id: i64) -> Result<(), InvitationFailure> {
    wit::withdraw(organization_id, invitation_id)
}

/// The published refusals: `not_found`, `forbidden`, `validation_failed` with its field, and `already_member` and
/// `too_many_invitations`, which the route declares.
impl From<InvitationFailure> for Problem {
    fn from(failure: InvitationFailure) -> Problem {
        match failure {
            InvitationFailure::Unknown(detail) => Problem::not_found(detail),
            InvitationFailure::Forbidden(detail) => Problem::forbidden(detail),
            InvitationFailure::Invalid(invalid) => Problem::invalid_field(&invalid.field, invalid.sentence),
            InvitationFailure::AlreadyMember(detail) => {
                Problem::new(422, "already_member", detail.clone()).with_field("email", detail)
            }
            InvitationFailure::TooMany(detail) => Problem::new(422, "too_many_invitations", detail),
            InvitationFailure::Unavailable(detail) => Problem::store_unavailable("app_store", detail),
            InvitationFailure::NotGranted(detail) | InvitationFailure::Rejected(detail) => {
                Problem::refused_by_host(&detail)
            }
        }
    }
}
