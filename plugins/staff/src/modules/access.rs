//! What a component may do and has stored, as the switchboard shows it.

use quarry_sdk::modules as host;
use quarry_sdk::prelude::*;

/// A hook: a thing that the host does with a component beside calling it.
#[derive(Schema, Serialize)]
pub struct ComponentHook {
    /// Kind of the hook and the component's name for it, by which it was given.
    #[schema(example = "personal-data:price_alerts__rules.user_id")]
    pub name: String,
    /// The grant that it needs.
    #[schema(example = "personal-data")]
    pub grant: String,
    /// The effect of the hook.
    #[schema(example = "add a person's rows to the export of their data, and remove them with the account")]
    pub purpose: String,
}

/// An operation that writes although a client only reads.
#[derive(Schema, Serialize)]
pub struct WritingOperation {
    #[schema(example = "download_export")]
    pub operation_id: String,
    /// `GET` or `HEAD`.
    #[schema(example = "GET")]
    pub method: String,
    #[schema(example = "/datasets/requests/{id}/download")]
    pub path: String,
    /// The reason, in the words of the component's author.
    #[schema(example = "a download leaves its entry in the audit log")]
    pub reason: String,
}

/// Bytes that a component has stored.
#[derive(Schema, Serialize)]
pub struct ComponentStored {
    /// Bytes of the component's own tables with their indexes.
    #[schema(example = 8192)]
    pub table_bytes: u64,
    /// Bytes of the component's files, those included that were removed within two hours.
    #[schema(example = 52_428_800)]
    pub object_bytes: u64,
    /// Bytes of the component's keys and their values.
    #[schema(example = 120)]
    pub key_value_bytes: u64,
}

pub fn hook(hook: host::Hook) -> ComponentHook {
    ComponentHook { name: hook.name, grant: hook.grant, purpose: hook.purpose }
}

pub fn writing_operation(writing: host::WritingRead) -> WritingOperation {
    let host::WritingRead { operation_id, method, path, reason } = writing;
    WritingOperation { operation_id, method, path, reason }
}

pub fn stored(stored: host::Stored) -> ComponentStored {
    let host::Stored { table_bytes, object_bytes, key_value_bytes } = stored;
    ComponentStored { table_bytes, object_bytes, key_value_bytes }
}
