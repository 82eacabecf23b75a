//! Saved copies of transactions and blocks: what the warehouse said of them at a moment, kept on a page.
//!
//! Always true here: a copy never changes, whatever becomes of its block; people change their note about it and nothing else. A page has
//! one copy of a hash.

pub mod access;
pub mod canonical;
pub mod create;
pub mod delete;
pub mod destinations;
pub mod list_of_hash;
pub mod list_of_page;
pub mod snapshot;
pub mod update;

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;

statement!(app_store, SelectSavedItemCard, "src/saved_items/saved_item_card.sql");
statement!(app_store, CountSavedItems, "src/saved_items/saved_items_of_page.sql");
statement!(app_store, ExportSavedItems, "src/saved_items/export_saved_items.sql");

/// The kind of a saved copy.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SavedKind {
    Transaction,
    Block,
}

/// The reason for which it cannot be told whether a block still stands.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum CanonicalUnknown {
    /// The warehouse did not answer in time. The copy can be read all the same.
    WarehouseUnavailable,
    /// The file that brought the transaction did not name its block's hash, or the chain's block is not known any more.
    BlockUnknown,
}

/// A transaction or a block as it was when it was saved.
#[derive(Row, Schema, Serialize)]
pub struct SavedItem {
    /// Id of the copy, unique in a deployment.
    #[schema(example = 31)]
    pub id: i64,
    /// The page on which it lies.
    #[schema(example = 8)]
    pub page_id: i64,
    #[schema(example = 4)]
    pub space_id: i64,
    pub kind: SavedKind,
    /// EIP-155 chain id.
    #[schema(example = 1)]
    pub chain_id: i64,
    /// The transaction's hash, or the block's.
    #[schema(example = "0x757939717298e81fc43411918788f41fdf0be00ad16b9b46a7a1c861b2b6b26f")]
    pub hash: String,
    /// The block in which it was.
    #[schema(example = 23_479_210)]
    pub block_number: i64,
    /// Hash of that block when the copy was made; null where it was not known.
    #[schema(example = "0x5e7b3c1a9d1b02f1d0c2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8")]
    pub block_hash: Option<String>,
    /// True while the chain has that block; false once it was reorganised away; null where that cannot be told now.
    #[row(skip)]
    #[schema(example = true)]
    pub canonical: Option<bool>,
    /// The reason for which `canonical` is null.
    #[row(skip)]
    pub canonical_unknown: Option<CanonicalUnknown>,
    /// The version of the decoder that read it.
    #[schema(example = 1)]
    pub decoder_version: i64,
    /// People's note about it: plain text.
    #[schema(example = "The first liquidation of the cascade.")]
    pub note: Option<String>,
    /// The person who saved the copy.
    #[row(prefix = "saved_by_")]
    pub saved_by: NamedPerson,
    pub created_at: Time,
    pub updated_at: Time,
}

/// A saved copy with its content.
#[derive(Row, Schema, Serialize)]
pub struct SavedItemCard {
    #[row(flatten)]
    #[serde(flatten)]
    #[schema(flatten)]
    pub item: SavedItem,
    /// The number of annotations on its fields.
    #[schema(example = 2)]
    pub annotations: i64,
    /// The transaction or block as it was: decoded under the names of citations, and raw under `raw`.
    #[row(json)]
    pub snapshot: SnapshotJson,
}

/// Objects and texts alone, so that a path such as `logs.3.args.amount` leads to one value.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct SnapshotJson(pub Json);

impl Schema for SnapshotJson {
    fn schema() -> Json {
        json!({ "type": "object" })
    }

    fn example() -> Json {
        json!({
            "value": "0",
            "logs": { "3": { "event": "Transfer", "args": { "amount": "1000" } } },
            "raw": { "input": "0xa9059cbb" }
        })
    }
}

/// A note about a saved copy: plain text.
#[derive(Schema, Deserialize)]
#[schema(multi_line, min_length = 1, max_length = 2000, example = "The first liquidation of the cascade.")]
pub struct SavedNote(pub String);

/// The copy, as the transaction sees it.
fn one(transaction: &Transaction, id: i64) -> Result<SavedItemCard, Problem> {
    let found = transaction.one(SelectSavedItemCard { id })?;
    found.ok_or_else(|| Problem::not_found(format!("There is no saved copy {id} here.")))
}

/// The audit log's record of a copy. The note stays in its space, because people outside the space read the log.
fn audited(item: &SavedItem) -> Json {
    json!({
        "space_id": item.space_id, "page_id": item.page_id, "kind": item.kind.word(), "chain_id": item.chain_id, "hash": item.hash,
        "note_characters": item.note.as_ref().map_or(0, |note| note.chars().count()),
    })
}
