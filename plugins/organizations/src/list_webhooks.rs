//! `GET /session/organizations/{organization_id}/webhooks`.

use crate::access::{OfOrganizationPath, Standing};
use crate::webhook::{self, SelectWebhooks, Webhook};
use quarry_sdk::prelude::*;
use serde::Serialize;

#[derive(Schema, Serialize)]
pub struct Webhooks {
    /// The newest first.
    pub webhooks: Vec<Webhook>,
}

/// List webhook endpoints
///
/// For owners and admins.
#[endpoint(
    get = "/session/organizations/{organization_id}/webhooks",
    session,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = Webhooks
)]
pub fn list_organization_webhooks(_request: &Request, path: OfOrganizationPath) -> Result<Answer, Problem> {
    let organization_id = path.organization_id;
    Standing::of_manager(organization_id)?;
    let rows = SelectWebhooks { organization_id, id: None }.query()?;
    Ok(Answer::json(&Webhooks { webhooks: webhook::list(&rows) }))
}
