//! Notes of parts of a text that could not be kept.

/// Lines of what could not be kept; of more of them the number is told.
pub const MOST_NOTES: usize = 500;

/// Characters that a note shows of what could not be kept.
const MOST_SHOWN: usize = 200;

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
    marks: Vec<Markup>,
}

/// A part of the text that readers miss nothing of: marks, and what a note tells of already.
#[derive(Debug)]
pub(crate) struct Markup {
    /// From 0.
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Notes {
    /// `line`: counted from 0.
    pub(crate) fn add(&mut self, line: usize, what: &str, why: &str) {
        if self.notes.len() == MOST_NOTES {
            self.further += 1;
            return;
        }
        let what = what.chars().take(MOST_SHOWN).collect();
        let note = NotKept { line: line + 1, what, why: why.to_owned() };
        if self.notes.last() != Some(&note) {
            self.notes.push(note);
        }
    }

    /// Adds words of one line, in as many notes as name them all.
    pub(crate) fn add_words(&mut self, line: usize, words: &[impl AsRef<str>], why: &str) {
        let (mut what, mut length) = (String::new(), 0);
        for word in words.iter().map(AsRef::as_ref) {
            let further = word.chars().count() + 1;
            if length > 0 && length + further > MOST_SHOWN {
                self.add(line, &what, why);
                (what, length) = (String::new(), 0);
            }
            if length > 0 {
                what.push(' ');
            }
            what.push_str(word);
            length += further;
        }
        if length > 0 {
            self.add(line, &what, why);
        }
    }

    /// Takes the words of this part for marks. `line`: the one at which it begins, counted from 0.
    pub(crate) fn add_markup(&mut self, line: usize, text: &str) {
        if text.bytes().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()) {
            self.marks.push(Markup { line, text: text.to_owned() });
        }
    }

    /// What is markup, in the order of its lines.
    pub(crate) fn take_markup(&mut self) -> Vec<Markup> {
        let mut marks = std::mem::take(&mut self.marks);
        marks.sort_by_key(|markup| markup.line);
        marks
    }

    /// The notes that are listed in the order of their lines, and the number of the others.
    pub(crate) fn ended(mut self) -> (Vec<NotKept>, usize) {
        self.notes.sort_by_key(|note| note.line);
        (self.notes, self.further)
    }
}
