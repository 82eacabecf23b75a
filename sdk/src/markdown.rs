//! Markdown that anybody may have written, as HTML that is safe to show (feature `markdown`).
//!
//! Two layers, each of which would do alone: comrak leaves raw HTML out, and ammonia lets pass what is on its list:
//! no script, style, frame, form or event handler, and no link but `http`, `https`, `mailto` and those within a page.
//!
//! Always true here: no element that is made of a text stands in more than a bounded number of others.

use ammonia::{Builder, UrlRelative, UrlRelativeEvaluate};
use comrak::arena_tree::NodeEdge;
use comrak::nodes::{AstNode, NodeValue};
use comrak::{Arena, Options};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;

/// The beginning of ids of headings, so that no heading can pass for an element of the page around it.
const ID_PREFIX: &str = "section-";
/// Quotes and emphasis in each other. Deeper ones are shown as their contents: an element costs the sanitizer as many steps as others are open
/// around it.
const MOST_NESTED: usize = 32;
/// Headings that have an id to lead to. In a text with more none has: each that says the same as others is tried against the ids of all of them.
const MOST_HEADING_IDS: usize = 1_000;

/// Safe HTML of `markdown`. A relative link leads where `resolve` says, or nowhere; one within the page (`#heading`)
/// always stays.
///
/// CommonMark with tables, strikethrough and bare addresses as links. A picture is a link to it, and a footnote stands where it was written,
/// with its mark in front.
///
/// ```no_run
/// use quarry_sdk::markdown;
///
/// let html = markdown::to_safe_html("*A* <script>swap</script>", |_| None);
/// assert!(!html.contains("<script"));
/// assert_eq!(markdown::to_text("*A* swap").trim(), "A swap");
/// ```
pub fn to_safe_html(markdown: &str, resolve: fn(&str) -> Option<String>) -> String {
    let (arena, mut options) = (Arena::new(), options());
    let root = comrak::parse_document(&arena, markdown, &options);
    prepare(&arena, root);
    let headings = root.descendants().filter(|node| matches!(node.data.borrow().value, NodeValue::Heading(_)));
    if headings.count() > MOST_HEADING_IDS {
        options.extension.header_id_prefix = None;
    }
    let mut html = String::with_capacity(markdown.len() * 2);
    // A text in memory takes all that is written.
    comrak::format_html(root, &options, &mut html).unwrap_or_default();
    RESOLVE.set(resolve);
    SANITIZER.with(|sanitizer| sanitizer.clean(&html).to_string())
}

thread_local! {
    /// Made once: a page of 2,000 blocks would make it 2,000 times.
    static SANITIZER: Builder<'static> = sanitizer();
    /// Where relative links of the text at hand lead.
    static RESOLVE: Cell<fn(&str) -> Option<String>> = const { Cell::new(nowhere) };
}

fn nowhere(_: &str) -> Option<String> {
    None
}

fn sanitizer() -> Builder<'static> {
    let mut builder = Builder::default();
    for heading in ["h1", "h2", "h3", "h4", "h5", "h6"] {
        builder.add_tag_attributes(heading, ["id"]);
    }
    builder
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .url_relative(UrlRelative::Custom(Box::new(Links)))
        .link_rel(Some("noopener noreferrer nofollow"))
        .add_tag_attributes("a", ["aria-label"])
        .rm_tags(["img"])
        .id_prefix(Some(ID_PREFIX));
    builder
}

/// The targets of relative links.
struct Links;

impl UrlRelativeEvaluate<'_> for Links {
    fn evaluate<'url>(&self, url: &'url str) -> Option<Cow<'url, str>> {
        match url.strip_prefix('#') {
            Some(id) => Some(Cow::Owned(format!("#{ID_PREFIX}{id}"))),
            None => RESOLVE.get()(url).map(Cow::Owned),
        }
    }
}

