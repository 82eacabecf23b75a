//! A block as safe HTML for readers: of published and shared copies, and of documents that are taken along.
//!
//! The forms of the kinds are the same for all of them. Their differences, files, figures and what a chart or a query asks for, are those of
//! the [`Surroundings`].

use quarry_research_markdown::readable::{plain_html, shown_markdown};
use quarry_research_pages::blocks::prices::price;
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_text_prices::Price;
use serde_json::Value as Json;

/// The page around a block, for its readers.
pub trait Surroundings {
    /// Markdown as safe HTML with the figures that it cites.
    fn safe(&self, text: &str) -> String;

    /// The file of an image or a file; empty where the page names files beside its blocks.
    fn file(&self, block: &Block) -> String;

    /// The figure that a citation or a live value names.
    fn figure(&self, block: &Block) -> String;

    /// The data that a chart, a query, a transaction or a block of a chain shows; empty where the block's attributes are given beside it.
    fn data(&self, block: &Block) -> String;
}

/// The blocks of a page on their way to its readers: as Markdown as long as all together cost no more than a page may, and beyond that as
/// plain text. A page that was stored before there was a price may cost more.
#[derive(Default)]
pub struct Readers {
    price: Price,
}

impl Readers {
    /// True where the next block is shown as Markdown.
    pub fn take(&mut self, block: &Block) -> bool {
        let sum = self.price + price(block.kind, &block.body, &block.attrs.0);
        let is_within = sum.over_page().is_none();
        if is_within {
            self.price = sum;
        }
        is_within
    }

    /// The next block's HTML.
    pub fn html_of(&mut self, block: &Block, page: &impl Surroundings) -> String {
        match self.take(block) {
            true => html_of(block, page),
            false => plain_html(&block.body),
        }
    }
}

fn html_of(block: &Block, page: &impl Surroundings) -> String {
    let attribute = |name: &str| block.attrs.0.get(name);
    let body = || page.safe(&shown_markdown(block.kind, &block.body, &block.attrs.0));
    match block.kind {
        BlockKind::Paragraph | BlockKind::List | BlockKind::Table | BlockKind::Heading | BlockKind::Todo => body(),
        BlockKind::Quote => format!("<blockquote>{}</blockquote>", body()),
        BlockKind::Callout => {
            let tone = attribute("tone").and_then(Json::as_str).unwrap_or("note");
            format!("<aside><p><strong>{}</strong></p>{}</aside>", escaped(tone), body())
        }
        BlockKind::Code => format!("<pre><code>{}</code></pre>", escaped(&block.body)),
        BlockKind::Divider => format!("<hr>{}", body()),
        BlockKind::Image | BlockKind::File => framed(block, page, page.file(block)),
        BlockKind::Citation | BlockKind::LiveValue => framed(block, page, page.figure(block)),
        BlockKind::Chart | BlockKind::Transaction | BlockKind::Block | BlockKind::Query => {
            framed(block, page, page.data(block))
        }
    }
}

/// The text that a block shows, with its body and its caption; nothing where it has none of them.
fn framed(block: &Block, page: &impl Surroundings, shown: String) -> String {
    let caption = block.attrs.0.get("caption").and_then(Json::as_str).filter(|caption| !caption.is_empty());
    let caption = caption.map(|caption| format!("<figcaption>{}</figcaption>", page.safe(caption)));
    let content = format!("{shown}{}{}", page.safe(&block.body), caption.unwrap_or_default());
    if content.is_empty() { content } else { format!("<figure>{content}</figure>") }
}

/// A text as it stands in an element or a quoted attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
