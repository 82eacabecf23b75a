//! Stage: request id. Every request has one, in the answer, in its error body and in each of its log lines.

use http::{HeaderMap, HeaderValue};
use std::sync::Arc;

/// The header, in both directions.
pub(crate) const HEADER: http::HeaderName = http::HeaderName::from_static("x-request-id");

const MAX_CHARACTERS: usize = 128;

/// An id, in the two forms it is needed in.
#[derive(Debug, Clone)]
pub(super) struct RequestId {
    pub text: Arc<str>,
    pub header: HeaderValue,
}

impl RequestId {
    /// The client's own id where it is one header of 1 to 128 letters, digits, `-`, `_`, `.` or `:`; a new one (128
    /// random bits in hex) otherwise. An id that is not well formed is replaced and never echoed.
    pub(super) fn of(headers: &HeaderMap) -> RequestId {
        let mut sent = headers.get_all(HEADER).iter();
        if let (Some(header), None) = (sent.next(), sent.next())
            && let Ok(text) = header.to_str()
            && is_well_formed(text)
        {
            return RequestId { text: text.into(), header: header.clone() };
        }
        RequestId::generate()
    }

    fn generate() -> RequestId {
        let mut digits = [0; 32];
        let random: [u8; 16] = rand::random();
        for (pair, byte) in digits.chunks_exact_mut(2).zip(random) {
            const DIGITS: &[u8; 16] = b"0123456789abcdef";
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        // Both conversions take hex digits; the fallbacks are never reached and need no panic.
        let header = HeaderValue::from_bytes(&digits).unwrap_or(HeaderValue::from_static("0"));
        RequestId { text: std::str::from_utf8(&digits).unwrap_or("0").into(), header }
    }
}

fn is_well_formed(text: &str) -> bool {
    (1..=MAX_CHARACTERS).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':'))
}
