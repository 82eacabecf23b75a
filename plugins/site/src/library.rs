//! The pages of a release: documentation by audience, and legal texts.

use crate::page::Page;
use quarry_sdk::prelude::*;

/// The readers that a page of the documentation is for.
#[derive(Choice, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// People who read and cite figures.
    Researcher,
    /// People who write programs that ask the API.
    Developer,
    /// People who run a deployment.
    Operator,
}

/// A page of the documentation.
pub struct Document {
    pub page: Page,
    pub audience: Audience,
}

const fn document(
    audience: Audience,
    slug: &'static str,
    title: &'static str,
    summary: &'static str,
    body: &'static str,
) -> Document {
    Document { page: Page { slug, title, summary, body }, audience }
}

/// In the order in which they are read. Those of `docs/` are the files of the repository.
pub const DOCUMENTS: &[Document] = &[
    document(
        Audience::Researcher,
        "reading-figures",
        "Reading figures",
        "The meaning of null, decimals, times and as_of.",
        include_str!("../content/docs/reading-figures.md"),
    ),
    document(
        Audience::Researcher,
        "prices",
        "Prices and bars",
        "The estimate of prices from the events of pools.",
        include_str!("../content/docs/prices.md"),
    ),
    document(
        Audience::Researcher,
        "timeline",
        "The timeline",
        "The registry of chain events and its provenance.",
        include_str!("../content/docs/timeline.md"),
    ),
    document(
        Audience::Researcher,
        "charts",
        "Charts",
        "The series of each source, and events as markers.",
        include_str!("../content/docs/charts.md"),
    ),
    document(
        Audience::Developer,
        "first-request",
        "A first request",
        "Base path, keys, scopes and environments.",
        include_str!("../content/docs/first-request.md"),
    ),
    document(
        Audience::Developer,
        "paging",
        "Reading a list to its end",
        "Cursors, page sizes and the Link header.",
        include_str!("../content/docs/paging.md"),
    ),
    document(
        Audience::Developer,
        "api",
        "The written contract",
        "The OpenAPI documents, the reference and deprecation.",
        include_str!("../../../docs/api.md"),
    ),
    document(
        Audience::Developer,
        "errors",
        "Errors",
        "Every code, its status, and the remedy.",
        include_str!("../../../docs/errors.md"),
    ),
    document(
        Audience::Developer,
        "rate-limits",
        "Rate limits",
        "Hourly budgets of keys, and limits of client addresses.",
        include_str!("../../../docs/rate-limits.md"),
    ),
    document(
        Audience::Developer,
        "caching",
        "Caching",
        "Entity tags, ages, and the time for which answers are kept.",
        include_str!("../../../docs/caching.md"),
    ),
    document(
        Audience::Operator,
        "operations",
        "Running a deployment",
        "Configuration, upgrades, health and figures.",
        include_str!("../../../docs/operations.md"),
    ),
    document(
        Audience::Operator,
        "ingest",
        "Ingest",
        "Loading chain data and registries.",
        include_str!("../../../docs/ingest.md"),
    ),
    document(
        Audience::Operator,
        "runtime",
        "Instances and limits",
        "The limits of a component, and their reasons.",
        include_str!("../../../docs/runtime.md"),
    ),
];

/// In the order in which they are listed.
pub const LEGAL: &[Page] = &[
    Page {
        slug: "license",
        title: "Licence of the software",
        summary: "Under which terms the program may be used.",
        body: include_str!("../content/legal/license.md"),
    },
    Page {
        slug: "privacy",
        title: "What the software keeps about people",
        summary: "Accounts, keys, requests and changes.",
        body: include_str!("../content/legal/privacy.md"),
    },
    Page {
        slug: "data",
        title: "About the data",
        summary: "What the figures are, and what they are not.",
        body: include_str!("../content/legal/data.md"),
    },
];

/// The target of a relative link of a page: `rate-limits.md#budget` leads to the page `rate-limits`, other links nowhere.
pub fn resolve(link: &str) -> Option<String> {
    let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
    let slug = file.strip_suffix(".md")?;
    DOCUMENTS.iter().find(|document| document.page.slug == slug)?;
    Some(match fragment {
        "" => slug.to_owned(),
        fragment => format!("{slug}#section-{fragment}"),
    })
}
