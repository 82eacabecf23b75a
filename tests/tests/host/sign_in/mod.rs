//! Who gets in, for how long, and what whoever should not get in is told: on both engines, with a time of our choosing.

mod audit;
mod guessed_codes;
mod mailed;
mod refresh;
mod sessions;
mod support;
mod tries;
mod two_factor;
