//! What exists on the sample chain: networks, tokens, pools. Facts only; see each file for how to add one.

mod networks;
mod pools;
mod tokens;

pub use networks::SampleNetwork;
pub(super) use pools::{CATALOGUE, PoolEntry, Protocol, Rhythm, Shape};
pub(super) use tokens::Token;
