//! The form that holds any block: a fence whose info string is `quarry:` and the kind, in it the attributes as JSON, and behind a line
//! `---` the body.
//!
//! A body that a fence cannot hold as it is stands behind `--- json` as a JSON text.

use crate::Content;
use quarry_research_pages::blocks::{BlockKind, attributes};
use quarry_sdk::Choice;
use serde_json::{Value as Json, json};

const PREFIX: &str = "quarry:";
const BODY: &str = "---";
const ESCAPED_BODY: &str = "--- json";

/// Writes it.
pub(crate) fn write(block: &Content) -> String {
    let has_attributes = block.attrs.as_object().is_some_and(|attrs| !attrs.is_empty());
    let mut inner = match has_attributes {
        true => serde_json::to_string_pretty(&block.attrs).unwrap_or_default() + "\n",
        false => String::new(),
    };
    if !block.body.is_empty() {
        match block.body.contains(['\r', '\0']) {
            true => inner += &format!("{ESCAPED_BODY}\n{}\n", json!(block.body)),
            false => inner += &format!("{BODY}\n{}\n", block.body),
        }
    }
    let fence = fence_around(&inner);
    format!("{fence}{PREFIX}{}\n{inner}{fence}", block.kind.word())
}

/// Backticks that nothing in the text closes.
pub(crate) fn fence_around(text: &str) -> String {
    let (mut longest, mut run) = (0, 0);
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(3.max(longest + 1))
}

/// The block in a fence, by the fence's info string: none where it is code, and a sentence where it is meant to be a block and is not one.
pub(crate) fn read(info: &str, literal: &str) -> Option<Result<Content, String>> {
    let word = info.strip_prefix(PREFIX)?;
    let Some(kind) = BlockKind::from_word(word) else {
        return Some(Err(format!("There is no kind of block `{}`; it is kept as code.", shown(word))));
    };
    Some(content(kind, literal).map_err(|sentence| format!("{sentence} It is kept as code.")))
}

fn content(kind: BlockKind, literal: &str) -> Result<Content, String> {
    let (head, body) = split(literal)?;
    let attrs = match head.trim().is_empty() {
        true => json!({}),
        false => serde_json::from_str::<Json>(head)
            .map_err(|error| unread("The attributes of the block cannot be read as JSON", &error))?,
    };
    attributes::check(kind, &body, &attrs).map_err(|mistake| mistake.sentence)?;
    Ok(Content { kind, body, attrs })
}

fn split(literal: &str) -> Result<(&str, String), String> {
    let mut start = 0;
    for line in literal.split_inclusive('\n') {
        let end = start + line.len();
        match line.trim_end_matches('\n') {
            BODY => {
                let body = &literal[end..];
                return Ok((&literal[..start], body.strip_suffix('\n').unwrap_or(body).to_owned()));
            }
            ESCAPED_BODY => {
                let body = serde_json::from_str(&literal[end..])
                    .map_err(|error| unread("The body of the block cannot be read as a text of JSON", &error))?;
                return Ok((&literal[..start], body));
            }
            _ => start = end,
        }
    }
    Ok((literal, String::new()))
}

/// The sentence about a text that a parser stopped in.
fn unread(what: &str, error: &serde_json::Error) -> String {
    format!("{what}: look at column {} of its line {}.", error.column(), error.line())
}

fn shown(word: &str) -> String {
    word.chars().take(60).collect()
}
