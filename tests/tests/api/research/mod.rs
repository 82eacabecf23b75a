//! The research workspace as the members of a space use it.

pub(crate) mod support;
