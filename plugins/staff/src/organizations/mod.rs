//! A tenant as staff see it.

use crate::problems::{no_organization, unreadable};
use quarry_sdk::Choice;
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectOrganization, "sql/organization.sql");

/// Whose an organization is, as a filter.
#[derive(Debug, Clone, Copy, Choice)]
pub enum OrganizationKind {
    Personal,
    Institution,
}

/// Whether an organization is shut out, as a filter.
#[derive(Debug, Clone, Copy, Choice)]
pub enum OrganizationStatus {
    Active,
    Suspended,
}

/// A tenant.
#[derive(Schema, Serialize)]
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
    /// Why staff changed the status last.
    #[schema(example = "payment is overdue")]
    pub status_reason: Option<String>,
    pub status_changed_at: Option<Time>,
    /// What staff note for staff.
    #[schema(example = "renewal in March")]
    pub staff_note: Option<String>,
    /// Its own plan; what is in force may be more.
    #[schema(example = "team")]
    pub plan_key: String,
    pub created_at: Time,
    #[schema(example = 4)]
    pub members: i64,
    /// Keys that are not revoked.
    #[schema(example = 2)]
    pub api_keys: i64,
}

/// The organization that a path names.
#[derive(Parameters)]
pub struct OrganizationPath {
    /// The organization's number.
    #[parameter(path, minimum = 1, example = "3")]
    pub id: i64,
}

/// One tenant, after a change.
#[derive(Schema, Serialize)]
pub struct OneOrganization {
    pub organization: Organization,
}

/// The first `count` tenants of the rows.
pub fn organizations(rows: &ResultSet, count: usize) -> Result<Vec<Organization>, Problem> {
    let read: Option<Vec<Organization>> = (0..count).map(|row| organization(rows, row)).collect();
    read.ok_or_else(|| unreadable("The organizations"))
}

/// One tenant, or 404.
pub fn organization_by_id(id: i64) -> Result<Organization, Problem> {
    first(&SelectOrganization { id }.query()?, id)
}

/// As [`organization_by_id`], within a transaction.
pub fn organization_within(transaction: &Transaction, id: i64) -> Result<Organization, Problem> {
    first(&transaction.query(SelectOrganization { id })?, id)
}

fn first(rows: &ResultSet, id: i64) -> Result<Organization, Problem> {
    organizations(rows, rows.row_count())?.into_iter().next().ok_or_else(|| no_organization(id))
}

fn organization(rows: &ResultSet, row: usize) -> Option<Organization> {
    let time = |column| rows.integer(row, column).map(|microseconds| Time { microseconds });
    Some(Organization {
        id: rows.integer(row, "id")?,
        name: rows.text(row, "name")?,
        kind: rows.text(row, "kind")?,
        status: rows.text(row, "status")?,
        status_reason: rows.text(row, "status_reason"),
        status_changed_at: time("status_changed_at"),
        staff_note: rows.text(row, "staff_note"),
        plan_key: rows.text(row, "plan_key")?,
        created_at: time("created_at")?,
        members: rows.integer(row, "members")?,
        api_keys: rows.integer(row, "api_keys")?,
    })
}
