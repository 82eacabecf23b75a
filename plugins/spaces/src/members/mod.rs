//! The members of a space, and their roles in it.

pub mod address;
pub mod create;
pub mod delete;
pub mod update;

use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;

statement!(app_store, SelectMembers, "src/members/members.sql");
statement!(app_store, SelectMember, "src/members/member.sql");
statement!(app_store, SelectOtherOwner, "src/members/other_owner.sql");
statement!(
    app_store,
    InsertOwner,
    "src/members/insert_owner.sql",
    unguarded = "The space was made in the same transaction, and belongs to its maker."
);
statement!(app_store, DeleteMembership, "src/members/delete_membership.sql");
statement!(app_store, ExportMemberships, "src/members/export_memberships.sql");

/// A member of the space.
#[derive(Row, Schema, Serialize)]
pub struct Member {
    /// The membership's number.
    #[schema(example = 7)]
    pub id: i64,
    #[schema(example = 3)]
    pub user_id: i64,
    #[schema(example = "Ada Lovelace")]
    pub name: String,
    /// The person's role here.
    pub role: SpaceRole,
}

/// The membership, as the transaction sees it.
fn one(transaction: &Transaction, id: i64) -> Result<Member, Problem> {
    let found = transaction.one(SelectMember { id })?;
    found.ok_or_else(|| Problem::not_found(format!("There is no membership {id} in this space.")))
}

/// Refuses to let the only owner go.
fn refuse_last_owner(transaction: &Transaction, member: &Member) -> Result<(), Problem> {
    match member.role == SpaceRole::Owner && transaction.query(SelectOtherOwner { id: member.id })?.is_empty() {
        true => Err(last_owner()),
        false => Ok(()),
    }
}

/// Somebody always owns a space.
pub fn last_owner() -> Problem {
    Problem::new(422, "last_owner", "The only owner stays: make somebody else an owner of the space first.")
}

/// Refuses to share what is one person's own.
fn refuse_further_owner(is_personal: bool, role: SpaceRole) -> Result<(), Problem> {
    match is_personal && role == SpaceRole::Owner {
        true => {
            let sentence = "A personal space has one owner: a guest is an editor at most.";
            Err(Problem::new(422, "personal_space", sentence).with_field("role", sentence))
        }
        false => Ok(()),
    }
}
