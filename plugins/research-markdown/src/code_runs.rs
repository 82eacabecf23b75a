//! Runs of backticks and tildes in a text, by their lengths: code ends at the next run of the length that it began with.

use std::collections::HashMap;

/// Where the runs of each length begin, in their order.
pub(crate) struct CodeRuns {
    by_length: HashMap<(u8, usize), Vec<usize>>,
    /// Where blank lines are: code between one or two marks ends before them.
    gaps: Vec<usize>,
}

impl CodeRuns {
    pub(crate) fn of(text: &str) -> CodeRuns {
        let mut by_length: HashMap<(u8, usize), Vec<usize>> = HashMap::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&mark) = bytes.get(at) {
            let length = match mark {
                b'`' | b'~' => bytes[at..].iter().take_while(|byte| **byte == mark).count(),
                _ => 0,
            };
            if length > 0 {
                by_length.entry((mark, length)).or_default().push(at);
            }
            at += length.max(1);
        }
        CodeRuns { by_length, gaps: text.match_indices("\n\n").map(|(at, _)| at).collect() }
    }

    /// The place of the run that ends code which begins at a place behind so many marks.
    pub(crate) fn closing(&self, mark: u8, length: usize, begins: usize) -> Option<usize> {
        let first = |places: &[usize]| places.get(places.partition_point(|place| *place < begins)).copied();
        let closing = first(self.by_length.get(&(mark, length))?)?;
        let is_cut = length < 3 && first(&self.gaps).is_some_and(|gap| gap < closing);
        (!is_cut).then_some(closing)
    }
}
