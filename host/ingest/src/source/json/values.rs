//! Values of JSON with their numbers as they are written: 64 bits do not hold all of them, and a float holds other ones.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde_json::Value as Json;

/// Digits of a number that is surely held exactly.
const EXACT_DIGITS: usize = 15;

/// Reads the values of a text that stand one after the other. A number that is long, or has a point or an exponent, is a text.
pub(super) fn read(text: &[u8]) -> Result<Vec<Json>, serde_json::Error> {
    for value in serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>() {
        value?;
    }
    serde_json::Deserializer::from_slice(&with_numbers_as_texts(text)).into_iter().collect()
}

/// A valid text of JSON in which such numbers are quoted.
fn with_numbers_as_texts(text: &[u8]) -> Cow<'_, [u8]> {
    let mut written = Vec::new();
    let mut copied = 0;
    let mut position = 0;
    while let Some(byte) = text.get(position) {
        match byte {
            b'"' => position = after_text(text, position + 1),
            b'-' | b'0'..=b'9' => {
                let is_of_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
                let length = text[position..].iter().take_while(|byte| is_of_number(byte)).count();
                let number = &text[position..position + length];
                if length > EXACT_DIGITS || number.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
                    written.extend_from_slice(&text[copied..position]);
                    written.push(b'"');
                    written.extend_from_slice(number);
                    written.push(b'"');
                    copied = position + length;
                }
                position += length;
            }
            _ => position += 1,
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    written.extend_from_slice(&text[copied..]);
    Cow::Owned(written)
}

/// The position behind the quote that ends a text.
fn after_text(text: &[u8], mut position: usize) -> usize {
    while let Some(found) = text.get(position..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        position += found + 1;
        match text[position - 1] {
            b'"' => return position,
            _ => position += 1,
        }
    }
    text.len()
}
