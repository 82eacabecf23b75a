//! Runs of backticks in a text, by their lengths: code ends at the next run of the length that it began with.

use std::collections::HashMap;

/// Where the runs of each length begin, in their order.
pub(crate) struct CodeRuns {
    by_length: HashMap<usize, Vec<usize>>,
    /// Places that no code goes over: blank lines, beginnings of items, and the ends of cells.
    gaps: Vec<usize>,
}

impl CodeRuns {
    /// `is_apart`: true of a line, by its number, that no code goes into. `is_row`: true of one whose bars end cells.
    pub(crate) fn of(text: &str, is_apart: impl Fn(usize) -> bool, is_row: impl Fn(usize) -> bool) -> CodeRuns {
        let mut runs = CodeRuns { by_length: HashMap::new(), gaps: Vec::new() };
        let (mut start, mut level) = (0, 0);
        for (number, line) in text.split('\n').enumerate() {
            let levels =
                line.bytes().take_while(|byte| matches!(byte, b' ' | b'>')).filter(|byte| *byte == b'>').count();
            if levels > level || begins_block(line) || is_apart(number) {
                runs.gaps.push(start);
            }
            level = levels;
            runs.add_line(line, start, is_row(number));
            start += line.len() + 1;
        }
        runs
    }

    fn add_line(&mut self, line: &str, start: usize, is_row: bool) {
        let bytes = line.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let length = match byte {
                b'`' => bytes[at..].iter().take_while(|byte| **byte == b'`').count(),
                _ => 0,
            };
            if length > 0 {
                self.by_length.entry(length).or_default().push(start + at);
            } else if is_row && byte == b'|' && !(at > 0 && bytes[at - 1] == b'\\') {
                self.gaps.push(start + at);
            }
            at += length.max(1);
        }
    }

    /// The place of the run that ends code which begins at a place behind so many marks.
    pub(crate) fn closing(&self, length: usize, begins: usize) -> Option<usize> {
        let first = |places: &[usize]| places.get(places.partition_point(|place| *place < begins)).copied();
        let closing = first(self.by_length.get(&length)?)?;
        let is_cut = first(&self.gaps).is_some_and(|gap| gap < closing);
        (!is_cut).then_some(closing)
    }
}

/// True of a line that does not go on with the paragraph before it.
fn begins_block(line: &str) -> bool {
    let inner = line.trim_start_matches([' ', '\t', '>']);
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
    let digits = inner.bytes().take(9).take_while(u8::is_ascii_digit).count();
    inner.trim_end().is_empty()
        || inner.strip_prefix(['-', '*', '+']).is_some_and(is_end)
        || (digits > 0 && inner[digits..].strip_prefix(['.', ')']).is_some_and(is_end))
        || (inner.starts_with('#') && is_end(inner.trim_start_matches('#')))
        || inner.starts_with("```")
        || inner.starts_with("~~~")
}
