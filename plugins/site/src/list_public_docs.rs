//! `GET /public/docs`.

use crate::library::{Audience, DOCUMENTS, Document};
use crate::search::Query;
use quarry_sdk::markdown;
use quarry_sdk::prelude::*;
use std::cmp::Reverse;

#[derive(Parameters)]
pub struct PublicDocsQuery {
    /// Words that all stand in a page; the best fit comes first.
    #[parameter(max_length = 100, example = "cursor")]
    q: Option<String>,
    /// Only pages for this audience.
    #[parameter(example = "developer")]
    audience: Option<Audience>,
}

/// A page of the documentation, in a list.
#[derive(Schema, Serialize)]
pub struct FoundDocument {
    /// The page's name in addresses.
    #[schema(example = "paging")]
    pub slug: String,
    /// The name or title that people read.
    #[schema(example = "Reading a list to its end")]
    pub title: String,
    /// The page in one sentence.
    #[schema(example = "Cursors, page sizes and the Link header.")]
    pub summary: String,
    /// The readers that it is for.
    #[schema(example = "developer")]
    pub audience: Audience,
    /// Escaped text around the first hit of `q`, with hits wrapped in `<mark>`; null without `q`.
    #[schema(example = "Every list carries next_<mark>cursor</mark>, null on the last page.")]
    pub snippet: Option<String>,
}

#[derive(Schema)]
pub struct Documents {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Pages in the order in which they are read; with `q`, the best fit first.
    pub docs: Vec<FoundDocument>,
}

/// The documentation: its pages, and what stands in them
#[endpoint(get = "/public/docs", keyless, paged = 500, body = Documents)]
pub fn list_public_docs(request: &Request, query: PublicDocsQuery) -> Result<Answer, Problem> {
    let words = match query.q.as_deref().map(Query::parse) {
        Some(None) => return Err(Problem::invalid_parameter("q", "The parameter \"q\" has no word to look for.")),
        Some(words) => words,
        None => None,
    };
    let pages = DOCUMENTS.iter().filter(|document| query.audience.is_none_or(|audience| audience == document.audience));
    let docs: Vec<FoundDocument> = match words {
        None => pages.map(|document| shown(document, None)).collect(),
        Some(words) => {
            let mut hits: Vec<_> = pages.filter_map(|document| hit(document, &words)).collect();
            hits.sort_by_key(|(score, _)| Reverse(*score));
            hits.into_iter().map(|(_, document)| document).collect()
        }
    };
    Ok(Answer::object().page_of("docs", request, &docs, |document| document.slug.clone()).into())
}

fn hit(document: &Document, words: &Query) -> Option<(usize, FoundDocument)> {
    let page = &document.page;
    let hit = words.find(page.title, page.summary, &markdown::to_text(page.body))?;
    Some((hit.score, shown(document, Some(hit.snippet))))
}

fn shown(document: &Document, snippet: Option<String>) -> FoundDocument {
    let summary = document.page.summarize();
    FoundDocument {
        slug: summary.slug,
        title: summary.title,
        summary: summary.summary,
        audience: document.audience,
        snippet,
    }
}
