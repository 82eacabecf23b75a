//! The words of a heading, and of a picture or file that stands alone in a paragraph.

use crate::pieces::{options, parsed};
use crate::{Content, natural};
use comrak::Arena;
use comrak::nodes::{AstNode, NodeValue};
use quarry_research_pages::blocks::{BlockKind, MOST_BLOCK_BYTES};
use serde_json::json;

/// The words of a heading in either form.
pub(crate) fn heading(text: &str) -> String {
    let trimmed = text.trim();
    if let (true, Some((words, line))) = (trimmed.contains('\n'), trimmed.rsplit_once('\n'))
        && line.trim().bytes().all(|byte| matches!(byte, b'=' | b'-'))
    {
        return words.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    }
    let words = trimmed.trim_start_matches('#').trim();
    let without = words.trim_end_matches('#');
    let is_closed = without.is_empty() || without.ends_with([' ', '\t']);
    if is_closed { without.trim().to_owned() } else { words.to_owned() }
}

/// The picture or file of this page that stands alone in a paragraph.
pub(crate) fn upload_alone(text: &str) -> Option<Content> {
    if !text.contains(natural::FILES) || text.contains('\n') || text.len() > MOST_BLOCK_BYTES {
        return None;
    }
    let arena = Arena::new();
    let root = parsed(&arena, text, &options()).ok()?;
    let paragraph = only_child(root)?;
    let node = only_child(paragraph)?;
    let (kind, url, title) = match &node.data.borrow().value {
        NodeValue::Image(link) => (BlockKind::Image, link.url.clone(), link.title.clone()),
        NodeValue::Link(link) => (BlockKind::File, link.url.clone(), link.title.clone()),
        _ => return None,
    };
    let (upload_id, name) = natural::upload_of(&url)?;
    let mut alt = String::new();
    for child in node.descendants().skip(1) {
        match &child.data.borrow().value {
            NodeValue::Text(text) => alt.push_str(text),
            _ => return None,
        }
    }
    if kind == BlockKind::File && alt == name.unwrap_or_else(|| "file".to_owned()) {
        alt.clear();
    }
    Some(Content { kind, body: String::new(), attrs: json!({ "upload_id": upload_id, "alt": alt, "caption": title }) })
}

fn only_child<'a>(node: &'a AstNode<'a>) -> Option<&'a AstNode<'a>> {
    let mut children = node.children();
    children.next().filter(|_| children.next().is_none())
}
