//! The check of a block's attributes against its kind.

use super::kinds::{Attribute, Form, attributes};
use super::{BlockKind, MOST_BLOCK_BYTES};
use quarry_sdk::Choice;
use quarry_sdk::words::quoted;
use serde_json::Value as Json;

/// A mistake in a block: the member that is wrong (`attrs.level`), and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub member: String,
    pub sentence: String,
}

/// The bytes of a block: its body and its attributes as JSON.
pub fn bytes(body: &str, attrs: &Json) -> usize {
    body.len() + attrs.to_string().len()
}

/// Holds a block against its kind and the bounds of a block.
pub fn check(kind: BlockKind, body: &str, attrs: &Json) -> Result<(), Mistake> {
    let mistake = |member: String, sentence: String| Err(Mistake { member, sentence });
    let Some(given) = attrs.as_object() else {
        return mistake("attrs".to_owned(), "The attributes of a block are a group of members in braces.".to_owned());
    };
    let (known, word) = (attributes(kind), kind.word());
    for name in given.keys() {
        if !known.iter().any(|attribute| attribute.name == name) {
            let shown = quoted(name);
            let names: Vec<&str> = known.iter().map(|attribute| attribute.name).collect();
            let there = if names.is_empty() { "no attributes".to_owned() } else { names.join(", ") };
            return mistake(
                "attrs".to_owned(),
                format!("A block of the kind {word} has no attribute {shown}: it has {there}."),
            );
        }
    }
    for attribute in known {
        if !fits(attribute, given.get(attribute.name).unwrap_or(&Json::Null)) {
            let Attribute { name, form, .. } = attribute;
            let asked = match form {
                Form::Object => "a group of members in braces".to_owned(),
                form => form.words(),
            };
            let sentence = format!("The attribute {name} of a block of the kind {word} must be {asked}.");
            return mistake(format!("attrs.{name}"), sentence);
        }
    }
    if body.len() > MOST_BLOCK_BYTES {
        let bytes = body.len();
        let sentence = format!(
            "The body of a block has at most {MOST_BLOCK_BYTES} bytes, and this one has {bytes}: split the block."
        );
        return mistake("body".to_owned(), sentence);
    }
    let bytes = attrs.to_string().len();
    if bytes > MOST_BLOCK_BYTES {
        let sentence = format!(
            "The attributes of a block have at most {MOST_BLOCK_BYTES} bytes as JSON, and these have {bytes}: shorten them."
        );
        return mistake("attrs".to_owned(), sentence);
    }
    Ok(())
}

fn fits(attribute: &Attribute, value: &Json) -> bool {
    if value.is_null() {
        return !attribute.is_required;
    }
    let text_of = |value: &Json, most: usize| value.as_str().is_some_and(|text| text.chars().count() <= most);
    let word_of = |value: &Json, words: &[&str]| value.as_str().is_some_and(|text| words.contains(&text));
    match attribute.form {
        Form::Text(most) => text_of(value, most),
        Form::Whole(least, most) => value.as_i64().is_some_and(|number| (least..=most).contains(&number)),
        Form::Words(words) => word_of(value, words),
        Form::Truth => value.is_boolean(),
        Form::Hash => value.as_str().is_some_and(|text| is_hex(text, 64)),
        Form::Address => value.as_str().is_some_and(|text| is_hex(text, 40)),
        Form::ListOfWords(most, words) => {
            value.as_array().is_some_and(|list| list.len() <= most && list.iter().all(|value| word_of(value, words)))
        }
        Form::Texts(most) => {
            value.as_array().is_some_and(|list| list.len() <= most && list.iter().all(|value| text_of(value, 200)))
        }
        Form::Object => value.is_object(),
    }
}

fn is_hex(text: &str, digits: usize) -> bool {
    let given = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    given.is_some_and(|hex| hex.len() == digits && hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
