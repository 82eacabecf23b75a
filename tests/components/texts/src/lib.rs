//! What families make of a text that somebody stored: the same functions, compiled as the families are.

use quarry_research_markdown::{Content, FileNames, export, import, readable};
use quarry_research_pages::blocks::{BlockKind, MOST_BLOCK_BYTES};
use quarry_research_terms::asked;
use quarry_research_terms::difference::{Patience, difference};
use quarry_research_terms::searchable_text::searchable_text;
use quarry_research_terms::snippet::snippet;
use quarry_research_terms::terms::terms;
use quarry_text_prices::Price;
use serde_json::json;

#[allow(unsafe_code, missing_docs, clippy::all, unused_qualifications, unreachable_pub)]
mod bindings {
    wit_bindgen::generate!({ world: "texts", path: "texts.wit" });
}

struct Texts;

impl bindings::Guest for Texts {
    fn bytes_of(work: String, text: String) -> u64 {
        bytes_of(&work, &text) as u64
    }
}

mod export_world {
    #![allow(unsafe_code)]
    use super::{Texts, bindings};
    bindings::export!(Texts with_types_in bindings);
}

fn bytes_of(work: &str, text: &str) -> usize {
    match work {
        "nothing" => text.len(),
        "price" => Price::of(text).over_block().map_or(0, |excess| excess.sentence(text, "block", 0).len()),
        "html" => bodies(text).map(|body| readable::safe_html(body).len()).sum(),
        "plain" => bodies(text).map(|body| readable::plain_html(body).len()).sum(),
        "code" => bodies(text).map(|body| readable::code_html(body).len()).sum(),
        "words" => bodies(text).map(|body| readable::words(body).len()).sum(),
        "export" => exported(text, BlockKind::Paragraph),
        "export_list" => exported(text, BlockKind::List),
        "export_callout" => exported(text, BlockKind::Callout),
        "export_todo" => exported(text, BlockKind::Todo),
        "export_heading" => exported(text, BlockKind::Heading),
        "export_quote" => exported(text, BlockKind::Quote),
        "export_code" => exported(text, BlockKind::Code),
        "export_table" => exported(text, BlockKind::Table),
        "import" => import(text).map_or_else(|refusal| refusal.0.len(), |imported| imported.blocks.len()),
        "terms" => bodies(text).map(|body| terms(&searchable_text(body, &json!({}))).len()).sum(),
        "snippet" => bodies(text).map(|body| snippet(body, &asked::words("quay zzz")).len()).sum(),
        "question" => asked::words(text).len(),
        "difference" => {
            let backwards: String = text.chars().rev().collect();
            let mut patience = Patience { steps: 20_000_000, runs: 50_000 };
            let pairs = bodies(text).zip(bodies(&backwards));
            pairs.map(|(older, newer)| difference(older, newer, &mut patience).runs.len()).sum()
        }
        _ => 0,
    }
}

fn exported(text: &str, kind: BlockKind) -> usize {
    let block = |body: &str| Content { kind, body: body.to_owned(), attrs: json!({}) };
    export(&bodies(text).map(block).collect::<Vec<_>>(), &FileNames::new()).len()
}

/// The text in bodies of blocks, each as long as a block may be.
fn bodies(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (body, behind) = rest.split_at(rest.floor_char_boundary(MOST_BLOCK_BYTES));
        rest = behind;
        (!body.is_empty()).then_some(body)
    })
}
