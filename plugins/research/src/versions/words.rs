//! The difference of two texts in words, as an answer has it.

use quarry_research_terms::difference::{Operation, Patience, difference};
use quarry_sdk::prelude::*;

/// The kind of a run of words.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordOperation {
    Equal,
    Delete,
    Insert,
}

/// Words that are equal, that only the older text has, or that only the newer one has.
#[derive(Schema, Serialize, Debug, Clone, PartialEq, Eq)]
pub struct Words {
    pub op: WordOperation,
    #[schema(example = "liquidated ")]
    pub text: String,
}

/// The difference, and whether it is told word by word: beyond the patience a difference is still right, and coarser.
pub fn compared(older: &str, newer: &str, patience: &mut Patience) -> (Vec<Words>, bool) {
    let found = difference(older, newer, patience);
    let words = |(operation, text): (Operation, &str)| {
        let op = match operation {
            Operation::Equal => WordOperation::Equal,
            Operation::Delete => WordOperation::Delete,
            Operation::Insert => WordOperation::Insert,
        };
        Words { op, text: text.to_owned() }
    };
    (found.runs.into_iter().map(words).collect(), found.is_by_words)
}
