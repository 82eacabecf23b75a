//! The workspace: what somebody who comes to their research sees first.

pub mod get;
