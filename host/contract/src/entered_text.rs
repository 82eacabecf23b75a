//! Text that people enter and others read: names, titles, labels in one line; reasons and notes in several.
//!
//! It stands in letters, in the audit log and beside other people's names, so it may not break out of its line, hide, or turn
//! around what stands beside it. Always true of what [`EnteredText::read`] gives: it is normalised (NFC), has no white space at its
//! ends, and no character that people cannot see (control, direction, formatting and filler characters, separators of
//! lines and paragraphs). The joiners U+200C and U+200D stay within a text: Persian, the scripts of India and emoji need them.
//!
//! A body declares such a field by the `format` of its schema ([`EnteredText::format`]), and `edge/request_body` reads it before
//! anybody sees it; verbs of the host read names by it too.

use std::borrow::Cow;
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// A form of text that people enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnteredText {
    /// One line.
    Line,
    /// Lines, which a line feed divides. A tab may stand in them.
    Lines,
}

/// A character that no such text may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "character {position} is U+{:04X}, which cannot be seen or ends the line: leave it out",
    u32::from(*character)
)]
pub struct RefusedCharacter {
    pub character: char,
    /// The position, from 1.
    pub position: usize,
}

impl EnteredText {
    /// The word that declares it in a JSON Schema.
    pub const fn format(self) -> &'static str {
        match self {
            EnteredText::Line => "single-line-text",
            EnteredText::Lines => "multi-line-text",
        }
    }

    /// The kind that a `format` declares, if it is one of these.
    pub fn of_format(format: &str) -> Option<EnteredText> {
        [EnteredText::Line, EnteredText::Lines].into_iter().find(|kind| kind.format() == format)
    }

    /// The text as it is kept and shown.
    pub fn read(self, text: &str) -> Result<String, RefusedCharacter> {
        let text = self.with_line_feeds(text);
        let refused = text.chars().enumerate().find(|(_, character)| !self.takes(*character));
        match refused {
            Some((index, character)) => Err(RefusedCharacter { character, position: index + 1 }),
            None => Ok(normalised(text.chars())),
        }
    }

    /// The text without the characters that it may not have: for texts that nobody can be asked to
    /// correct.
    pub fn shown(self, text: &str) -> String {
        let text = self.with_line_feeds(text);
        normalised(text.chars().filter(|character| self.takes(*character)))
    }

    /// The text with a mark (U+FFFD) in the place of each character that it may not have: for texts of others that an operator
    /// judges, where one that is left out would hide that it was there.
    pub fn marked(self, text: &str) -> String {
        text.chars()
            .map(|character| if self.takes(character) { character } else { char::REPLACEMENT_CHARACTER })
            .collect()
    }

    fn with_line_feeds(self, text: &str) -> Cow<'_, str> {
        match self == EnteredText::Lines && text.contains('\r') {
            true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
            false => Cow::Borrowed(text),
        }
    }

    fn takes(self, character: char) -> bool {
        match character {
            '\n' | '\t' => self == EnteredText::Lines,
            _ if is_joiner(character) || is_visible_sign(character) => true,
            _ if is_filler(character) || is_noncharacter(character) => false,
            _ => !matches!(
                character.general_category(),
                GeneralCategory::Control
                    | GeneralCategory::Format
                    | GeneralCategory::LineSeparator
                    | GeneralCategory::ParagraphSeparator
            ),
        }
    }
}

/// A joiner at an end joins nothing, so a text of joiners alone is empty.
fn normalised(characters: impl Iterator<Item = char>) -> String {
    let text: String = characters.nfc().collect();
    text.trim_matches(|character: char| character.is_whitespace() || is_joiner(character)).to_owned()
}

/// ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER.
fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}')
}

/// Signs of Arabic, Syriac and Kaithi that Unicode counts among its formatting characters and that are seen
/// (`Prepended_Concatenation_Mark`).
fn is_visible_sign(character: char) -> bool {
    matches!(
        character,
        '\u{0600}'
            ..='\u{0605}' | '\u{06DD}' | '\u{070F}' | '\u{0890}' | '\u{0891}' | '\u{08E2}' | '\u{110BD}' | '\u{110CD}'
    )
}

/// Letters and marks that show nothing (`Default_Ignorable_Code_Point`), but variation selectors, which emoji need.
fn is_filler(character: char) -> bool {
    matches!(
        character,
        '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{3164}' | '\u{FFA0}' | '\u{2800}' | '\u{2065}'
            | '\u{E0000}'..='\u{E00FF}' | '\u{E01F0}'..='\u{E0FFF}'
    )
}

fn is_noncharacter(character: char) -> bool {
    matches!(character, '\u{FDD0}'..='\u{FDEF}') || u32::from(character) & 0xFFFE == 0xFFFE
}
