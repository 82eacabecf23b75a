//! Blocks to Markdown.
//!
//! Each block is tried in its natural form and read again between two neighbours that cannot be mistaken; then the whole is, and what is
//! read as something else there is fenced. The fence of all blocks holds anything, so the last try cannot fail.
//!
//! A block over the price, which was stored before there was one, is fenced at once, and so are blocks that would bring the whole over the
//! price of a page: nothing that is read again costs more than a page may.

use crate::canonical::canonical;
use crate::import::blocks_of;
use crate::{Content, FileNames, fenced, natural};
use quarry_research_pages::blocks::BlockKind;
use quarry_research_pages::blocks::prices::price;
use quarry_text_prices::Price;
use serde_json::json;

/// Readings of the whole, after which every block is fenced that a neighbour could change.
const MOST_TRIES: usize = 3;
/// Blocks that the paragraphs of a page are in Markdown, beyond which a paragraph of several is fenced.
const MOST_PARTS: usize = 10_000;

/// Writes the blocks as Markdown. It ends with a line feed, or is empty.
pub fn export(blocks: &[Content], names: &FileNames) -> String {
    let mut room = Room::default();
    let mut written: Vec<Written> =
        blocks.iter().map(canonical).flat_map(|block| choose(block, names, &mut room)).collect();
    for attempt in 0..=MOST_TRIES {
        let text = joined(&written, names);
        let Some(place) = first_other(&text, &written) else { return text };
        if attempt == MOST_TRIES {
            break;
        }
        for place in place.saturating_sub(1)..=place {
            if let Some(written) = written.get_mut(place) {
                written.is_fenced = true;
            }
        }
    }
    written.iter_mut().for_each(|written| written.is_fenced = true);
    joined(&written, names)
}

struct Written {
    block: Content,
    is_fenced: bool,
}

/// What the blocks that are read again may cost together.
#[derive(Default)]
struct Room {
    price: Price,
    parts: usize,
}

impl Room {
    /// Takes a block in, unless it costs too much.
    fn takes(&mut self, block: &Content) -> bool {
        let own = price(block.kind, &block.body, &block.attrs);
        let is_within = own.over_block().is_none() && (self.price + own).over_page().is_none();
        if is_within {
            self.price += own;
        }
        is_within
    }

    /// Takes in the blocks that a paragraph is.
    fn takes_parts(&mut self, parts: usize) -> bool {
        let is_within = self.parts + parts <= MOST_PARTS;
        if is_within {
            self.parts += parts;
        }
        is_within
    }
}

/// The form of a block that stands alone. A paragraph that is several blocks in Markdown, each of them written as it stands there, is
/// written as it is: readers of Markdown see the same.
fn choose(block: Content, names: &FileNames, room: &mut Room) -> Vec<Written> {
    if !room.takes(&block) {
        return vec![Written { block, is_fenced: true }];
    }
    let alone = natural::write(&block, names, '-');
    let read = between_others(&alone);
    if read.as_deref() == Some(std::slice::from_ref(&block)) {
        return vec![Written { block, is_fenced: false }];
    }
    if let (BlockKind::Paragraph, Some(parts)) = (block.kind, read)
        && room.takes_parts(parts.len())
    {
        let parts: Vec<Written> = parts.into_iter().map(|block| Written { block, is_fenced: false }).collect();
        if joined(&parts, names).trim_end() == alone {
            return parts;
        }
    }
    vec![Written { block, is_fenced: true }]
}

/// The reading of the text with a paragraph in front of it and code behind.
fn between_others(text: &str) -> Option<Vec<Content>> {
    let front = Content { kind: BlockKind::Paragraph, body: "front".to_owned(), attrs: json!({}) };
    let back = Content { kind: BlockKind::Code, body: "back".to_owned(), attrs: json!({}) };
    let read = blocks_of(&format!("front\n\n{text}\n\n```\nback\n```\n")).ok()?;
    let mut blocks: Vec<Content> = read.into_iter().map(|block| block.content).collect();
    let is_whole = blocks.len() > 2 && blocks.first() == Some(&front);
    if !is_whole || blocks.pop() != Some(back) {
        return None;
    }
    blocks.remove(0);
    Some(blocks)
}

fn joined(written: &[Written], names: &FileNames) -> String {
    let mut text = String::new();
    let markers = markers(written);
    for (place, Written { block, is_fenced }) in written.iter().enumerate() {
        let is_task = |other: Option<&Written>| {
            other.is_some_and(|other| other.block.kind == BlockKind::Todo && !other.is_fenced)
        };
        let before = place.checked_sub(1).and_then(|before| written.get(before));
        if !text.is_empty() {
            text += if is_task(before) && is_task(Some(&written[place])) { "\n" } else { "\n\n" };
        }
        text += &match is_fenced {
            true => fenced::write(block),
            false => natural::write(block, names, markers[place]),
        };
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The markers of tasks, by their places: of a run another one than those of the lists beside it.
fn markers(written: &[Written]) -> Vec<char> {
    let is_task = |written: &Written| written.block.kind == BlockKind::Todo && !written.is_fenced;
    let beside = |other: Option<&Written>| {
        let other = other.filter(|other| other.block.kind == BlockKind::List && !other.is_fenced)?;
        other.block.body.trim_start().chars().next()
    };
    let mut markers = Vec::with_capacity(written.len());
    while let Some(first) = written.get(markers.len()) {
        let start = markers.len();
        let length = written[start..].iter().take_while(|other| is_task(other) == is_task(first)).count();
        let before = beside(start.checked_sub(1).and_then(|before| written.get(before)));
        let behind = beside(written.get(start + length));
        let own = ['-', '*', '+'].into_iter().find(|marker| Some(*marker) != before && Some(*marker) != behind);
        markers.extend(std::iter::repeat_n(own.filter(|_| is_task(first)).unwrap_or('-'), length));
    }
    markers
}

/// The first block that is read as another one.
fn first_other(text: &str, written: &[Written]) -> Option<usize> {
    let Ok(read) = blocks_of(text) else { return Some(0) };
    let same = read.iter().zip(written).take_while(|(read, written)| read.content == written.block).count();
    (same < written.len() || read.len() > written.len()).then_some(same)
}
