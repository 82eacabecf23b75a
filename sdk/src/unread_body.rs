//! The refusal of a body that satisfies its schema and cannot be read all the same, because the author's type is narrower.
//!
//! Always true: it has no word of the parser and nothing that was sent but names of members; people learn which member is meant, and
//! what its example is. The author finds the type in the log.
//!
//! The path is looked for when a body was refused: a reader that keeps it meanwhile would cost every good body, in every component.

use crate::words::cut;
use crate::{Problem, Schema};
use serde_json::{Map, Value as Json};

/// Characters of a member's name.
const MAX_NAME_CHARACTERS: usize = 60;
/// Characters of a member's whole path.
const MAX_PATH_CHARACTERS: usize = 300;
/// Characters of an example.
const MAX_EXAMPLE_CHARACTERS: usize = 60;

/// One step on the way to a value.
#[derive(Debug)]
enum Step {
    /// A member, and whether its value is what comes next.
    Member {
        name: String,
        is_named: bool,
    },
    Item(usize),
}

/// 422 for a body of the type `T`, by the place at which its parser stopped.
#[doc(hidden)]
pub fn refusal<T: Schema>(sent: &[u8], error: &serde_json::Error) -> Problem {
    let path = path_at(sent, place_of(sent, error));
    let Some(field) = field(&path) else {
        let sentence = "This operation cannot read the request body: hold it against the operation's description.";
        return Problem::new(422, "validation_failed", sentence).with("fields", Map::new());
    };
    let shape = T::example();
    let example = path.iter().try_fold(&shape, |within, step| match (within, step) {
        (Json::Object(members), Step::Member { name, .. }) => members.get(name),
        (Json::Array(items), Step::Item(_)) => items.first(),
        _ => None,
    });
    let value = match example.filter(|example| !example.is_null() && !example.is_array() && !example.is_object()) {
        Some(example) => format!("a value such as {}", cut(&example.to_string(), MAX_EXAMPLE_CHARACTERS)),
        None => "another value".to_owned(),
    };
    let sentence = format!("Give \"{field}\" {value}: this operation cannot read the one that was sent.");
    Problem::invalid_field(&field, sentence)
}

/// The path with dots; none of the body itself.
fn field(path: &[Step]) -> Option<String> {
    let name = |step: &Step| match step {
        Step::Member { name, .. } => cut(name, MAX_NAME_CHARACTERS),
        Step::Item(place) => place.to_string(),
    };
    let names = path.iter().map(name).collect::<Vec<_>>().join(".");
    (!path.is_empty()).then(|| cut(&names, MAX_PATH_CHARACTERS))
}

/// The bytes that the parser had read.
fn place_of(sent: &[u8], error: &serde_json::Error) -> usize {
    let lines = sent.split_inclusive(|byte| *byte == b'\n').take(error.line().saturating_sub(1));
    lines.map(<[u8]>::len).sum::<usize>() + error.column()
}

/// The path of the value in which so many bytes of a JSON text end, or which ended last.
fn path_at(text: &[u8], end: usize) -> Vec<Step> {
    let mut path: Vec<Step> = Vec::new();
    let mut rest = text.get(..end).unwrap_or(text);
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        match (byte, path.last_mut()) {
            (b'{', _) => path.push(Step::Member { name: String::new(), is_named: false }),
            (b'[', _) => path.push(Step::Item(0)),
            (b'}' | b']', _) => drop(path.pop()),
            (b':', Some(Step::Member { is_named, .. })) => *is_named = true,
            (b',', Some(Step::Member { is_named, .. })) => *is_named = false,
            (b',', Some(Step::Item(place))) => *place += 1,
            (b'"', within) => {
                let (inner, behind) = rest.split_at(inner_bytes(rest));
                rest = behind.get(1..).unwrap_or_default();
                if let Some(Step::Member { name, is_named: false }) = within {
                    *name = text_of(inner);
                }
            }
            _ => {}
        }
    }
    path
}

/// The bytes of a text of JSON before the quotation mark that ends it.
fn inner_bytes(text: &[u8]) -> usize {
    let mut is_escaped = false;
    let ends = |byte: &u8| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    };
    text.iter().position(ends).unwrap_or(text.len())
}

/// The text that stands between two quotation marks.
fn text_of(inner: &[u8]) -> String {
    let quoted = [b"\"".as_slice(), inner, b"\"".as_slice()].concat();
    serde_json::from_slice(&quoted).unwrap_or_default()
}
