//! The blocks of an import in the place of those of a page: what stays keeps its block, with its comments and its versions.

use crate::document::content::Content;
use crate::document::current::Current;
use crate::document::merge::Target;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::time::{Duration, Instant};

/// Time for finding out what stays; after it more blocks are new ones.
const PATIENCE: Duration = Duration::from_millis(300);

/// The document to be.
pub fn targets(current: &Current, contents: &[Content]) -> Vec<Target> {
    let stored: Vec<i64> = current.blocks.iter().map(|stored| Content::of_block(&stored.block).digest()).collect();
    let wanted: Vec<i64> = contents.iter().map(Content::digest).collect();
    let operations =
        capture_diff_slices_deadline(Algorithm::Myers, &stored, &wanted, Instant::now().checked_add(PATIENCE));
    let mut targets = Vec::with_capacity(contents.len());
    for operation in operations {
        let (old, new) = (operation.old_range(), operation.new_range());
        if let DiffOp::Equal { .. } = operation {
            targets.extend(current.blocks[old].iter().map(|stored| Target::stored(stored.block.id)));
            continue;
        }
        let mut candidates = current.blocks[old].iter().peekable();
        for content in &contents[new] {
            // In the place of a block of its kind it is that block, changed.
            let id = candidates.next_if(|stored| stored.block.kind == content.kind).map(|stored| stored.block.id);
            targets.push(Target { id, ..Target::new(content.clone()) });
        }
    }
    targets
}
