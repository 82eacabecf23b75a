//! Types of files that a page may have, and how their first bytes look.

use quarry_sdk::prelude::*;

/// Bytes that are looked at.
pub const LOOKED_AT: u32 = 4_096;

/// A type of file. No kind of it can run anything in a browser: neither SVG nor HTML is one.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaType {
    #[choice("image/png")]
    Png,
    #[choice("image/jpeg")]
    Jpeg,
    #[choice("image/gif")]
    Gif,
    #[choice("image/webp")]
    Webp,
    #[choice("image/avif")]
    Avif,
    #[choice("application/pdf")]
    Pdf,
    #[choice("text/csv")]
    Csv,
    #[choice("text/plain")]
    Text,
    #[choice("application/json")]
    Json,
    #[choice("application/zip")]
    Zip,
    #[choice("application/gzip")]
    Gzip,
}

impl MediaType {
    /// Tells that an image block may show it; a file block takes any type.
    pub fn is_image(self) -> bool {
        use MediaType::{Avif, Gif, Jpeg, Png, Webp};
        matches!(self, Png | Jpeg | Gif | Webp | Avif)
    }

    /// Tells that a file which begins so is of this type. `is_whole`: nothing follows.
    pub fn begins(self, bytes: &[u8], is_whole: bool) -> bool {
        let at = |place: usize, expected: &[u8]| bytes.get(place..).is_some_and(|rest| rest.starts_with(expected));
        match self {
            MediaType::Png => at(0, b"\x89PNG\r\n\x1a\n"),
            MediaType::Jpeg => at(0, b"\xff\xd8\xff"),
            MediaType::Gif => at(0, b"GIF87a") || at(0, b"GIF89a"),
            MediaType::Webp => at(0, b"RIFF") && at(8, b"WEBP"),
            MediaType::Avif => at(4, b"ftyp") && brands(bytes).any(|brand| matches!(brand, b"avif" | b"avis")),
            MediaType::Pdf => at(0, b"%PDF-"),
            MediaType::Zip => at(0, b"PK\x03\x04") || at(0, b"PK\x05\x06"),
            MediaType::Gzip => at(0, b"\x1f\x8b\x08"),
            MediaType::Csv | MediaType::Text => plain_text(bytes, is_whole).is_some_and(|text| !is_markup(text)),
            MediaType::Json => plain_text(bytes, is_whole).is_some_and(is_json),
        }
    }
}

/// The brands of an ISO media file, the first four letters of each.
fn brands(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.get(8..).unwrap_or_default().chunks_exact(4).take(14)
}

/// UTF-8 without characters of control; a character that the end of what was looked at cuts in two is left out.
fn plain_text(bytes: &[u8], is_whole: bool) -> Option<&str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() && !is_whole => {
            std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_plain = |character: char| !character.is_control() || matches!(character, '\n' | '\r' | '\t');
    text.chars().all(is_plain).then_some(text)
}

/// A page, or a picture that can run something, under another name.
fn is_markup(text: &str) -> bool {
    let beginning: String = text.trim_start().chars().take(16).collect::<String>().to_ascii_lowercase();
    ["<!doctype", "<html", "<svg", "<?xml", "<script"].iter().any(|tag| beginning.starts_with(tag))
}

fn is_json(text: &str) -> bool {
    let begins = |character: char| "{[\"-tfn".contains(character) || character.is_ascii_digit();
    text.trim_start().chars().next().is_some_and(begins)
}
