//! The written contract: OpenAPI documents, the API reference, `llms.txt` and the page that reads them, all made from
//! the declarations of what is served now.
//!
//! Always true here: nothing is written twice. What a document says of an operation follows from its [`Route`] and from
//! what the edge does for every route, so a component that states its policy has written its documentation; a document is
//! made once for a routing table. To document something further of a route: its line in [`operation`] (or in
//! [`responses`], for what it answers), then `just accept`, which writes the committed copies anew.
//!
//! [`Route`]: quarry_contract::Route

mod components;
mod contract;
mod deprecation;
mod document;
mod error_schema;
mod errors;
mod links;
mod llms;
mod operation;
mod pages;
mod parameters;
mod published;
mod reader;
mod reference;
mod refusals;
mod request_body;
mod responses;
mod routes;
mod samples;
mod schemas;
mod tags;
mod webhooks;

pub use contract::Contract;
pub use document::document;
pub use pages::DocumentationPages;
pub use published::{Interface, PublishedOperation, Service};
pub use reader::{Reader, ReaderError};
pub use routes::{declarations, documents};
