//! Random numbers that are the same everywhere and for ever.
//!
//! ChaCha with eight rounds is specified to the bit. Only whole words are taken from it: how a library maps words to
//! ranges may change between versions, so that mapping is written out here.

use alloy_primitives::Keccak256;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// A stream of random numbers that belongs to one named participant.
#[derive(Debug)]
pub(super) struct RandomStream(ChaCha8Rng);

impl RandomStream {
    /// The stream of `name` under `seed`. Streams of different names have nothing to do with each other.
    pub(super) fn named(seed: u64, name: &str) -> Self {
        let mut hasher = Keccak256::new();
        hasher.update(seed.to_be_bytes());
        hasher.update(name.as_bytes());
        Self(ChaCha8Rng::from_seed(hasher.finalize().0))
    }

    /// A number in `[0, 1)`, a multiple of 2^-53.
    pub(super) fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.0.next_u64() >> 11) as f64 * STEP
    }

    /// A number in `[low, high)`.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number in `[0, bound)`; 0 when `bound` is 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// True with the given probability.
    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A bell-shaped number of mean 0 and variance 1 within ±3.47: the sum of four uniform ones. A true normal number
    /// would need `ln`, whose last bit differs between platforms.
    pub(super) fn bell(&mut self) -> f64 {
        const SQUARE_ROOT_OF_3: f64 = 1.732_050_807_568_877_2;
        let sum = self.unit() + self.unit() + self.unit() + self.unit();
        (sum - 2.0) * SQUARE_ROOT_OF_3
    }

    /// The number of events that happen when `expected` are expected: binomial with eight tries, so never more than eight.
    pub(super) fn count(&mut self, expected: f64) -> u32 {
        const TRIES: u32 = 8;
        let probability = expected / f64::from(TRIES);
        (0..TRIES).map(|_| u32::from(self.chance(probability))).sum()
    }
}
