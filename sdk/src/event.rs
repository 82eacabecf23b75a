//! Events that organizations' webhook endpoints hear of.

use crate::Schema;
use crate::bindings::quarry::plugin::manifest;
use serde::Serialize;

/// A kind of event, listed in `plugin! { events: […] }` and emitted by [`crate::Transaction::emit`].
///
/// ```no_run
/// use quarry_sdk::prelude::*;
/// use serde::Serialize;
///
/// #[derive(Schema, Serialize)]
/// struct NoteCreated {
///     id: i64,
/// }
///
/// impl Event for NoteCreated {
///     const NAME: &'static str = "note.created";
///     const SUMMARY: &'static str = "A note was written.";
/// }
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is not an event", label = "it does not implement `Event`")]
pub trait Event: Schema + Serialize {
    /// `thing.verb`, such as `note.created`.
    const NAME: &'static str;
    /// One line for the people who subscribe.
    const SUMMARY: &'static str;

    #[doc(hidden)]
    fn declaration() -> manifest::EventDeclaration {
        manifest::EventDeclaration {
            name: Self::NAME.to_owned(),
            summary: Self::SUMMARY.to_owned(),
            body: manifest::BodySchema { schema: Self::schema().to_string(), example: Self::example().to_string() },
        }
    }
}
