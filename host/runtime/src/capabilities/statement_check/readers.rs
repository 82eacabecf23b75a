//! The statements that may not write, whatever their component may: those of guards, and of routes that only read.

use quarry_contract::{Manifest, Route};

/// The refusal of a statement that writes, if a guard or a GET that only reads runs it.
pub(super) fn reader_of(manifest: &Manifest, statement: &str) -> Option<String> {
    if let Some(guard) = manifest.guards.iter().find(|guard| guard.statement == statement) {
        let name = &guard.name;
        return Some(format!("the guard {name} asks the statement {statement}, which writes: a guard only reads"));
    }
    let runs = |route: &&Route| route.only_reads() && route.statements.iter().any(|name| name == statement);
    let operation_id = &manifest.routes.iter().find(runs)?.operation_id;
    Some(format!(
        "{operation_id} is a GET that runs the statement {statement}, which writes: make it a POST, or say why it writes with \
         `writes = \"REASON\"`"
    ))
}
