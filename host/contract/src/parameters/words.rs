//! Kinds that are words: text, boolean, choice.

use super::refusal::Expectation;
use quarry_stores::result_set::Value;

/// Printable text of at most `max_length` characters. Control characters are refused here, because the stores would
/// refuse some of them (NUL) with an error of their own.
pub(super) fn parse_text(text: &str, max_length: u32) -> Result<Value, Expectation> {
    let length = text.chars().count();
    if length > max_length as usize {
        return Err(format!("it must have at most {max_length} characters and has {length}").into());
    }
    if text.chars().any(char::is_control) {
        return Err("it must not contain control characters".into());
    }
    Ok(Value::Text(text.to_owned()))
}

pub(super) fn parse_boolean(text: &str) -> Result<Value, Expectation> {
    match text {
        "true" => Ok(Value::Boolean(true)),
        "false" => Ok(Value::Boolean(false)),
        _ => Err("it must be true or false".into()),
    }
}

pub(super) fn parse_choice(text: &str, values: &[String]) -> Result<Value, Expectation> {
    if values.iter().any(|value| value == text) {
        return Ok(Value::Text(text.to_owned()));
    }
    Err(format!("it must be one of {}", values.join(", ")).into())
}
