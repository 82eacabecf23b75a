//! The text of a block that people look for.

use serde_json::Value as Json;

/// Attributes that have words. What was fetched of a chain is data, and not what somebody wrote.
const WORDY: [&str; 8] = ["caption", "alt", "hash", "number", "pool", "protocol", "dataset", "chain"];

/// The body without the tokens of citations, and the attributes that have words.
pub fn searchable_text(body: &str, attrs: &Json) -> String {
    let mut text = String::with_capacity(body.len());
    let mut rest = body;
    while let Some((before, token)) = rest.split_once("{{derived:") {
        text.push_str(before);
        let digits = token.bytes().take_while(u8::is_ascii_digit).count();
        match token[digits..].strip_prefix("}}") {
            Some(after) => {
                text.push('…');
                rest = after;
            }
            None => {
                text.push_str("{{derived:");
                rest = token;
            }
        }
    }
    text.push_str(rest);
    for name in WORDY {
        match attrs.get(name) {
            Some(Json::String(word)) => {
                text.push('\n');
                text.push_str(word);
            }
            Some(Json::Number(number)) => {
                text.push('\n');
                text.push_str(&number.to_string());
            }
            _ => {}
        }
    }
    text
}
