//! `GET /public/site`.

use crate::html::page_html;
use crate::library::{Audience, DOCUMENTS};
use crate::page::Page;
use quarry_sdk::prelude::*;

statement!(app_store, SelectModules, "sql/modules.sql");

const SITE: Page = Page {
    slug: "site",
    title: "Quarry",
    summary: "On-chain DeFi research data with its provenance.",
    body: include_str!("../content/site.md"),
};

/// A part of the service that can be switched off.
#[derive(Schema)]
pub struct Module {
    /// The key that a 404 `module_disabled` names.
    #[schema(example = "prices")]
    pub key: String,
    /// True when its operations answer.
    pub enabled: bool,
}

#[derive(Schema)]
pub struct Site {
    /// The name of the service.
    #[schema(example = "Quarry")]
    pub name: String,
    /// The service in one sentence.
    #[schema(example = "On-chain DeFi research data with its provenance.")]
    pub summary: String,
    /// An introduction, safe to show as it is.
    #[schema(example = "<p>Quarry serves on-chain DeFi research data as JSON.</p>")]
    pub html: String,
    /// The audiences that `GET /public/docs` takes as `audience` and has pages for.
    #[schema(example = ["researcher", "developer", "operator"])]
    pub audiences: Vec<String>,
    /// Modules by key.
    #[schema(rows = SelectModules)]
    pub modules: Vec<Module>,
}

/// The name of the service, and the parts of it that are switched on
#[endpoint(get = "/public/site", keyless, body = Site)]
pub fn get_public_site() -> Result<Answer, Problem> {
    let has_pages = |word: &&&str| DOCUMENTS.iter().any(|document| document.audience.word() == **word);
    let audiences: Vec<&str> = Audience::WORDS.iter().filter(has_pages).copied().collect();
    Ok(Answer::object()
        .member("name", SITE.title)
        .member("summary", SITE.summary)
        .member("html", &page_html(&SITE))
        .member("audiences", &audiences)
        .rows("modules", SelectModules {}.query()?)
        .into())
}
