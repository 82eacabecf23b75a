//! Messages to people who have the service open.

use crate::Schema;
use crate::bindings::quarry::plugin::manifest;
use serde::Serialize;

/// A kind of message, listed in `plugin! { notifications: […] }` and sent by [`crate::Transaction::notify`].
///
/// ```no_run
/// use quarry_sdk::prelude::*;
/// use serde::Serialize;
///
/// /// Somebody commented on a page.
/// #[derive(Serialize, Schema)]
/// pub struct CommentAdded {
///     pub page_id: i64,
/// }
///
/// impl Notification for CommentAdded {
///     const NAME: &'static str = "comment.added";
///     const SUMMARY: &'static str = "Somebody commented on a page.";
/// }
///
/// # fn tell(transaction: &Transaction, author_id: i64, page_id: i64) -> Result<(), Problem> {
/// transaction.notify(Audience::Person(author_id), &CommentAdded { page_id })?;
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a live message",
    label = "it does not implement `Notification`"
)]
pub trait Notification: Schema + Serialize {
    /// `thing.verb`, such as `comment.added`.
    const NAME: &'static str;
    /// One line for the people who read the manifest.
    const SUMMARY: &'static str;

    #[doc(hidden)]
    fn declaration() -> manifest::NotificationDeclaration {
        manifest::NotificationDeclaration {
            name: Self::NAME.to_owned(),
            summary: Self::SUMMARY.to_owned(),
            body: manifest::BodySchema { schema: Self::schema().to_string(), example: Self::example().to_string() },
        }
    }
}
