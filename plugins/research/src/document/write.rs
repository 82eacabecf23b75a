//! Writing a merged document: a statement for each kind of change, however many blocks there are.

use crate::document::DocumentChanged;
use crate::document::content::Content;
use crate::document::current::{Current, StoredBlock};
use crate::document::draft::DeleteDraft;
use crate::document::merge::{Plan, Target};
use crate::document::order;
use crate::terms::{self, TermsOfBlocks};
use crate::versions::{self, PageVersionKind};
use quarry_research_pages::blocks::{Attributes, Block, BlockKind};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;
use quarry_space_access::SelectMembersToTell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

statement!(app_store, KeepBlocks, "src/document/keep_blocks.sql");
statement!(app_store, DeleteBlocks, "src/document/delete_blocks.sql");
statement!(app_store, UpdateBlocks, "src/document/update_blocks.sql", blocks.kind: BlockKind);
statement!(app_store, InsertBlocks, "src/document/insert_blocks.sql", blocks.kind: BlockKind);
statement!(app_store, UpdatePositions, "src/document/update_positions.sql");
statement!(app_store, InsertChanges, "src/document/insert_changes.sql");
statement!(app_store, UpsertMoves, "src/document/upsert_moves.sql");

/// A change that takes so many bytes out of a block in one piece keeps what it was, whoever wrote it and when: more than the correction
/// of a letter. Typing on keeps nothing.
const CUT_BYTES: usize = 4;
/// Ids of blocks that a message to the other members names.
const MOST_BLOCKS_TOLD: usize = 100;

/// Why a document is written.
#[derive(Debug, Clone, Copy)]
pub struct Purpose {
    pub page_id: i64,
    pub kind: PageVersionKind,
    /// The action of the audit entry.
    pub action: &'static str,
    /// A draft that goes with it.
    pub draft_id: Option<i64>,
}

/// A document as it was written.
#[derive(Debug)]
pub struct Written {
    pub document_version: i64,
    pub blocks: Vec<Block>,
    pub ids: BTreeMap<String, i64>,
}

/// The changes of a plan, by what they do to blocks.
struct Changes<'a> {
    removed: Vec<&'a StoredBlock>,
    updated: Vec<(&'a StoredBlock, &'a Content)>,
    added: Vec<(usize, &'a Target, &'a Content)>,
    /// New positions of blocks that are stored.
    placed: Vec<(i64, usize)>,
    moved: Vec<i64>,
}

impl<'a> Changes<'a> {
    fn of(current: &'a Current, targets: &'a [Target]) -> Changes<'a> {
        let by_id: HashMap<i64, (usize, &StoredBlock)> =
            current.blocks.iter().enumerate().map(|(place, stored)| (stored.block.id, (place, stored))).collect();
        let (mut updated, mut added, mut placed, mut order) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (position, target) in targets.iter().enumerate() {
            let stored = target.id.and_then(|id| by_id.get(&id));
            match (stored, &target.content) {
                (Some((place, stored)), content) => {
                    order.push((stored.block.id, *place));
                    if i64::try_from(position) != Ok(stored.block.position) {
                        placed.push((stored.block.id, position));
                    }
                    if let Some(content) = content.as_ref().filter(|content| !content.is_of(&stored.block)) {
                        updated.push((*stored, content));
                    }
                }
                (None, Some(content)) => added.push((position, target, content)),
                (None, None) => {}
            }
        }
        let stays = order::unmoved(&order.iter().map(|(_, place)| *place).collect::<Vec<_>>());
        let moved = order.iter().zip(stays).filter(|(_, stays)| !stays).map(|((id, _), _)| *id).collect();
        let remaining: BTreeSet<i64> = order.iter().map(|(id, _)| *id).collect();
        let removed = current.blocks.iter().filter(|stored| !remaining.contains(&stored.block.id)).collect();
        Changes { removed, updated, added, placed, moved }
    }

    fn is_nothing(&self) -> bool {
        self.removed.is_empty() && self.updated.is_empty() && self.added.is_empty() && self.moved.is_empty()
    }
}

/// True where the plan leaves the document as it is.
pub fn changes_nothing(current: &Current, plan: &Plan) -> bool {
    Changes::of(current, &plan.targets).is_nothing()
}

