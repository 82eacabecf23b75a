//! The range of time of a tracking page.

use crate::deployment::FoundDeployment;
use crate::filters;
use quarry_sdk::prelude::*;

/// The time back from the newest event, when `from` is not given.
#[derive(Choice, Clone, Copy)]
pub enum Range {
    #[choice("24h")]
    Day,
    #[choice("7d")]
    Week,
    #[choice("30d")]
    Month,
    #[choice("90d")]
    Quarter,
    #[choice("1y")]
    Year,
    All,
}

impl Range {
    fn days(self) -> Option<i64> {
        match self {
            Range::Day => Some(1),
            Range::Week => Some(7),
            Range::Month => Some(30),
            Range::Quarter => Some(90),
            Range::Year => Some(365),
            Range::All => None,
        }
    }
}

/// The range of time that a caller asks for.
pub struct AskedWindow {
    pub chain: Option<Chain>,
    pub range: Range,
    pub from: Option<TimeFrom>,
    pub to: Option<TimeTo>,
}

impl AskedWindow {
    /// The inclusive start and the exclusive end. A range counts back from the newest event before the end, so that an old
    /// export of a chain is not an empty page.
    pub fn resolve(&self, deployment: &FoundDeployment) -> Result<(Time, Time), Problem> {
        let (from, to) = filters::bounds(self.from, self.to);
        if self.from.is_some() {
            return Ok((from, to));
        }
        let Some(days) = self.range.days() else { return Ok((from, to)) };
        let newest = deployment.newest_event(self.chain, to)?;
        Ok((newest.map_or(from, |newest| newest.minus_days(days)), to))
    }
}
