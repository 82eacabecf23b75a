//! `GET /session/library`.

use crate::library::allowance::{Allowances, Shelf};
use crate::library::favourites::{Favourite, summaries};
use crate::library::views::{self, SavedView};
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct Library {
    #[schema(flatten)]
    pub page: PageMembersBesideLimit,
    /// Favourites in the order in which they were added.
    pub favourites: Vec<Favourite>,
    /// Saved views, the newest first.
    pub saved_views: Vec<SavedView>,
    /// Saved views that the plan allows, and not the size of a page; null when unlimited.
    #[schema(example = 50)]
    pub limit: Option<u64>,
    /// Favourites that the plan allows; null when unlimited.
    #[schema(example = 100)]
    pub favourites_limit: Option<u64>,
}

/// Your library
///
/// Favourite markets with their latest close and 24-hour change, at most five minutes old while the warehouse answers, and saved views with the
/// path that replays each. A page has up to `limit` of either, read on by one cursor; `count` is that of both.
#[endpoint(
    get = "/session/library", session, module = "prices", paged = 500,
    writes = "Summaries of favourite markets are kept for five minutes, so that the next look asks the warehouse nothing.",
    body = Library
)]
pub fn get_library(request: &Request) -> Result<Answer, Problem> {
    let allowances = Allowances::of_caller();
    let mut lists = SideBySide::of(request);
    let favourites = summaries::of_caller(&mut lists)?;
    let saved_views = views::of_caller(&mut lists)?;
    Ok(Answer::object()
        .page_members_beside_limit(favourites.len() + saved_views.len(), lists.next_place())
        .member("favourites", &favourites)
        .member("saved_views", &saved_views)
        .member("limit", &allowances.limit(Shelf::SavedViews))
        .member("favourites_limit", &allowances.limit(Shelf::Favourites))
        .into())
}
