//! Drafts: text that could not be saved, kept for the person who sent it.

use crate::document::sent_block::SentBlock;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;

statement!(app_store, InsertDraft, "src/document/insert_draft.sql", origin: DraftOrigin);
statement!(app_store, SelectSameDraft, "src/document/same_draft.sql");
statement!(app_store, SelectNewestDraft, "src/document/newest_draft.sql");
statement!(app_store, DeleteDraft, "src/document/delete_draft.sql");
statement!(app_store, DeleteOlderDrafts, "src/document/delete_older_drafts.sql");

/// The way by which a text became a draft.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftOrigin {
    /// A save that was refused.
    Conflict,
    /// A tab that closed.
    Beacon,
}

/// Text of the caller that could not be saved. A later save that names it in `draft_id` removes it.
#[derive(Schema, Serialize)]
pub struct RecoverableDraft {
    /// The draft, for `draft_id` of a save.
    #[schema(example = 5)]
    pub id: i64,
    /// Why it was not saved: others changed the same blocks, or the tab closed.
    pub origin: DraftOrigin,
    /// The version of the document on which it was based.
    #[schema(example = 41)]
    pub base_version: i64,
    /// Blocks as they were sent: all blocks of the document for a `conflict`, those that were changed for a `beacon`.
    pub blocks: Vec<SentBlock>,
    /// Ids of blocks that were removed, for a `beacon`.
    #[schema(example = [])]
    pub removed: Vec<i64>,
    /// The time at which it was kept.
    pub created_at: Time,
}

#[derive(Serialize, Deserialize)]
struct DraftDocument {
    blocks: Vec<SentBlock>,
    removed: Vec<i64>,
}

#[derive(Row)]
struct StoredDraft {
    id: i64,
    origin: DraftOrigin,
    base_version: i64,
    #[row(json)]
    document: DraftDocument,
    created_at: Time,
}

/// The caller's newest draft of the page.
pub fn newest_draft() -> Result<Option<RecoverableDraft>, Problem> {
    let stored: Option<StoredDraft> = SelectNewestDraft {}.one()?;
    Ok(stored.map(|StoredDraft { id, origin, base_version, document, created_at }| {
        let DraftDocument { blocks, removed } = document;
        RecoverableDraft { id, origin, base_version, blocks, removed, created_at }
    }))
}

/// Keeps what was sent, in a transaction of its own; the draft's id. The same text again is the same draft.
pub fn keep_draft(
    origin: DraftOrigin,
    base_version: i64,
    blocks: &[SentBlock],
    removed: &[i64],
) -> Result<i64, Problem> {
    let document: Json = json!({ "blocks": blocks, "removed": removed });
    let document = document.to_string();
    let transaction = Transaction::begin()?;
    let same = transaction.query(SelectSameDraft { base_version, document: document.clone() })?;
    if let Some(id) = same.integer(0, "id") {
        return Ok(id);
    }
    let now = Time::now();
    let id = transaction.insert(InsertDraft { origin, base_version, document, now })?;
    transaction.execute(DeleteOlderDrafts {})?;
    let what = json!({ "origin": origin, "base_version": base_version, "blocks": blocks.len() });
    transaction.audit(AuditEntry::of("document.draft_kept", "research_draft", &id).after(&what))?;
    transaction.commit()?;
    Ok(id)
}
