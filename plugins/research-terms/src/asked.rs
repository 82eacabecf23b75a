//! The words that a question asks for.

use crate::pieces::{Piece, normalised, pieces};
use crate::terms::shortened;

/// Characters of a question from which on it is answered, where its script has spaces between words.
const MIN_LENGTH: usize = 2;
/// Words of a question that are looked for; those behind them are not.
pub const MOST_WORDS: usize = 12;

/// A word that is looked for: any term from `lowest` to `highest`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub lowest: String,
    pub highest: String,
}

impl Word {
    fn exactly(term: &str) -> Word {
        Word { lowest: term.to_owned(), highest: term.to_owned() }
    }

    /// Any term that begins so. No term has the last code point.
    fn beginning_with(term: &str) -> Word {
        Word { lowest: term.to_owned(), highest: format!("{term}\u{10FFFF}") }
    }

    pub fn is_met_by(&self, term: &str) -> bool {
        self.lowest.as_str() <= term && term <= self.highest.as_str()
    }
}

/// Characters that a question needs: one where it begins in a script without spaces between words, in which one is a word.
pub fn min_length(question: &str) -> usize {
    needed(&normalised(question))
}

fn needed(normalised: &str) -> usize {
    match pieces(normalised).next() {
        Some((_, Piece::Single(_) | Piece::Pair(_))) => 1,
        _ => MIN_LENGTH,
    }
}

/// The words of a question, each once. The last one may be unfinished, so that people find while they type. None where there are fewer
/// characters than [`min_length`].
pub fn words(question: &str) -> Vec<Word> {
    let question = normalised(question);
    if question.trim().chars().count() < needed(&question) {
        return Vec::new();
    }
    let mut words: Vec<Word> = Vec::new();
    let mut pieces = pieces(&question).peekable();
    while let Some((_, piece)) = pieces.next() {
        let term = shortened(piece.letters());
        let is_last = pieces.peek().is_none();
        let word = match piece {
            Piece::Word(_) if is_last => Word::beginning_with(term),
            Piece::Word(_) | Piece::Pair(_) => Word::exactly(term),
            // Terms have the character and its neighbour.
            Piece::Single(_) => Word::beginning_with(term),
            // It is in the pair before it.
            Piece::Last(_) => continue,
        };
        if !words.contains(&word) && words.len() < MOST_WORDS {
            words.push(word);
        }
    }
    words
}
