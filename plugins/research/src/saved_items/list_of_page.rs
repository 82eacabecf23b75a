//! `GET /session/research/pages/{id}/saved_items`.

use crate::saved_items::{CountSavedItems, SavedItemCard, canonical};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, SelectSavedItemCards, "src/saved_items/saved_item_cards.sql");

/// Cards of a page of them.
const CARDS: i64 = 10;

#[derive(Parameters)]
pub struct CardsQuery {
    /// The research page.
    #[parameter(path, minimum = 1, example = "8")]
    #[expect(dead_code, reason = "the guard reads it")]
    id: i64,
    /// Ten cards each, counted from 1.
    #[parameter(minimum = 1, maximum = 1_000_000, example = "1")]
    page: Option<i64>,
}

#[derive(Schema, Serialize)]
pub struct SavedItemCards {
    #[schema(example = 1)]
    page: i64,
    /// Number of pages of cards; 0 where nothing is saved.
    #[schema(example = 3)]
    pages: i64,
    #[schema(example = 27)]
    total: i64,
    /// Cards of this page, the newest copy first; empty behind the last page.
    saved_items: Vec<SavedItemCard>,
}

/// Saved copies of a page
///
/// Lists ten cards to a page, with what was saved, and with whether its block still stands. Pages are counted from the newest copy: a copy
/// that is saved while you turn them moves the others by one place, and a removed copy moves them back. While the warehouse does not
/// answer, the cards are shown all the same, with `canonical` null.
#[endpoint(
    get = "/session/research/pages/{id}/saved_items", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = SavedItemCards
)]
pub fn list_saved_items(query: CardsQuery) -> Result<Answer, Problem> {
    let page = query.page.unwrap_or(1);
    let total = CountSavedItems {}.query()?.integer(0, "total").unwrap_or_default();
    let mut saved_items: Vec<SavedItemCard> = SelectSavedItemCards { before: (page - 1) * CARDS }.all()?;
    canonical::fill(saved_items.iter_mut().map(|card| &mut card.item));
    Ok(Answer::json(&SavedItemCards { page, pages: (total + CARDS - 1) / CARDS, total, saved_items }))
}
