//! The sentence for whoever is refused.

use crate::lines;
use crate::marks::Mark;
use crate::price::Excess;

impl Excess {
    /// Says what is too much and where. `text`: the text in which it stands; `what`: `block`, `comment` or `page`; `lines_before`: lines in
    /// front of the text, where it is part of another one.
    pub fn sentence(&self, text: &str, what: &str, lines_before: usize) -> String {
        let Excess { mark, count, most } = *self;
        let (words, most) = (mark.words(), grouped(most));
        match line_with_most(text, mark) {
            (line, of_line) if of_line == count => {
                format!("Line {} has {} {words}; a {what} may have {most}.", line + lines_before, grouped(count))
            }
            (line, of_line) => format!(
                "The text has {} {words}, {} of them in line {}; a {what} may have {most}.",
                grouped(count),
                grouped(of_line),
                line + lines_before
            ),
        }
    }

    /// Says what is too much of a block's body and its other texts together.
    pub fn sentence_of_several(&self) -> String {
        let Excess { mark, count, most } = *self;
        let (words, count, most) = (mark.words(), grouped(count), grouped(most));
        format!("The body of the block and its other texts have {count} {words} together; a block may have {most}.")
    }

    /// Says what is too much of all blocks of a page.
    pub fn sentence_of_page(&self) -> String {
        let Excess { mark, count, most } = *self;
        format!(
            "The blocks of a page may have {} {} together, and these have {}: begin another page.",
            grouped(most),
            mark.words(),
            grouped(count)
        )
    }
}

/// The number of the line, from 1, that has most of a mark, and how many.
fn line_with_most(text: &str, mark: Mark) -> (usize, usize) {
    let mut most = (1, 0);
    lines::each(text, |line, price| {
        if price.count(mark) > most.1 {
            most = (line, price.count(mark));
        }
    });
    most
}

/// `60,000`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut written = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}
