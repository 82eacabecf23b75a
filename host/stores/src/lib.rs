//! The stores that outlive a process: the app store (SQLite or PostgreSQL), the warehouse (ClickHouse) and the objects (a
//! folder or S3). The first two answer with the same [`result_set::ResultSet`], so that nothing above this crate knows which one spoke.
//!
//! Beside them lies what needs nothing but them: values by key, files of rows, the host's health, and the clock and the
//! signal to stop, which everything above is handed.

#![forbid(unsafe_code)]

pub mod app;
pub mod clock;
pub mod health;
mod json_time;
pub mod key_values;
pub mod objects;
pub mod report;
pub mod result_set;
pub mod row_files;
pub mod row_memory;
pub mod rows_json;
pub mod shutdown;
pub mod space_usage;
pub mod stored;
pub mod warehouse;
