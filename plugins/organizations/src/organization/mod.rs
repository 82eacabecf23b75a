//! Organizations as their members see them.

pub mod get;
pub mod list;
pub mod page;
pub mod update;

use quarry_sdk::prelude::*;

statement!(app_store, SelectOrganization, "src/organization/organization.sql");

/// The kind: an institution, or one person's own organization.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganizationKind {
    Institution,
    Personal,
}

/// The status, which decides whether its members and keys may come in.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganizationStatus {
    Active,
    Suspended,
}

/// An organization, with its plan and how much there is of what its page shows.
#[derive(Row, Debug)]
pub struct Organization {
    pub id: i64,
    pub name: String,
    pub kind: OrganizationKind,
    pub status: OrganizationStatus,
    pub created_at: Time,
    pub email_domain: Option<String>,
    pub domain_token: Option<String>,
    pub domain_verified_at: Option<Time>,
    pub plan_key: String,
    pub plan_name: String,
    pub member_count: i64,
    pub invitation_count: i64,
}

impl Organization {
    /// The organization of the guard, as the transaction sees it.
    pub fn seen_by(transaction: &Transaction) -> Result<Organization, Problem> {
        transaction.one(SelectOrganization {})?.ok_or_else(gone)
    }

    /// The organization of the guard.
    pub fn read() -> Result<Organization, Problem> {
        SelectOrganization {}.one()?.ok_or_else(gone)
    }
}

/// Deleted since the guard found it.
fn gone() -> Problem {
    Problem::not_found("The organization is no longer here.")
}
