//! The price of a text: how many of each mark it has.

use crate::marks::{MARKS, Mark};
use std::ops::{Add, AddAssign};

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

    pub(crate) fn add_of(&mut self, mark: Mark, count: usize) {
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
