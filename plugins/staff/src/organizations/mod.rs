//! Organizations as staff see them. Nobody of staff gives themselves anything: what changes plan, limits or standing of an
//! organization is for staff who do not belong to it ([`of_others`]).

pub mod clear_overrides;
pub mod entitlements;
pub mod get;
pub mod list;
pub mod override_entitlement;
pub mod restore;
pub mod status;
pub mod subscription;
pub mod suspend;
pub mod update;
pub mod update_subscription;

use quarry_sdk::prelude::*;

statement!(app_store, SelectOrganization, "src/organizations/organization.sql");
statement!(app_store, SelectOwnMembership, "src/organizations/own_membership.sql");

/// An organization as staff see it.
#[derive(Row, Schema, Serialize)]
pub struct Organization {
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
    /// `personal` or `institution`.
    #[schema(example = "institution")]
    pub kind: String,
    /// `active` or `suspended`.
    #[schema(example = "active")]
    pub status: String,
    /// The reason of the last change of the status.
    #[schema(example = "payment is overdue")]
    pub status_reason: Option<String>,
    pub status_changed_at: Option<Time>,
    /// A note by staff for staff.
    #[schema(example = "renewal in March")]
    pub staff_note: Option<String>,
    /// The organization's own plan; what is in force may be more.
    #[schema(example = "team")]
    pub plan_key: String,
    pub created_at: Time,
    #[schema(example = 4)]
    pub members: i64,
    /// Keys that are not revoked.
    #[schema(example = 2)]
    pub api_keys: i64,
}

/// One organization, after a change.
#[derive(Schema, Serialize)]
pub struct OneOrganization {
    pub organization: Organization,
}

/// The organization that a path names.
#[derive(Parameters)]
pub struct OrganizationPath {
    /// The organization's number.
    #[parameter(path, minimum = 1, example = "3")]
    pub id: i64,
}

/// One organization as the transaction sees it, or 404.
fn seen_by(transaction: &Transaction, id: i64) -> Result<Organization, Problem> {
    transaction.one(SelectOrganization { id })?.ok_or_else(|| no_organization(id))
}

/// The same, refused to staff who belong to it.
fn of_others(transaction: &Transaction, id: i64) -> Result<Organization, Problem> {
    let organization = seen_by(transaction, id)?;
    match transaction.query(SelectOwnMembership { organization_id: id })?.is_empty() {
        true => Ok(organization),
        false => Err(Problem::new(
            422,
            "own_organization",
            "You belong to this organization: somebody else of staff has to do it.",
        )),
    }
}

fn no_organization(id: i64) -> Problem {
    Problem::not_found(format!("There is no organization {id}."))
}
