//! Signing in: the people who get in, the time for which they stay in, and the answers to those who should not get in. The
//! tests run on both engines, with a time of our choosing.

mod audit;
mod guessed_codes;
mod mailed;
mod refresh;
mod sessions;
mod support;
mod tries;
mod two_factor;
