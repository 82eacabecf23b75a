//! The one form of a block among those that mean the same.

use crate::Content;
use crate::pieces::table_alignments;
use quarry_research_pages::blocks::BlockKind;
use serde_json::{Map, Value as Json, json};

/// The block without what says nothing: attributes that are null, empty, false or the default, white space around texts, and lines that end as
/// on another system. The body of code, and of blocks that are figures, stays as it is.
pub fn canonical(block: &Content) -> Content {
    let kind = block.kind;
    let body = match kind {
        BlockKind::Paragraph
        | BlockKind::List
        | BlockKind::Table
        | BlockKind::Quote
        | BlockKind::Callout
        | BlockKind::Heading
        | BlockKind::Todo => {
            let body = with_line_feeds(&block.body);
            let body = body.trim_end().trim_start_matches('\n');
            if kind == BlockKind::Heading { body.trim_start().to_owned() } else { body.to_owned() }
        }
        _ => block.body.clone(),
    };
    let body = if kind == BlockKind::Paragraph && body.trim() == "&nbsp;" { String::new() } else { body };
    let mut attrs = sorted(&block.attrs);
    if let Json::Object(members) = &mut attrs {
        members.retain(|name, value| !says_nothing(kind, name, value));
        match kind {
            BlockKind::Callout if !members.contains_key("tone") => {
                members.insert("tone".to_owned(), json!("note"));
            }
            BlockKind::Table if !members.contains_key("alignments") => {
                let alignments = table_alignments(&body);
                if alignments.iter().any(|alignment| *alignment != "none") {
                    members.insert("alignments".to_owned(), json!(alignments));
                }
            }
            _ => {}
        }
    }
    Content { kind, body, attrs }
}

/// The text whose lines end with a line feed alone, however many carriage returns stood before it: one that stayed would be taken
/// for the end of a line when the block is read again.
fn with_line_feeds(text: &str) -> String {
    let Some((lines, last)) = text.rsplit_once('\n') else { return text.to_owned() };
    let mut ended: String = lines.split('\n').flat_map(|line| [line.trim_end_matches('\r'), "\n"]).collect();
    ended.push_str(last);
    ended
}

fn says_nothing(kind: BlockKind, name: &str, value: &Json) -> bool {
    let is_empty = matches!(name, "alt" | "caption" | "language") && value.as_str() == Some("");
    let is_default = match (kind, name) {
        (BlockKind::List, "ordered") | (BlockKind::Todo, "checked") => value.as_bool() == Some(false),
        (BlockKind::Table, "alignments") => {
            value.as_array().is_some_and(|list| list.iter().all(|alignment| alignment == "none"))
        }
        _ => false,
    };
    value.is_null() || is_empty || is_default
}

/// The same value with the members of each object by name.
fn sorted(value: &Json) -> Json {
    match value {
        Json::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort();
            Json::Object(names.into_iter().map(|name| (name.clone(), sorted(&members[name]))).collect::<Map<_, _>>())
        }
        Json::Array(items) => Json::Array(items.iter().map(sorted).collect()),
        Json::Number(number) if number.is_f64() => written_alike(value),
        scalar => scalar.clone(),
    }
}

/// The number that is read where it is written: the last bit of some is another one then.
fn written_alike(number: &Json) -> Json {
    let mut number = number.clone();
    for _ in 0..8 {
        match serde_json::from_str::<Json>(&number.to_string()) {
            Ok(read) if read != number => number = read,
            _ => break,
        }
    }
    number
}
