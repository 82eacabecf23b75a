//! `POST /session/saved_items`.

use crate::saved_items::access::DestinationRole;
use crate::saved_items::snapshot::block::{self, BlockName};
use crate::saved_items::snapshot::{KnownChain, Snapshot, transaction};
use crate::saved_items::{self, CountSavedItems, SavedItemCard, SavedKind, SavedNote, canonical};
use quarry_sdk::prelude::*;
use quarry_sdk::words::{HASH, instead_of, quoted};
use quarry_transaction_fields::DECODER_VERSION;
use std::iter;

statement!(warehouse, SelectChainOfWord, "src/saved_items/chain_of_word.sql");
statement!(app_store, SelectSavedItemOfHash, "src/saved_items/saved_item_of_hash.sql", kind: SavedKind);
statement!(app_store, InsertSavedItem, "src/saved_items/insert_saved_item.sql", kind: SavedKind);

/// Copies that a page has at most.
const MOST_OF_A_PAGE: i64 = 1_000;

/// A transaction or a block to be saved.
#[derive(Schema, Deserialize)]
#[schema(example = {
    "kind": "transaction", "page_id": 8,
    "hash": "0x757939717298e81fc43411918788f41fdf0be00ad16b9b46a7a1c861b2b6b26f"
})]
pub struct NewSavedItem {
    kind: SavedKind,
    /// Slug of the chain, or its id; needed when several chains have it.
    #[schema(optional, min_length = 1, max_length = 64, example = "ethereum")]
    chain: Option<String>,
    /// The transaction's hash, or the block's: 64 hex digits in any case, behind `0x` or without it.
    #[schema(optional)]
    hash: Option<EnteredHash>,
    /// The block, in the place of its hash.
    #[schema(optional, minimum = 0, example = 23_479_210)]
    block_number: Option<i64>,
    /// The page on which it is to lie: `GET /session/saved_items/destinations` lists them.
    #[schema(minimum = 1, example = 8)]
    #[expect(dead_code, reason = "the guard reads it")]
    page_id: i64,
    #[schema(optional)]
    note: Option<SavedNote>,
}

/// A hash as people enter it.
#[derive(Schema, Deserialize)]
#[schema(
    pattern = "^(0[xX])?[0-9a-fA-F]{64}$",
    example = "0x757939717298e81fc43411918788f41fdf0be00ad16b9b46a7a1c861b2b6b26f"
)]
pub struct EnteredHash(String);

impl EnteredHash {
    fn read(&self) -> Result<Hash, Problem> {
        let digits = self.0.to_ascii_lowercase();
        let digits = digits.strip_prefix("0x").unwrap_or(&digits);
        serde_json::from_value(json!(format!("0x{digits}")))
            .map_err(|_| Problem::invalid_field("hash", instead_of(&format!("A hash is {HASH}"), &self.0)))
    }
}

impl NewSavedItem {
    /// Reads it from the warehouse as it is now.
    fn snapshot(&self, chain: Option<&KnownChain>) -> Result<Snapshot, Problem> {
        let number = self.block_number.map(i64::unsigned_abs);
        let hash = self.hash.as_ref().map(EnteredHash::read).transpose()?;
        match (self.kind, &hash, number) {
            (SavedKind::Transaction, Some(hash), None) => transaction::copy_of_transaction(hash, chain),
            (SavedKind::Block, Some(hash), None) => block::copy_of_block(&BlockName::Hash(hash), chain),
            (SavedKind::Block, None, Some(number)) => block::copy_of_block(&BlockName::Number(number), chain),
            (SavedKind::Transaction, _, Some(_)) => Err(Problem::invalid_field(
                "block_number",
                "A transaction is named by its hash: leave block_number out.",
            )),
            (SavedKind::Transaction, None, None) => {
                Err(Problem::invalid_field("hash", "A transaction is named by its hash: give it."))
            }
            (SavedKind::Block, _, _) => {
                Err(Problem::invalid_field("hash", "A block needs its hash or its block_number, and not both."))
            }
        }
    }

    /// The chain of that slug or number.
    fn chain(&self) -> Result<Option<KnownChain>, Problem> {
        let Some(word) = &self.chain else { return Ok(None) };
        let found = SelectChainOfWord { word: word.trim().to_ascii_lowercase() }.one()?;
        let unknown = || {
            let sentence =
                format!("No chain is called {} here: give its slug or its id, such as ethereum or 1.", quoted(word));
            Problem::invalid_field("chain", sentence)
        };
        found.map(Some).ok_or_else(unknown)
    }
}

/// Save a transaction or a block to a page
///
/// Keeps what the warehouse says of the hash now, as a copy on the page. Needs the role `editor` or `owner` in the page's space. The answer
/// is 201 the first time; the same hash again on the same page is the first copy with its note, 200.
#[endpoint(
    post = "/session/saved_items", session, module = "research", statuses = [200, 201], guard = DestinationRole::Editor,
    refuses(409, "block_replaced", "The block was replaced while it was read: try again."),
    refuses(422, "snapshot_too_large", "The transaction has more than 1,000 logs, or its copy more than 512 KiB."),
    refuses(422, "too_many_saved_items", "A page has at most 1,000 saved copies."),
    body = SavedItemCard
)]
pub fn create_saved_item(JsonBody(new): JsonBody<NewSavedItem>) -> Result<Answer, Problem> {
    let chain = new.chain()?;
    let snapshot = new.snapshot(chain.as_ref())?;
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let insert = InsertSavedItem {
        kind: new.kind,
        chain_id: number(snapshot.chain_id),
        hash: snapshot.hash.clone(),
        block_number: number(snapshot.block_number),
        block_hash: snapshot.block_hash.clone(),
        decoder_version: DECODER_VERSION,
        snapshot: snapshot.text()?,
        note: new.note.map(|SavedNote(note)| note),
        now: Time::now(),
    };
    let known = SelectSavedItemOfHash { kind: insert.kind, hash: insert.hash.clone(), chain_id: insert.chain_id };
    let transaction = Transaction::begin()?;
    let total = transaction.query(CountSavedItems {})?.integer(0, "total").unwrap_or_default();
    // A full page still gives the copies that it has.
    let is_new = total < MOST_OF_A_PAGE && transaction.execute(insert)? > 0;
    let Some(id) = transaction.query(known)?.integer(0, "id") else {
        let sentence =
            format!("The page has {total} saved copies, and {MOST_OF_A_PAGE} are the most: remove one first.");
        return Err(Problem::new(422, "too_many_saved_items", sentence).with("limit", MOST_OF_A_PAGE));
    };
    let mut card = saved_items::one(&transaction, id)?;
    if is_new {
        let entry = AuditEntry::of("saved_item.created", "saved_item", &id);
        transaction.audit(entry.after(&saved_items::audited(&card.item)))?;
    }
    transaction.commit()?;
    canonical::fill(iter::once(&mut card.item));
    Ok(Answer::json(&card).with_status(if is_new { 201 } else { 200 }))
}
