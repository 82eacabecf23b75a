//! Values between requests, servers outside, clocks and randomness: what a test sends is what is done, and what the host said
//! of it is the answer.

pub mod instance;
pub mod requests;
pub mod values;
