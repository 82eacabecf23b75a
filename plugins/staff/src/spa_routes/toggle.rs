//! `PATCH /session/admin/spa_routes/{key}/toggle`.

use crate::reason::Reason;
use crate::spa_routes::{self, SpaRoute};
use quarry_sdk::prelude::*;

statement!(app_store, SwitchPage, "src/spa_routes/switch_page.sql");

#[derive(Parameters)]
pub struct SpaRoutePath {
    /// The page's key.
    #[parameter(path, max_length = 64, example = "library")]
    key: String,
}

/// The state that is wanted.
#[derive(Schema, Deserialize)]
pub struct SpaRouteToggle {
    /// The state to switch to, on or off. Left out, the switch is turned over.
    #[schema(optional)]
    pub enabled: Option<bool>,
    /// The reason, for people who look later.
    #[schema(optional)]
    pub reason: Option<Reason>,
}

#[derive(Schema, Serialize)]
pub struct SwitchedSpaRoute {
    pub route: SpaRoute,
}

/// Switch one page of the web application on or off
///
/// Turns the switch over when the request has no body.
#[endpoint(patch = "/session/admin/spa_routes/{key}/toggle", session = "modules_manage", body = SwitchedSpaRoute)]
pub fn toggle_spa_route(path: SpaRoutePath, sent: Option<JsonBody<SpaRouteToggle>>) -> Result<Answer, Problem> {
    let (enabled, reason) = sent.map(|JsonBody(sent)| (sent.enabled, sent.reason)).unwrap_or_default();
    let reason = reason.map(|reason| reason.0);
    let transaction = Transaction::begin()?;
    let before = spa_routes::seen_by(&transaction, &path.key)?;
    let enabled = enabled.unwrap_or(!before.enabled);
    let entry = AuditEntry::of("spa_route.switched", "spa_route", &path.key)
        .before(&json!({ "enabled": before.enabled }))
        .after(&json!({ "enabled": enabled, "reason": reason }));
    transaction.execute(SwitchPage { key: path.key.clone(), enabled, now: Time::now(), reason })?;
    let route = spa_routes::seen_by(&transaction, &path.key)?;
    transaction.audit(entry)?;
    transaction.commit()?;
    Ok(Answer::json(&SwitchedSpaRoute { route }))
}
