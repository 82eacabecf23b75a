//! The blocks of a page with their HTML, within the room of one answer.

use crate::pages::cited::{self, CitedValue};
use crate::pages::readable::Readers;
use crate::pages::room::{Room, bytes_of};
use crate::uploads::link::FileLink;
use quarry_research_markdown::readable::{code_html, not_shown_html, plain_html, safe_html};
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_sdk::prelude::*;

/// Bytes of a block in an answer, beside its body, its attributes and its HTML.
const BLOCK_BYTES: usize = 160;

/// A block as it is read.
#[derive(Schema, Serialize)]
pub struct ShownBlock {
    #[serde(flatten)]
    #[schema(flatten)]
    pub block: Block,
    /// The body, safe to show as it is. A figure that the space cites stands in the place of its token, in an element `data` whose
    /// `value` is the citation's id. A body with more marks than a block may have, and one that the answer has no other room for, stands
    /// there as plain text, behind a sentence that says so.
    #[schema(example = "<p>In March <data value=\"12\">128</data> accounts were liquidated.</p>")]
    pub html: String,
}

/// The blocks as they are read, beside these figures and files.
pub fn shown(blocks: Vec<Block>, values: &[CitedValue], files: &[FileLink]) -> Vec<ShownBlock> {
    let of_block = |block: &Block| BLOCK_BYTES + bytes_of(&block.body) + block.attrs.0.to_string().len();
    let beside = json!([values, files]).to_string().len() + blocks.iter().map(of_block).sum::<usize>();
    let mut room = Room::beside(beside);
    // What the blocks behind need at least is kept for them.
    let mut plain_behind: usize = blocks.iter().map(plain_bytes).sum();
    let mut readers = Readers::default();
    let shown = blocks.into_iter().map(|block| {
        plain_behind -= plain_bytes(&block);
        let html = match block.kind {
            BlockKind::Code => code_html(&block.body),
            _ if !readers.take(&block) => plain_html(&block.body),
            _ => cited::resolve(&safe_html(&block.body), values),
        };
        let html = match room.takes_beside(bytes_of(&html), plain_behind) {
            true => html,
            false if room.takes(plain_bytes(&block)) => plain_html(&block.body),
            false => not_shown_html(),
        };
        ShownBlock { block, html }
    });
    shown.collect()
}

/// Bytes of a block's HTML as plain text, at most.
fn plain_bytes(block: &Block) -> usize {
    let of = |byte: u8| match byte {
        b'&' => 5,
        b'<' | b'>' => 4,
        b'"' | b'\\' | b'\n' | b'\t' => 2,
        0..0x20 => 0,
        _ => 1,
    };
    BLOCK_BYTES + block.body.bytes().map(of).sum::<usize>()
}
