//! Request bodies of every form, and answers with statuses, headers and refusals of their own. Each answer carries a number
//! that no two calls share, so that a test can tell whether a write was made again.

pub mod answers;
pub mod uploads;
