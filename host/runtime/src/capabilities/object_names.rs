//! Keys, media types and file names of objects, as components may write them.

use crate::capabilities::ObjectFailure;
use quarry_contract::entered_text::EnteredText;

pub(super) const MAX_KEY_BYTES: usize = 512;
const MAX_FILE_NAME_BYTES: usize = 200;

pub(super) fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte)
}

pub(super) fn check_key(key: &str) -> Result<(), ObjectFailure> {
    let is_segment = |segment: &str| !segment.is_empty() && segment != "." && segment != "..";
    let is_key = key.len() <= MAX_KEY_BYTES && key.bytes().all(is_key_byte) && key.split('/').all(is_segment);
    match is_key {
        true => Ok(()),
        false => Err(ObjectFailure::Rejected(format!(
            "\"{}\" is not a key: 1 to {MAX_KEY_BYTES} letters, digits and -_.~, in segments joined by /",
            key.chars().take(100).collect::<String>()
        ))),
    }
}

pub(super) fn check_content_type(content_type: &str) -> Result<(), ObjectFailure> {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte))
    };
    let essence = content_type.split(';').next().unwrap_or_default().trim_end();
    let is_media_type = essence.split_once('/').is_some_and(|(kind, subtype)| is_word(kind) && is_word(subtype))
        && content_type.len() <= 200
        && content_type.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    match is_media_type {
        true => Ok(()),
        false => Err(ObjectFailure::Rejected(format!("{content_type:?} is not a media type such as text/csv"))),
    }
}

/// The file name as people are offered it: without what cannot be seen, which would hide an ending or turn it around.
pub(super) fn shown_file_name(name: &str) -> Result<String, ObjectFailure> {
    let shown = EnteredText::Line.shown(name);
    let is_name = (1..=MAX_FILE_NAME_BYTES).contains(&name.len())
        && !name.chars().any(|character| character.is_control() || "/\\\"".contains(character))
        && !shown.is_empty()
        && !name.starts_with('.')
        && !shown.starts_with('.');
    match is_name {
        true => Ok(shown),
        false => Err(ObjectFailure::Rejected(format!(
            "{name:?} is not a file name: 1 to {MAX_FILE_NAME_BYTES} bytes, without slashes, quotes and control \
             characters, not beginning with a dot"
        ))),
    }
}
