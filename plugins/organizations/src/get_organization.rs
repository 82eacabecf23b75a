//! `GET /session/organizations/{id}`.

use crate::access::{OrganizationPath, Standing};
use crate::page::{self, OrganizationPage};
use quarry_sdk::prelude::*;

/// One organization's page
///
/// Settings, plan, domain, members and invitations. Members see who else belongs to it; addresses, invitations and the
/// domain's record are shown to owners and admins.
#[endpoint(
    get = "/session/organizations/{id}",
    session,
    refuses(403, "forbidden", "The organization is suspended."),
    body = OrganizationPage
)]
pub fn get_organization(_request: &Request, path: OrganizationPath) -> Result<Answer, Problem> {
    page::of(&Standing::of_member(path.id)?)
}
