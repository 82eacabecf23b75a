//! The things on the sample chain: networks, tokens, pools, lenders. Facts only; see each file for how to add one.

mod lenders;
mod networks;
mod pools;
mod tokens;

pub(super) use lenders::{Collateral, Lender, LenderKind, Loan};
pub use networks::SampleNetwork;
pub(super) use pools::{CATALOGUE, PoolEntry, Protocol, Rhythm, Shape};
pub(super) use tokens::Token;

/// The lenders of a network.
pub(super) fn lenders(network: SampleNetwork) -> impl Iterator<Item = &'static Lender> {
    lenders::LENDERS.iter().filter(move |lender| lender.network == network)
}
