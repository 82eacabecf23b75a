//! Letters that cannot be seen: texts that were copied from a document or a page have them within words, and nobody types them.

/// Tells that a character shows nothing of its own: soft hyphens, spaces without width, joiners, marks of direction, selectors of
/// variants, fillers. These are Unicode's characters with the property `Default_Ignorable_Code_Point`.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// A text without the letters that cannot be seen, which knows where its bytes stood.
pub struct Seen {
    pub text: String,
    /// Bytes of `text` before which letters stood that are gone, each with the bytes that are gone up to there.
    gone: Vec<(usize, usize)>,
}

impl Seen {
    pub fn of(whole: &str) -> Seen {
        let mut seen = Seen { text: String::with_capacity(whole.len()), gone: Vec::new() };
        let mut bytes = 0;
        for letter in whole.chars() {
            if is_invisible(letter) {
                bytes += letter.len_utf8();
                seen.gone.push((seen.text.len(), bytes));
            } else {
                seen.text.push(letter);
            }
        }
        seen
    }

    /// The byte of the whole text at which what begins at a byte of this one begins.
    pub fn start(&self, at: usize) -> usize {
        at + self.gone_before(self.gone.partition_point(|(place, _)| *place <= at))
    }

    /// The byte of the whole text at which what ends at a byte of this one ends.
    pub fn end(&self, at: usize) -> usize {
        at + self.gone_before(self.gone.partition_point(|(place, _)| *place < at))
    }

    fn gone_before(&self, places: usize) -> usize {
        places.checked_sub(1).and_then(|last| self.gone.get(last)).map_or(0, |(_, bytes)| *bytes)
    }
}
