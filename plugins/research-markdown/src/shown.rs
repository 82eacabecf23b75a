//! The words that readers are shown of a block, and the addresses that stand behind them.
//!
//! The words are those of the nodes that [`crate::readable::safe_html`] is written of: a test holds that both have the same.

use crate::Content;
use crate::natural::{percent_decoded, upload_of};
use crate::readable::shown_markdown;
use comrak::arena_tree::NodeEdge;
use comrak::nodes::{AstNode, NodeValue};
use comrak::{Arena, Options};
use quarry_research_pages::blocks::BlockKind;
use quarry_text_prices::Price;
use std::collections::HashMap;

/// Words, and how often each is there.
#[derive(Debug, Default)]
pub(crate) struct Words(HashMap<String, usize>);

impl Words {
    pub(crate) fn add(&mut self, word: &str) {
        match self.0.get_mut(word) {
            Some(count) => *count += 1,
            None => {
                self.0.insert(word.to_owned(), 1);
            }
        }
    }

    pub(crate) fn add_all(&mut self, text: &str) {
        words_of(text).for_each(|word| self.add(word));
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    /// Takes one out; false where it is not there any more.
    pub(crate) fn take(&mut self, word: &str) -> bool {
        let Some(count) = self.0.get_mut(word).filter(|count| **count > 0) else { return false };
        *count -= 1;
        true
    }
}

/// The words of a text: runs of letters, digits, and characters beyond ASCII that are no space.
pub(crate) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character| !is_of_word(character)).filter(|word| !word.is_empty())
}

fn is_of_word(character: char) -> bool {
    match character.is_ascii() {
        true => character.is_ascii_alphanumeric(),
        false => !character.is_whitespace() && !character.is_control() && character != char::REPLACEMENT_CHARACTER,
    }
}

/// What readers are shown of a part of a text.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    pub(crate) words: Words,
    /// What stands behind the words: addresses and titles of links, and the languages of code.
    pub(crate) addresses: Words,
}

impl Shown {
    /// Adds what readers are shown of a block.
    pub(crate) fn add(&mut self, block: &Content) {
        for attribute in ["alt", "caption"] {
            self.words.add_all(block.attrs[attribute].as_str().unwrap_or_default());
        }
        let is_plain = block.kind == BlockKind::Code || Price::of(&block.body).over_block().is_some();
        match is_plain {
            true => self.words.add_all(&block.body),
            false => self.add_markdown(&shown_markdown(block.kind, &block.body, &block.attrs)),
        }
    }

    fn add_markdown(&mut self, text: &str) {
        let arena = Arena::new();
        let root = comrak::parse_document(&arena, text, &options());
        // One ends at each mark, the other goes over the tags that are left out.
        let (mut run, mut over_tags) = (Run::default(), Run::default());
        for edge in root.traverse() {
            let (node, begins) = match edge {
                NodeEdge::Start(node) => (node, true),
                NodeEdge::End(node) => (node, false),
            };
            let value = &node.data.borrow().value;
            let goes_on = match value {
                NodeValue::Text(_) | NodeValue::HtmlInline(_) => true,
                NodeValue::Link(link) => is_bare(node, &link.url),
                _ => false,
            };
            if !goes_on || matches!(value, NodeValue::HtmlInline(_)) {
                run.end(&mut self.words);
            }
            if !goes_on {
                over_tags.end(&mut self.words);
            }
            if !begins {
                continue;
            }
            match value {
                NodeValue::Text(text) => {
                    self.words.add_all(text);
                    run.add(text, &mut self.words);
                    over_tags.add(text, &mut self.words);
                }
                NodeValue::Code(code) => self.words.add_all(&code.literal),
                NodeValue::CodeBlock(code) => {
                    self.words.add_all(&code.literal);
                    self.addresses.add_all(&code.info);
                }
                NodeValue::FootnoteReference(footnote) => self.words.add_all(&footnote.name),
                NodeValue::FootnoteDefinition(footnote) => self.words.add_all(&footnote.name),
                NodeValue::Link(link) | NodeValue::Image(link) => {
                    if leads_somewhere(&link.url) {
                        self.addresses.add_all(&percent_decoded(&link.url));
                        self.addresses.add_all(&link.url);
                    }
                    self.addresses.add_all(&link.title);
                }
                _ => {}
            }
        }
        run.end(&mut self.words);
        over_tags.end(&mut self.words);
    }
}

/// True of an address that a link for readers keeps, or that leads within the page and its files.
pub(crate) fn leads_somewhere(url: &str) -> bool {
    let is_within = url.starts_with(['#', '/']) || upload_of(url).is_some();
    let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    is_within || matches!(scheme.as_deref(), Some("http" | "https" | "mailto"))
}

/// True of an address that became a link by itself.
fn is_bare<'a>(link: &'a AstNode<'a>, url: &str) -> bool {
    let text = link.first_child();
    text.is_some_and(|text| matches!(&text.data.borrow().value, NodeValue::Text(text) if url.ends_with(text.as_ref())))
}

/// Texts behind each other without a space: an address that became a link by itself may begin in the middle of a word.
#[derive(Default)]
struct Run {
    /// The end of what came before, as far as it is a word.
    tail: String,
    parts: usize,
}

impl Run {
    fn add(&mut self, text: &str, words: &mut Words) {
        let Some(first) = text.chars().next() else { return };
        let head = text.find(|character| !is_of_word(character)).unwrap_or(text.len());
        if !is_of_word(first) {
            self.end(words);
        }
        if head < text.len() {
            if head > 0 {
                self.push(&text[..head]);
                self.end(words);
            }
            let last = text.char_indices().rev().find(|(_, character)| !is_of_word(*character));
            let start = last.map_or(0, |(place, character)| place + character.len_utf8());
            if start < text.len() {
                self.push(&text[start..]);
            }
        } else {
            self.push(text);
        }
    }

    fn push(&mut self, part: &str) {
        self.tail.push_str(part);
        self.parts += 1;
    }

    fn end(&mut self, words: &mut Words) {
        if self.parts > 1 {
            words.add(&self.tail);
        }
        self.tail.clear();
        self.parts = 0;
    }
}

/// Those by which readers are shown a text.
fn options() -> Options<'static> {
    let mut options = crate::pieces::options();
    options.extension.tasklist = false;
    options.extension.autolink = true;
    options
}
