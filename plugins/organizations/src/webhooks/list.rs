//! `GET /session/organizations/{organization_id}/webhooks`.

use crate::access::{MemberRole, OfOrganizationPath};
use crate::webhooks::{SelectWebhooks, Webhook};
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct Webhooks {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Webhooks, the newest first.
    pub webhooks: Vec<Webhook>,
}

/// List webhook endpoints
///
/// Lists the organization's webhook endpoints. Owners and admins can read them.
#[endpoint(
    get = "/session/organizations/{organization_id}/webhooks", session, paged = 500, guard = MemberRole::Admin, body = Webhooks
)]
pub fn list_organization_webhooks(request: &Request, _path: OfOrganizationPath) -> Result<Answer, Problem> {
    let webhooks: Vec<Webhook> = SelectWebhooks { now: Time::now(), id: None }.all()?;
    Ok(Answer::object().page_of("webhooks", request, &webhooks, |webhook| webhook.id.to_string()).into())
}
