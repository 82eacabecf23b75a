//! Looking at the service as somebody else.

pub mod begin;
pub mod end;
