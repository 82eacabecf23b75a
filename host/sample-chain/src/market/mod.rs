//! The values of things: one reference price in US dollars for each asset, the same on all networks.
//!
//! The prices are a seeded random walk in steps of five minutes, with the hours and days of [`calendar`] and one crash.
//! Pools do not see it; their arbitrageurs do. To add an asset, add a variant and its [`Model`] in `assets.rs`.

mod assets;
mod calendar;

pub(super) use assets::Asset;
pub(super) use calendar::{Calendar, Moment, STEP_SECONDS, STEPS_PER_DAY};

use super::random::RandomStream;
use assets::Model;

/// Square root of [`STEPS_PER_DAY`]: a day's volatility is this many times a step's.
const STEPS_PER_DAY_ROOT: f64 = 16.970_562_748_477_14;

/// The reference prices, moved on one step at a time.
#[derive(Debug)]
pub(super) struct Market {
    /// The stream that moves all free assets together.
    tide: RandomStream,
    quotes: Vec<Quote>,
}

#[derive(Debug)]
struct Quote {
    model: Model,
    stream: RandomStream,
    price_usd: f64,
    /// The distance of a tied asset from the one that it is tied to, as a fraction.
    deviation: f64,
}

impl Market {
    pub(super) fn new(seed: u64) -> Self {
        let quotes = Asset::ALL
            .into_iter()
            .map(|asset| Quote {
                model: asset.model(),
                stream: RandomStream::named(seed, &format!("asset {asset:?}")),
                price_usd: asset.model().opening_price_usd(),
                deviation: 0.0,
            })
            .collect();
        Self { tide: RandomStream::named(seed, "market tide"), quotes }
    }

    /// The price of an asset in US dollars; always positive.
    pub(super) fn price_usd(&self, asset: Asset) -> f64 {
        self.quotes[asset as usize].price_usd
    }

    /// Moves all prices to those of the given moment. Call it once a step, in order.
    pub(super) fn advance(&mut self, moment: &Moment) {
        const TIDE_PER_DAY: f64 = 0.030;
        let tide = moment.drift + self.tide.bell() * moment.turbulence * (TIDE_PER_DAY / STEPS_PER_DAY_ROOT);
        for index in 0..self.quotes.len() {
            // Tied assets come after what they are tied to, so they see its newest price.
            let anchor_usd = match self.quotes[index].model {
                Model::TiedTo { asset, .. } => self.price_usd(asset),
                Model::Free { .. } | Model::Dollar { .. } => 1.0,
            };
            self.quotes[index].advance(tide, anchor_usd, moment);
        }
    }
}

impl Quote {
    fn advance(&mut self, tide: f64, anchor_usd: f64, moment: &Moment) {
        let noise = self.stream.bell() * moment.turbulence;
        match self.model {
            Model::Free { tide_share, volatility_per_day, .. } => {
                let change = tide_share * tide + noise * (volatility_per_day / STEPS_PER_DAY_ROOT);
                self.price_usd *= 1.0 + change.clamp(-0.2, 0.2);
            }
            Model::Dollar { unrest } => {
                self.drift_back(noise * unrest);
                self.price_usd = 1.0 + self.deviation;
            }
            Model::TiedTo { ratio, growth_per_day, unrest, .. } => {
                self.drift_back(noise * unrest);
                let days = f64::from(moment.step) / f64::from(STEPS_PER_DAY);
                self.price_usd = anchor_usd * ratio * (1.0 + growth_per_day * days) * (1.0 + self.deviation);
            }
        }
    }

    /// A deviation that is pushed by noise and forgets half of itself in about two hours.
    fn drift_back(&mut self, push: f64) {
        self.deviation = (self.deviation * 0.97 + push).clamp(-0.05, 0.05);
    }
}
