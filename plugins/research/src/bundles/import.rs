//! `POST /session/research/pages/{id}/import`.

use crate::access::PagePath;
use crate::bundles::imported;
use crate::bundles::not_kept::{self, NotKeptLine, number};
use crate::document::body::Document;
use crate::document::content::Content;
use quarry_research_markdown::{ImportedBlock, TooDear};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::{MOST_BLOCKS, MOST_PAGE_BYTES, attributes, prices};
use quarry_sdk::prelude::*;

/// The fate of the blocks that are there.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportMode {
    /// They stay, and the imported ones stand behind them.
    Append,
    /// The imported ones stand in their place.
    Replace,
}

/// A text in Markdown to import.
#[derive(Schema, Deserialize)]
pub struct NewImport {
    /// CommonMark with tables, task lists, footnotes and alerts, or what another tool exports as Markdown.
    #[schema(max_length = 1_048_576, example = "## What happened\n\n- [x] look again")]
    markdown: String,
    /// The fate of the blocks that are there: they stay, by default.
    #[schema(optional, example = "append")]
    mode: Option<ImportMode>,
    /// The `document_version` that is replaced; needed for `replace`.
    #[schema(optional, minimum = 0, example = 41)]
    base_version: Option<i64>,
}

/// Refuses a text that no page has room for, with the line from which on it is too much.
fn refuse_larger_than_a_page(blocks: &[ImportedBlock]) -> Result<(), Problem> {
    let mut bytes = 0;
    for (place, ImportedBlock { content, line }) in blocks.iter().enumerate() {
        bytes += attributes::bytes(&content.body, &content.attrs);
        let bound = match (place < MOST_BLOCKS, bytes <= MOST_PAGE_BYTES) {
            (true, true) => continue,
            (false, _) => format!("{MOST_BLOCKS} blocks, and the text has {}", blocks.len()),
            (_, false) => format!("{MOST_PAGE_BYTES} bytes in its blocks"),
        };
        let sentence = format!(
            "Line {line}: From here on the text is more than a page may have, which is {bound}: import it in parts."
        );
        return Err(Problem::invalid_field("markdown", sentence));
    }
    Ok(())
}

/// The document with what was imported.
#[derive(Schema, Serialize)]
pub struct ImportedDocument {
    #[serde(flatten)]
    #[schema(flatten)]
    document: Document,
    /// Blocks that the text became.
    #[schema(example = 2)]
    imported: i64,
    /// Parts that could not be kept as they were, in the order of its lines; at most 500 of them, and a line with the number of the others.
    not_kept: Vec<NotKeptLine>,
}

/// Import Markdown into a page
///
/// Turns the text into blocks, behind those that are there or in their place. Nothing is fetched: a picture elsewhere stays a reference.
/// The import is a save like any other; on another `base_version` than the newest nothing is replaced, and the blocks are kept as the draft
/// `draft_id`. Needs the role `editor` or `owner`.
#[endpoint(
    post = "/session/research/pages/{id}/import", session, module = "research", guard = PageRole::Editor,
    guard_path(page_id = id), max_body_bytes = 4_194_304,
    refuses(409, "conflict", "Somebody saved the page meanwhile; `current_version` is the newest."),
    body = ImportedDocument
)]
pub fn import_markdown(path: PagePath, JsonBody(new): JsonBody<NewImport>) -> Result<Answer, Problem> {
    let mode = new.mode.unwrap_or(ImportMode::Append);
    let base_version = match (mode, new.base_version) {
        (ImportMode::Replace, None) => {
            let sentence = "Send the document_version that is to be replaced.";
            return Err(Problem::invalid_field("base_version", sentence));
        }
        (_, base_version) => base_version.unwrap_or_default(),
    };
    let read = quarry_research_markdown::import(&new.markdown)
        .map_err(|TooDear(sentence)| Problem::invalid_field("markdown", sentence))?;
    let mut not_kept: Vec<NotKeptLine> = read
        .not_kept
        .into_iter()
        .map(|note| NotKeptLine { line: number(note.line), what: note.what, why: note.why })
        .collect();
    let mut blocks = read.blocks;
    not_kept::keep_known_files(&mut blocks, &mut not_kept)?;
    not_kept::note_unknown_citations(&blocks, &mut not_kept)?;
    not_kept::bound(&mut not_kept, read.further);
    refuse_larger_than_a_page(&blocks)?;
    for ImportedBlock { content, line } in &blocks {
        let checked = attributes::check(content.kind, &content.body, &content.attrs);
        if let Err(mistake) = checked {
            return Err(Problem::invalid_field("markdown", format!("Line {line}: {}", mistake.sentence)));
        }
        prices::refuse_dear(content.kind, &content.body, &content.attrs, None, line - 1)
            .map_err(|mistake| Problem::invalid_field("markdown", mistake.sentence))?;
    }
    let contents: Vec<Content> = blocks
        .into_iter()
        .map(|block| Content { kind: block.content.kind, body: block.content.body, attrs: block.content.attrs })
        .collect();
    let document = match mode {
        ImportMode::Append => imported::append(path.id, &contents)?,
        ImportMode::Replace => imported::replace(path.id, &contents, base_version)?,
    };
    Ok(Answer::json(&ImportedDocument { document, imported: number(contents.len()), not_kept }))
}
