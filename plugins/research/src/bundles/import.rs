//! `POST /session/research/pages/{id}/import`.

use crate::access::PagePath;
use crate::bundles::replacement;
use crate::document::body::Document;
use crate::document::content::Content;
use crate::document::draft::{self, DraftOrigin};
use crate::document::merge::{Plan, Target};
use crate::document::save;
use crate::document::sent_block::SentBlock;
use crate::document::write::Purpose;
use crate::pages::cited;
use crate::uploads::media_type::MediaType;
use crate::uploads::{SelectUploads, Upload};
use crate::versions::PageVersionKind;
use quarry_research_markdown::{FileNames, ImportedBlock, MOST_NOTES, TooDear};
use quarry_research_pages::access::PageRole;
use quarry_research_pages::blocks::{BlockKind, attributes, prices};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;
use std::cell::Cell;
use std::collections::BTreeSet;

/// The fate of the blocks that are there.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportMode {
    /// They stay, and the imported ones stand behind them.
    Append,
    /// The imported ones stand in their place.
    Replace,
}

/// Markdown to be taken in.
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

/// A thing of the text that could not be kept as it was.
#[derive(Schema, Serialize, Debug, Clone, PartialEq)]
pub struct NotKeptLine {
    /// The line of the text, from 1.
    #[schema(example = 12)]
    line: i64,
    /// The part of the text, as it stands there.
    #[schema(example = "Harbour at night.png")]
    what: String,
    /// The form that it was kept in, or that it was left out.
    #[schema(example = "The picture did not come along: its place is kept, send it as an upload.")]
    why: String,
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
/// For editors. The text becomes blocks behind those that are there, or in their place. Nothing is fetched: a picture elsewhere stays a
/// reference. It is a save like any other; on another `base_version` than the newest nothing is replaced, and the blocks are kept as the draft `draft_id`.
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
    keep_known_files(&mut blocks, &mut not_kept)?;
    note_unknown_citations(&blocks, &mut not_kept)?;
    bound(&mut not_kept, read.further);
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
        ImportMode::Append => append(path.id, &contents)?,
        ImportMode::Replace => replace(path.id, &contents, base_version)?,
    };
    Ok(Answer::json(&ImportedDocument { document, imported: number(contents.len()), not_kept }))
}

fn append(page_id: i64, contents: &[Content]) -> Result<Document, Problem> {
    let purpose = Purpose { page_id, kind: PageVersionKind::Autosave, action: "document.imported", draft_id: None };
    let outcome = save::save(purpose, |current, _| {
        let stored = current.blocks.iter().map(|stored| Target::stored(stored.block.id));
        let new = contents.iter().cloned().map(Target::new);
        Ok(Plan { targets: stored.chain(new).collect(), ..Plan::default() })
    })?;
    save::answer(outcome)
}

/// A version of its own, as a restore is: the one before it stays.
fn replace(page_id: i64, contents: &[Content], base_version: i64) -> Result<Document, Problem> {
    let purpose = Purpose { page_id, kind: PageVersionKind::Restore, action: "document.imported", draft_id: None };
    let newer = Cell::new(None);
    let outcome = save::save(purpose, |current, _| {
        if current.document_version != base_version {
            newer.set(Some(current.document_version));
            return Err(Problem::not_found("The version that is to be replaced is not the newest."));
        }
        Ok(Plan { targets: replacement::targets(current, contents), ..Plan::default() })
    });
    let Some(current_version) = newer.get() else { return save::answer(outcome?) };
    let sent: Vec<SentBlock> = contents.iter().enumerate().map(|(place, content)| sent(place, content)).collect();
    let draft_id = draft::keep_draft(DraftOrigin::Conflict, base_version, &sent, &[])?;
    let sentence = format!(
        "The document is at version {current_version}: nothing was replaced, and what was sent is kept as a draft."
    );
    let problem = Problem::new(409, "conflict", sentence).with("current_version", current_version);
    Err(problem.with("conflicts", json!([])).with("draft_id", draft_id))
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn sent(place: usize, content: &Content) -> SentBlock {
    SentBlock::new(format!("import-{place}"), content.kind, content.body.clone(), content.attrs.clone())
}

/// Lists what an answer has room for, in the order of its lines, and tells the number of the others. `further`: of those that are not listed already.
fn bound(not_kept: &mut Vec<NotKeptLine>, further: usize) {
    not_kept.sort_by_key(|note| note.line);
    let further = further + not_kept.len().saturating_sub(MOST_NOTES);
    not_kept.truncate(MOST_NOTES);
    if let (Some(line), true) = (not_kept.last().map(|note| note.line), further > 0) {
        let why = "These are too many to list.".to_owned();
        not_kept.push(NotKeptLine { line, what: format!("{further} more"), why });
    }
}

/// Pictures and files that the page does not have become references in the text.
fn keep_known_files(blocks: &mut [ImportedBlock], not_kept: &mut Vec<NotKeptLine>) -> Result<(), Problem> {
    let upload_of = |block: &ImportedBlock| match block.content.kind {
        BlockKind::Image | BlockKind::File => block.content.attrs.get("upload_id").and_then(Json::as_i64),
        _ => None,
    };
    let asked: BTreeSet<i64> = blocks.iter().filter_map(upload_of).collect();
    if asked.is_empty() {
        return Ok(());
    }
    let known: Vec<Upload> = SelectUploads { upload_ids: asked.into_iter().collect() }.all()?;
    for block in blocks {
        let Some(upload_id) = upload_of(&*block) else { continue };
        let found = known.iter().find(|upload| upload.id == upload_id && upload.is_attached);
        let is_shown = |upload: &Upload| {
            block.content.kind == BlockKind::File
                || MediaType::from_word(&upload.media_type).is_some_and(MediaType::is_image)
        };
        if found.is_some_and(is_shown) {
            continue;
        }
        let why = "The page has no such upload: its place is kept as a reference, send the file as an upload.";
        not_kept.push(NotKeptLine {
            line: number(block.line),
            what: format!("upload {upload_id}"),
            why: why.to_owned(),
        });
        let body = quarry_research_markdown::export(std::slice::from_ref(&block.content), &FileNames::new());
        (block.content.kind, block.content.body, block.content.attrs) =
            (BlockKind::Paragraph, body.trim_end().to_owned(), json!({}));
    }
    Ok(())
}

/// Ids of citations are those of a deployment and a space: elsewhere they name nothing.
fn note_unknown_citations(blocks: &[ImportedBlock], not_kept: &mut Vec<NotKeptLine>) -> Result<(), Problem> {
    let named = |block: &ImportedBlock| -> String {
        let id = block.content.attrs.get("citation_id").and_then(Json::as_i64);
        let token = id.map(|id| format!("{{{{derived:{id}}}}}")).unwrap_or_default();
        let caption = block.content.attrs.get("caption").and_then(Json::as_str).unwrap_or_default();
        format!("{} {caption} {token}", block.content.body)
    };
    let texts: Vec<String> = blocks.iter().map(named).collect();
    let known: BTreeSet<i64> =
        cited::values_in(texts.iter().map(String::as_str))?.into_iter().map(|value| value.id).collect();
    for (block, text) in blocks.iter().zip(&texts) {
        for id in cited::ids(std::iter::once(text.as_str())).into_iter().filter(|id| !known.contains(id)) {
            let why = "The space has no citation of this id: it is kept, and shows no figure.";
            not_kept.push(NotKeptLine {
                line: number(block.line),
                what: format!("citation {id}"),
                why: why.to_owned(),
            });
        }
    }
    Ok(())
}
