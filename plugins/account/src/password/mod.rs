//! The password of one's own account.

pub mod update;
