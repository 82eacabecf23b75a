//! The part of a text in which words stand that somebody looked for, as safe HTML.

use crate::asked::Word;
use crate::invisible::Seen;
use crate::pieces::{Piece, pieces};
use crate::terms::terms;
use unicode_normalization::UnicodeNormalization;

/// Characters of a snippet, about, and of those before the first word that was looked for.
const LENGTH: usize = 200;
const BEFORE: usize = 60;

/// The text around the first of the words: everything is escaped first, and then stands `<mark>` around each word. Without any of them
/// it is the text's beginning.
pub fn snippet(text: &str, words: &[Word]) -> String {
    let text = on_one_line(text);
    let mut marks: Vec<(usize, usize)> = Vec::new();
    let mut last_byte = None;
    let seen = Seen::of(&text);
    for (at, piece) in pieces(&seen.text) {
        let start = seen.start(at);
        if last_byte.is_some_and(|last| start > last) {
            break;
        }
        let Some(bytes) = marked_bytes(piece, words) else { continue };
        let end = seen.end(at + bytes);
        last_byte.get_or_insert_with(|| forward(&text, start, LENGTH));
        match marks.last_mut() {
            Some((_, before)) if start <= *before => *before = end.max(*before),
            _ => marks.push((start, end)),
        }
    }
    let first = marks.first().map_or(0, |(start, _)| *start);
    let start = word_start(&text, backward(&text, first, BEFORE), first);
    let end = forward(&text, start, LENGTH).max(marks.first().map_or(0, |(_, end)| *end));
    marks.retain(|(_, mark_end)| *mark_end <= end);
    let mut shown = String::new();
    if start > 0 {
        shown.push('…');
    }
    let mut at = start;
    for (mark_start, mark_end) in marks {
        escape(&text[at..mark_start], &mut shown);
        shown.push_str("<mark>");
        escape(&text[mark_start..mark_end], &mut shown);
        shown.push_str("</mark>");
        at = mark_end;
    }
    escape(&text[at..end], &mut shown);
    if end < text.len() {
        shown.push('…');
    }
    shown
}

/// The bytes of a piece that are marked; none where it is none of the words.
fn marked_bytes(piece: Piece<'_>, words: &[Word]) -> Option<usize> {
    let mut terms = terms(piece.letters());
    if let Piece::Pair(_) = piece {
        // Its second character is a piece of the text behind it.
        terms.retain(|(term, _)| term.chars().nth(1).is_some());
    }
    let mut met = terms.iter().flat_map(|(term, _)| words.iter().filter(|word| word.is_met_by(term)));
    let first = met.next()?;
    Some(match piece {
        // Who looked for one character did not look for its neighbour.
        Piece::Pair(pair) if is_one_character(first) && met.all(is_one_character) => {
            pair.chars().next().map_or(0, char::len_utf8)
        }
        piece => piece.letters().len(),
    })
}

fn is_one_character(word: &Word) -> bool {
    word.lowest.chars().nth(1).is_none()
}

/// The text with single spaces, composed, and without the characters of Markdown that stand around words.
fn on_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.nfc() {
        match letter {
            '*' | '`' => {}
            letter if letter.is_whitespace() || letter.is_control() || matches!(letter, '|' | '#') => {
                if !line.is_empty() && !line.ends_with(' ') {
                    line.push(' ');
                }
            }
            letter => line.push(letter),
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// The byte so many characters further.
fn forward(text: &str, from: usize, characters: usize) -> usize {
    text[from..].char_indices().nth(characters).map_or(text.len(), |(at, _)| from + at)
}

fn backward(text: &str, from: usize, characters: usize) -> usize {
    match characters.checked_sub(1) {
        Some(skipped) => text[..from].char_indices().rev().nth(skipped).map_or(0, |(at, _)| at),
        None => from,
    }
}

/// The first beginning of a word from a byte on, and before another byte.
fn word_start(text: &str, from: usize, before: usize) -> usize {
    match from {
        0 => 0,
        _ => text[from..before].find(' ').map_or(from, |space| from + space + 1),
    }
}

fn escape(text: &str, into: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            letter => into.push(letter),
        }
    }
}
