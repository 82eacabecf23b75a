//! The research workspace as the members of a space use it.

mod by_key;
mod limits;
mod page_view;
mod sequences;
pub(crate) mod support;
mod templates;
mod trash;
mod tree;
