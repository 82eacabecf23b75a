//! The period and the range of a chart.

use quarry_sdk::prelude::*;

/// The distance between the points of a series.
#[derive(Choice, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    Hourly,
    Daily,
}

impl Period {
    /// In microseconds.
    pub fn length(self) -> i64 {
        match self {
            Period::Hourly => 3_600_000_000,
            Period::Daily => 86_400_000_000,
        }
    }

    /// Days that a chart goes back when the caller does not say.
    fn default_days(self) -> i64 {
        match self {
            Period::Hourly => 7,
            Period::Daily => 365,
        }
    }
}

/// A range of time: `from` inclusive, `to` exclusive, none for open.
#[derive(Clone, Copy)]
pub struct Window {
    pub period: Period,
    pub from: Option<Time>,
    pub to: Option<Time>,
}

impl Window {
    /// Where the caller gave no start: the usual days before the end of the period that `newest` lies in.
    pub fn starting_before(self, newest: Option<Time>) -> Window {
        let usual = newest.map(|newest| {
            let length = self.period.length();
            let end = newest.microseconds.div_euclid(length).saturating_add(1).saturating_mul(length);
            Time { microseconds: end }.minus_days(self.period.default_days())
        });
        Window { from: self.from.or(usual), ..self }
    }
}
