//! `PATCH /session/admin/modules/{id}/toggle`.

use crate::modules::{Module, module};
use crate::reason::Reason;
use quarry_sdk::modules;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct ModulePath {
    /// The module's key.
    #[parameter(path, max_length = 64, example = "prices")]
    id: String,
}

/// The state that is wanted.
#[derive(Schema, Deserialize)]
pub struct ModuleToggle {
    /// The state to switch to, on or off. Left out, the switch is turned over.
    #[schema(optional)]
    pub enabled: Option<bool>,
    /// The reason, for people who look later; at most 500 characters.
    #[schema(example = "wrong figures of one pool", optional)]
    pub reason: Option<Reason>,
}

#[derive(Schema, Serialize)]
pub struct SwitchedModule {
    pub module: Module,
}

/// Switch a module on or off
///
/// Turns the switch over when the request has no body. The host that answers has followed; every other one does within a
/// second. Operations of a module that is off are 404 `module_disabled`.
#[endpoint(patch = "/session/admin/modules/{id}/toggle", session = "modules_manage", body = SwitchedModule)]
pub fn toggle_module(path: ModulePath, sent: Option<JsonBody<ModuleToggle>>) -> Result<Answer, Problem> {
    let (enabled, reason) = sent.map(|JsonBody(sent)| (sent.enabled, sent.reason)).unwrap_or_default();
    let reason = reason.map(|reason| reason.0);
    let switched = modules::switch(&path.id, enabled, reason.as_deref())?;
    Ok(Answer::json(&SwitchedModule { module: module(switched) }))
}
