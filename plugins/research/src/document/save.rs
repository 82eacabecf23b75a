//! Saving: decide, write, and decide again where somebody saved in between.

use crate::document::body::Document;
use crate::document::current::{Current, Within};
use crate::document::draft;
use crate::document::merge::{Conflict, Plan, Target};
use crate::document::sent_block::SentBlock;
use crate::document::write::{self, Purpose, Written};
use crate::uploads::attachment::Attachment;
use quarry_research_pages::blocks::prices::price;
use quarry_research_pages::blocks::{Block, MOST_BLOCKS, MOST_PAGE_BYTES, attributes};
use quarry_sdk::prelude::*;
use quarry_sdk::words::quoted;
use quarry_text_prices::Price;
use std::collections::{HashMap, HashSet};
use std::ops::Add;

statement!(app_store, RaiseVersion, "src/document/raise_version.sql");
statement!(app_store, LockPage, "src/document/lock_page.sql");

/// Tries that merge before the transaction begins. After them one merges within, with the page locked, and cannot be overtaken.
const TRIES_OUTSIDE: usize = 2;

/// The outcome of a save.
#[derive(Debug)]
pub enum Outcome {
    Saved {
        written: Written,
        merged: bool,
        current: Current,
    },
    /// Nothing to write: the document is as it was sent.
    Unchanged {
        plan: Plan,
        current: Current,
    },
    Conflicts {
        conflicts: Vec<Conflict>,
        current_version: i64,
    },
}

