//! A person as staff see them.

use crate::problems::{no_person, unreadable};
use crate::words::words;
use quarry_sdk::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

statement!(app_store, SelectPerson, "sql/person.sql");
statement!(app_store, SelectPermissionsOf, "sql/permissions_of.sql");
statement!(app_store, SelectMembershipsOf, "sql/memberships_of.sql");

words! {
    /// What somebody is on the platform.
    PlatformRole { Member = "member", Staff = "staff", Alpha = "alpha" }
}

words! {
    /// What staff may be permitted.
    Permission {
        PlansManage = "plans_manage",
        ModulesManage = "modules_manage",
        BillingManage = "billing_manage",
        AuditView = "audit_view",
        OrgsManage = "orgs_manage",
        UsersManage = "users_manage",
        Editorial = "editorial",
    }
}

/// Where a person belongs.
#[derive(Schema, Serialize)]
pub struct PersonOrganization {
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
    /// `personal` or `institution`.
    #[schema(example = "institution")]
    pub kind: String,
    /// `owner`, `admin` or `member`.
    #[schema(example = "member")]
    pub role: String,
}

/// A person of the roster.
#[derive(Schema, Serialize)]
pub struct Person {
    #[schema(example = 7)]
    pub id: i64,
    #[schema(example = "Sample Member")]
    pub name: String,
    #[schema(example = "member@quarry.example")]
    pub email: String,
    /// `alpha` is staff of the tier that changes staff.
    pub role: PlatformRole,
    /// Of staff.
    #[schema(example = [])]
    pub permissions: Vec<String>,
    /// Whether they are shut out.
    #[schema(example = false)]
    pub disabled: bool,
    pub disabled_at: Option<Time>,
    #[schema(example = "asked for by the person")]
    pub disabled_reason: Option<String>,
    /// Whether signing in asks for a second factor.
    pub two_factor: bool,
    /// Sessions that have not ended; some may sleep.
    #[schema(example = 2)]
    pub sessions: i64,
    /// When one of them was last used, to the minute.
    pub last_seen_at: Option<Time>,
    pub created_at: Time,
    /// Their own first.
    pub organizations: Vec<PersonOrganization>,
}

/// The first `count` people of the rows, with what they may do and where they belong.
pub fn people(rows: &ResultSet, count: usize) -> Result<Vec<Person>, Problem> {
    let read: Option<Vec<Person>> = (0..count).map(|row| person(rows, row)).collect();
    let mut people = read.ok_or_else(|| unreadable("The people"))?;
    if people.is_empty() {
        return Ok(people);
    }
    let user_ids: Vec<i64> = people.iter().map(|person| person.id).collect();
    let mut permissions = permissions(&user_ids)?;
    let mut organizations = organizations(user_ids)?;
    for person in &mut people {
        person.permissions = permissions.remove(&person.id).unwrap_or_default();
        person.organizations = organizations.remove(&person.id).unwrap_or_default();
        if person.role == PlatformRole::Member && !person.permissions.is_empty() {
            person.role = PlatformRole::Staff;
        }
    }
    Ok(people)
}

/// One person, or 404.
pub fn person_by_id(id: i64) -> Result<Person, Problem> {
    let rows = SelectPerson { id }.query()?;
    people(&rows, rows.row_count())?.into_iter().next().ok_or_else(|| no_person(id))
}

fn person(rows: &ResultSet, row: usize) -> Option<Person> {
    let time = |column| rows.integer(row, column).map(|microseconds| Time { microseconds });
    Some(Person {
        id: rows.integer(row, "id")?,
        name: rows.text(row, "name")?,
        email: rows.text(row, "email")?,
        role: rows.text(row, "platform_tier").map_or(PlatformRole::Member, |_| PlatformRole::Alpha),
        permissions: Vec::new(),
        disabled: time("disabled_at").is_some(),
        disabled_at: time("disabled_at"),
        disabled_reason: rows.text(row, "disabled_reason"),
        two_factor: rows.boolean(row, "has_two_factor")?,
        sessions: rows.integer(row, "sessions")?,
        last_seen_at: time("last_seen_at"),
        created_at: time("created_at")?,
        organizations: Vec::new(),
    })
}

fn permissions(user_ids: &[i64]) -> Result<BTreeMap<i64, Vec<String>>, Problem> {
    let rows = SelectPermissionsOf { user_ids: user_ids.to_vec() }.query()?;
    let mut permissions: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for row in 0..rows.row_count() {
        if let (Some(id), Some(permission)) = (rows.integer(row, "user_id"), rows.text(row, "permission")) {
            permissions.entry(id).or_default().push(permission);
        }
    }
    Ok(permissions)
}

fn organizations(user_ids: Vec<i64>) -> Result<BTreeMap<i64, Vec<PersonOrganization>>, Problem> {
    let rows = SelectMembershipsOf { user_ids }.query()?;
    let mut organizations: BTreeMap<i64, Vec<PersonOrganization>> = BTreeMap::new();
    for row in 0..rows.row_count() {
        let organization = || {
            Some(PersonOrganization {
                id: rows.integer(row, "organization_id")?,
                name: rows.text(row, "organization_name")?,
                kind: rows.text(row, "organization_kind")?,
                role: rows.text(row, "role")?,
            })
        };
        if let (Some(id), Some(organization)) = (rows.integer(row, "user_id"), organization()) {
            organizations.entry(id).or_default().push(organization);
        }
    }
    Ok(organizations)
}

/// The person that a path names.
#[derive(Parameters)]
pub struct PersonPath {
    /// The person's number.
    #[parameter(path, minimum = 1, example = "7")]
    pub id: i64,
}

/// One person, after a change or as they are.
#[derive(Schema, Serialize)]
pub struct OnePerson {
    pub user: Person,
}