/// Takes away what is nested too deep, and puts links for pictures, words for the marks of footnotes and breaks for `<br>`.
fn prepare<'a>(arena: &'a Arena<'a>, root: &'a AstNode<'a>) {
    let (mut nested, mut links) = (0, 0);
    let (mut pictures, mut footnotes, mut unwrapped) = (Vec::new(), Vec::new(), Vec::new());
    for edge in root.traverse() {
        let (node, begins) = match edge {
            NodeEdge::Start(node) => (node, true),
            NodeEdge::End(node) => (node, false),
        };
        if begins && is_break(node) {
            node.data.borrow_mut().value = NodeValue::LineBreak;
        }
        let data = node.data.borrow();
        let depth = match &data.value {
            NodeValue::BlockQuote | NodeValue::Emph | NodeValue::Strong | NodeValue::Strikethrough => &mut nested,
            NodeValue::Link(_) | NodeValue::Image(_) => &mut links,
            NodeValue::FootnoteReference(_) | NodeValue::FootnoteDefinition(_) if begins => {
                footnotes.push(node);
                continue;
            }
            _ => continue,
        };
        if !begins {
            *depth -= 1;
            continue;
        }
        *depth += 1;
        match &data.value {
            NodeValue::Link(_) => {}
            NodeValue::Image(_) => pictures.push((node, links > 1)),
            _ if nested > MOST_NESTED => unwrapped.push(node),
            _ => {}
        }
    }
    for (node, is_within_link) in pictures {
        link_for_picture(arena, node);
        if is_within_link {
            unwrapped.push(node);
        }
    }
    for node in footnotes {
        footnote_in_words(arena, node);
    }
    for node in unwrapped {
        while let Some(child) = node.first_child() {
            node.insert_before(child);
        }
        node.detach();
    }
}

/// The one element of HTML that people write for want of a mark: a break within a cell of a table.
fn is_break(node: &AstNode<'_>) -> bool {
    let NodeValue::HtmlInline(html) = &node.data.borrow().value else { return false };
    matches!(html.to_ascii_lowercase().as_str(), "<br>" | "<br/>" | "<br />")
}

/// Makes a link of a picture: by its alternative text, or its address.
fn link_for_picture<'a>(arena: &'a Arena<'a>, node: &'a AstNode<'a>) {
    let NodeValue::Image(picture) = node.data.borrow().value.clone() else { return };
    if node.first_child().is_none() {
        let is_address = !picture.url.is_empty() && !picture.url.starts_with("data:");
        let text = if is_address { picture.url.clone() } else { "picture".to_owned() };
        node.append(arena.alloc(NodeValue::Text(text.into()).into()));
    }
    node.data.borrow_mut().value = NodeValue::Link(picture);
}

/// Writes a footnote as it was entered, `[^1]` and `[^1]: The note`: the two may stand in different texts of a page.
fn footnote_in_words<'a>(arena: &'a Arena<'a>, node: &'a AstNode<'a>) {
    let value = node.data.borrow().value.clone();
    match value {
        NodeValue::FootnoteReference(footnote) => {
            node.data.borrow_mut().value = NodeValue::Text(format!("[^{}]", footnote.name).into());
        }
        NodeValue::FootnoteDefinition(footnote) => {
            let mark = arena.alloc(NodeValue::Text(format!("[^{}]: ", footnote.name).into()).into());
            let first = node.first_child().filter(|first| matches!(first.data.borrow().value, NodeValue::Paragraph));
            let paragraph = first.unwrap_or_else(|| {
                let paragraph: &'a AstNode<'a> = arena.alloc(NodeValue::Paragraph.into());
                node.prepend(paragraph);
                paragraph
            });
            paragraph.prepend(mark);
            while let Some(child) = node.first_child() {
                node.insert_before(child);
            }
            node.detach();
        }
        _ => {}
    }
}

/// The words of `markdown` without its marks, blocks apart by a space: what is searched.
pub fn to_text(markdown: &str) -> String {
    let arena = Arena::new();
    let root = comrak::parse_document(&arena, markdown, &options());
    let mut text = String::with_capacity(markdown.len());
    for node in root.descendants() {
        match &node.data.borrow().value {
            NodeValue::Text(words) => text.push_str(words),
            NodeValue::Code(code) => text.push_str(&code.literal),
            NodeValue::CodeBlock(block) => {
                text.push(' ');
                text.push_str(&block.literal);
            }
            NodeValue::HtmlInline(_) if is_break(node) => text.push(' '),
            value if value.block() || matches!(value, NodeValue::SoftBreak | NodeValue::LineBreak) => text.push(' '),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.autolink = true;
    options.extension.footnotes = true;
    options.parse.leave_footnote_definitions = true;
    options.extension.header_id_prefix = Some(String::new());
    options
}
