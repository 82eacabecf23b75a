//! Hours, weekends and the day of the crash: how lively a moment is.

use crate::options::{SECONDS_PER_DAY, SampleChainOptions};

/// A step of the simulation.
pub(crate) const STEP_SECONDS: i64 = 300;
pub(crate) const STEPS_PER_DAY: u32 = 288;
const STEPS_PER_HOUR: u32 = 12;

/// The activity of each hour of the day (UTC), 1 on average: quiet before dawn in Europe, busiest when New York opens.
const HOURS: [f64; 24] = [
    0.85, 0.80, 0.75, 0.70, 0.65, 0.62, 0.68, 0.80, 0.95, 1.02, 1.00, 0.98, 1.08, 1.25, 1.45, 1.50, 1.45, 1.35, 1.25,
    1.18, 1.05, 0.98, 0.86, 0.80,
];
const WEEKEND: f64 = 0.72;

/// The crash: from this hour of its day, for as many hours, prices fall and trading quadruples; two lively days follow.
const CRASH_HOUR: u32 = 13;
const CRASH_HOURS: u32 = 7;
/// The fall in one step: (1 - 0.0042)^84 leaves 70%.
const CRASH_DRIFT: f64 = -0.0042;
const AFTERMATH_DAYS: u32 = 2;
/// The recovery in one step: over two days about an eighth.
const AFTERMATH_DRIFT: f64 = 0.000_2;

/// One step of the simulation and its mood.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    /// Steps since the period began.
    pub step: u32,
    /// The step's first second, since 1970.
    pub second: i64,
    /// Whole days since the period began.
    pub day: u32,
    /// Whole hours since the period began.
    pub hour: u32,
    /// Factor on the number of trades.
    pub activity: f64,
    /// Factor on volatility.
    pub turbulence: f64,
    /// The move of all prices, as a fraction.
    pub drift: f64,
}

/// The steps of a period.
#[derive(Debug, Clone)]
pub(crate) struct Calendar {
    start_second: i64,
    days: u32,
    crash_step: u32,
}

impl Calendar {
    pub(crate) fn new(options: &SampleChainOptions) -> Self {
        let crash_day = options.days * 3 / 5;
        Self {
            start_second: options.start_second(),
            days: options.days,
            crash_step: crash_day * STEPS_PER_DAY + CRASH_HOUR * STEPS_PER_HOUR,
        }
    }

    /// The number of steps of the period.
    pub(crate) fn steps(&self) -> u32 {
        self.days * STEPS_PER_DAY
    }

    pub(crate) fn moment(&self, step: u32) -> Moment {
        let second = self.start_second + i64::from(step) * STEP_SECONDS;
        let hour_of_day = (second.rem_euclid(SECONDS_PER_DAY) / 3600) as usize;
        // 1970-01-01 was a Thursday: days 2 and 3 after it are a weekend.
        let weekend = matches!(second.div_euclid(SECONDS_PER_DAY).rem_euclid(7), 2 | 3);
        let season = HOURS[hour_of_day] * if weekend { WEEKEND } else { 1.0 };
        let (liveliness, drift) = self.crash(step);
        Moment {
            step,
            second,
            day: step / STEPS_PER_DAY,
            hour: step / STEPS_PER_HOUR,
            activity: season * liveliness,
            turbulence: (0.5 + 0.5 * season) * (0.4 + 0.6 * liveliness),
            drift,
        }
    }

    /// The effect of the crash on a step: a factor on activity, and a drift of prices.
    fn crash(&self, step: u32) -> (f64, f64) {
        let crash_end = self.crash_step + CRASH_HOURS * STEPS_PER_HOUR;
        let aftermath_end = crash_end + AFTERMATH_DAYS * STEPS_PER_DAY;
        match step {
            _ if step < self.crash_step => (1.0, 0.0),
            _ if step < crash_end => (4.0, CRASH_DRIFT),
            _ if step < aftermath_end => (1.6, AFTERMATH_DRIFT),
            _ => (1.0, 0.0),
        }
    }
}
