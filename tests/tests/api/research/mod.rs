//! The research workspace as the members of a space use it.

mod bundles;
mod by_key;
mod document;
mod document_beacon;
mod document_by_key;
mod document_model;
mod document_refusals;
mod document_size;
mod document_support;
mod document_two_hosts;
mod imports;
mod limits;
mod page_view;
mod sequences;
pub(crate) mod support;
mod templates;
mod trash;
mod tree;
mod versions;

pub(crate) use document_support::page_in;
