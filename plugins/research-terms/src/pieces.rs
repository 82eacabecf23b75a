//! The division of a text: into words by UAX 29, and into pairs of characters where words have no spaces between them.

use crate::invisible::is_invisible;
use caseless::Caseless;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// What a capital İ has above it when it is folded.
const DOT_ABOVE: char = '\u{307}';

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Between spaces or punctuation, such as a name, a number, a hash or an address.
    Word(&'a str),
    /// Two neighbours of a script without spaces.
    Pair(&'a str),
    /// A character of such a script that stands alone.
    Single(&'a str),
    /// The last of several characters of such a script. No pair begins with it, and who looks for it alone finds it by this.
    Last(&'a str),
}

impl<'a> Piece<'a> {
    pub fn letters(self) -> &'a str {
        match self {
            Piece::Word(text) | Piece::Pair(text) | Piece::Single(text) | Piece::Last(text) => text,
        }
    }
}

/// The text in compatibility form (NFKC), folded as Unicode folds case, without letters that cannot be seen.
pub fn normalised(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => Cow::Owned(text.to_ascii_lowercase()),
            false => Cow::Borrowed(text),
        };
    }
    let seen = text.chars().filter(|letter| !is_invisible(*letter));
    let mut folded = String::with_capacity(text.len());
    for letter in seen.nfkd().default_case_fold() {
        match letter {
            // Turkish has two letters i, of which each has the other one's capital by everybody else's rules: all four are one here.
            'ı' => folded.push('i'),
            DOT_ABOVE if folded.ends_with('i') => {}
            letter => folded.push(letter),
        }
    }
    Cow::Owned(folded.nfkc().collect())
}

/// The pieces of a text with the bytes at which they begin, in their order.
pub fn pieces(text: &str) -> impl Iterator<Item = (usize, Piece<'_>)> {
    runs(text).flat_map(|(start, run, is_unspaced)| {
        let (words, pairs) = match is_unspaced {
            true => ("", run),
            false => (run, ""),
        };
        let words = words.split_word_bound_indices().filter_map(move |(at, word)| {
            // Markdown and identifiers put these around a word, and they belong to it by UAX 29.
            let begun = word.trim_start_matches('_');
            let at = start + at + (word.len() - begun.len());
            let word = begun.trim_end_matches('_');
            word.chars().any(char::is_alphanumeric).then_some((at, Piece::Word(word)))
        });
        words.chain(pairs_of(pairs).map(move |(at, piece)| (start + at, piece)))
    })
}

fn pairs_of(run: &str) -> impl Iterator<Item = (usize, Piece<'_>)> {
    let ends = run.char_indices().map(|(at, letter)| (at, at + letter.len_utf8()));
    let next = ends.clone().skip(1);
    let pairs = ends.zip(next).map(|((start, _), (_, end))| (start, Piece::Pair(&run[start..end])));
    let alone = run.char_indices().next_back().map(|(at, _)| match at {
        0 => (at, Piece::Single(run)),
        _ => (at, Piece::Last(&run[at..])),
    });
    pairs.chain(alone)
}

/// Runs of characters, by whether words of their script have no spaces between them.
fn runs(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let is_first_unspaced = is_unspaced(rest.chars().next()?);
        let end = rest.char_indices().find(|(_, letter)| is_unspaced(*letter) != is_first_unspaced);
        let run = &rest[..end.map_or(rest.len(), |(end, _)| end)];
        let start = at;
        at += run.len();
        Some((start, run, is_first_unspaced))
    })
}

/// Tells that words of the character's script have no spaces between them: Chinese, Japanese, Thai, Lao, Burmese, Khmer; and Korean,
/// whose words have endings.
fn is_unspaced(letter: char) -> bool {
    if letter < '\u{0E00}' {
        return false;
    }
    let is_of_these = matches!(letter,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1100}'..='\u{11FF}' | '\u{1780}'..='\u{17FF}'
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30FF}' | '\u{3105}'..='\u{312F}' | '\u{31F0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}');
    is_of_these && letter.is_alphanumeric()
}
