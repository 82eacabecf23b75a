//! The figures that a page cites: by tokens `{{derived:ID}}` in bodies and captions, and by `citation_id` in attributes.

use quarry_figures::cited::{CitationKind, VerificationState};
use quarry_figures::references::orientation;
use quarry_price_orientation::PriceOrientation;
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_sdk::prelude::*;
use serde_json::Value as Json;
use std::collections::BTreeSet;

statement!(app_store, SelectCitedValues, "src/pages/cited_values.sql");

const OPENING: &str = "{{derived:";
const CLOSING: &str = "}}";
/// Different citations of a page that are looked up; a space has no more citations.
const MOST_TOKENS: usize = 10_000;

/// A figure that a page cites.
#[derive(Row, Schema, Serialize)]
pub struct CitedValue {
    /// The space's citation: `GET /session/citations`.
    #[schema(example = 12)]
    pub id: i64,
    /// The token that stands for the figure in bodies.
    #[row(skip)]
    #[schema(example = "{{derived:12}}")]
    pub token: String,
    /// The space's name for it; null without a name.
    #[schema(example = "Liquidations in January 2024")]
    pub label: Option<String>,
    /// The figure; null where it could not be derived.
    #[schema(example = "128")]
    pub value: Option<String>,
    /// The public record's: `GET /citations/{hash}`.
    pub hash: Hash,
    /// The result of the last check that the figure still holds.
    pub verification_state: VerificationState,
    /// The value that deriving it again gave; null unless that was another.
    #[schema(example = "129")]
    pub derived_value: Option<String>,
    /// The orientation of its prices; null where it has none.
    #[row(skip)]
    #[schema(example = null)]
    pub orientation: Option<PriceOrientation>,
}

/// A figure as the store has it, with what its orientation follows from.
#[derive(Row)]
struct StoredValue {
    #[row(flatten)]
    value: CitedValue,
    kind: CitationKind,
    dataset: Option<String>,
}

impl From<StoredValue> for CitedValue {
    fn from(StoredValue { value, kind, dataset }: StoredValue) -> CitedValue {
        CitedValue { token: token(value.id), orientation: orientation(kind, dataset.as_deref()), ..value }
    }
}

/// The citations that tokens in these bodies name, in the order of their ids.
pub fn ids<'body>(bodies: impl Iterator<Item = &'body str>) -> Vec<i64> {
    bounded(bodies.flat_map(tokens).map(|token| token.id))
}

/// Each citation once, up to as many as are looked up.
fn bounded(named: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut ids = BTreeSet::new();
    for id in named {
        if ids.len() == MOST_TOKENS {
            break;
        }
        ids.insert(id);
    }
    ids.into_iter().collect()
}

/// The citations that these blocks name, by tokens in their bodies and captions or by their attributes, in the order of their ids.
pub fn ids_of_blocks(blocks: &[Block]) -> Vec<i64> {
    let in_caption = |block: &Block| {
        let caption = block.attrs.0.get("caption").and_then(Json::as_str).unwrap_or_default();
        tokens(caption).map(|token| token.id).collect::<Vec<_>>()
    };
    let of_block = |block: &Block| {
        tokens(&block.body).map(|token| token.id).chain(in_caption(block)).chain(named(block)).collect::<Vec<_>>()
    };
    bounded(blocks.iter().flat_map(of_block))
}

/// The figures that these blocks cite, by id.
pub fn values(blocks: &[Block]) -> Result<Vec<CitedValue>, Problem> {
    looked_up(ids_of_blocks(blocks))
}

/// The figures of the tokens in these bodies, by id.
pub fn values_in<'body>(bodies: impl Iterator<Item = &'body str>) -> Result<Vec<CitedValue>, Problem> {
    looked_up(ids(bodies))
}

fn looked_up(ids: Vec<i64>) -> Result<Vec<CitedValue>, Problem> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found: Vec<StoredValue> = SelectCitedValues { ids }.all()?;
    Ok(found.into_iter().map(CitedValue::from).collect())
}

/// The token of a citation.
pub fn token(id: i64) -> String {
    format!("{OPENING}{id}{CLOSING}")
}

/// The citation that a block's attributes name.
pub fn named(block: &Block) -> Option<i64> {
    let has_citation = matches!(block.kind, BlockKind::Citation | BlockKind::LiveValue);
    block.attrs.0.get("citation_id").and_then(Json::as_i64).filter(|_| has_citation)
}

/// Puts the figures in the places of their tokens, in the text of safe HTML and never in a tag.
pub fn resolve(html: &str, values: &[CitedValue]) -> String {
    let mut resolved = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        resolve_text(&rest[..start], values, &mut resolved);
        let length = tag_length(&rest[start..]);
        resolved.push_str(&rest[start..start + length]);
        rest = &rest[start + length..];
    }
    resolve_text(rest, values, &mut resolved);
    resolved
}

fn resolve_text(text: &str, values: &[CitedValue], resolved: &mut String) {
    let mut copied = 0;
    for token in tokens(text) {
        let known = values.binary_search_by_key(&token.id, |value| value.id).ok();
        if let Some(figure) = known.and_then(|place| values[place].value.as_deref()) {
            resolved.push_str(&text[copied..token.start]);
            resolved.push_str(&format!("<data value=\"{}\">{}</data>", token.id, escaped(figure)));
            copied = token.end;
        }
    }
    resolved.push_str(&text[copied..]);
}

/// The bytes of the tag that the text begins with: a `>` in a quoted value does not end it.
fn tag_length(text: &str) -> usize {
    let mut quote = None;
    for (place, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return place + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A token, and where it stands.
struct Token {
    id: i64,
    start: usize,
    end: usize,
}

/// The tokens of a text, in order.
fn tokens(text: &str) -> impl Iterator<Item = Token> {
    text.match_indices(OPENING).filter_map(|(start, _)| {
        let id_start = start + OPENING.len();
        let digits = text[id_start..].bytes().take(19).take_while(u8::is_ascii_digit).count();
        let id_end = id_start + digits;
        let is_closed = text[id_end..].starts_with(CLOSING);
        let id = text[id_start..id_end].parse().ok().filter(|_| is_closed)?;
        Some(Token { id, start, end: id_end + CLOSING.len() })
    })
}
