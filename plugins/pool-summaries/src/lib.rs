//! Pools with their latest close, for families that keep pools of people or spaces.
//!
//! Always true here: a figure that the warehouse does not give is null, never zero.

use quarry_price_orientation::PriceOrientation;
use quarry_sdk::prelude::*;
use quarry_sdk::words::{ADDRESS, instead_of};

statement!(warehouse, SelectPoolSummaries, "src/pool_summaries.sql");

/// A pool as people send it: 40 hex digits, behind `0x` or without it, in any case.
#[derive(Schema, Deserialize)]
#[schema(pattern = "^(0[xX])?[0-9a-fA-F]{40}$", example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
pub struct EnteredAddress(pub String);

impl EnteredAddress {
    /// The bytes; 422 that names `field` where the text is not an address.
    pub fn read(&self, field: &str) -> Result<Address, Problem> {
        address_of(&self.0).ok_or_else(|| no_address(field, &self.0))
    }
}

/// Reads 40 hex digits, behind `0x` or without it, in any case.
pub fn address_of(text: &str) -> Option<Address> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    if digits.len() != 40 || !digits.is_ascii() {
        return None;
    }
    let byte = |place: usize| u8::from_str_radix(digits.get(place..place + 2)?, 16).ok();
    (0..40).step_by(2).map(byte).collect::<Option<Vec<u8>>>().map(Address)
}

/// The refusal of a text that is not a pool's address.
pub fn no_address(field: &str, entered: &str) -> Problem {
    Problem::invalid_field(field, instead_of(&format!("The address of a pool is {ADDRESS}"), entered))
}

/// The data that a price is estimated from.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceSource {
    V2Reserves,
    V3Swaps,
}

/// One side of a pool.
#[derive(Row, Schema, Serialize, Deserialize, Clone)]
pub struct PoolToken {
    #[schema(example = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48")]
    pub address: Address,
    /// The token's symbol; null when the token's contract is not in the registry.
    #[schema(example = "USDC")]
    pub symbol: Option<String>,
}

impl PoolToken {
    /// The symbol or, where it has none, the whole address; a symbol is a stranger's text, so it is cut.
    pub fn word(&self) -> String {
        match &self.symbol {
            Some(symbol) => symbol.chars().filter(|character| !character.is_control()).take(32).collect(),
            None => self.address.to_hex(),
        }
    }
}

/// A pool, its latest close, and the change in the 24 hours before it.
#[derive(Row, Schema, Serialize, Deserialize, Clone)]
pub struct PoolSummary {
    /// The pool's contract.
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub address: Address,
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    #[schema(example = 1)]
    pub chain_id: u64,
    /// Slug of the exchange that the pool belongs to.
    #[schema(example = "uniswap_v2")]
    pub protocol: String,
    /// The token that prices are counted in.
    #[row(prefix = "token0_")]
    pub token0: PoolToken,
    /// The token that is priced.
    #[row(prefix = "token1_")]
    pub token1: PoolToken,
    /// The orientation of the close and of its change.
    #[row(skip)]
    #[serde(default)]
    pub orientation: PriceOrientation,
    /// The latest close, token0 per token1, as a decimal; null where it cannot be derived.
    #[schema(example = "1846.031552917740512")]
    pub close: Option<String>,
    /// The change to the close of 24 hours before, in percent; null where one of the two cannot be derived.
    #[schema(example = "-1.204311")]
    pub change_24h_percent: Option<String>,
    /// The time of the newest event behind the close; null of a pool without a price.
    pub as_of: Option<Time>,
    /// The block of that event.
    #[schema(example = 23_479_210)]
    pub as_of_block: Option<u64>,
    pub source: PriceSource,
}

/// The pools at these addresses, on every chain.
pub fn at(addresses: Vec<Vec<u8>>) -> Result<Vec<PoolSummary>, Problem> {
    if addresses.is_empty() {
        return Ok(Vec::new());
    }
    SelectPoolSummaries { pools: addresses }.all()
}

/// The pool at an address, on the chain that is asked for or on the only one that has it. Refuses with 422 `unknown_market`, which names
/// `field`, and with 422 `chain` where several chains have it.
pub fn market(field: &str, address: &Address, chain: Option<&str>) -> Result<PoolSummary, Problem> {
    let mut found = at(vec![address.0.clone()])?;
    if let Some(chain) = chain {
        let word = chain.trim().to_ascii_lowercase();
        found.retain(|pool| pool.chain == word || pool.chain_id.to_string() == word);
    }
    if found.len() > 1 {
        let chains = found.into_iter().map(|pool| pool.chain).collect();
        return Err(Problem::several_chains_for_field(format_args!("The market {}", address.to_hex()), chains));
    }
    found.pop().ok_or_else(|| {
        let of_chain = chain.map(|chain| format!(" on `{chain:.64}`")).unwrap_or_default();
        let sentence = format!("No market {} is tracked{of_chain}: GET /pairs lists those that are.", address.to_hex());
        Problem::new(422, "unknown_market", sentence.clone()).with_field(field, sentence)
    })
}
