//! Notes of parts of a text that could not be kept.

/// Lines of what could not be kept; of more of them the number is told.
pub const MOST_NOTES: usize = 500;

/// A thing that could not be kept as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotKept {
    /// From 1.
    pub line: usize,
    pub what: String,
    pub why: String,
}

/// A list of parts that cannot be kept, filled as they are found.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    notes: Vec<NotKept>,
    further: usize,
}

impl Notes {
    /// `line`: counted from 0.
    pub(crate) fn add(&mut self, line: usize, what: &str, why: &str) {
        if self.notes.len() == MOST_NOTES {
            self.further += 1;
            return;
        }
        let what = what.chars().take(200).collect();
        let note = NotKept { line: line + 1, what, why: why.to_owned() };
        if self.notes.last() != Some(&note) {
            self.notes.push(note);
        }
    }

    /// The notes that are listed, and the number of the others.
    pub(crate) fn ended(self) -> (Vec<NotKept>, usize) {
        (self.notes, self.further)
    }
}
