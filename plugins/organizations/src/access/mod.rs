//! The guards of an organization, and the paths that lead to it.

use quarry_sdk::prelude::*;

/// A member's role. Owners and admins manage the organization. Only owners make and unmake owners.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/access/member_role.sql", tenant = "organization")]
#[guard(absent(404, "not_found", "There is no organization {path.organization_id} here."))]
#[guard(rank_too_low(403, "forbidden", "This is for the owners and admins of the organization: ask one of them."))]
#[guard(refuses(
    "suspended",
    403,
    "forbidden",
    "The organization is suspended: its owner can ask the operator of the service why."
))]
pub enum MemberRole {
    Member,
    Admin,
    Owner,
}

/// One organization, in paths that call it `id`.
#[derive(Parameters)]
pub struct OrganizationPath {
    /// Id of the organization.
    #[parameter(path, minimum = 1, example = "7")]
    pub id: i64,
}

/// One organization, in paths that lead to something of it.
#[derive(Parameters)]
pub struct OfOrganizationPath {
    /// Id of the organization.
    #[parameter(path, minimum = 1, example = "7")]
    pub organization_id: i64,
}

/// Something of an organization.
#[derive(Parameters)]
pub struct ThingPath {
    /// Id of the organization.
    #[parameter(path, minimum = 1, example = "7")]
    pub organization_id: i64,
    /// Number of the member, key, endpoint or invitation, as the organization's lists show it.
    #[parameter(path, minimum = 1, example = "3")]
    pub id: i64,
}
