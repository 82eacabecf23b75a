//! The names of the datasets: what people look for and programs name, without what reads them. The catalogue is made of these.

/// The name of a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatasetName {
    /// The key by which programs name it.
    pub key: &'static str,
    /// The name that people read.
    pub name: &'static str,
    pub description: &'static str,
}

pub const BLOCKS: DatasetName =
    DatasetName { key: "blocks", name: "Blocks", description: "The headers of blocks, as the nodes gave them." };
pub const TRANSACTIONS: DatasetName = DatasetName {
    key: "transactions",
    name: "Transactions",
    description: "Transactions with what their receipts say.",
};
pub const LOGS: DatasetName = DatasetName {
    key: "logs",
    name: "Event logs",
    description: "Every log, complete, whether its event is known or not.",
};
pub const SWAPS: DatasetName =
    DatasetName { key: "swaps", name: "Swaps", description: "Swaps of V2 and V3 pools, decoded." };
pub const RESERVES: DatasetName =
    DatasetName { key: "reserves", name: "Reserves", description: "Reserves of V2 pools after each change." };
pub const PRICE_BARS: DatasetName = DatasetName {
    key: "price_bars",
    name: "Price bars",
    description: "Hourly and daily bars of each pool, token0 per token1.",
};
pub const POOLS: DatasetName = DatasetName { key: "pools", name: "Pools", description: "The tracked pools." };
pub const TOKENS: DatasetName = DatasetName { key: "tokens", name: "Tokens", description: "The registry of tokens." };
pub const LIQUIDATIONS: DatasetName = DatasetName {
    key: "liquidations",
    name: "Liquidations",
    description: "Liquidations of Aave V1, V2, V3, their forks and Compound V2, decoded.",
};
pub const ABSORPTIONS: DatasetName = DatasetName {
    key: "absorptions",
    name: "Absorptions",
    description: "Accounts that markets of Compound III absorbed: one row for the debt, one for each collateral.",
};
pub const HEALTH_FACTORS: DatasetName = DatasetName {
    key: "health_factors",
    name: "Health factors",
    description: "What each account of a protocol owed and had at the blocks of snapshots.",
};
pub const CHAIN_EVENTS: DatasetName = DatasetName {
    key: "chain_events",
    name: "Chain events",
    description: "The sourced registry of events: the timeline.",
};

/// All of them, by category.
pub const ALL: &[DatasetName] = &[
    BLOCKS,
    TRANSACTIONS,
    LOGS,
    SWAPS,
    RESERVES,
    PRICE_BARS,
    POOLS,
    TOKENS,
    LIQUIDATIONS,
    ABSORPTIONS,
    HEALTH_FACTORS,
    CHAIN_EVENTS,
];
