//! Pages in which words stand, for the families that search them.
//!
//! Always true here: what is found lies in a space of which the caller is a member, which the statements themselves ask; and a snippet
//! is safe HTML.

use quarry_research_terms::asked::{self, Word};
use quarry_research_terms::searchable_text::searchable_text;
use quarry_research_terms::snippet::snippet;
use quarry_sdk::prelude::*;
use serde_json::Value as Json;
use std::collections::HashMap;

// The statements name its scope.
use quarry_space_access as _;

statement!(app_store, SearchPages, "src/search_pages.sql");
statement!(app_store, SearchBlocks, "src/search_blocks.sql");

/// Pages that are found at most.
pub const MOST_PAGES: i64 = 20;
/// Pages whose blocks are read by one statement.
const PAGES_AT_ONCE: usize = 25;

#[derive(Parameters)]
pub struct SearchQuery {
    /// Words that are looked for, in any order and case; the last one may be unfinished. The first 12 count.
    #[parameter(max_length = 200, example = "largest liquidat")]
    pub q: String,
}

/// A page in which all words stand.
#[derive(Schema, Serialize)]
pub struct FoundPage {
    #[schema(example = 1)]
    pub id: i64,
    #[schema(example = "Liquidations of March")]
    pub title: String,
    /// The space in which it lies.
    #[schema(example = 4)]
    pub space_id: i64,
    /// The project of the page.
    pub project: Named,
    /// The block with most of the words; null where they stand in title, finding and tags alone.
    #[schema(example = 9)]
    pub block_id: Option<i64>,
    /// The text around the first of the words, of the block or else of the finding, as safe HTML: all of it is escaped, and each word
    /// stands in `<mark>`. Empty where there is neither.
    #[schema(example = "Look at the <mark>largest</mark> first.")]
    pub snippet: String,
    /// The time of its last change.
    pub updated_at: Time,
}

#[derive(Row)]
struct Hit {
    id: i64,
    title: String,
    finding: Option<String>,
    space_id: i64,
    #[row(prefix = "project_")]
    project: Named,
    updated_at: Time,
    in_title: i64,
    occurrences: i64,
}

/// The place of a page among those that were found: how many of the words its title has, how often it has them, its last change in
/// microseconds, and its number.
pub type FoundPlace = [i64; 4];

#[derive(Row)]
struct BestBlock {
    page_id: i64,
    block_id: i64,
    body: String,
    #[row(json)]
    attrs: Json,
}

/// Characters from which on the words of a question are looked for.
pub fn min_length(question: &str) -> i64 {
    i64::try_from(asked::min_length(question)).unwrap_or(i64::MAX)
}

/// The words of a question; none where it is too short.
pub fn asked_for(question: &str) -> Vec<Word> {
    asked::words(question)
}

/// The pages of the caller's spaces in which all words stand: at most 20, and none where nothing is asked.
pub fn pages_with(words: &[Word]) -> Result<Vec<FoundPage>, Problem> {
    Ok(pages_behind(words, None, MOST_PAGES)?.into_iter().map(|(page, _)| page).collect())
}

/// The same, at most `most` of them, behind the one of a place.
pub fn pages_behind(
    words: &[Word],
    behind: Option<FoundPlace>,
    most: i64,
) -> Result<Vec<(FoundPage, FoundPlace)>, Problem> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let asked = words.iter().zip(0..).map(|(word, place)| SearchPagesWords {
        place,
        lowest: word.lowest.clone(),
        highest: word.highest.clone(),
    });
    let hits: Vec<Hit> = SearchPages {
        words: asked.collect(),
        word_count: i64::try_from(words.len()).unwrap_or(i64::MAX),
        behind_in_title: behind.map(|[in_title, ..]| in_title),
        behind_occurrences: behind.map(|[_, occurrences, ..]| occurrences),
        changed_behind: behind.map(|[_, _, microseconds, _]| Time { microseconds }),
        behind: behind.map(|[.., id]| id),
        most,
    }
    .all()?;
    let mut found = Vec::with_capacity(hits.len());
    // Blocks may be long: those of a few pages are held at a time.
    let mut left = hits.into_iter().peekable();
    while left.peek().is_some() {
        let some: Vec<Hit> = left.by_ref().take(PAGES_AT_ONCE).collect();
        let mut best = best_blocks(&some, words)?;
        found.extend(some.into_iter().map(|hit| shown(hit, &mut best, words)));
    }
    Ok(found)
}

fn shown(hit: Hit, best: &mut HashMap<i64, BestBlock>, words: &[Word]) -> (FoundPage, FoundPlace) {
    let place = [hit.in_title, hit.occurrences, hit.updated_at.microseconds, hit.id];
    let block = best.remove(&hit.id);
    let text = match &block {
        Some(block) => searchable_text(&block.body, &block.attrs),
        None => hit.finding.unwrap_or_default(),
    };
    let page = FoundPage {
        id: hit.id,
        title: hit.title,
        space_id: hit.space_id,
        project: hit.project,
        block_id: block.map(|block| block.block_id),
        snippet: snippet(&text, words),
        updated_at: hit.updated_at,
    };
    (page, place)
}

fn best_blocks(hits: &[Hit], words: &[Word]) -> Result<HashMap<i64, BestBlock>, Problem> {
    let pages = hits.iter().map(|hit| SearchBlocksPages { page_id: hit.id }).collect();
    let words = words.iter().zip(0..).map(|(word, place)| SearchBlocksWords {
        place,
        lowest: word.lowest.clone(),
        highest: word.highest.clone(),
    });
    let blocks: Vec<BestBlock> = SearchBlocks { pages, words: words.collect() }.all()?;
    Ok(blocks.into_iter().map(|block| (block.page_id, block)).collect())
}
