//! The two chains: their clocks, and where the exchanges' contracts live on them.
//!
//! To add a chain, add a variant, its facts and its tokens; the rest follows from the facts.

use alloy_primitives::{Address, B256, address, b256};

/// A chain that the sample shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SampleNetwork {
    /// Ethereum mainnet: a block every 12 seconds.
    Ethereum,
    /// Base: a block every 2 seconds.
    Base,
}

impl SampleNetwork {
    /// All networks, in the order in which their tables are written.
    pub const ALL: [Self; 2] = [Self::Ethereum, Self::Base];

    /// The EIP-155 chain id.
    pub fn chain_id(self) -> u64 {
        match self {
            Self::Ethereum => 1,
            Self::Base => 8453,
        }
    }

    /// The name in paths and parameters, such as `ethereum`.
    pub fn slug(self) -> &'static str {
        match self {
            Self::Ethereum => "ethereum",
            Self::Base => "base",
        }
    }

    pub(crate) fn facts(self) -> &'static NetworkFacts {
        match self {
            Self::Ethereum => &ETHEREUM,
            Self::Base => &BASE,
        }
    }
}

/// The facts about a network that the simulation needs.
#[derive(Debug)]
pub(crate) struct NetworkFacts {
    pub clock: Clock,
    pub uniswap_v2: Deployment,
    pub sushiswap: Deployment,
    pub uniswap_v3: Deployment,
    /// A usual base fee for gas, in wei.
    pub base_fee_wei: u64,
    pub gas_limit: u64,
}

/// The rule by which block numbers follow from times: one block in each slot since a known block.
#[derive(Debug)]
pub(crate) struct Clock {
    pub slot_seconds: i64,
    pub anchor_number: u64,
    pub anchor_second: i64,
}

impl Clock {
    /// The first slot at or after a time, as seconds since 1970.
    pub(crate) fn slot_at_or_after(&self, second: i64) -> i64 {
        second + (self.anchor_second - second).rem_euclid(self.slot_seconds)
    }

    /// The number of the block in the slot that begins at `second`. Options are checked to begin after the anchor.
    pub(crate) fn number_at(&self, second: i64) -> u64 {
        self.anchor_number + ((second - self.anchor_second) / self.slot_seconds).unsigned_abs()
    }
}

/// An exchange's contracts on one network.
#[derive(Debug)]
pub(crate) struct Deployment {
    pub factory: Address,
    /// Keccak-256 of the pool contract's creation code: with the salt, it decides a pool's address.
    pub init_code_hash: B256,
    pub router: Address,
}

const UNISWAP_V2_INIT_CODE_HASH: B256 = b256!("96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f");
const SUSHISWAP_INIT_CODE_HASH: B256 = b256!("e18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303");
const UNISWAP_V3_INIT_CODE_HASH: B256 = b256!("e34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54");

/// Slots are counted from block 18,000,000 as if none were missed since, so numbers run slightly ahead of the real ones.
static ETHEREUM: NetworkFacts = NetworkFacts {
    clock: Clock { slot_seconds: 12, anchor_number: 18_000_000, anchor_second: 1_693_066_895 },
    uniswap_v2: Deployment {
        factory: address!("5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f"),
        init_code_hash: UNISWAP_V2_INIT_CODE_HASH,
        router: address!("7a250d5630B4cF539739dF2C5dAcb4c659F2488D"),
    },
    sushiswap: Deployment {
        factory: address!("C0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac"),
        init_code_hash: SUSHISWAP_INIT_CODE_HASH,
        router: address!("d9e1cE17f2641f24aE83637ab66a2cca9C378B9F"),
    },
    uniswap_v3: Deployment {
        factory: address!("1F98431c8aD98523631AE4a59f267346ea31F984"),
        init_code_hash: UNISWAP_V3_INIT_CODE_HASH,
        router: address!("68b3465833fb72A70ecDF485E0e4C7bD8665Fc45"),
    },
    base_fee_wei: 9_000_000_000,
    gas_limit: 36_000_000,
};

/// Base has never missed a slot: these numbers are the real ones for their times.
static BASE: NetworkFacts = NetworkFacts {
    clock: Clock { slot_seconds: 2, anchor_number: 0, anchor_second: 1_686_789_347 },
    uniswap_v2: Deployment {
        factory: address!("8909Dc15e40173Ff4699343b6eB8132c65e18eC6"),
        init_code_hash: UNISWAP_V2_INIT_CODE_HASH,
        router: address!("4752ba5DBc23f44D87826276BF6Fd6b1C372aD24"),
    },
    sushiswap: Deployment {
        factory: address!("71524B4f93c58fcbF659783284E38825f0622859"),
        init_code_hash: SUSHISWAP_INIT_CODE_HASH,
        router: address!("6BDED42c6DA8FBf0d2bA55B2fa120C5e0c8D7891"),
    },
    uniswap_v3: Deployment {
        factory: address!("33128a8fC17869897dcE68Ed026d694621f6FDfD"),
        init_code_hash: UNISWAP_V3_INIT_CODE_HASH,
        router: address!("2626664c2603336E57B271c5C0b26F421741e481"),
    },
    base_fee_wei: 6_000_000,
    gas_limit: 120_000_000,
};
