//! What of an imported text could not be kept as it was: listed by line, so that a person finds it in the text.

use crate::pages::cited;
use crate::uploads::media_type::MediaType;
use crate::uploads::{SelectUploads, Upload};
use quarry_research_markdown::{FileNames, ImportedBlock, MOST_NOTES};
use quarry_research_pages::blocks::BlockKind;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;
use std::collections::BTreeSet;

/// A thing of the text that could not be kept as it was.
#[derive(Schema, Serialize, Debug, Clone, PartialEq)]
pub struct NotKeptLine {
    /// The line of the text, from 1.
    #[schema(example = 12)]
    pub line: i64,
    /// The part of the text, as it stands there.
    #[schema(example = "Harbour at night.png")]
    pub what: String,
    /// The form that it was kept in, or that it was left out.
    #[schema(example = "The picture did not come along: its place is kept, send it as an upload.")]
    pub why: String,
}

/// A number of blocks or of a line, as an answer has it.
pub fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Lists what an answer has room for, in the order of its lines, and tells the number of the others. `further`: of those that are not listed already.
pub fn bound(not_kept: &mut Vec<NotKeptLine>, further: usize) {
    not_kept.sort_by_key(|note| note.line);
    let further = further + not_kept.len().saturating_sub(MOST_NOTES);
    not_kept.truncate(MOST_NOTES);
    if let (Some(line), true) = (not_kept.last().map(|note| note.line), further > 0) {
        let why = "These are too many to list.".to_owned();
        not_kept.push(NotKeptLine { line, what: format!("{further} more"), why });
    }
}

/// Pictures and files that the page does not have become references in the text.
pub fn keep_known_files(blocks: &mut [ImportedBlock], not_kept: &mut Vec<NotKeptLine>) -> Result<(), Problem> {
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
pub fn note_unknown_citations(blocks: &[ImportedBlock], not_kept: &mut Vec<NotKeptLine>) -> Result<(), Problem> {
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
