//! The newest figures of pools, and whether they are news.

use crate::prices::magnitude::Magnitude;
use quarry_sdk::prelude::*;
use std::collections::HashMap;

statement!(warehouse, SelectFigures, "src/evaluation/prices/figures.sql");

/// A pool that alerts are about, as it was last looked at.
#[derive(Row)]
pub struct WatchedPool {
    pub pool: Vec<u8>,
    pub close: Option<String>,
    pub block_number: Option<i64>,
    pub as_of: Option<Time>,
}

/// The newest figures of a pool.
#[derive(Row, Clone)]
pub struct Figure {
    pub pool: Vec<u8>,
    /// Null where the price cannot be derived.
    pub close: Option<String>,
    /// In percent; null where one of the two prices cannot be derived.
    pub change: Option<String>,
    pub block_number: i64,
    pub block_hash: Option<Vec<u8>>,
    /// True where the block was loaded since the mark, also in the place of another one.
    pub is_new_block: bool,
    pub as_of: Time,
}

/// A figure to compare with thresholds, of which it is larger or smaller.
pub struct Compared {
    pub pool: Vec<u8>,
    pub exponent: i64,
    pub mantissa: String,
}

impl Figure {
    /// Tells whether it says anything that the pool was not looked at with.
    fn differs_from(&self, before: &WatchedPool) -> bool {
        before.block_number != Some(self.block_number)
            || before.close != self.close
            || before.as_of.is_none_or(|as_of| as_of != self.as_of)
    }

    /// Tells whether the chain went on since: a price of before, which is the newest again because data was taken back, is no news.
    pub fn is_news(&self, before: &WatchedPool) -> bool {
        self.is_new_block || before.block_number.is_none_or(|block_number| self.block_number > block_number)
    }

    pub fn price(&self) -> Option<Compared> {
        self.compared(self.close.as_deref())
    }

    /// The change of 24 hours, whatever its direction.
    pub fn change(&self) -> Option<Compared> {
        self.compared(self.change.as_deref())
    }

    fn compared(&self, text: Option<&str>) -> Option<Compared> {
        let magnitude = Magnitude::read(text?)?;
        let mantissa = magnitude.mantissa();
        Some(Compared { pool: self.pool.clone(), exponent: magnitude.exponent, mantissa })
    }
}

/// Reads the figures of pools as finished runs left them.
pub fn figures_of(
    chain_id: i64,
    seen: i64,
    newest: i64,
    pools: Vec<Vec<u8>>,
) -> Result<HashMap<Vec<u8>, Figure>, JobFailure> {
    if pools.is_empty() {
        return Ok(HashMap::new());
    }
    let statement = SelectFigures {
        chain_id: chain_id.unsigned_abs(),
        seen: seen.unsigned_abs(),
        newest: newest.unsigned_abs(),
        pools,
    };
    let figures: Vec<Figure> = statement.all()?;
    Ok(figures.into_iter().map(|figure| (figure.pool.clone(), figure)).collect())
}

/// The pools that differ from what they were last looked at with.
pub fn moved_figures(mut figures: HashMap<Vec<u8>, Figure>, watched: Vec<WatchedPool>) -> Vec<(WatchedPool, Figure)> {
    let paired = watched.into_iter().filter_map(|before| figures.remove(&before.pool).map(|figure| (before, figure)));
    paired.filter(|(before, figure)| figure.differs_from(before)).collect()
}
