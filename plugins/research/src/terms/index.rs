//! The job that writes the words of what is there already: pages of earlier releases, what a large save left to it, and everything
//! after the rules by which texts are divided changed.

use crate::terms::page_terms::terms_of_page;
use quarry_research_terms::TOKENIZER;
use quarry_research_terms::searchable_text::searchable_text;
use quarry_research_terms::terms::terms;
use quarry_sdk::prelude::*;
use serde_json::Value as Json;
use std::collections::{BTreeSet, HashMap};

statement!(app_store, SelectPagesToIndex, "src/terms/pages_to_index.sql");
statement!(app_store, SelectTagsToIndex, "src/terms/tags_to_index.sql");
statement!(app_store, MarkPages, "src/terms/mark_pages.sql");
statement!(app_store, ForgetTermsOfPages, "src/terms/forget_terms_of_pages.sql");
statement!(app_store, WriteTermsOfPages, "src/terms/write_terms_of_pages.sql");
statement!(app_store, SelectBlocksToIndex, "src/terms/blocks_to_index.sql");
statement!(app_store, LockIndexedPages, "src/terms/lock_indexed_pages.sql");
statement!(app_store, MarkBlocks, "src/terms/mark_blocks.sql");
statement!(app_store, ForgetTermsOfBlocks, "src/terms/forget_terms_of_blocks.sql");
statement!(app_store, WriteTermsOfBlocks, "src/terms/write_terms_of_blocks.sql");

/// Pages, of which one has at most 1,700 words in its own fields, and blocks of up to 128 KiB, that are read together.
const PAGES_AT_ONCE: i64 = 5;
const BLOCKS_AT_ONCE: i64 = 50;
/// Words that one transaction writes: a statement takes no more rows.
const MOST_TERMS: usize = 10_000;

#[derive(Row)]
struct PageToIndex {
    id: i64,
    version: i64,
    title: String,
    finding: Option<String>,
}

#[derive(Row)]
struct TagToIndex {
    page_id: i64,
    tag: String,
}

#[derive(Row)]
struct BlockToIndex {
    id: i64,
    page_id: i64,
    version: i64,
    body: String,
    #[row(json)]
    attrs: Json,
}

/// Writes the words by which research pages are found, where a save did not.
#[job(every = "1 min")]
pub fn index_pages(run: &JobRun) -> Result<(), JobFailure> {
    let mut done = 0;
    while run.goes_on() {
        let indexed = index_some_pages()? + index_some_blocks()?;
        if indexed == 0 {
            return Ok(());
        }
        done += indexed;
        if !run.report_progress(done, None)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Some pages' own fields; how many.
fn index_some_pages() -> Result<u64, JobFailure> {
    let pages: Vec<PageToIndex> = read(SelectPagesToIndex { tokenizer: TOKENIZER, most: PAGES_AT_ONCE })?;
    if pages.is_empty() {
        return Ok(0);
    }
    let ids: Vec<i64> = pages.iter().map(|page| page.id).collect();
    let mut tags: HashMap<i64, Vec<String>> = HashMap::new();
    let tagged: Vec<TagToIndex> = read(SelectTagsToIndex { pages: ids.clone() })?;
    for TagToIndex { page_id, tag } in tagged {
        tags.entry(page_id).or_default().push(tag);
    }
    let transaction = Transaction::begin()?;
    let read_as = pages.iter().map(|page| MarkPagesPages { id: page.id, version: page.version }).collect();
    let marked = transaction.query(MarkPages { pages: read_as, tokenizer: TOKENIZER })?;
    let marked = marked.read_values::<i64>()?.into_iter().collect::<BTreeSet<_>>();
    transaction.execute(ForgetTermsOfPages { pages: marked.iter().copied().collect() })?;
    // Changed meanwhile, and therefore indexed: those that are not marked.
    let terms: Vec<WriteTermsOfPagesTerms> = pages
        .iter()
        .filter(|page| marked.contains(&page.id))
        .flat_map(|page| {
            let tags = tags.remove(&page.id).unwrap_or_default();
            let row = |(field, (term, occurrences)): (&str, _)| WriteTermsOfPagesTerms {
                page_id: page.id,
                field: field.to_owned(),
                term,
                occurrences,
            };
            terms_of_page(&page.title, page.finding.as_deref(), &tags).map(row).collect::<Vec<_>>()
        })
        .collect();
    transaction.execute(WriteTermsOfPages { terms })?;
    transaction.commit()?;
    Ok(pages.len() as u64)
}

/// Some blocks; how many.
fn index_some_blocks() -> Result<u64, JobFailure> {
    let mut blocks: Vec<BlockToIndex> = read(SelectBlocksToIndex { tokenizer: TOKENIZER, most: BLOCKS_AT_ONCE })?;
    if blocks.is_empty() {
        return Ok(0);
    }
    let mut found: Vec<WriteTermsOfBlocksTerms> = Vec::new();
    let mut taken = 0;
    for block in &blocks {
        let terms = terms(&searchable_text(&block.body, &block.attrs));
        // One alone has at most so many.
        if taken > 0 && found.len() + terms.len() > MOST_TERMS {
            break;
        }
        let row = |(term, occurrences)| WriteTermsOfBlocksTerms { block_id: block.id, term, occurrences };
        found.extend(terms.into_iter().map(row));
        taken += 1;
    }
    blocks.truncate(taken);
    let transaction = Transaction::begin()?;
    // As a save does it, the page before its blocks: so that neither waits for what the other has.
    let pages: BTreeSet<i64> = blocks.iter().map(|block| block.page_id).collect();
    transaction.execute(LockIndexedPages { pages: pages.into_iter().collect() })?;
    let read_as = blocks.iter().map(|block| MarkBlocksBlocks { id: block.id, version: block.version }).collect();
    let marked = transaction.query(MarkBlocks { blocks: read_as, tokenizer: TOKENIZER })?;
    let marked = marked.read_values::<i64>()?.into_iter().collect::<BTreeSet<_>>();
    transaction.execute(ForgetTermsOfBlocks { blocks: marked.iter().copied().collect() })?;
    found.retain(|term| marked.contains(&term.block_id));
    transaction.execute(WriteTermsOfBlocks { terms: found })?;
    transaction.commit()?;
    Ok(taken as u64)
}

fn read<R: Row>(statement: impl Statement) -> Result<Vec<R>, JobFailure> {
    Ok(statement.all()?)
}
