//! `GET /session/search`.

pub mod commands;
pub mod datasets;
pub mod words;

use crate::search::commands::FoundCommand;
use crate::search::datasets::FoundDataset;
use quarry_research_search::{self as pages, FoundPage, SearchQuery};
use quarry_sdk::prelude::*;
use std::collections::BTreeSet;

statement!(app_store, SelectModulesOff, "src/search/modules_off.sql");

/// The findings, by group. A group whose module is off is left out.
#[derive(Schema, Serialize)]
pub struct Found {
    /// The question as it was asked.
    #[schema(example = "largest liquidat")]
    pub q: String,
    /// The least number of characters that find something: 2, or 1 in a script without spaces between words, where one character is a word.
    #[schema(example = 2)]
    pub min_length: i64,
    /// Research pages, up to 20, as `GET /session/research/search` finds them. Left out while the module `research` is off.
    #[schema(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Vec<FoundPage>>,
    /// Datasets, up to 20, those with the words in key or name first. Left out while the module `data_downloads` is off.
    #[schema(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub datasets: Option<Vec<FoundDataset>>,
    /// Places in the application and things to do there, in the application's order.
    pub commands: Vec<FoundCommand>,
}

/// Search everything
///
/// Research pages of all spaces of the caller, datasets, and commands. A thing is found where it has all the words; the last one may be
/// unfinished. Groups whose module is off are left out.
#[endpoint(get = "/session/search", session, body = Found)]
pub fn search(query: SearchQuery) -> Result<Answer, Problem> {
    let words = pages::asked_for(&query.q);
    let off: BTreeSet<String> = SelectModulesOff {}.values()?.into_iter().collect();
    let is_on = |module: &str| !off.contains(module);
    Ok(Answer::json(&Found {
        min_length: pages::min_length(&query.q),
        pages: is_on("research").then(|| pages::pages_with(&words)).transpose()?,
        datasets: is_on("data_downloads").then(|| datasets::with(&words)),
        commands: commands::with(&words, is_on),
        q: query.q,
    }))
}
