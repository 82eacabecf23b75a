//! The caller's options, and the errors about them.

use std::path::PathBuf;

use jiff::Timestamp;

use super::registry::{CATALOGUE, SampleNetwork};

pub(crate) const SECONDS_PER_DAY: i64 = 86_400;
/// The number of pools in the catalogue, over all networks.
pub(crate) const CATALOGUE_POOLS: u32 = CATALOGUE.len() as u32;

/// The options that decide every byte of a sample chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleChainOptions {
    /// Chooses one of 2^64 markets.
    pub seed: u64,
    /// Where the period ends: all blocks are earlier than this time.
    pub end: Timestamp,
    /// The length of the period in times of 24 hours, ending at `end`.
    pub days: u32,
    /// The number of pools of the catalogue that take part, from its head (the busiest and oddest come first).
    pub pools: u32,
}

impl SampleChainOptions {
    /// The longest period in days: ten years.
    pub const MAXIMUM_DAYS: u32 = 3660;

    /// The sample that `quarry up` loads: 90 days of all pools, ending at `end`.
    pub fn standard(end: Timestamp) -> Self {
        Self { seed: 1, end, days: 90, pools: CATALOGUE_POOLS }
    }

    /// The first second of the period, in seconds since 1970.
    pub(super) fn start_second(&self) -> i64 {
        self.end.as_second() - i64::from(self.days) * SECONDS_PER_DAY
    }

    pub(super) fn check(&self) -> Result<(), SampleChainError> {
        if self.days == 0 || self.days > Self::MAXIMUM_DAYS {
            return Err(SampleChainError::DaysOutOfRange { days: self.days });
        }
        if self.pools == 0 || self.pools > CATALOGUE_POOLS {
            return Err(SampleChainError::PoolsOutOfRange { pools: self.pools });
        }
        let start = self.start_second();
        match SampleNetwork::ALL.iter().find(|network| start < network.facts().clock.anchor_second) {
            None => Ok(()),
            Some(network) => Err(SampleChainError::PeriodTooEarly {
                end: self.end,
                days: self.days,
                network: network.slug(),
                earliest: Timestamp::from_second(network.facts().clock.anchor_second).unwrap_or(Timestamp::MIN),
            }),
        }
    }
}

/// The reason why a sample chain could not be made or written.
#[derive(Debug, thiserror::Error)]
pub enum SampleChainError {
    /// The period is empty or absurdly long.
    #[error("the sample chain was asked for {days} days; give 1 to {}", SampleChainOptions::MAXIMUM_DAYS)]
    DaysOutOfRange { days: u32 },
    /// The catalogue does not have that many pools.
    #[error("the sample chain was asked for {pools} pools; give 1 to {}", CATALOGUE_POOLS)]
    PoolsOutOfRange { pools: u32 },
    /// Block numbers follow from times only after a chain's anchor block.
    #[error(
        "a sample period of {days} days ending at {end} begins too early for {network}; it must begin at {earliest} or later"
    )]
    PeriodTooEarly { end: Timestamp, days: u32, network: &'static str, earliest: Timestamp },
    /// A file of the sample could not be written.
    #[error("could not write the sample file {}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
}
