//! Markdown that anybody may have written, as HTML that is safe to show (feature `markdown`).
//!
//! Two layers, each of which would do alone: comrak leaves raw HTML out, and ammonia lets pass what is on its list:
//! no script, style, frame, form or event handler, and no link but `http`, `https`, `mailto` and those within a page.

use ammonia::{Builder, UrlRelative, UrlRelativeEvaluate};
use comrak::nodes::NodeValue;
use comrak::{Arena, Options};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;

/// The beginning of ids of headings, so that no heading can pass for an element of the page around it.
const ID_PREFIX: &str = "section-";

/// Safe HTML of `markdown`. A relative link leads where `resolve` says, or nowhere; one within the page (`#heading`)
/// always stays.
///
/// CommonMark with tables, strikethrough and bare addresses as links.
///
/// ```no_run
/// use quarry_sdk::markdown;
///
/// let html = markdown::to_safe_html("*A* <script>swap</script>", |_| None);
/// assert!(!html.contains("<script"));
/// assert_eq!(markdown::to_text("*A* swap").trim(), "A swap");
/// ```
pub fn to_safe_html(markdown: &str, resolve: fn(&str) -> Option<String>) -> String {
    let html = comrak::markdown_to_html(markdown, &options());
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
    options.extension.header_id_prefix = Some(String::new());
    options
}
