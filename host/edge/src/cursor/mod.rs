//! Cursors: where a walk through a list stands, in the client's hands.
//!
//! A cursor is opaque, authenticated and bound to its operation and filters, so a walk cannot be moved to another list
//! or to other filters, and nothing from outside reaches a statement's `after(…)` values unchecked. `limit` is not a
//! filter: a client may change it along the way. The text is base64url of a version byte, the payload (see
//! `encoding`) and the first 16 bytes of an HMAC-SHA-256 over domain, operation, filters, version and payload.
//!
//! To change the payload's form: a new version byte, and the old one read for as long as walks last.

mod encoding;
mod keys;

pub use keys::{CursorKey, CursorKeys};

use encoding::{FIRST_VERSION, VERSION};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use quarry_contract::parameters::shorten;
use quarry_contract::{PageCursor, Problem};
use quarry_stores::result_set::Value;
use thiserror::Error;

/// 128 bits: what is left of the HMAC.
const TAG_BYTES: usize = 16;
/// A cursor travels in a URL and in a `Link` header.
const MAX_PAYLOAD_BYTES: usize = 4096;
/// A longer text cannot be one of ours.
const MAX_CURSOR_CHARACTERS: usize = (1 + MAX_PAYLOAD_BYTES + TAG_BYTES).div_ceil(3) * 4;

/// The request that a cursor is bound to.
#[derive(Debug, Clone, Copy)]
pub struct CursorBinding<'a> {
    pub operation_id: &'a str,
    /// The parsed parameters: two spellings of one filter are the same filter.
    pub filters: &'a [Value],
}

/// The reason why a cursor could not be made.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("the order values of the page's last row take {length} bytes in a cursor; {MAX_PAYLOAD_BYTES} is the most")]
pub struct CursorTooLong {
    pub length: usize,
}

/// The text of a cursor.
pub fn seal(keys: &CursorKeys, binding: CursorBinding<'_>, cursor: &PageCursor) -> Result<String, CursorTooLong> {
    let mut message = vec![VERSION];
    encoding::write_cursor(&mut message, cursor);
    let length = message.len() - 1;
    if length > MAX_PAYLOAD_BYTES {
        return Err(CursorTooLong { length });
    }
    let tag = keys.tag(&bound_prefix(binding), &message);
    message.extend_from_slice(&tag[..TAG_BYTES]);
    Ok(URL_SAFE_NO_PAD.encode(message))
}

/// The contents of an authentic cursor; 422 `invalid_cursor` for one that is forged, cut short, expired with its key, or made
/// for another operation or other filters. The answer does not tell which of these it was.
pub fn open(keys: &CursorKeys, binding: CursorBinding<'_>, text: &str) -> Result<PageCursor, Problem> {
    open_authentic(keys, binding, text).ok_or_else(|| {
        Problem::new(
            422,
            "invalid_cursor",
            format!(
                "The cursor \"{}\" was not made by this list with these parameters, or is too old: start again \
                 without it, or send it with the parameters of the page it came from.",
                shorten(text)
            ),
        )
        .with("parameter", "cursor")
    })
}

fn open_authentic(keys: &CursorKeys, binding: CursorBinding<'_>, text: &str) -> Option<PageCursor> {
    if text.len() > MAX_CURSOR_CHARACTERS {
        return None;
    }
    let sealed = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (message, tag) = sealed.split_last_chunk::<TAG_BYTES>()?;
    let (version, payload) = message.split_first()?;
    if ![FIRST_VERSION, VERSION].contains(version) || !keys.verify(&bound_prefix(binding), message, tag) {
        return None;
    }
    encoding::read_cursor(payload, *version)
}

/// Domain, operation and filters, each with its length, so that no two bindings give the same bytes.
fn bound_prefix(binding: CursorBinding<'_>) -> Vec<u8> {
    let mut prefix = Vec::with_capacity(128);
    prefix.extend_from_slice(b"quarry page cursor\0");
    encoding::write_bytes(&mut prefix, binding.operation_id.as_bytes());
    encoding::write_values(&mut prefix, binding.filters);
    prefix
}
