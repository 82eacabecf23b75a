//! The operations that write although a client only reads, for the person who decides about a component.

use crate::cli::output;
use quarry_contract::Manifest;
use quarry_runtime::capabilities::writing_reads;

/// Shows each with the reason in its author's words. Shows nothing of a component without one.
pub(super) fn show(manifest: &Manifest) {
    let rows: Vec<Vec<String>> = writing_reads(manifest)
        .into_iter()
        .map(|writing| vec![writing.operation_id, format!("{} {}", writing.method, writing.path), writing.reason])
        .collect();
    if !rows.is_empty() {
        output::line("");
        output::table(&["WRITES", "WHEN IT IS READ", "BECAUSE"], &rows);
    }
}
