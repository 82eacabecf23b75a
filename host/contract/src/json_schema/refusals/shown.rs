//! The text by which a refusal shows the value that was sent: cut, and behind the reason.

use serde_json::Value;
use std::fmt::Write;

/// Characters of a text that was sent.
const MAX_TEXT_CHARACTERS: usize = 60;
/// Characters of a number that was sent.
const MAX_NUMBER_CHARACTERS: usize = 30;

/// `"teal"`, `7`, `a list`; the masked form quotes nothing.
pub(super) fn shown(value: &Value, is_masked: bool) -> String {
    match value {
        Value::Null => "empty".to_owned(),
        Value::Bool(_) if is_masked => "true or false".to_owned(),
        Value::Bool(is_true) => is_true.to_string(),
        Value::Number(_) if is_masked => "a number".to_owned(),
        Value::Number(number) => cut(&number.to_string(), MAX_NUMBER_CHARACTERS),
        Value::String(_) if is_masked => "another text".to_owned(),
        Value::String(text) => quoted(text),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a group of members".to_owned(),
    }
}

/// The beginning of a text, between quotation marks.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", cut(text, MAX_TEXT_CHARACTERS))
}

/// At most so many characters, and `…` for those that are left out.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A number of a schema with commas between thousands: `1,000,000`.
pub(super) fn grouped(number: &Value) -> String {
    let text = number.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    let (whole, rest) = digits.split_at(digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len()));
    let mut grouped = String::from(sign);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let _ = write!(grouped, "{rest}");
    grouped
}