/// Writes it. The page's version was raised from that of `current` in this transaction.
pub fn write_document(
    transaction: &Transaction,
    current: &Current,
    plan: &Plan,
    purpose: Purpose,
) -> Result<Written, Problem> {
    let now = Time::now();
    let document_version = current.document_version + 1;
    let changes = Changes::of(current, &plan.targets);
    let mut log = unlogged(current);
    keep_earlier(transaction, &changes, now)?;
    if !changes.removed.is_empty() {
        let removed: Vec<(i64, usize)> =
            changes.removed.iter().map(|stored| (stored.block.id, stored.block.body.len())).collect();
        transaction.execute(DeleteBlocks { ids: removed.iter().map(|(id, _)| *id).collect() })?;
        terms::forget_removed(transaction, purpose.page_id, &removed)?;
    }
    let updated = changes.updated.iter().map(|(stored, content)| (*content, stored.block.body.len()));
    let added = changes.added.iter().map(|(_, _, content)| (*content, 0));
    let texts = updated.chain(added).map(|(content, replaced)| (content.body.as_str(), &content.attrs, replaced));
    let mut terms = TermsOfBlocks::of(texts);
    if !changes.updated.is_empty() {
        let row = |((stored, content), place): (&(&StoredBlock, &Content), usize)| UpdateBlocksBlocks {
            id: stored.block.id,
            kind: content.kind,
            body: content.body.clone(),
            attrs: content.attrs.to_string(),
            indexed_as: terms.indexed_as(place),
        };
        transaction.execute(UpdateBlocks { blocks: changes.updated.iter().zip(0..).map(row).collect(), now })?;
    }
    let new_ids = insert_new(transaction, &changes, &terms, now)?;
    let ids = changes.updated.iter().map(|(stored, _)| Some(stored.block.id));
    let ids = ids.chain(changes.added.iter().map(|(position, ..)| new_ids.get(position).copied()));
    terms.write_terms(transaction, purpose.page_id, ids.collect())?;
    if !changes.placed.is_empty() {
        let row = |&(id, position): &(i64, usize)| UpdatePositionsBlocks { id, position: number(position) };
        transaction.execute(UpdatePositions { blocks: changes.placed.iter().map(row).collect() })?;
    }
    for (stored, content) in &changes.updated {
        log.push(changed(stored.block.id, stored.block.version + 1, document_version, Some(content.digest())));
    }
    for stored in &changes.removed {
        log.push(changed(stored.block.id, stored.block.version + 1, document_version, None));
    }
    for (position, _, content) in &changes.added {
        if let Some(id) = new_ids.get(position) {
            log.push(changed(*id, 1, document_version, Some(content.digest())));
        }
    }
    if !log.is_empty() {
        transaction.execute(InsertChanges { changes: log, now })?;
    }
    if !changes.moved.is_empty() {
        let moves = changes.moved.iter().map(|id| UpsertMovesMoves { block_id: *id }).collect();
        transaction.execute(UpsertMoves { moves, document_version, now })?;
    }
    if let Some(id) = purpose.draft_id {
        transaction.execute(DeleteDraft { id })?;
    }
    let blocks = blocks_after(current, &plan.targets, &new_ids);
    versions::store(transaction, purpose.kind, &blocks, document_version, now)?;
    tell_members(transaction, &changes, &new_ids, document_version, purpose)?;
    let mut ids = plan.ids.clone();
    for (position, target, _) in &changes.added {
        if let (Some(name), Some(id)) = (&target.told_as, new_ids.get(position)) {
            ids.insert(name.clone(), *id);
        }
    }
    Ok(Written { document_version, blocks, ids })
}

/// Blocks that were written by another way: as they are, they came with the current version at the latest.
fn unlogged(current: &Current) -> Vec<InsertChangesChanges> {
    let unlogged = current.blocks.iter().filter(|stored| stored.changed_in.is_none());
    let row = |stored: &StoredBlock| {
        let digest = Content::of_block(&stored.block).digest();
        changed(stored.block.id, stored.block.version, current.document_version, Some(digest))
    };
    unlogged.map(row).collect()
}

fn changed(block_id: i64, version: i64, document_version: i64, digest: Option<i64>) -> InsertChangesChanges {
    InsertChangesChanges { block_id, version, document_version, digest }
}

/// Keeps what is overwritten: the text of somebody else, what is removed, and what is cut always; else once a slot.
fn keep_earlier(transaction: &Transaction, changes: &Changes<'_>, now: Time) -> Result<(), Problem> {
    let row = |stored: &StoredBlock, always: bool| KeepBlocksBlocks { id: stored.block.id, always: i64::from(always) };
    let removed = changes.removed.iter().map(|stored| row(stored, true));
    let updated = changes
        .updated
        .iter()
        .map(|(stored, content)| row(stored, is_cut(&stored.block, content) || !stored.by_caller));
    let blocks: Vec<KeepBlocksBlocks> = removed.chain(updated).collect();
    if !blocks.is_empty() {
        transaction.execute(KeepBlocks { blocks, now, since: now.minus_seconds(versions::SLOT_SECONDS) })?;
    }
    Ok(())
}

