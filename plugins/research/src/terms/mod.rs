//! The words by which pages are found, written with what they stand in: by the statements of a save, however many blocks it has.
//!
//! Always true here: `indexed_as` of a page or a block is the version of the rules by which its words are stored now. What a save leaves
//! to the job (`index.rs`) has 0 there, and its earlier words until then. Words of removed blocks go with them or, where they are many, by a
//! job (`forget.rs`) soon after.

pub mod forget;
pub mod index;
pub mod page_terms;

use crate::pages::Page;
use crate::terms::forget::{ForgetTermsArguments, forget_terms};
use crate::terms::index::index_pages;
use crate::terms::page_terms::terms_of_page;
use quarry_research_terms::TOKENIZER;
use quarry_research_terms::searchable_text::searchable_text;
use quarry_research_terms::terms::terms;
use quarry_sdk::prelude::*;
use serde_json::Value as Json;

statement!(
    app_store,
    DeleteTermsOfBlocks,
    "src/terms/delete_terms_of_blocks.sql",
    unguarded = "They are blocks that the same transaction wrote on the page that the guard found."
);
statement!(app_store, InsertTermsOfBlocks, "src/terms/insert_terms_of_blocks.sql");
statement!(app_store, DeleteTermsOfPage, "src/terms/delete_terms_of_page.sql");
statement!(app_store, InsertTermsOfPage, "src/terms/insert_terms_of_page.sql");

/// Words that one save writes itself, and bytes that it looks through for them or replaces: a megabyte has 150,000 rows, and taking them
/// out alone takes seconds. A save by hand has some hundreds; of a whole page that is put in at once the job writes the rest, soon.
const MOST_OF_A_SAVE: usize = 4_000;
const MOST_BYTES_OF_A_SAVE: usize = 128 << 10;

/// The words of blocks that are being written; none of those that are left to the job.
pub struct TermsOfBlocks {
    blocks: Vec<Option<Vec<(String, i64)>>>,
}

impl TermsOfBlocks {
    /// The words of these bodies and attributes, in their order, each with the bytes of the body that it replaces.
    pub fn of<'a>(blocks: impl Iterator<Item = (&'a str, &'a Json, usize)>) -> TermsOfBlocks {
        let (mut terms_left, mut bytes_left) = (MOST_OF_A_SAVE, MOST_BYTES_OF_A_SAVE);
        let blocks = blocks.map(|(body, attrs, replaced)| {
            bytes_left = bytes_left.checked_sub(body.len() + replaced)?;
            let found = terms(&searchable_text(body, attrs));
            terms_left = terms_left.checked_sub(found.len())?;
            Some(found)
        });
        TermsOfBlocks { blocks: blocks.collect() }
    }

    /// The mark of a block, by its place among those that were given.
    pub fn indexed_as(&self, place: usize) -> i64 {
        match self.blocks.get(place) {
            Some(Some(_)) => TOKENIZER,
            _ => 0,
        }
    }

    /// Writes them in place of the words that the blocks had; `ids` are those of the blocks, in the order in which they were given.
    pub fn write_terms(
        &mut self,
        transaction: &Transaction,
        page_id: i64,
        ids: Vec<Option<i64>>,
    ) -> Result<(), Problem> {
        let written = self.blocks.iter().zip(&ids).filter(|(terms, _)| terms.is_some());
        let written: Vec<i64> = written.filter_map(|(_, id)| *id).collect();
        if !written.is_empty() {
            transaction.execute(DeleteTermsOfBlocks { page_id, ids: written })?;
        }
        let (mut rows, mut has_rest) = (Vec::new(), false);
        for (terms, id) in std::mem::take(&mut self.blocks).into_iter().zip(ids) {
            let (Some(terms), Some(block_id)) = (terms, id) else {
                has_rest = true;
                continue;
            };
            let row = |(term, occurrences)| InsertTermsOfBlocksTerms { block_id, term, occurrences };
            rows.extend(terms.into_iter().map(row));
        }
        if !rows.is_empty() {
            transaction.execute(InsertTermsOfBlocks { page_id, terms: rows })?;
        }
        if has_rest {
            transaction.enqueue_when::<index_pages>(&NoArguments {}, None, Some("rest".to_owned()))?;
        }
        Ok(())
    }
}

/// Takes out the words of blocks that the transaction removed, each with the bytes of its body.
pub fn forget_removed(transaction: &Transaction, page_id: i64, removed: &[(i64, usize)]) -> Result<(), Problem> {
    let ids: Vec<i64> = removed.iter().map(|(id, _)| *id).collect();
    if removed.iter().map(|(_, bytes)| bytes).sum::<usize>() <= MOST_BYTES_OF_A_SAVE {
        transaction.execute(DeleteTermsOfBlocks { page_id, ids })?;
    } else {
        transaction.enqueue::<forget_terms>(&ForgetTermsArguments { blocks: ids })?;
    }
    Ok(())
}

/// Writes the words of the page's own fields in place of those of before.
pub fn write_of_page(transaction: &Transaction, page: &Page) -> Result<(), Problem> {
    transaction.execute(DeleteTermsOfPage { page_id: page.id })?;
    let rows: Vec<InsertTermsOfPageTerms> = terms_of_page(&page.title, page.finding.as_deref(), &page.tags)
        .map(|(field, (term, occurrences))| InsertTermsOfPageTerms { field: field.to_owned(), term, occurrences })
        .collect();
    if !rows.is_empty() {
        transaction.execute(InsertTermsOfPage { page_id: page.id, terms: rows })?;
    }
    Ok(())
}
