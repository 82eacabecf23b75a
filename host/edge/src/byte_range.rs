//! The one range of a `Range` header (RFC 9110, section 14).
//!
//! A header that is malformed, of another unit or names several ranges says nothing: the answer is whole, as the RFC
//! allows. So a client can never make the host send more than the object.

use std::ops::Range;

/// The bytes of a body that a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskedBytes {
    All,
    Part(Range<u64>),
    /// A range that begins behind the body's end: 416.
    OutOfReach,
}

/// Reads a header against a body of `size` bytes.
pub fn asked_bytes(header: &str, size: u64) -> AskedBytes {
    let Some((unit, ranges)) = header.split_once('=') else { return AskedBytes::All };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return AskedBytes::All;
    }
    let Some((first, last)) = ranges.trim().split_once('-') else { return AskedBytes::All };
    match (position(first), position(last)) {
        (Position::At(first), Position::At(last)) if first > last => AskedBytes::All,
        (Position::At(first), _) if first >= size && !matches!(position(last), Position::Malformed) => {
            AskedBytes::OutOfReach
        }
        (Position::At(first), Position::At(last)) => AskedBytes::Part(first..size.min(last.saturating_add(1))),
        (Position::At(first), Position::Absent) => AskedBytes::Part(first..size),
        (Position::Absent, Position::At(0)) => AskedBytes::OutOfReach,
        (Position::Absent, Position::At(_)) if size == 0 => AskedBytes::OutOfReach,
        (Position::Absent, Position::At(length)) => AskedBytes::Part(size.saturating_sub(length)..size),
        _ => AskedBytes::All,
    }
}

enum Position {
    Absent,
    At(u64),
    Malformed,
}

/// Digits; more than a number holds is behind every end.
fn position(text: &str) -> Position {
    match text.trim() {
        "" => Position::Absent,
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => Position::At(digits.parse().unwrap_or(u64::MAX)),
        _ => Position::Malformed,
    }
}
