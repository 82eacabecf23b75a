//! The price of a text in Markdown: marks of it that cost whoever shows, compares, searches or exports it, counted when it is stored.
//!
//! Always true here: counting reads each byte of a text a bounded number of times; what a text costs is its marks and no time, so it is
//! the same on every machine; and whoever is refused is told the mark, its number, the line with most of them, and the bound.
//!
//! To price another mark: its variant and its row in [`Mark`], and where it is counted in `lines.rs`.

mod lines;
mod refusal;

pub use lines::widest_table;

use std::ops::{Add, AddAssign};

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
const MARKS: [Mark; 8] =
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

/// The marks of a text, or of several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Price([usize; MARKS.len()]);

/// A mark of which a text has more than it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Excess {
    pub mark: Mark,
    pub count: usize,
    pub most: usize,
}

impl Price {
    /// The price of a text in Markdown.
    pub fn of(text: &str) -> Price {
        let mut price = Price::default();
        lines::each(text, |_, of_line| price += of_line);
        price
    }

    /// The price of a text that is shown as it stands, such as code.
    pub fn of_plain(text: &str) -> Price {
        let mut price = Price::default();
        price.add_of(Mark::Unseen, text.bytes().filter(|byte| lines::is_unseen(*byte)).count());
        price
    }

    pub fn count(&self, mark: Mark) -> usize {
        self.0[mark as usize]
    }

    /// The first mark of which a block has too many.
    pub fn over_block(&self) -> Option<Excess> {
        self.over_block_beyond(&Price::default())
    }

    /// The first mark of which a block has too many, and more than it had before.
    pub fn over_block_beyond(&self, before: &Price) -> Option<Excess> {
        self.over(Mark::most_of_block, before)
    }

    /// The first mark of which a page has too many.
    pub fn over_page(&self) -> Option<Excess> {
        self.over_page_beyond(&Price::default())
    }

    /// The first mark of which a page has too many, and more than it had before.
    pub fn over_page_beyond(&self, before: &Price) -> Option<Excess> {
        self.over(Mark::most_of_page, before)
    }

    fn over(&self, most: impl Fn(Mark) -> usize, before: &Price) -> Option<Excess> {
        let excess = |mark: Mark| Excess { mark, count: self.count(mark), most: most(mark) };
        MARKS.into_iter().map(excess).find(|excess| excess.count > excess.most.max(before.count(excess.mark)))
    }

    fn add_of(&mut self, mark: Mark, count: usize) {
        let own = &mut self.0[mark as usize];
        *own = own.saturating_add(count);
    }
}

impl AddAssign for Price {
    fn add_assign(&mut self, other: Price) {
        for (own, others) in self.0.iter_mut().zip(other.0) {
            *own = own.saturating_add(others);
        }
    }
}

impl Add for Price {
    type Output = Price;

    fn add(mut self, other: Price) -> Price {
        self += other;
        self
    }
}