/// True where a text that somebody wrote in the block is cut.
fn is_cut(older: &Block, newer: &Content) -> bool {
    let attribute = |attrs: &Json, name: &str| attrs[name].as_str().unwrap_or_default().to_owned();
    let of = |name| cut_bytes(&attribute(&older.attrs.0, name), &attribute(&newer.attrs, name));
    cut_bytes(&older.body, &newer.body).max(of("caption")).max(of("alt")) >= CUT_BYTES
}

/// The bytes of the older text between what both begin with and what both end with.
fn cut_bytes(older: &str, newer: &str) -> usize {
    let same = |(one, other): &(u8, u8)| one == other;
    let start = older.bytes().zip(newer.bytes()).take_while(same).count();
    let rest = older.len().min(newer.len()) - start;
    let end = older.bytes().rev().zip(newer.bytes().rev()).take(rest).take_while(same).count();
    older.len() - start - end
}

/// Adds the new blocks; their ids by position.
fn insert_new(
    transaction: &Transaction,
    changes: &Changes<'_>,
    terms: &TermsOfBlocks,
    now: Time,
) -> Result<HashMap<usize, i64>, Problem> {
    #[derive(Row)]
    struct Made {
        id: i64,
        position: i64,
    }
    if changes.added.is_empty() {
        return Ok(HashMap::new());
    }
    let row = |((position, target, content), place): (&(usize, &Target, &Content), usize)| InsertBlocksBlocks {
        client_key: target.client_key.clone(),
        kind: content.kind,
        body: content.body.clone(),
        attrs: content.attrs.to_string(),
        position: number(*position),
        indexed_as: terms.indexed_as(place),
    };
    let blocks = changes.added.iter().zip(changes.updated.len()..).map(row).collect();
    let made: Vec<Made> = transaction.all(InsertBlocks { blocks, now })?;
    Ok(made.into_iter().map(|made| (usize::try_from(made.position).unwrap_or(usize::MAX), made.id)).collect())
}

/// The document as it is now.
fn blocks_after(current: &Current, targets: &[Target], new_ids: &HashMap<usize, i64>) -> Vec<Block> {
    let by_id: HashMap<i64, &Block> = current.blocks.iter().map(|stored| (stored.block.id, &stored.block)).collect();
    let block = |(position, target): (usize, &Target)| {
        let stored = target.id.and_then(|id| by_id.get(&id));
        match (stored, &target.content) {
            (Some(stored), Some(content)) if !content.is_of(stored) => {
                Some(of_content(stored.id, stored.version + 1, position, content))
            }
            (Some(stored), _) => Some(Block { position: number(position), ..(*stored).clone() }),
            (None, Some(content)) => new_ids.get(&position).map(|id| of_content(*id, 1, position, content)),
            (None, None) => None,
        }
    };
    targets.iter().enumerate().filter_map(block).collect()
}

fn of_content(id: i64, version: i64, position: usize, content: &Content) -> Block {
    let Content { kind, body, attrs } = content.clone();
    Block { id, kind, body, attrs: Attributes(attrs), position: number(position), version }
}

/// The audit entry, which has counts and no text, and the message to the other members.
fn tell_members(
    transaction: &Transaction,
    changes: &Changes<'_>,
    new_ids: &HashMap<usize, i64>,
    document_version: i64,
    purpose: Purpose,
) -> Result<(), Problem> {
    let page_id = purpose.page_id;
    let what = json!({
        "document_version": document_version, "added": changes.added.len(), "changed": changes.updated.len(),
        "moved": changes.moved.len(), "removed": changes.removed.len(),
    });
    transaction.audit(AuditEntry::of(purpose.action, "research_page", &page_id).after(&what))?;
    let removed = changes.removed.iter().map(|stored| stored.block.id);
    let updated = changes.updated.iter().map(|(stored, _)| stored.block.id);
    let moved = changes.moved.iter().copied();
    let mut blocks: Vec<i64> = removed.chain(updated).chain(new_ids.values().copied()).chain(moved).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks.truncate(MOST_BLOCKS_TOLD);
    transaction.notify_those(SelectMembersToTell {}, &DocumentChanged { page_id, document_version, blocks })?;
    Ok(())
}

fn number(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}
