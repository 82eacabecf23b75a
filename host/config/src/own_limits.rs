//! The limits of one component, where they differ from those of all: `components.limits.NAME`.

use serde::{Deserialize, Serialize};

/// Each key as in the section `limits`; one that is left out is as there.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct OwnLimitsSection {
    pub request_seconds: Option<u64>,
    pub cpu_milliseconds: Option<u64>,
    pub memory_bytes: Option<usize>,
    pub response_bytes: Option<usize>,
    /// `limits.instances_per_component`.
    pub instances: Option<usize>,
    pub queue_length: Option<usize>,
    pub queue_wait_milliseconds: Option<u64>,
    pub statements: Option<u32>,
    pub rows: Option<u64>,
    pub log_lines: Option<u32>,
    pub held_bytes_per_request: Option<usize>,
    /// `limits.held_bytes_per_component`.
    pub held_bytes: Option<usize>,
    /// `limits.event_streams_per_component`.
    pub event_streams: Option<usize>,
    /// `limits.table_bytes_per_component`.
    pub table_bytes: Option<u64>,
    /// `limits.objects_per_component`.
    pub objects: Option<u64>,
    /// `limits.object_bytes_per_component`.
    pub object_bytes: Option<u64>,
}
