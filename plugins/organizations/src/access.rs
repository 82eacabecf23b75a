//! Who may see and change an organization: what each endpoint asks first.
//!
//! Somebody who does not belong to an organization is told that there is none. Owners and admins manage it; a suspended one
//! is closed to everybody. Staff who look at the service as somebody else change nothing here: [`Standing::to_change`] and
//! [`Standing::to_change_in`] are the only ways to a change, and refuse them.

use crate::clock::stored;
use quarry_sdk::prelude::*;

statement!(app_store, SelectAccess, "sql/access.sql");

/// One organization, in paths that call it `id`.
#[derive(Parameters)]
pub struct OrganizationPath {
    /// The organization.
    #[parameter(path, minimum = 1, example = "7")]
    pub id: i64,
}

/// One organization, in paths that lead to something of it.
#[derive(Parameters)]
pub struct OfOrganizationPath {
    /// The organization.
    #[parameter(path, minimum = 1, example = "7")]
    pub organization_id: i64,
}

/// Something of an organization.
#[derive(Parameters)]
pub struct ThingPath {
    /// The organization.
    #[parameter(path, minimum = 1, example = "7")]
    pub organization_id: i64,
    /// Its number in the list that it stands in.
    #[parameter(path, minimum = 1, example = "3")]
    pub id: i64,
}

/// What a member is; each may do what those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    Member,
    Admin,
    Owner,
}

impl Rank {
    /// By the word of the app store; one that this component does not know gives nothing more than being a member.
    pub fn of(role: &str) -> Rank {
        match role {
            "owner" => Rank::Owner,
            "admin" => Rank::Admin,
            _ => Rank::Member,
        }
    }
}

/// An organization as somebody who belongs to it sees it.
#[derive(Debug, Clone)]
pub struct Standing {
    pub organization_id: i64,
    pub name: String,
    pub kind: String,
    pub status: String,
    pub created_at: Time,
    pub email_domain: Option<String>,
    pub domain_token: Option<String>,
    pub domain_verified_at: Option<Time>,
    pub rank: Rank,
}

impl Standing {
    /// What the person is in the organization.
    pub fn of_member(organization_id: i64) -> Result<Standing, Problem> {
        Standing::read(&SelectAccess { organization_id }.query()?, organization_id)
    }

    /// The same, for owners and admins.
    pub fn of_manager(organization_id: i64) -> Result<Standing, Problem> {
        Standing::of_member(organization_id)?.managing()
    }

    /// The same, for a change: nobody makes one while they act as somebody else.
    pub fn to_change(request: &Request, organization_id: i64) -> Result<Standing, Problem> {
        refuse_acting(request)?;
        Standing::of_manager(organization_id)
    }

    /// The same, as the transaction sees it.
    pub fn to_change_in(
        request: &Request,
        transaction: &Transaction,
        organization_id: i64,
    ) -> Result<Standing, Problem> {
        refuse_acting(request)?;
        Standing::of_member_in(transaction, organization_id)?.managing()
    }

    /// What the person is in the organization, as the transaction sees it; none where they do not belong to it.
    pub fn found_in(transaction: &Transaction, organization_id: i64) -> Result<Option<Standing>, Problem> {
        let rows = transaction.query(SelectAccess { organization_id })?;
        if rows.is_empty() { Ok(None) } else { Standing::read(&rows, organization_id).map(Some) }
    }

    /// What the person is in the organization, as the transaction sees it.
    pub fn of_member_in(transaction: &Transaction, organization_id: i64) -> Result<Standing, Problem> {
        Standing::read(&transaction.query(SelectAccess { organization_id })?, organization_id)
    }

    /// Whether it is an institution's, which has members.
    pub fn is_institution(&self) -> bool {
        self.kind == "institution"
    }

    /// Whether the person manages it.
    pub fn manages(&self) -> bool {
        self.rank >= Rank::Admin
    }

    fn managing(self) -> Result<Standing, Problem> {
        match self.manages() {
            true => Ok(self),
            false => Err(Problem::forbidden("This is for the owners and admins of the organization: ask one of them.")),
        }
    }

    fn read(rows: &ResultSet, organization_id: i64) -> Result<Standing, Problem> {
        let standing = Standing::of_row(rows).ok_or_else(|| unknown(organization_id))?;
        match standing.status.as_str() {
            "active" => Ok(standing),
            _ => Err(Problem::forbidden(
                "The organization is suspended: its owner can ask the operator of the service why.",
            )),
        }
    }

    fn of_row(rows: &ResultSet) -> Option<Standing> {
        Some(Standing {
            organization_id: rows.integer(0, "id")?,
            name: rows.text(0, "name")?,
            kind: rows.text(0, "kind")?,
            status: rows.text(0, "status")?,
            created_at: stored(rows, 0, "created_at")?,
            email_domain: rows.text(0, "email_domain"),
            domain_token: rows.text(0, "domain_token"),
            domain_verified_at: stored(rows, 0, "domain_verified_at"),
            rank: Rank::of(&rows.text(0, "role")?),
        })
    }
}

/// The answer about an organization that is somebody else's, or none.
pub fn unknown(organization_id: i64) -> Problem {
    Problem::not_found(format!("There is no organization {organization_id} here."))
}

/// Refuses a member of staff who looks at the service as this person: such a session changes nothing of an organization.
pub fn refuse_acting(request: &Request) -> Result<(), Problem> {
    match request.person().is_some_and(|person| person.impersonator_id.is_some()) {
        true => Err(Problem::forbidden(
            "While you act as somebody else you change nothing of their organizations: return to your own account.",
        )),
        false => Ok(()),
    }
}
