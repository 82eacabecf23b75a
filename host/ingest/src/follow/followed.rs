//! The end of a chain that was followed.

use std::fmt;

use super::super::summary::DecodedEvents;

/// The result for one chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    pub chain: String,
    /// The lowest block that is still to be loaded.
    pub next_block: u64,
    /// Blocks loaded by this process.
    pub loaded_blocks: u64,
    /// Gaps that are still open.
    pub open_gaps: u64,
    /// Blocks within them.
    pub missing_blocks: u64,
    /// Events that were decoded of these blocks' logs.
    pub decoded: DecodedEvents,
    /// Logs of a known event's topic and not its shape.
    pub undecoded: u64,
    /// Blocks whose node counts logs within transactions: their logs were counted anew.
    pub blocks_counted_anew: u64,
    /// Rows that differ from those that were stored before, which stay.
    pub conflicts: u64,
}

impl fmt::Display for Followed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Followed { chain, next_block, loaded_blocks, open_gaps, .. } = self;
        write!(formatter, "{chain}: {loaded_blocks} blocks loaded, next is {next_block}, {open_gaps} gap(s) open")?;
        let counts = self.decoded.counts().into_iter().chain([
            ("topic but not shape", self.undecoded),
            ("blocks missing", self.missing_blocks),
            ("blocks numbered", self.blocks_counted_anew),
            ("conflicts", self.conflicts),
        ]);
        for (label, count) in counts.filter(|(_, count)| *count > 0) {
            write!(formatter, "\n  {label:<19} {count}")?;
        }
        Ok(())
    }
}
