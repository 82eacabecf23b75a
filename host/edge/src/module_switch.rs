//! Stage: module. An operation of a switched-off module is not there; the module's name says why.

use crate::router::Operation;
use quarry_contract::Problem;

pub(super) fn check(operation: &Operation) -> Result<(), Problem> {
    match &operation.route.module {
        Some(module) if !operation.enabled => Err(Problem::new(
            404,
            "module_disabled",
            format!("The module \"{module}\" is switched off; its operations are back once staff switch it on."),
        )
        .with("module", module.as_str())),
        _ => Ok(()),
    }
}
