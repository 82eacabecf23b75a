//! The operations of a component that write although a client only reads, each with its author's reason.

use crate::capabilities::hooks::plain;
use quarry_contract::Manifest;

/// One such operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WritingRead {
    pub operation_id: String,
    /// `GET` or `HEAD`.
    pub method: String,
    pub path: String,
    /// The author's words.
    pub reason: String,
}

/// Gives every operation of a manifest that writes when it is read.
pub fn writing_reads(manifest: &Manifest) -> Vec<WritingRead> {
    let writing = manifest.routes.iter().filter_map(|route| Some((route, route.writes.as_deref()?)));
    let shown = writing.map(|(route, reason)| WritingRead {
        operation_id: route.operation_id.clone(),
        method: route.method.to_string(),
        path: route.path.clone(),
        reason: plain(reason),
    });
    shown.collect()
}
