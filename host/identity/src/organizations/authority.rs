//! The people who may change an organization: its owners and admins, as themselves, while it is not suspended.

use crate::{OrganizationError, Role};
use jiff::Timestamp;
use quarry_contract::PersonCaller;
use quarry_stores::app::{AppStoreError, Row, Tenant, Transaction};
use quarry_stores::result_set::Value;

/// An owner or admin, and the organization.
#[derive(Debug)]
pub(super) struct Manager {
    pub(super) role: Role,
    pub(super) organization_name: String,
    pub(super) is_institution: bool,
}

/// As [`manager`], for what guards the organization: keys and the identity provider. It needs a recent password, whatever the
/// route declared that led here.
pub(super) async fn guardian(
    transaction: &mut Transaction,
    person: &PersonCaller,
    organization_id: i64,
    now: Timestamp,
) -> Result<Manager, OrganizationError> {
    let manager = manager(transaction, person, organization_id).await?;
    needs_recent_password(person, now)?;
    Ok(manager)
}

/// Refuses a session whose sudo window is closed.
pub(super) fn needs_recent_password(person: &PersonCaller, now: Timestamp) -> Result<(), OrganizationError> {
    match person.has_sudo(now) {
        true => Ok(()),
        false => Err(OrganizationError::Forbidden(
            "This needs a password that was given within the last 15 minutes: POST /session/sudo first.",
        )),
    }
}

/// The role of `person` in the organization, when that is an owner or admin. An organization that the person does not belong to
/// is unknown to them.
pub(super) async fn manager(
    transaction: &mut Transaction,
    person: &PersonCaller,
    organization_id: i64,
) -> Result<Manager, OrganizationError> {
    if person.impersonator_id.is_some() {
        return Err(OrganizationError::Forbidden(
            "While you act as somebody else you cannot change access to the organization: return to your own account.",
        ));
    }
    // Changes of an organization come one after the other, those of its roles included, so that what is read here holds
    // until the transaction ends.
    transaction.lock_tenant(Tenant::organization(organization_id), true).await?;
    let sql = "SELECT memberships.role, organizations.name, organizations.kind, organizations.status
               FROM memberships
               JOIN organizations ON organizations.id = memberships.organization_id
               JOIN users ON users.id = memberships.user_id AND users.disabled_at IS NULL
               WHERE memberships.organization_id = $1 AND memberships.user_id = $2";
    let rows = transaction.query(sql, &[Value::Int64(organization_id), Value::Int64(person.user_id)]).await?;
    let row = Row::first(&rows).ok_or(OrganizationError::Unknown { what: "organization", id: organization_id })?;
    let role = row.text("role")?;
    let role = Role::from_name(&role).ok_or_else(|| AppStoreError::UnexpectedColumn {
        column: "role".to_owned(),
        problem: format!("holds {role}, which is not a role"),
    })?;
    if role == Role::Member {
        return Err(OrganizationError::Forbidden("This is for the owners and admins of the organization."));
    }
    if row.text("status")? != "active" {
        return Err(OrganizationError::Forbidden(
            "The organization is suspended: its owner can ask the operator of the service why.",
        ));
    }
    let is_institution = row.text("kind")? == "institution";
    Ok(Manager { role, organization_name: row.text("name")?, is_institution })
}
