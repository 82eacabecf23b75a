//! `GET /session/admin/modules`.

use crate::modules::{Module, ModuleComponent, component, module};
use quarry_sdk::modules;
use quarry_sdk::prelude::*;

/// The host that answers: figures are its own.
#[derive(Schema, Serialize)]
pub struct ModuleHost {
    /// Components with operations that no switch covers, and those without operations.
    pub always_on: Vec<ModuleComponent>,
    /// Component files that it could not load.
    pub left_out: Vec<RefusedFile>,
}

/// A component file that does not load.
#[derive(Schema, Serialize)]
pub struct RefusedFile {
    /// The file's name, without `.wasm`.
    #[schema(example = "broken")]
    pub name: String,
    /// The reason, in one sentence.
    #[schema(example = "it carries no contract version: build it with quarry-sdk")]
    pub refusal: String,
}

#[derive(Schema)]
pub struct Modules {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Modules by key.
    pub modules: Vec<Module>,
    pub host: ModuleHost,
}

/// Every module with its switch, its components, what they may do, and what this host measures of them
///
/// The switches are the deployment's; components and figures are those of the host that answers, counted since it loaded them.
#[endpoint(get = "/session/admin/modules", session = "modules_manage", paged = 500, body = Modules)]
pub fn list_modules(request: &Request) -> Result<Answer, Problem> {
    let overview = modules::overview()?;
    let left_out = overview.left_out.into_iter().map(|file| RefusedFile { name: file.name, refusal: file.refusal });
    let always_on = overview.always_on.into_iter().map(component).collect();
    let host = ModuleHost { always_on, left_out: left_out.collect() };
    let modules: Vec<Module> = overview.modules.into_iter().map(module).collect();
    Ok(Answer::object().page_of("modules", request, &modules, |module| module.id.clone()).member("host", &host).into())
}
