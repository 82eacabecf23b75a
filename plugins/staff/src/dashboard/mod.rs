//! The first page of the staff console.

pub mod get;
