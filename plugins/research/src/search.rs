//! `GET /session/research/search`.

use quarry_research_search::{self as search, FoundPage, SearchQuery};
use quarry_sdk::prelude::*;

/// The pages in which all words stand.
#[derive(Schema)]
pub struct ResearchFound {
    #[schema(flatten)]
    pub page: PageMembers,
    /// The question as it was asked.
    #[schema(example = "largest liquidat")]
    pub q: String,
    /// The least number of characters that find something: 2, or 1 in a script without spaces between words, where one character is a word.
    #[schema(example = 2)]
    pub min_length: i64,
    /// Pages with the words in their title come first, then pages that have the words most often, then the most recently changed.
    pub pages: Vec<FoundPage>,
}

/// Search research pages
///
/// Searches titles, findings, tags and blocks in all spaces of the caller. A page is found where it has all the words; the last one may be
/// unfinished. Pages in the trash are not found.
#[endpoint(get = "/session/research/search", session, module = "research", paged = 20, body = ResearchFound)]
pub fn search_research(request: &Request, query: SearchQuery) -> Result<Answer, Problem> {
    let words = search::asked_for(&query.q);
    let mut lists = SideBySide::of(request);
    let found = lists.read(|behind, most| search::pages_behind(&words, behind, most), |(_, place)| *place)?;
    let pages: Vec<FoundPage> = found.into_iter().map(|(page, _)| page).collect();
    Ok(Answer::object()
        .member("q", &query.q)
        .member("min_length", &search::min_length(&query.q))
        .page_members(request, pages.len(), lists.next_place())
        .member("pages", &pages)
        .into())
}
