//! Data of the chain for a block that shows a transaction or a block of one.

use crate::document::body::Document;
use crate::document::content::Content;
use crate::document::merge::{Plan, Target};
use crate::document::save;
use crate::document::write::Purpose;
use crate::versions::PageVersionKind;
use quarry_figures::derivation::known::known_chain;
use quarry_figures::transactions::citable;
use quarry_research_pages::blocks::{Block, BlockKind, MOST_BLOCK_BYTES};
use quarry_sdk::prelude::*;
use serde_json::{Map, Value as Json};

statement!(warehouse, SelectChainBlock, "src/blocks/chain_block.sql");

/// Bytes that a snapshot has at most: half a block, so that people have room for their own words.
const MOST_SNAPSHOT_BYTES: usize = MOST_BLOCK_BYTES / 2;

/// Fetches what the chain has now and saves it in the block, with the time. The document that it became; 409 where the block was changed
/// meanwhile.
pub fn save_snapshot(page_id: i64, block: &Block) -> Result<Document, Problem> {
    let snapshot = match block.kind {
        BlockKind::Transaction => snapshot_of_transaction(&block.attrs.0)?,
        _ => chain_block(&block.attrs.0)?,
    };
    let mut attrs = match &block.attrs.0 {
        Json::Object(members) => members.clone(),
        _ => Map::new(),
    };
    attrs.insert("snapshot".to_owned(), snapshot);
    attrs.insert("fetched_at".to_owned(), json!(Time::now()));
    let content = Content { kind: block.kind, body: block.body.clone(), attrs: Json::Object(attrs) };
    if content.attrs.to_string().len() > MOST_BLOCK_BYTES {
        let sentence = format!(
            "With what was fetched the attributes of the block would have more than {MOST_BLOCK_BYTES} bytes: shorten them."
        );
        return Err(Problem::new(422, "block_too_large", sentence).with("limit", MOST_BLOCK_BYTES as u64));
    }
    let purpose = Purpose { page_id, kind: PageVersionKind::Autosave, action: "document.refreshed", draft_id: None };
    let outcome = save::save(purpose, |current, _| {
        if !current.blocks.iter().any(|stored| (stored.block.id, stored.block.version) == (block.id, block.version)) {
            return Err(Problem::conflict(current.document_version));
        }
        let mut targets: Vec<Target> = current.blocks.iter().map(|stored| Target::stored(stored.block.id)).collect();
        let refreshed = targets.iter_mut().filter(|target| target.id == Some(block.id));
        refreshed.for_each(|target| target.content = Some(content.clone()));
        let plan = Plan { targets, ..Plan::default() };
        save::refuse_too_large(current, &plan)?;
        Ok(plan)
    })?;
    save::answer(outcome)
}

fn nothing_named(sentence: impl Into<String>) -> Problem {
    Problem::new(422, "nothing_to_refresh", sentence)
}

/// A transaction's own fields, and of its logs as many as there is room for.
fn snapshot_of_transaction(attrs: &Json) -> Result<Json, Problem> {
    let named = attrs.get("hash").cloned().and_then(|hash| serde_json::from_value::<Hash>(hash).ok());
    let hash = named.ok_or_else(|| nothing_named("The block names no transaction: give its attrs a hash."))?;
    let chain = match attrs.get("chain").and_then(Json::as_str) {
        Some(word) => Some(Chain(known_chain(word, "chain")?.chain_id)),
        None => None,
    };
    let mut found = citable::citable_fields(hash, chain, None)?;
    let mut left = MOST_SNAPSHOT_BYTES.saturating_sub(json!(found.fields).to_string().len());
    let kept = found.logs.iter().take_while(|log| {
        let bytes = json!(log).to_string().len();
        let fits = bytes <= left;
        left = left.saturating_sub(bytes);
        fits
    });
    let kept = kept.count();
    if let Some(first_left_out) = found.logs.get(kept) {
        found.next_log = Some(first_left_out.log_index);
    }
    found.logs.truncate(kept);
    Ok(json!(found))
}

/// The head of a chain's block.
fn chain_block(attrs: &Json) -> Result<Json, Problem> {
    let asked = attrs.get("number");
    let number = asked.and_then(|number| number.as_u64().or_else(|| number.as_str()?.parse().ok()));
    let word = attrs.get("chain").and_then(Json::as_str);
    let (Some(number), Some(word)) = (number, word) else {
        return Err(nothing_named("The block names no block of a chain: give its attrs a chain and a number."));
    };
    let chain = known_chain(word, "chain")?;
    let rows = SelectChainBlock { chain_id: chain.chain_id, number }.query()?;
    if rows.is_empty() {
        return Err(Problem::not_found(format!("No block {number} of {} is known here.", chain.word())));
    }
    let mut members = Map::new();
    members.insert("chain".to_owned(), json!(chain.word()));
    members.insert("block_timestamp".to_owned(), json!(rows.time(0, "block_timestamp")));
    for name in
        ["number", "hash", "parent_hash", "miner", "gas_limit", "gas_used", "base_fee_per_gas", "transaction_count"]
    {
        members.insert(name.to_owned(), json!(rows.text(0, name)));
    }
    Ok(Json::Object(members))
}
