//! Rows of files that contradict what is stored.

pub mod list;
