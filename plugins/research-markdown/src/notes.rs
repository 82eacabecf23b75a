//! What could not be kept of a text.

/// Lines of what could not be kept; of more of them the last line tells the number.
const MOST_NOTES: usize = 500;

/// A thing that could not be kept as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotKept {
    /// From 1.
    pub line: usize,
    pub what: String,
    pub why: String,
}

/// What cannot be kept, as it is found.
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

    pub(crate) fn ended(mut self) -> Vec<NotKept> {
        if let (Some(last), true) = (self.notes.last().cloned(), self.further > 0) {
            let what = format!("{} more", self.further);
            self.notes.push(NotKept { line: last.line, what, why: "These are too many to list.".to_owned() });
        }
        self.notes
    }
}
