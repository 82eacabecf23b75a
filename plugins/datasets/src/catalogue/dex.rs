//! Data of decentralized exchanges.

use super::ColumnKind::{Address, Decimal, Integer, RawAmount, Text, Time};
use super::DatasetFilter::{Addresses, BlockFrom, BlockTo, Chain, DateFrom, DateTo, Protocols};
use super::{BLOCK_NUMBER, BLOCK_TIMESTAMP, CHAIN_ID, Category, Column, Dataset, LOG_INDEX, TRANSACTION_HASH, column};

const POOL: Column = column("pool", Address, "The pool's contract.");

pub(super) const DATASETS: &[Dataset] = &[
    Dataset {
        key: "swaps",
        name: "Swaps",
        category: Category::Dex,
        description: "Swaps of V2 and V3 pools, decoded.",
        columns: &[
            CHAIN_ID,
            POOL,
            column("source", Text, "v2 or v3."),
            BLOCK_NUMBER,
            LOG_INDEX,
            BLOCK_TIMESTAMP,
            TRANSACTION_HASH,
            column("sender", Address, "Who called the pool."),
            column("recipient", Address, "Who received."),
            column("amount0", RawAmount, "Raw units of token0, positive into the pool."),
            column("amount1", RawAmount, "Raw units of token1, positive into the pool."),
            column("sqrt_price_x96", RawAmount, "After the swap; null of V2."),
            column("liquidity", RawAmount, "In range, after the swap; null of V2."),
            column("tick", Integer, "After the swap; null of V2."),
        ],
        filters: &[Chain, Protocols, DateFrom, DateTo, BlockFrom, BlockTo, Addresses],
    },
    Dataset {
        key: "reserves",
        name: "Reserves",
        category: Category::Dex,
        description: "Reserves of V2 pools after each change.",
        columns: &[
            CHAIN_ID,
            POOL,
            BLOCK_NUMBER,
            LOG_INDEX,
            BLOCK_TIMESTAMP,
            TRANSACTION_HASH,
            column("reserve0", RawAmount, "Raw units of token0 after the event."),
            column("reserve1", RawAmount, "Raw units of token1 after the event."),
        ],
        filters: &[Chain, Protocols, DateFrom, DateTo, BlockFrom, BlockTo, Addresses],
    },
    Dataset {
        key: "price_bars",
        name: "Price bars",
        category: Category::Dex,
        description: "Hourly and daily bars of each pool, token0 per token1.",
        columns: &[
            CHAIN_ID,
            POOL,
            column("period", Text, "hourly or daily."),
            column("start", Time, "The first second of the period."),
            column("source", Text, "v2_reserves or v3_swaps."),
            column("open", Decimal, "The first price; null while a token's decimals are unknown."),
            column("high", Decimal, "The highest price."),
            column("low", Decimal, "The lowest price."),
            column("close", Decimal, "The last price."),
            column("volume_token0", Decimal, "token0 that changed hands, decimals applied."),
            column("volume_token1", Decimal, "token1 that changed hands, decimals applied."),
            column("trades", Integer, "Swaps; 0 where only the reserves changed."),
            column("first_block", Integer, "First block with a price event in the period."),
            column("last_block", Integer, "Last block with a price event in the period."),
        ],
        filters: &[Chain, Protocols, DateFrom, DateTo, Addresses],
    },
    Dataset {
        key: "pools",
        name: "Pools",
        category: Category::Dex,
        description: "The tracked pools.",
        columns: &[
            CHAIN_ID,
            column("address", Address, "The pool's contract."),
            column("protocol", Text, "Slug of the exchange."),
            column("source", Text, "v2 or v3."),
            column("token0", Address, "What prices are counted in."),
            column("token1", Address, "What prices are of."),
            column("fee", Integer, "In hundredths of a basis point; null where the pool does not say."),
            column("created_block", Integer, "Null where the file did not say."),
        ],
        filters: &[Chain, Protocols, Addresses],
    },
    Dataset {
        key: "tokens",
        name: "Tokens",
        category: Category::Dex,
        description: "The registry of tokens.",
        columns: &[
            CHAIN_ID,
            column("address", Address, "The token's contract."),
            column("symbol", Text, "Its short name; not unique."),
            column("name", Text, "As its contract says it."),
            column("decimals", Integer, "Null when unknown: prices are then null too."),
        ],
        filters: &[Chain, Addresses],
    },
];
