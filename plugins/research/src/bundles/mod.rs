//! Pages that leave and come in: as Markdown, HTML or JSON, as a bundle with pictures, files and cited values, and from Markdown.
//!
//! An export lies in the object store for an hour under a name made of its own bytes, so the same export is made once; a
//! space has so many bytes of them and no more; the bytes of files pass through here piece by piece. Nothing that leaves loads or runs anything when it is opened.

pub mod contents;
pub mod embedded;
pub mod export;
pub mod file_name;
pub mod html;
pub mod import;
pub mod imported;
pub mod make;
pub mod not_kept;
pub mod replacement;
pub mod room;
pub mod zip;

use quarry_sdk::prelude::*;

/// The form of an export.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// Markdown, which an import reads as the same blocks.
    Markdown,
    /// A document that runs and loads nothing, its pictures within it.
    Html,
    /// The document with its blocks and the figures that it cites.
    Json,
    /// All three, with pictures, files and citations.
    Zip,
}

impl ExportFormat {
    pub fn media_type(self) -> &'static str {
        match self {
            ExportFormat::Markdown => "text/markdown",
            ExportFormat::Html => "text/html",
            ExportFormat::Json => "application/json",
            ExportFormat::Zip => "application/zip",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            ExportFormat::Markdown => "md",
            ExportFormat::Html => "html",
            ExportFormat::Json => "json",
            ExportFormat::Zip => "zip",
        }
    }
}
