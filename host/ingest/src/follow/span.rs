//! The number of blocks that are asked for at once: halved when a server refuses, grown again while it does not.

use super::fault::Fault;

/// Ranges in a row that must work before a larger one is tried.
const CALM_RANGES: u32 = 8;

#[derive(Debug)]
pub(super) struct Span {
    blocks: u64,
    most: u64,
    calm: u32,
}

impl Span {
    pub(super) fn new(most: u64) -> Span {
        Span { blocks: most.max(1), most: most.max(1), calm: 0 }
    }

    /// Blocks to ask for now.
    pub(super) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The range from `first` on was refused. Says whether a smaller one can be tried: the blocks below the one that is
    /// named, else half of them.
    pub(super) fn narrow(&mut self, first: u64, fault: &Fault) -> bool {
        self.calm = 0;
        let tried = self.blocks;
        self.blocks = match fault.block() {
            Some(block) => block.saturating_sub(first).clamp(1, tried),
            None => (tried / 2).max(1),
        };
        self.blocks < tried
    }

    /// The range was read.
    pub(super) fn worked(&mut self) {
        self.calm += 1;
        if self.calm >= CALM_RANGES {
            self.calm = 0;
            self.blocks = (self.blocks * 2).min(self.most);
        }
    }
}
