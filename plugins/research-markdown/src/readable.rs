//! A text as readers see it: as Markdown, or as it stands where it has more marks than a block may have.
//!
//! A page takes no such text any more. One that was stored before there was a price stays readable.

use quarry_research_pages::blocks::BlockKind;
use quarry_sdk::markdown;
use quarry_text_prices::Price;
use serde_json::Value as Json;
use std::borrow::Cow;

/// The sentence in front of a text that is shown as it stands.
const SHOWN_PLAIN: &str = "This text has more marks than a page shows as Markdown. It stands here as plain text.";
/// The sentence in place of a text that an answer has no room for.
const NOT_SHOWN: &str = "This page is larger than an answer may be. The text of this block is not shown.";

/// The Markdown that readers are shown of a block's body: that of a heading with its level, and of a task with its box.
pub fn shown_markdown<'body>(kind: BlockKind, body: &'body str, attrs: &Json) -> Cow<'body, str> {
    match kind {
        BlockKind::Heading => {
            let level = attrs["level"].as_u64().and_then(|level| usize::try_from(level).ok());
            let marks = "#".repeat(level.unwrap_or(1).clamp(1, 3));
            Cow::from(format!("{marks} {}", body.replace(['\n', '\r'], " ")))
        }
        BlockKind::Todo => Cow::from(format!("{} {body}", if attrs["checked"] == true { "☑" } else { "☐" })),
        _ => Cow::from(body),
    }
}

/// Safe HTML of Markdown; of a text over the price, its characters behind a sentence that says so.
pub fn safe_html(text: &str) -> String {
    match Price::of(text).over_block() {
        None => markdown::to_safe_html(text, |_| None),
        Some(_) => plain_html(text),
    }
}

/// Safe HTML of a text as it stands, behind a sentence that says so.
pub fn plain_html(text: &str) -> String {
    format!("<p><em>{SHOWN_PLAIN}</em></p>\n<pre>{}</pre>\n", escaped(text))
}

/// Safe HTML of code.
pub fn code_html(code: &str) -> String {
    format!("<pre><code>{}</code></pre>", escaped(code))
}

/// The sentence in place of a block's HTML.
pub fn not_shown_html() -> String {
    format!("<p><em>{NOT_SHOWN}</em></p>\n")
}

/// The words of Markdown without its marks; of a text over the price, the text.
pub fn words(text: &str) -> String {
    match Price::of(text).over_block() {
        None => markdown::to_text(text),
        Some(_) => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// The text as an element has it. Characters that cannot be seen stay away: an answer has six bytes of each.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\n' | '\t' => escaped.push(character),
            character if character.is_control() => {}
            character => escaped.push(character),
        }
    }
    escaped
}
