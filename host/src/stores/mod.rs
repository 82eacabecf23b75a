//! The stores that outlive a process: the app store (SQLite or PostgreSQL) and the warehouse (ClickHouse).
//! Both answer with the same [`result_set::ResultSet`], so that nothing above this folder knows which one spoke.

pub mod app;
pub mod result_set;
pub mod warehouse;
