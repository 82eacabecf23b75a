//! Tests of a component against a real host: the real engines, real HTTP, and the component as it is installed.
//!
//! `quarry plugin test` builds the component, prepares a data directory with it, and runs the project's tests. Each test
//! starts a [`Sandbox`] of its own, asks it as a [`Client`] of choice, and looks at the [`Answer`]. Nothing is shared between
//! sandboxes, and each ends with its handle. What goes wrong is a panic with a sentence: these are tests.
//!
//! ```no_run
//! use quarry_testkit::{Sandbox, json};
//!
//! #[test]
//! fn a_note_that_was_written_is_listed() {
//!     let sandbox = Sandbox::start();
//!     let key = sandbox.key();
//!     key.post("/field-notes/notes", &json!({ "title": "Depeg", "text": "" })).expect_status(200);
//!     assert_eq!(key.get("/field-notes/notes").expect_status(200).json()["count"], 1);
//! }
//! ```
#![deny(missing_docs)]

mod answer;
mod client;
mod environment;
mod process;
mod sandbox;
pub mod snapshot;

pub use answer::Answer;
pub use client::Client;
pub use sandbox::{Sandbox, SandboxOptions};
pub use serde_json::{Value as Json, json};
