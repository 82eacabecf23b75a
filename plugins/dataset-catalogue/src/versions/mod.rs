//! A number that grows with whatever changes the rows of a selection.

use crate::dataset::Source;
use crate::known::ProtocolSource;
use crate::pins::Pins;
use crate::selection::Selection;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectDataVersion, "src/versions/data_version.sql");
statement!(app_store, SelectEventVersion, "src/versions/event_version.sql");

impl Selection {
    /// The number as it is now. The same selection with the same pins gives the same rows while it is the same.
    pub fn data_version(&self) -> Result<i64, Problem> {
        if matches!(self.dataset.source, Source::AppStore(..)) {
            return Ok(SelectEventVersion {}.value()?.unwrap_or_default());
        }
        let block = |given: Option<i64>, otherwise: u64| given.map_or(otherwise, i64::unsigned_abs);
        let names = |source| self.filters.protocols.is_some() && self.dataset.protocols == Some(source);
        // Without blocks of its own it has rows of whatever block, though the tables that it is made of have blocks.
        let pins = self.pins.as_ref().filter(|_| self.dataset.has_blocks());
        let (pinned_chains, pinned_blocks) = Pins::lists(pins);
        let version: Option<u64> = SelectDataVersion {
            datasets: self.dataset.rests_on(),
            block_from: block(self.filters.block_from, 0),
            block_to: block(self.filters.block_to, u64::MAX),
            pinned_chains,
            pinned_blocks,
            by_exchange: names(ProtocolSource::Pools),
            by_lender: names(ProtocolSource::Lenders),
        }
        .value()?;
        Ok(version.map_or(0, |version| i64::try_from(version).unwrap_or(i64::MAX)))
    }
}
