//! The sample chain: a make-believe market on real contracts, so that a fresh installation has something to answer with.
//!
//! Real things: the addresses of tokens, factories, routers and pools (pools are derived with CREATE2 as the factories derive
//! them), the decimals, the encoding of every log, the arithmetic of Uniswap V2 and V3, the clocks of the two chains (Ethereum,
//! Base). Invented things: the traders, the amounts and the prices.
//!
//! Always true here:
//! - The same [`SampleChainOptions`] give the same bytes, on every platform. Randomness is ChaCha, drawn as whole words;
//!   floating point is confined to `+ − × ÷` and `sqrt`, which IEEE 754 fixes to the bit (no `powf`, `exp`, `ln`, `sin`).
//! - Nothing here knows the warehouse. The output is the CSV of ethereum-etl, loaded by the same ingest as real files.
//! - No clock is read. The period ends where the caller says.
//! - Memory does not grow with the period: blocks are made one simulated step at a time and forgotten.
//! - Each participant draws from a stream of random numbers of its own, named after it, so adding a pool or a token
//!   leaves the trades of all others as they were.
//!
//! It leaves out, on purpose: blocks in which nothing happens have no row (a block whose parent has no row still
//! names the hash which that parent would have); state, receipt and transaction roots and blooms are empty; protocol
//! fees are off; liquidity positions belong to contracts that emit no events of their own.
//!
//! The folders, in the order in which a trade comes about: `registry` (what exists), `market` (what things are worth),
//! `exchange` (pools, and those who trade there), `lending` (lenders, and those who borrow there), `ledger` (transactions and blocks), `tables` (CSV).
//!
//! To add a pool, add a line to `registry/pools.rs`; a lender, to `registry/lenders.rs`. To add another kind of event,
//! implement [`exchange::Participant`] for it and let `ledger/simulation.rs` start it.

#![forbid(unsafe_code)]

mod exchange;
mod ledger;
mod lending;
mod market;
mod options;
mod people;
mod random;
mod registry;
mod tables;

pub use options::{SampleChainError, SampleChainOptions};
pub use registry::SampleNetwork;
pub use tables::{SampleFile, SampleFiles, SampleTable, SampleTableReader, SampleTableStream};

use registry::PoolEntry;

/// A sample chain with checked options: the place to get tables from.
#[derive(Debug, Clone)]
pub struct SampleChain {
    options: SampleChainOptions,
}

impl SampleChain {
    /// The number of pools in the catalogue, over all networks: the most that [`SampleChainOptions::pools`] can ask for.
    pub const CATALOGUE_POOLS: u32 = options::CATALOGUE_POOLS;

    /// Checks the options.
    ///
    /// # Errors
    /// When the period has no day or more than [`SampleChainOptions::MAXIMUM_DAYS`], begins before the chains did, or
    /// when the catalogue has fewer pools than asked for.
    pub fn new(options: SampleChainOptions) -> Result<Self, SampleChainError> {
        options.check()?;
        Ok(Self { options })
    }

    /// The options this chain was made with.
    pub fn options(&self) -> &SampleChainOptions {
        &self.options
    }

    /// The networks that have at least one of the chosen pools, in a fixed order.
    pub fn networks(&self) -> impl Iterator<Item = SampleNetwork> + '_ {
        SampleNetwork::ALL.into_iter().filter(|network| self.pools(*network).next().is_some())
    }

    /// The chosen pools of a network.
    fn pools(&self, network: SampleNetwork) -> impl Iterator<Item = &'static PoolEntry> {
        registry::CATALOGUE[..self.options.pools as usize].iter().filter(move |pool| pool.network == network)
    }
}
