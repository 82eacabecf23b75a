//! A value that must not be seen.

use std::fmt;
use subtle::ConstantTimeEq;

/// Text that is never logged or formatted: only [`Secret::expose`] gives it, so every such place can be found.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    pub fn new(value: impl Into<String>) -> Secret {
        Secret(value.into())
    }

    /// The value itself, for the one place that hands it out or checks it.
    #[inline]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Compares in constant time.
impl PartialEq for Secret {
    #[inline]
    fn eq(&self, other: &Secret) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}
