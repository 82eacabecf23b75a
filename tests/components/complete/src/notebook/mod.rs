//! Writes of a transaction: rows of the component's own tables, audit entries, events, jobs, mail and messages.

pub mod blocks;
pub mod following;
pub mod jobs;
pub mod listing;
pub mod misuse;
pub mod notes;
pub mod papers;
pub mod slow;
pub mod telling;
pub mod work;
