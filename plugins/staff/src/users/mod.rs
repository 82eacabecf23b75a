//! People as staff see them. What guards an account is changed by the host, which checks again who is asking.

pub mod list;
pub mod reset_two_factor;
pub mod revoke_keys;
pub mod sign_out_everywhere;
pub mod toggle_disabled;
pub mod update_role;
pub mod update_subscription;

use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(app_store, SelectPerson, "src/users/person.sql");
statement!(app_store, SelectMembershipsOf, "src/users/memberships_of.sql");

/// A person's role on the platform.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlatformRole {
    Member,
    Staff,
    Alpha,
}

/// A permission that staff may have.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    PlansManage,
    ModulesManage,
    BillingManage,
    AuditView,
    OrgsManage,
    UsersManage,
    Editorial,
}

/// An organization that a person belongs to.
#[derive(Row, Schema, Serialize)]
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
#[derive(Row, Schema, Serialize)]
pub struct Person {
    #[schema(example = 7)]
    pub id: i64,
    #[schema(example = "Sample Member")]
    pub name: String,
    #[schema(example = "member@quarry.example")]
    pub email: String,
    /// `alpha` is staff of the tier that changes staff.
    pub role: PlatformRole,
    /// The permissions of a member of staff.
    #[schema(example = [])]
    #[row(json)]
    pub permissions: Vec<String>,
    /// True when they are shut out.
    #[schema(example = false)]
    pub disabled: bool,
    pub disabled_at: Option<Time>,
    #[schema(example = "asked for by the person")]
    pub disabled_reason: Option<String>,
    /// True when signing in asks for a second factor.
    pub two_factor: bool,
    /// Sessions that have not ended; some may sleep.
    #[schema(example = 2)]
    pub sessions: i64,
    /// The time at which one of them was last used, to the minute.
    pub last_seen_at: Option<Time>,
    pub created_at: Time,
    /// Organizations of the person, their own first.
    #[row(skip)]
    pub organizations: Vec<PersonOrganization>,
}

/// One person, after a change or as they are.
#[derive(Schema, Serialize)]
pub struct OnePerson {
    pub user: Person,
}

/// The person that a path names.
#[derive(Parameters)]
pub struct PersonPath {
    /// The person's number.
    #[parameter(path, minimum = 1, example = "7")]
    pub id: i64,
}

/// The person whose membership a row is.
#[derive(Row)]
struct Whose {
    user_id: i64,
}

/// The same people with where they belong.
pub fn with_organizations(mut people: Vec<Person>) -> Result<Vec<Person>, Problem> {
    let user_ids = people.iter().map(|person| person.id).collect();
    let rows = SelectMembershipsOf { user_ids }.query()?;
    let mut organizations: BTreeMap<i64, Vec<PersonOrganization>> = BTreeMap::new();
    for (whose, organization) in rows.read::<Whose>()?.into_iter().zip(rows.read()?) {
        organizations.entry(whose.user_id).or_default().push(organization);
    }
    for person in &mut people {
        person.organizations = organizations.remove(&person.id).unwrap_or_default();
    }
    Ok(people)
}

/// One person, or 404.
pub fn one(id: i64) -> Result<Person, Problem> {
    let found = with_organizations(SelectPerson { id }.all()?)?;
    found.into_iter().next().ok_or_else(|| no_person(id))
}

/// One person, as an answer.
pub fn answer(id: i64) -> Result<Answer, Problem> {
    Ok(Answer::json(&OnePerson { user: one(id)? }))
}

fn no_person(id: i64) -> Problem {
    Problem::not_found(format!("There is no person {id}."))
}
