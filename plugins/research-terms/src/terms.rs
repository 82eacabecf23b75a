//! The words of a text.

use crate::pieces::{Piece, normalised, pieces};
use crate::{LONGEST_TERM, MOST_TERMS};
use std::collections::HashMap;

/// Characters that join parts of one word by UAX 29: `health_factor`, `example.com`. The parts are found too.
const JOINTS: [char; 5] = ['_', '.', ':', '\'', '’'];

/// The words of a text with how often each is there, in the order of the alphabet. Of more than [`MOST_TERMS`] the first that stand in
/// the text are kept.
pub fn terms(text: &str) -> Vec<(String, i64)> {
    let text = normalised(text);
    let mut counted: HashMap<&str, i64> = HashMap::new();
    let mut count = |term| {
        let is_full = counted.len() >= MOST_TERMS;
        match counted.get_mut(term) {
            Some(times) => *times += 1,
            None if is_full => {}
            None => drop(counted.insert(term, 1)),
        }
    };
    for (_, piece) in pieces(&text) {
        count(shortened(piece.letters()));
        if let Piece::Word(word) = piece {
            parts(word).for_each(|part| count(shortened(part)));
        }
    }
    let mut counted: Vec<(String, i64)> = counted.into_iter().map(|(term, times)| (term.to_owned(), times)).collect();
    counted.sort_unstable();
    counted
}

/// The beginning of a long word, which alone is kept.
pub fn shortened(term: &str) -> &str {
    match term.char_indices().nth(LONGEST_TERM) {
        Some((end, _)) => &term[..end],
        None => term,
    }
}

/// The parts of a word that has letters; a number is one.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let has_parts = word.contains(JOINTS) && word.chars().any(char::is_alphabetic);
    let word = if has_parts { word } else { "" };
    word.split(JOINTS).filter(|part| part.chars().any(char::is_alphanumeric))
}
