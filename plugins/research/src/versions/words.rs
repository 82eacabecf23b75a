//! The difference of two texts in words.

use quarry_sdk::prelude::*;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::time::Instant;
use unicode_segmentation::UnicodeSegmentation;

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

/// The difference, as far as the deadline allows: past it a difference is still right, and coarser.
pub fn difference(older: &str, newer: &str, deadline: Instant) -> Vec<Words> {
    let (older, newer): (Vec<&str>, Vec<&str>) =
        (older.split_word_bounds().collect(), newer.split_word_bounds().collect());
    let mut words: Vec<Words> = Vec::new();
    let mut add = |op: WordOperation, text: String| match words.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.op == op => last.text += &text,
        _ => words.push(Words { op, text }),
    };
    for operation in capture_diff_slices_deadline(Algorithm::Myers, &older, &newer, Some(deadline)) {
        let (old, new) = (older[operation.old_range()].concat(), newer[operation.new_range()].concat());
        match operation {
            DiffOp::Equal { .. } => add(WordOperation::Equal, old),
            DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                add(WordOperation::Delete, old);
                add(WordOperation::Insert, new);
            }
        }
    }
    words
}
