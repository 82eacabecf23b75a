//! `GET /session/research/pages/{id}/page-versions/compare`.

use crate::document::content::Content;
use crate::document::current::Current;
use crate::document::order;
use crate::versions;
use crate::versions::words::{self, WordOperation, Words};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// A comparison of two pages may take so long; the rest is compared more coarsely.
const TIME_TO_COMPARE: Duration = Duration::from_millis(800);

#[derive(Parameters)]
pub struct CompareQuery {
    /// The page.
    #[parameter(path, minimum = 1, example = "1")]
    #[expect(dead_code, reason = "the guard reads it")]
    id: i64,
    /// The older version.
    #[parameter(minimum = 1, example = "8")]
    from: i64,
    /// The newer version; without it the page as it is now.
    #[parameter(minimum = 1, example = "9")]
    to: Option<i64>,
}

/// The fate of a block.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockChangeKind {
    Added,
    Removed,
    /// To another place, and otherwise as it was.
    Moved,
    Changed,
}

/// A block in which two versions differ.
#[derive(Schema, Serialize)]
pub struct BlockChange {
    #[schema(example = 9)]
    pub block_id: i64,
    pub change: BlockChangeKind,
    /// The difference of its body; empty of a block that was moved.
    pub words: Vec<Words>,
}

/// Two versions of a page, block by block
///
/// In the order of the newer version, and blocks that were removed behind them. Blocks that are equal in both are left out.
#[endpoint(
    get = "/session/research/pages/{id}/page-versions/compare", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = Vec<BlockChange>
)]
pub fn compare_page_versions(query: CompareQuery) -> Result<Answer, Problem> {
    let older = versions::one(query.from)?.blocks;
    let newer = match query.to {
        Some(id) => versions::one(id)?.blocks,
        None => Current::of_page(None)?.blocks.into_iter().map(|stored| stored.block).collect(),
    };
    Ok(Answer::json(&changes(&older, &newer)))
}

fn changes(older: &[Block], newer: &[Block]) -> Vec<BlockChange> {
    let deadline = Instant::now() + TIME_TO_COMPARE;
    let places: HashMap<i64, usize> = older.iter().enumerate().map(|(place, block)| (block.id, place)).collect();
    let common: Vec<(i64, usize)> =
        newer.iter().filter_map(|block| places.get(&block.id).map(|place| (block.id, *place))).collect();
    let stays = order::unmoved(&common.iter().map(|(_, place)| *place).collect::<Vec<_>>());
    let stays: HashMap<i64, bool> = common.iter().zip(stays).map(|((id, _), stays)| (*id, stays)).collect();
    let whole = |op: WordOperation, text: &str| match text {
        "" => Vec::new(),
        text => vec![Words { op, text: text.to_owned() }],
    };
    let of_newer = newer.iter().filter_map(|block| {
        let (change, words) = match places.get(&block.id).map(|place| &older[*place]) {
            None => (BlockChangeKind::Added, whole(WordOperation::Insert, &block.body)),
            Some(before) if !Content::of_block(before).is_of(block) => {
                (BlockChangeKind::Changed, words::difference(&before.body, &block.body, deadline))
            }
            Some(_) if !stays[&block.id] => (BlockChangeKind::Moved, Vec::new()),
            Some(_) => return None,
        };
        Some(BlockChange { block_id: block.id, change, words })
    });
    let removed = older.iter().filter(|block| !stays.contains_key(&block.id)).map(|block| {
        let words = whole(WordOperation::Delete, &block.body);
        BlockChange { block_id: block.id, change: BlockChangeKind::Removed, words }
    });
    of_newer.chain(removed).collect()
}
