//! The marks that are counted, and how many of each a block and a page may have.

/// A mark that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// `[`, of a link, a picture, a footnote or nothing.
    Bracket,
    /// An address that becomes a link by itself: `https://…`, `www.…`, `name@…`, `<scheme:…>`.
    Address,
    /// `&`: each costs the sanitizer of HTML as many steps as others stand before it in its text.
    Ampersand,
    /// A cell of a table, those that a short row lacks included.
    Cell,
    /// The beginning of a quote or of an item of a list.
    Level,
    Heading,
    /// A character of control, of which an answer has six bytes.
    Unseen,
    /// Any character that means something in Markdown, and the end of a line.
    Any,
}

/// All marks, in the order in which an excess is looked for.
pub(crate) const MARKS: [Mark; 8] =
    [Mark::Bracket, Mark::Address, Mark::Ampersand, Mark::Cell, Mark::Level, Mark::Heading, Mark::Unseen, Mark::Any];

impl Mark {
    /// In words, behind a number.
    pub fn words(self) -> &'static str {
        match self {
            Mark::Bracket => "opening brackets",
            Mark::Address => "addresses that become links",
            Mark::Ampersand => "ampersands",
            Mark::Cell => "cells of tables",
            Mark::Level => "beginnings of quotes and list items",
            Mark::Heading => "headings",
            Mark::Unseen => "control characters",
            Mark::Any => "marks of Markdown",
        }
    }

    /// The most that a block may have.
    pub fn most_of_block(self) -> usize {
        match self {
            Mark::Bracket | Mark::Address => 2_000,
            Mark::Ampersand => 4_000,
            Mark::Cell => 20_000,
            Mark::Level => 10_000,
            Mark::Heading | Mark::Unseen => 1_000,
            Mark::Any => 40_000,
        }
    }

    /// The most that all blocks of a page may have together.
    pub fn most_of_page(self) -> usize {
        match self {
            Mark::Bracket | Mark::Address => 20_000,
            Mark::Ampersand | Mark::Level => 40_000,
            Mark::Cell => 50_000,
            Mark::Heading => 5_000,
            Mark::Unseen => 10_000,
            Mark::Any => 100_000,
        }
    }
}
