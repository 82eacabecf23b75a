//! The price of a block: that of its body and of the attributes that are Markdown.

use super::BlockKind;
use super::attributes::Mistake;
use quarry_text_prices::{Excess, Price};
use serde_json::Value as Json;
use std::ops::Add;

/// Attributes that readers are shown as Markdown.
const IN_MARKDOWN: [&str; 2] = ["caption", "alt"];

/// The price of a block. Code is shown as it stands.
pub fn price(kind: BlockKind, body: &str, attrs: &Json) -> Price {
    let of_attribute = |name: &str| attrs.get(name).and_then(Json::as_str).map(Price::of).unwrap_or_default();
    of_body(kind, body) + IN_MARKDOWN.into_iter().map(of_attribute).fold(Price::default(), Price::add)
}

/// Refuses a block over the price, with the mark, the line and the bound. `stored`: the block that it takes the place of; one that was
/// over the price already may be changed to what costs no more. `lines_before`: lines in front of the body in what was sent.
pub fn refuse_dear(
    kind: BlockKind,
    body: &str,
    attrs: &Json,
    stored: Option<Price>,
    lines_before: usize,
) -> Result<(), Mistake> {
    let price = price(kind, body, attrs);
    let Some(excess) = price.over_block_beyond(&stored.unwrap_or_default()) else { return Ok(()) };
    let member = "body".to_owned();
    let own = of_body(kind, body);
    let sentence = match own.count(excess.mark) > excess.most {
        true => Excess { count: own.count(excess.mark), ..excess }.sentence(body, "block", lines_before),
        false => excess.sentence_of_several(),
    };
    Err(Mistake { member, sentence })
}

fn of_body(kind: BlockKind, body: &str) -> Price {
    match kind {
        BlockKind::Code => Price::of_plain(body),
        _ => Price::of(body),
    }
}
