//! `GET /session/admin/modules`.

use crate::module::{Module, ModuleComponent, component, module};
use quarry_sdk::modules;
use quarry_sdk::prelude::*;
use serde::Serialize;

/// The host that answers: figures are its own.
#[derive(Schema, Serialize)]
pub struct ModuleHost {
    /// Components with operations that no switch covers.
    pub always_on: Vec<ModuleComponent>,
    /// Component files that it could not load; its log says why.
    #[schema(example = 0)]
    pub left_out: u64,
}

#[derive(Schema, Serialize)]
pub struct Modules {
    /// By key.
    pub modules: Vec<Module>,
    pub host: ModuleHost,
}

/// Every module with its switch, its components, and what this host measures of them
///
/// The switches are the deployment's; components and figures are those of the host that answers, counted since it loaded them.
#[endpoint(get = "/session/admin/modules", session = "modules_manage", body = Modules)]
pub fn list_modules(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let overview = modules::overview()?;
    Ok(Answer::json(&Modules {
        modules: overview.modules.into_iter().map(module).collect(),
        host: ModuleHost {
            always_on: overview.always_on.into_iter().map(component).collect(),
            left_out: overview.left_out.into(),
        },
    }))
}
