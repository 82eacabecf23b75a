//! A page as a document of its own that runs and loads nothing: bodies are made safe as readers see them, everything else is escaped, and a
//! policy in the document's head forbids what no element asks for.

use crate::bundles::contents::{ExportedFile, ExportedPage};
use crate::pages::cited;
use quarry_research_markdown::links_for_pictures;
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_sdk::markdown;
use quarry_sdk::serde_json::Value as Json;

const STYLE: &str = "body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}\
img{max-width:100%}pre{overflow-x:auto}table{border-collapse:collapse}td,th{border:1px solid;padding:.2rem .6rem}\
blockquote,aside{margin-left:0;padding-left:1rem;border-left:3px solid}";

/// Where the bytes of a picture are: an address for `src`, or none.
pub type Source<'a> = &'a dyn Fn(&ExportedFile) -> Option<String>;

/// The document.
pub fn document(page: &ExportedPage, source: Source<'_>) -> String {
    let title = escaped(&page.title);
    let blocks: Vec<String> = page.blocks.iter().map(|block| shown(page, block, source)).collect();
    format!(
        "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n{}\n</body>\n</html>\n",
        blocks.join("\n")
    )
}

fn shown(page: &ExportedPage, block: &Block, source: Source<'_>) -> String {
    let attrs = &block.attrs.0;
    let safe = |text: &str| {
        cited::resolve(&markdown::to_safe_html(&links_for_pictures(text), |_| None), &page.cited_values)
            .trim()
            .to_owned()
    };
    let body = || safe(&block.body);
    match block.kind {
        BlockKind::Paragraph | BlockKind::List | BlockKind::Table => body(),
        BlockKind::Heading => {
            let level = attrs["level"].as_u64().and_then(|level| usize::try_from(level).ok()).unwrap_or(1).clamp(1, 3);
            safe(&format!("{} {}", "#".repeat(level), block.body.replace(['\n', '\r'], " ")))
        }
        BlockKind::Todo => format!("<div>{} {}</div>", if attrs["checked"] == true { '☑' } else { '☐' }, body()),
        BlockKind::Quote => format!("<blockquote>{}</blockquote>", body()),
        BlockKind::Callout => {
            let tone = attrs["tone"].as_str().unwrap_or("note");
            format!("<aside><p><strong>{}</strong></p>{}</aside>", escaped(tone), body())
        }
        BlockKind::Code => format!("<pre><code>{}</code></pre>", escaped(&block.body)),
        BlockKind::Divider => format!("<hr>{}", body()),
        BlockKind::Image | BlockKind::File => {
            format!("<figure>{}{}{}</figure>", file(page, block, source), body(), caption(attrs))
        }
        BlockKind::Citation | BlockKind::LiveValue => {
            format!("<figure>{}{}{}</figure>", figure(page, attrs), body(), caption(attrs))
        }
        BlockKind::Chart | BlockKind::Transaction | BlockKind::Block | BlockKind::Query => {
            use quarry_sdk::Choice;
            let asked = escaped(&format!("{}\n{attrs:#}", block.kind.word()));
            format!("<figure><pre><code>{asked}</code></pre>{}{}</figure>", body(), caption(attrs))
        }
    }
}

fn caption(attrs: &Json) -> String {
    let caption = attrs["caption"].as_str().filter(|caption| !caption.is_empty());
    caption.map(|caption| format!("<figcaption>{}</figcaption>", escaped(caption))).unwrap_or_default()
}

fn file(page: &ExportedPage, block: &Block, source: Source<'_>) -> String {
    let attrs = &block.attrs.0;
    let found = page.files.iter().find(|file| Some(file.upload.id) == attrs["upload_id"].as_i64());
    let Some(found) = found else { return "<p>A file that is gone.</p>".to_owned() };
    let name = &found.upload.file_name;
    let alt = attrs["alt"].as_str().unwrap_or_default();
    match (block.kind, source(found)) {
        (BlockKind::Image, Some(address)) => format!("<img src=\"{}\" alt=\"{}\">", escaped(&address), escaped(alt)),
        (_, Some(address)) if !address.starts_with("data:") => {
            let text = if alt.is_empty() { name } else { alt };
            format!("<p><a href=\"{}\">{}</a></p>", escaped(&address), escaped(text))
        }
        _ => format!(
            "<p>{} ({}, {} bytes): not in this file. {}</p>",
            escaped(name),
            found.upload.media_type,
            found.upload.size_bytes,
            escaped(alt)
        ),
    }
}

fn figure(page: &ExportedPage, attrs: &Json) -> String {
    let cited = page.cited_values.iter().find(|value| Some(value.id) == attrs["citation_id"].as_i64());
    let Some(cited) = cited else { return "<p>A citation that the space does not have.</p>".to_owned() };
    use quarry_sdk::Choice;
    format!(
        "<p>{}: <data value=\"{}\">{}</data> ({}, <code>{}</code>)</p>",
        escaped(cited.label.as_deref().unwrap_or("Cited figure")),
        cited.id,
        escaped(cited.value.as_deref().unwrap_or("—")),
        cited.verification_state.word(),
        cited.hash.to_hex(),
    )
}

/// A text as it stands in an element or a quoted attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
