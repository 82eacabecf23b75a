//! The members of an organization. Only owners change owners, and an organization always has an owner.

pub mod delete;
pub mod update;

use crate::access::MemberRole;
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectMembers, "src/members/members.sql");
statement!(app_store, SelectMember, "src/members/member.sql");
statement!(app_store, SelectOtherOwner, "src/members/other_owner.sql");

/// A member of the organization.
#[derive(Row, Schema, Serialize)]
pub struct Member {
    /// The membership's number, which is the person's.
    #[schema(example = 12)]
    pub id: i64,
    #[schema(example = "Ada Lovelace")]
    pub name: String,
    /// The member's email address; null for readers who cannot change settings.
    #[schema(example = "ada@example.org")]
    pub email: Option<String>,
    /// The person's role here.
    pub role: MemberRole,
    /// True when the service has closed the account.
    #[schema(example = false)]
    pub disabled: bool,
    /// The time since which the person belongs to it.
    pub joined_at: Time,
}

/// The membership, as the transaction sees it.
fn one(transaction: &Transaction, user_id: i64) -> Result<Member, Problem> {
    let found = transaction.one(SelectMember { user_id })?;
    found.ok_or_else(|| Problem::not_found(format!("There is no member {user_id} here.")))
}

/// Refuses an admin a change that an owner is concerned by. Staff come without a role, and change everybody's.
fn may_change(changer: Option<MemberRole>, concerned: &[MemberRole]) -> Result<(), Problem> {
    match changer == Some(MemberRole::Admin) && concerned.contains(&MemberRole::Owner) {
        true => Err(Problem::forbidden("Owners alone make and unmake owners.")),
        false => Ok(()),
    }
}

/// Refuses to let the only owner go.
fn refuse_last_owner(transaction: &Transaction, member: &Member) -> Result<(), Problem> {
    match member.role == MemberRole::Owner && transaction.query(SelectOtherOwner { user_id: member.id })?.is_empty() {
        true => Err(Problem::new(
            422,
            "last_owner",
            "The only owner stays: make somebody else an owner of the organization first.",
        )),
        false => Ok(()),
    }
}
