//! A page as a document of its own that runs and loads nothing: bodies are made safe as readers see them, everything else is escaped, and a
//! policy in the document's head forbids what no element asks for.

use crate::bundles::contents::{ExportedFile, ExportedPage};
use crate::pages::cited;
use crate::pages::readable::{Readers, Surroundings, escaped};
use crate::pages::room::Room;
use quarry_research_markdown::readable::{plain_html, safe_html};
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_sdk::Choice;
use quarry_sdk::serde_json::Value as Json;

const STYLE: &str = "body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}\
img{max-width:100%}pre{overflow-x:auto}table{border-collapse:collapse}td,th{border:1px solid;padding:.2rem .6rem}\
blockquote,aside{margin-left:0;padding-left:1rem;border-left:3px solid}";

/// Where the bytes of a picture are: an address for `src`, or none.
pub type Source<'a> = &'a dyn Fn(&ExportedFile) -> Option<String>;

/// The document.
pub fn document(page: &ExportedPage, source: Source<'_>) -> String {
    let title = escaped(&page.title);
    let document = Document { page, source };
    let mut written = format!(
        "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n"
    );
    let (mut room, mut readers) = (Room::beside(0), Readers::default());
    for block in &page.blocks {
        let html = readers.html_of(block, &document);
        let is_picture_or_file = matches!(block.kind, BlockKind::Image | BlockKind::File);
        match is_picture_or_file || room.takes(html.len()) {
            true => written.push_str(&html),
            false => written.push_str(&plain_html(&block.body)),
        }
        written.push('\n');
    }
    written + "</body>\n</html>\n"
}

/// An exported page whose files are where `source` says.
struct Document<'a> {
    page: &'a ExportedPage,
    source: Source<'a>,
}

impl Surroundings for Document<'_> {
    fn safe(&self, text: &str) -> String {
        cited::resolve(&safe_html(text), &self.page.cited_values).trim().to_owned()
    }

    fn file(&self, block: &Block) -> String {
        file(self.page, block, self.source)
    }

    fn figure(&self, block: &Block) -> String {
        figure(self.page, &block.attrs.0)
    }

    fn data(&self, block: &Block) -> String {
        let asked = format!("{}\n{:#}", block.kind.word(), block.attrs.0);
        format!("<pre><code>{}</code></pre>", escaped(&asked))
    }
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
    format!(
        "<p>{}: <data value=\"{}\">{}</data> ({}, <code>{}</code>)</p>",
        escaped(cited.label.as_deref().unwrap_or("Cited figure")),
        cited.id,
        escaped(cited.value.as_deref().unwrap_or("—")),
        cited.verification_state.word(),
        cited.hash.to_hex(),
    )
}
