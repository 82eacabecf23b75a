//! `GET /session/organizations/{id}`.

use crate::access::{MemberRole, OrganizationPath};
use crate::organization::Organization;
use crate::organization::page::{self, OrganizationPage};
use quarry_sdk::prelude::*;

/// One organization's page
///
/// Settings, plan, domain, members and invitations. Members see who else belongs to it; addresses, invitations and the
/// domain's record are shown to owners and admins.
#[endpoint(
    get = "/session/organizations/{id}", session, guard = MemberRole::Member, guard_path(organization_id = id),
    body = OrganizationPage
)]
pub fn get_organization(guarded: Guarded<MemberRole>, _path: OrganizationPath) -> Result<Answer, Problem> {
    page::of(Organization::read()?, guarded.rank())
}
