//! The end of letters: by a link that each has, without signing in. A mail program posts to it at once (RFC 8058); a person who follows it is
//! asked first, since programs that look at mail follow links too.

mod links;
mod routes;

pub use links::UnsubscriptionLinks;
pub use routes::{declarations, routes};
