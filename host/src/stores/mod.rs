//! The stores that outlive a process: the app store (SQLite or PostgreSQL), the warehouse (ClickHouse) and the objects (a
//! folder or S3). The first two answer with the same [`result_set::ResultSet`], so that nothing above this folder knows which one spoke.

pub mod app;
mod json_time;
pub mod objects;
pub mod report;
pub mod result_set;
pub mod rows_json;
pub mod warehouse;
