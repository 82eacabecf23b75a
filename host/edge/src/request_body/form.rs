//! `application/x-www-form-urlencoded`, as a JSON object of texts.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// Characters that a sentence shows of what was sent.
const MAX_SHOWN_CHARACTERS: usize = 60;
/// More fields than any form has.
const MAX_FIELDS: usize = 256;

/// The fields, or a sentence about what is wrong with them. A field that is given twice is refused.
pub(super) fn parse(text: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(text).map_err(|_| "it is not UTF-8 text".to_owned())?;
    let mut fields = Map::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decode(name)?, decode(value)?);
        if fields.contains_key(&name) {
            return Err(format!("a field is given twice: \"{}\"", shown(&name)));
        }
        if fields.len() == MAX_FIELDS {
            return Err(format!("it has more than {MAX_FIELDS} fields"));
        }
        fields.insert(name, value.into());
    }
    Ok(Value::Object(fields))
}

fn decode(text: &str) -> Result<String, String> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    decoded
        .map(|text| text.into_owned())
        .map_err(|_| format!("it is not UTF-8 text once it is decoded: \"{}\"", shown(text)))
}

fn shown(text: &str) -> String {
    text.chars().take(MAX_SHOWN_CHARACTERS).collect()
}
