//! Contents of the app store, on both engines: people, keys, own tables, values, objects, snapshots; and the callers who are
//! refused them.

mod account_calls;
mod api_key;
mod brought_over;
mod capability_calls;
mod event_registry;
mod giving_way;
mod hostile_guards;
mod hostile_storage;
mod identity;
mod job_turns;
mod keeping;
mod kept_answers;
mod key_lookup;
mod key_values;
mod lists;
mod object_quota;
mod objects;
mod organization_calls;
mod outbox_bytes;
mod own_tables;
mod personal_data;
mod reading;
mod row_memory;
mod rows;
mod rows_of_before;
mod space_usage;
mod staff_verbs;
mod status_probe;
mod strangers_data;
mod table_bytes;
mod write_ahead_log;
