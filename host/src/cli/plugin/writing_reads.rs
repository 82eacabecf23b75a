//! The operations that write although a client only reads, for the person who decides about a component.

use crate::cli::output;
use quarry_contract::Manifest;

/// Shows each with the reason in its author's words. Shows nothing of a component without one.
pub(super) fn show(manifest: &Manifest) {
    let writing = manifest.routes.iter().filter_map(|route| Some((route, route.writes.clone()?)));
    let rows: Vec<Vec<String>> = writing
        .map(|(route, reason)| vec![route.operation_id.clone(), format!("{} {}", route.method, route.path), reason])
        .collect();
    if !rows.is_empty() {
        output::line("");
        output::table(&["WRITES", "WHEN IT IS READ", "BECAUSE"], &rows);
    }
}
