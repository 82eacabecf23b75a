//! The forms that a body can be sent in.

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
