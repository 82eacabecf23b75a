//! The research workspace as the members of a space use it.

mod bundles;
mod by_key;
mod children;
mod dear_pages;
mod dear_texts;
mod document;
mod document_beacon;
mod document_by_key;
mod document_model;
mod document_refusals;
mod document_size;
mod document_statements;
mod document_support;
mod document_two_hosts;
mod guest_passes;
mod hostile_texts;
mod imports;
mod limits;
mod lists;
mod notebook;
mod page_view;
mod presence;
mod published_files;
mod publishing;
mod sample_page;
mod sequences;
pub(crate) mod support;
mod templates;
mod text_costs;
mod trash;
mod tree;
mod versions;
mod views;

pub(crate) use document_support::page_in;
