//! Content encodings: what a client accepts, and the bytes in that form.
//!
//! Always true here: a body is only sent in a form that the request accepts, unless it accepts none that exist (RFC
//! 9110 lets a server send the plain form then); small bodies are sent plain, since a header and a few spared bytes
//! cost more than they save. To add an encoding: a variant of [`ContentCoding`], its place in [`ContentCoding::ENCODED`]
//! and its arm in `compress`.

mod accept;
mod coding;
mod compress;

pub use accept::AcceptedCodings;
pub use coding::ContentCoding;
pub use compress::{Effort, compress};

/// Bodies below this are sent plain: they fit into one packet either way.
pub const SMALLEST_ENCODED_BYTES: usize = 1024;
