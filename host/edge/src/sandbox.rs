//! The policy of what strangers wrote: objects of the store, and texts of components.

use http::HeaderValue;

/// A browser shows it like a picture: an origin of its own, no scripts, no forms, nothing loaded, in no frame.
pub(super) const SANDBOX: HeaderValue = HeaderValue::from_static(
    "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
