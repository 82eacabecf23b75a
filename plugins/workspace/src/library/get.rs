//! `GET /session/library`.

use crate::library::allowance::{Allowances, Shelf};
use crate::library::favourites::{Favourite, summaries};
use crate::library::views::{self, SavedView};
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct Library {
    /// In the order in which they were added.
    pub favourites: Vec<Favourite>,
    /// The newest first.
    pub saved_views: Vec<SavedView>,
    /// Saved views that the plan allows; null when unlimited.
    #[schema(example = 50)]
    pub limit: Option<u64>,
    /// Favourites that the plan allows; null when unlimited.
    #[schema(example = 100)]
    pub favourites_limit: Option<u64>,
}

/// Your library
///
/// Favourite markets with their latest close and 24-hour change, at most five minutes old while the warehouse answers, and saved views with the
/// path that replays each.
#[endpoint(
    get = "/session/library", session, module = "prices",
    writes = "Summaries of favourite markets are kept for five minutes, so that the next look asks the warehouse nothing.",
    body = Library
)]
pub fn get_library() -> Result<Answer, Problem> {
    let allowances = Allowances::of_caller();
    Ok(Answer::json(&Library {
        favourites: summaries::of_caller()?,
        saved_views: views::of_caller()?,
        limit: allowances.limit(Shelf::SavedViews),
        favourites_limit: allowances.limit(Shelf::Favourites),
    }))
}