/// Saves what `decide` makes of the current document.
pub fn save(
    purpose: Purpose,
    decide: impl Fn(&Current, Within<'_>) -> Result<Plan, Problem>,
) -> Result<Outcome, Problem> {
    for _ in 0..TRIES_OUTSIDE {
        let current = Current::of_page(None)?;
        let plan = decide(&current, None)?;
        if let Some(outcome) = without_writing(&current, &plan)? {
            return Ok(outcome.into_outcome(plan, current));
        }
        let attachment = files_of(&plan)?;
        let transaction = Transaction::begin()?;
        let raise = RaiseVersion { read_version: current.document_version, now: Time::now() };
        if transaction.execute(raise)? == 0 {
            continue;
        }
        attachment.attach(&transaction)?;
        let written = write::write_document(&transaction, &current, &plan, purpose)?;
        transaction.commit()?;
        return Ok(Outcome::Saved { written, merged: plan.merged, current });
    }
    // What was sent names the same files, whatever it is merged with. A plan with conflicts names none: it ends here, so that nothing
    // is written below whose files were not looked at.
    let current = Current::of_page(None)?;
    let plan = decide(&current, None)?;
    if let Some(outcome) = without_writing(&current, &plan)? {
        return Ok(outcome.into_outcome(plan, current));
    }
    let attachment = files_of(&plan)?;
    let transaction = Transaction::begin()?;
    let current = locked(&transaction)?;
    let plan = decide(&current, Some(&transaction))?;
    if let Some(outcome) = without_writing(&current, &plan)? {
        return Ok(outcome.into_outcome(plan, current));
    }
    attachment.attach(&transaction)?;
    let written = write::write_document(&transaction, &current, &plan, purpose)?;
    transaction.commit()?;
    Ok(Outcome::Saved { written, merged: plan.merged, current })
}

/// Takes the page's row, so that nobody saves before the transaction ends, and reads the document as it was before.
pub fn locked(transaction: &Transaction) -> Result<Current, Problem> {
    transaction.execute(LockPage { now: Time::now() })?;
    let mut current = Current::of_page(Some(transaction))?;
    current.document_version -= 1;
    Ok(current)
}

/// Looks at the files that blocks of the plan name.
fn files_of(plan: &Plan) -> Result<Attachment, Problem> {
    let contents = plan.targets.iter().filter_map(|target| target.content.as_ref());
    Attachment::of_blocks(contents.map(|content| (content.kind, &content.attrs)))
}

enum WithoutWriting {
    Conflicts,
    Unchanged,
}

impl WithoutWriting {
    fn into_outcome(self, plan: Plan, current: Current) -> Outcome {
        match self {
            WithoutWriting::Conflicts => {
                Outcome::Conflicts { conflicts: plan.conflicts, current_version: current.document_version }
            }
            WithoutWriting::Unchanged => Outcome::Unchanged { plan, current },
        }
    }
}

fn without_writing(current: &Current, plan: &Plan) -> Result<Option<WithoutWriting>, Problem> {
    if !plan.conflicts.is_empty() {
        return Ok(Some(WithoutWriting::Conflicts));
    }
    if write::changes_nothing(current, plan) {
        return Ok(Some(WithoutWriting::Unchanged));
    }
    match above_the_bounds(current, plan) {
        Some(sentence) => Err(Problem::invalid_field("blocks", sentence)),
        None => Ok(None),
    }
}

/// The document as an answer, with the caller's newest draft.
pub fn answer(outcome: Outcome) -> Result<Document, Problem> {
    Ok(match outcome {
        Outcome::Saved { written, merged, current: _ } => Document {
            document_version: written.document_version,
            saved_at: Time::now(),
            merged,
            ids: written.ids,
            blocks: written.blocks,
            recoverable_draft: draft::newest_draft()?,
        },
        Outcome::Unchanged { plan, current } => Document {
            document_version: current.document_version,
            saved_at: current.updated_at,
            merged: plan.merged,
            ids: plan.ids,
            blocks: current.blocks.into_iter().map(|stored| stored.block).collect(),
            recoverable_draft: draft::newest_draft()?,
        },
        Outcome::Conflicts { conflicts, current_version } => return Err(conflict(current_version, &conflicts)),
    })
}

/// 409 `conflict`.
pub fn conflict(current_version: i64, conflicts: &[Conflict]) -> Problem {
    let detail = format!(
        "Somebody changed {} of these blocks meanwhile; version {current_version} is the newest. What was sent is kept as a draft.",
        conflicts.len()
    );
    Problem::new(409, "conflict", detail).with("current_version", current_version).with("conflicts", json!(conflicts))
}

/// 422 where a block is not in order; `list` is the member of the body that has the blocks.
pub fn check(list: &str, blocks: &[SentBlock]) -> Result<(), Problem> {
    let refuse = |index: usize, member: &str, sentence: String| {
        Err(Problem::invalid_field(&format!("{list}.{index}.{member}"), sentence))
    };
    let (mut ids, mut keys) = (HashSet::new(), HashSet::new());
    for (index, block) in blocks.iter().enumerate() {
        let attrs = block.attrs.clone().unwrap_or_default().0;
        match (block.id, &block.key) {
            (None, None) => return refuse(index, "key", "A new block needs a key of the client's own.".to_owned()),
            (None, Some(key)) if !keys.insert(key) => {
                let sentence = format!("Give each new block a key of its own; two have the key {}.", quoted(key));
                return refuse(index, "key", sentence);
            }
            (Some(id), _) if !ids.insert(id) => {
                return refuse(index, "id", format!("Send each block once; the block {id} is here twice."));
            }
            (Some(id), _) if block.version.is_none() => {
                return refuse(index, "version", format!("Send the version of block {id} as it was read."));
            }
            _ => {}
        }
        if let Err(mistake) = attributes::check(block.kind, &block.body, &attrs) {
            return refuse(index, &mistake.member, mistake.sentence);
        }
    }
    Ok(())
}

/// 422 `page_too_large` where what the host adds to a page would bring it above its bounds.
pub fn refuse_too_large(current: &Current, plan: &Plan) -> Result<(), Problem> {
    match above_the_bounds(current, plan) {
        Some(sentence) => Err(Problem::new(422, "page_too_large", sentence).with("limit", MOST_BLOCKS as u64)),
        None => Ok(()),
    }
}

/// The sentence about the bound that the document would be above. A page that is above it already can be made smaller.
fn above_the_bounds(current: &Current, plan: &Plan) -> Option<String> {
    let count = plan.targets.len();
    if count > MOST_BLOCKS {
        return Some(format!(
            "A page has at most {MOST_BLOCKS} blocks, and this one would have {count}: begin another page."
        ));
    }
    if let Some(sentence) = above_the_price(current, plan).filter(|_| !plan.is_restored) {
        return Some(sentence);
    }
    let stored: HashMap<i64, usize> = current
        .blocks
        .iter()
        .map(|stored| (stored.block.id, attributes::bytes(&stored.block.body, &stored.block.attrs.0)))
        .collect();
    let bytes = plan.targets.iter().map(|target| match (&target.content, target.id) {
        (Some(content), _) => attributes::bytes(&content.body, &content.attrs),
        (None, id) => id.and_then(|id| stored.get(&id).copied()).unwrap_or_default(),
    });
    let (bytes, before) = (bytes.sum::<usize>(), stored.values().sum::<usize>());
    (bytes > MOST_PAGE_BYTES && bytes > before).then(|| {
        format!("The blocks of a page have at most {MOST_PAGE_BYTES} bytes together, and these have {bytes}: begin another page.")
    })
}

/// The sentence about the marks of which the document would have too many. A page that has too many already takes what brings no more.
fn above_the_price(current: &Current, plan: &Plan) -> Option<String> {
    let by_id: HashMap<i64, &Block> = current.blocks.iter().map(|stored| (stored.block.id, &stored.block)).collect();
    let of_block = |block: &Block| price(block.kind, &block.body, &block.attrs.0);
    let of_target = |target: &Target| match (&target.content, target.id) {
        (Some(content), _) => price(content.kind, &content.body, &content.attrs),
        (None, id) => id.and_then(|id| by_id.get(&id).copied()).map(of_block).unwrap_or_default(),
    };
    let wanted = plan.targets.iter().map(of_target).fold(Price::default(), Price::add);
    wanted.over_page()?;
    let before = current.blocks.iter().map(|stored| of_block(&stored.block)).fold(Price::default(), Price::add);
    wanted.over_page_beyond(&before).map(|excess| excess.sentence_of_page())
}
