//! `GET /session/organizations/{organization_id}/webhooks`.

use crate::access::{MemberRole, OfOrganizationPath};
use crate::webhooks::{SelectWebhooks, Webhook};
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct Webhooks {
    /// The newest first.
    pub webhooks: Vec<Webhook>,
}

/// List webhook endpoints
///
/// For owners and admins.
#[endpoint(
    get = "/session/organizations/{organization_id}/webhooks", session, guard = MemberRole::Admin, body = Webhooks
)]
pub fn list_organization_webhooks(_path: OfOrganizationPath) -> Result<Answer, Problem> {
    let webhooks = SelectWebhooks { now: Time::now(), id: None }.all()?;
    Ok(Answer::json(&Webhooks { webhooks }))
}
