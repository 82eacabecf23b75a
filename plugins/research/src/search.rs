//! `GET /session/research/search`.

use quarry_research_search::{self as search, FoundPage, SearchQuery};
use quarry_sdk::prelude::*;

/// The pages in which all words stand.
#[derive(Schema, Serialize)]
pub struct ResearchFound {
    /// The question as it was asked.
    #[schema(example = "largest liquidat")]
    pub q: String,
    /// Fewer characters than these find nothing: 2, and 1 of a script without spaces between words, in which one is a word.
    #[schema(example = 2)]
    pub min_length: i64,
    /// At most 20: first those with the words in the title, then those that have them most often, then those changed last.
    pub pages: Vec<FoundPage>,
}

/// Search research pages
///
/// In all spaces of the caller: titles, findings, tags and blocks. A page is found where it has all the words; the last one may be
/// unfinished. What lies in the trash is not found.
#[endpoint(get = "/session/research/search", session, module = "research", body = ResearchFound)]
pub fn search_research(query: SearchQuery) -> Result<Answer, Problem> {
    let pages = search::pages_with(&search::asked_for(&query.q))?;
    Ok(Answer::json(&ResearchFound { min_length: search::min_length(&query.q), q: query.q, pages }))
}
