//! What changes of roles and removals have in common: they come one after the other, owners are the owners' matter,
//! somebody always owns the organization, and nobody gives themselves a role: staff of the platform are no staff in an
//! organization that they belong to.

use crate::access::{Rank, Standing, refuse_acting, unknown};
use crate::page::Member;
use quarry_sdk::prelude::*;

statement!(app_store, SelectOrganization, "sql/organization.sql");
statement!(app_store, SelectMember, "sql/member.sql");
statement!(app_store, LockOrganization, "sql/lock_organization.sql");
statement!(app_store, CountOwners, "sql/count_owners.sql");

/// The staff permission that changes roles anywhere.
const ORGS_MANAGE: &str = "orgs_manage";

/// Who changes a membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changer {
    Staff,
    Member(Rank),
}

impl Changer {
    /// Who asks; the organization's memberships are nobody else's to change until the transaction ends. Somebody who belongs
    /// to the organization is what they are there, with `orgs_manage` too.
    pub fn begin(request: &Request, transaction: &Transaction, organization_id: i64) -> Result<Changer, Problem> {
        refuse_acting(request)?;
        transaction.execute(LockOrganization { organization_id })?;
        if let Some(standing) = Standing::found_in(transaction, organization_id)? {
            return Ok(Changer::Member(standing.rank));
        }
        let is_staff = request
            .person()
            .is_some_and(|person| person.permissions.iter().any(|permission| permission == ORGS_MANAGE));
        if !is_staff {
            return Err(unknown(organization_id));
        }
        match transaction.query(SelectOrganization { organization_id })?.is_empty() {
            true => Err(unknown(organization_id)),
            false => Ok(Changer::Staff),
        }
    }

    /// Refuses who may not change a membership that is of this rank, or is to be.
    pub fn may_change(self, ranks: &[Rank]) -> Result<(), Problem> {
        let touches_owner = ranks.contains(&Rank::Owner);
        match self {
            Changer::Staff | Changer::Member(Rank::Owner) => Ok(()),
            Changer::Member(Rank::Admin) if !touches_owner => Ok(()),
            Changer::Member(Rank::Admin) => Err(Problem::forbidden("Owners alone make and unmake owners.")),
            Changer::Member(Rank::Member) => {
                Err(Problem::forbidden("This is for the owners and admins of the organization: ask one of them."))
            }
        }
    }
}

/// The membership, as the transaction sees it.
pub fn member(transaction: &Transaction, organization_id: i64, user_id: i64) -> Result<Member, Problem> {
    let rows = transaction.query(SelectMember { organization_id, user_id })?;
    Member::read(&rows, 0, true).ok_or_else(|| Problem::not_found(format!("There is no member {user_id} here.")))
}

/// Refuses to let the only owner go.
pub fn refuse_last_owner(transaction: &Transaction, organization_id: i64, rank: Rank) -> Result<(), Problem> {
    let owners = transaction.query(CountOwners { organization_id })?.integer(0, "owners").unwrap_or_default();
    match rank == Rank::Owner && owners <= 1 {
        true => Err(Problem::new(
            422,
            "last_owner",
            "The only owner stays: make somebody else an owner of the organization first.",
        )),
        false => Ok(()),
    }
}
