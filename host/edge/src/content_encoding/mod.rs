//! Content encodings: what a client accepts, and the bytes in that form.
//!
//! Always true here: a body is only sent in a form that the request accepts, unless it accepts none that exist (RFC
//! 9110 lets a server send the plain form then); small bodies are sent plain, since a header and a few spared bytes
//! cost more than they save. To add an encoding: a variant of [`ContentCoding`], its place in [`ContentCoding::ENCODED`]
//! and its arm in `compress`.

mod accept;
mod compress;

pub use accept::AcceptedCodings;
pub use compress::{Effort, compress};

/// Bodies below this are sent plain: they fit into one packet either way.
pub const SMALLEST_ENCODED_BYTES: usize = 1024;

/// A form that a body can be sent in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentCoding {
    Identity,
    Zstd,
    Brotli,
    Gzip,
}

impl ContentCoding {
    /// All but the plain form, the one that the host likes best first: zstd costs the least for its size.
    pub const ENCODED: [ContentCoding; 3] = [ContentCoding::Zstd, ContentCoding::Brotli, ContentCoding::Gzip];

    /// Every form.
    pub const ALL: [ContentCoding; 4] =
        [ContentCoding::Identity, ContentCoding::Zstd, ContentCoding::Brotli, ContentCoding::Gzip];

    /// The name in `Content-Encoding` and at the end of an entity tag.
    pub fn name(self) -> &'static str {
        match self {
            ContentCoding::Identity => "identity",
            ContentCoding::Zstd => "zstd",
            ContentCoding::Brotli => "br",
            ContentCoding::Gzip => "gzip",
        }
    }

    /// The form of that name, in any case.
    pub fn from_name(name: &str) -> Option<ContentCoding> {
        match name.eq_ignore_ascii_case("x-gzip") {
            true => Some(ContentCoding::Gzip),
            false => ContentCoding::ALL.into_iter().find(|coding| name.eq_ignore_ascii_case(coding.name())),
        }
    }

    /// Its place in [`ContentCoding::ALL`].
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}
