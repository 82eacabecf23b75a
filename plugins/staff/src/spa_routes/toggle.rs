//! `PATCH /session/admin/spa_routes/{key}/toggle`.

use crate::reason::Reason;
use crate::spa_route::{SelectPageSwitches, SpaRoute, spa_route};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;
use serde::{Deserialize, Serialize};

statement!(app_store, SwitchPage, "sql/switch_page.sql");

#[derive(Parameters)]
pub struct SpaRoutePath {
    /// The page's key.
    #[parameter(path, max_length = 64, example = "library")]
    key: String,
}

/// The state that is wanted.
#[derive(Schema, Deserialize)]
pub struct SpaRouteToggle {
    /// On or off; left out, the other one of what is.
    #[schema(optional)]
    pub enabled: Option<bool>,
    /// Why, for those who look later.
    #[schema(optional)]
    pub reason: Option<Reason>,
}

#[derive(Schema, Serialize)]
pub struct SwitchedSpaRoute {
    pub route: SpaRoute,
}

/// Switch one page of the web application on or off
///
/// Without a body it flips.
#[endpoint(
    patch = "/session/admin/spa_routes/{key}/toggle",
    session = "modules_manage",
    body = SwitchedSpaRoute,
)]
pub fn toggle_spa_route(
    _request: &Request,
    path: SpaRoutePath,
    sent: Option<JsonBody<SpaRouteToggle>>,
) -> Result<Answer, Problem> {
    let (enabled, reason) = sent.map(|JsonBody(sent)| (sent.enabled, sent.reason)).unwrap_or_default();
    let reason = reason.map(|reason| reason.0).unwrap_or_default();
    let transaction = Transaction::begin()?;
    let before = spa_route(&transaction.query(SelectPageSwitches {})?, &path.key)?;
    let enabled = enabled.unwrap_or(!before.enabled);
    transaction.execute(SwitchPage { key: path.key.clone(), enabled, now: Time::now(), reason: reason.clone() })?;
    let route = spa_route(&transaction.query(SelectPageSwitches {})?, &path.key)?;
    transaction.audit(
        AuditEntry::of("spa_route.switched", "spa_route", &path.key)
            .before(&json!({ "enabled": before.enabled }))
            .after(&json!({ "enabled": enabled, "reason": reason })),
    )?;
    transaction.commit()?;
    Ok(Answer::json(&SwitchedSpaRoute { route }))
}
