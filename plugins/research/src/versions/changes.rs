//! The differences of two versions of a page, block by block and within bounds.

use crate::document::content::Content;
use crate::document::order;
use crate::pages::room::{Room, bytes_of};
use crate::versions::words::{self, WordOperation, Words};
use quarry_research_pages::blocks::Block;
use quarry_research_terms::difference::Patience;
use quarry_sdk::prelude::*;
use std::collections::HashMap;

/// What a comparison of two pages may cost; the rest is compared more coarsely.
const PATIENCE: Patience = Patience { steps: 20_000_000, runs: 50_000 };
/// Bytes of a run of words in an answer, beside its text.
const RUN_BYTES: usize = 32;
/// Bytes of a block in an answer, beside its words.
const BLOCK_BYTES: usize = 90;

/// The fate of a block.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockChangeKind {
    Added,
    Removed,
    /// To another place, and otherwise as it was.
    Moved,
    Changed,
}

/// How closely the body of a block was compared.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Word by word.
    Words,
    /// Too large to be compared in detail: what lies between the first and the last words that differ stands there as a whole.
    Whole,
    /// Too large to be compared: `words` is empty. Read the two versions.
    None,
}

/// A block in which two versions differ.
#[derive(Schema, Serialize)]
pub struct BlockChange {
    #[schema(example = 9)]
    pub block_id: i64,
    pub change: BlockChangeKind,
    /// The detail to which the block's body was compared.
    pub detail: Detail,
    /// The difference of its body; empty of a block that was moved.
    pub words: Vec<Words>,
}

/// The differences in the order of the newer version, and blocks that were removed behind them.
pub fn changes(older: &[Block], newer: &[Block]) -> Vec<BlockChange> {
    let places: HashMap<i64, usize> = older.iter().enumerate().map(|(place, block)| (block.id, place)).collect();
    let common: Vec<(i64, usize)> =
        newer.iter().filter_map(|block| places.get(&block.id).map(|place| (block.id, *place))).collect();
    let stays = order::unmoved(&common.iter().map(|(_, place)| *place).collect::<Vec<_>>());
    let stays: HashMap<i64, bool> = common.iter().zip(stays).map(|((id, _), stays)| (*id, stays)).collect();
    let removed = older.iter().filter(|block| !stays.contains_key(&block.id));
    let mut telling =
        Telling { patience: PATIENCE, room: Room::beside(BLOCK_BYTES * (older.len() + newer.len())), told: Vec::new() };
    for block in newer {
        match places.get(&block.id).map(|place| &older[*place]) {
            None => telling.whole(block, BlockChangeKind::Added, WordOperation::Insert),
            Some(before) if !Content::of_block(before).is_of(block) => telling.changed(before, block),
            Some(_) if !stays[&block.id] => telling.tell(block.id, BlockChangeKind::Moved, Vec::new(), Detail::Words),
            Some(_) => {}
        }
    }
    removed.for_each(|block| telling.whole(block, BlockChangeKind::Removed, WordOperation::Delete));
    telling.told
}

/// A comparison on its way into an answer.
struct Telling {
    patience: Patience,
    room: Room,
    told: Vec<BlockChange>,
}

impl Telling {
    fn whole(&mut self, block: &Block, change: BlockChangeKind, op: WordOperation) {
        let words = match block.body.as_str() {
            "" => Vec::new(),
            text => vec![Words { op, text: text.to_owned() }],
        };
        self.tell(block.id, change, words, Detail::Words);
    }

    fn changed(&mut self, before: &Block, after: &Block) {
        let (words, is_by_words) = words::compared(&before.body, &after.body, &mut self.patience);
        let detail = if is_by_words { Detail::Words } else { Detail::Whole };
        self.tell(after.id, BlockChangeKind::Changed, words, detail);
    }

    fn tell(&mut self, block_id: i64, change: BlockChangeKind, words: Vec<Words>, detail: Detail) {
        let bytes = words.iter().map(|words| RUN_BYTES + bytes_of(&words.text)).sum();
        let (words, detail) = if self.room.takes(bytes) { (words, detail) } else { (Vec::new(), Detail::None) };
        self.told.push(BlockChange { block_id, change, detail, words });
    }
}
