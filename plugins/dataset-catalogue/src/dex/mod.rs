//! Data of decentralized exchanges.

use crate::column::ColumnKind::{Address, Decimal, Integer, RawAmount, Text, Time};
use crate::column::{BLOCK_NUMBER, BLOCK_TIMESTAMP, CHAIN_ID, Column, LOG_INDEX, LOG_INDEX_OR_NULL, TRANSACTION_HASH};
use crate::dataset::{Category, Dataset, Reader, Source};
use crate::filter::{BLOCK_FROM, BLOCK_TO, CHAIN, DATE_FROM, DATE_TO, Filter, FilterField};
use crate::known::ProtocolSource;
use quarry_dataset_names as names;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectSwaps, "src/dex/swaps.sql");
statement!(warehouse, SelectReserves, "src/dex/reserves.sql");
statement!(warehouse, SelectPriceBars, "src/dex/price_bars.sql");
statement!(warehouse, SelectPools, "src/dex/pools.sql");
statement!(warehouse, SelectTokens, "src/dex/tokens.sql");

const POOL: Column = Column::new("pool", Address, "The pool's contract.");
const OF_POOLS: FilterField = FilterField::new(Filter::Addresses, "Rows of these pools.");
const OF_EXCHANGES: FilterField = FilterField::new(Filter::Protocols, "Rows of pools of these exchanges.");

pub(crate) const DATASETS: &[Dataset] = &[
    Dataset {
        key: names::SWAPS.key,
        name: names::SWAPS.name,
        category: Category::Dex,
        description: names::SWAPS.description,
        columns: &[
            CHAIN_ID,
            POOL,
            Column::new("source", Text, "v2 or v3."),
            BLOCK_NUMBER,
            LOG_INDEX_OR_NULL,
            BLOCK_TIMESTAMP,
            TRANSACTION_HASH,
            Column::new("sender", Address, "Who called the pool."),
            Column::new("recipient", Address, "Who received."),
            Column::new("amount0", RawAmount, "Positive into the pool.").in_units("raw units of token0"),
            Column::new("amount1", RawAmount, "Positive into the pool.").in_units("raw units of token1"),
            Column::new("sqrt_price_x96", RawAmount, "After the swap; null of V2.").in_units("2^-96"),
            Column::new("liquidity", RawAmount, "In range, after the swap; null of V2."),
            Column::new("tick", Integer, "After the swap; null of V2."),
            Column::new("protocol", Text, "Slug of the pool's exchange; null of a pool that is not tracked."),
            Column::new("token0", Address, "The pool's first token, of which amount0 is."),
            Column::new("token0_symbol", Text, "Its short name; null where it is unknown.").of_strangers(),
            Column::new(
                "token0_decimals",
                Integer,
                "amount0 is counted in units of ten to minus so much; null where unknown.",
            ),
            Column::new("token1", Address, "The pool's second token, of which amount1 is."),
            Column::new("token1_symbol", Text, "Its short name; null where it is unknown.").of_strangers(),
            Column::new(
                "token1_decimals",
                Integer,
                "amount1 is counted in units of ten to minus so much; null where unknown.",
            ),
        ],
        filters: &[CHAIN, OF_EXCHANGES, DATE_FROM, DATE_TO, BLOCK_FROM, BLOCK_TO, OF_POOLS],
        order: &["chain_id", "block_number", "log_index"],
        source: Source::Warehouse(Reader::Statement(SelectSwaps::NAME)),
        protocols: Some(ProtocolSource::Pools),
        compares_measures: false,
    },
    Dataset {
        key: names::RESERVES.key,
        name: names::RESERVES.name,
        category: Category::Dex,
        description: names::RESERVES.description,
        columns: &[
            CHAIN_ID,
            POOL,
            BLOCK_NUMBER,
            LOG_INDEX,
            BLOCK_TIMESTAMP,
            TRANSACTION_HASH,
            Column::new("reserve0", RawAmount, "After the event.").in_units("raw units of token0"),
            Column::new("reserve1", RawAmount, "After the event.").in_units("raw units of token1"),
        ],
        filters: &[CHAIN, OF_EXCHANGES, DATE_FROM, DATE_TO, BLOCK_FROM, BLOCK_TO, OF_POOLS],
        order: &["chain_id", "block_number", "log_index"],
        source: Source::Warehouse(Reader::Statement(SelectReserves::NAME)),
        protocols: Some(ProtocolSource::Pools),
        compares_measures: false,
    },
    Dataset {
        key: names::PRICE_BARS.key,
        name: names::PRICE_BARS.name,
        category: Category::Dex,
        description: names::PRICE_BARS.description,
        columns: &[
            CHAIN_ID,
            POOL,
            Column::new("period", Text, "hourly or daily."),
            Column::new("start", Time, "The first second of the period."),
            Column::new("source", Text, "v2_reserves or v3_swaps."),
            Column::new("open", Decimal, "The first price; null while a token's decimals are unknown.")
                .in_units("token0 per token1"),
            Column::new("high", Decimal, "The highest price.").in_units("token0 per token1"),
            Column::new("low", Decimal, "The lowest price.").in_units("token0 per token1"),
            Column::new("close", Decimal, "The last price.").in_units("token0 per token1"),
            Column::new("volume_token0", Decimal, "token0 that changed hands, decimals applied.").in_units("token0"),
            Column::new("volume_token1", Decimal, "token1 that changed hands, decimals applied.").in_units("token1"),
            Column::new("trades", Integer, "Swaps; 0 where only the reserves changed.").in_units("swaps"),
            Column::new("first_block", Integer, "First block with a price event in the period."),
            Column::new("last_block", Integer, "Last block with a price event in the period."),
        ],
        filters: &[
            CHAIN,
            OF_EXCHANGES,
            FilterField::new(Filter::DateFrom, "Bars that begin on this day or later, in UTC."),
            FilterField::new(Filter::DateTo, "Bars that begin on this day or earlier, in UTC."),
            FilterField::new(
                Filter::Period,
                "Bars of an hour or of a day; daily ones where it is left out, and with all both, a day beside its own hours.",
            ),
            OF_POOLS,
        ],
        order: &["chain_id", "pool", "period", "start"],
        source: Source::Warehouse(Reader::Statement(SelectPriceBars::NAME)),
        protocols: Some(ProtocolSource::Pools),
        compares_measures: true,
    },
    Dataset {
        key: names::POOLS.key,
        name: names::POOLS.name,
        category: Category::Dex,
        description: names::POOLS.description,
        columns: &[
            CHAIN_ID,
            Column::new("address", Address, "The pool's contract."),
            Column::new("protocol", Text, "Slug of the exchange."),
            Column::new("source", Text, "v2 or v3."),
            Column::new("token0", Address, "What prices are counted in."),
            Column::new("token1", Address, "What prices are of."),
            Column::new("fee", Integer, "Null where the pool does not say.").in_units("hundredths of a basis point"),
            Column::new("created_block", Integer, "Null where the file did not say."),
        ],
        filters: &[
            CHAIN,
            FilterField::new(Filter::Protocols, "Pools of these exchanges."),
            FilterField::new(Filter::Addresses, "These pools."),
        ],
        order: &["chain_id", "address"],
        source: Source::Warehouse(Reader::Statement(SelectPools::NAME)),
        protocols: Some(ProtocolSource::Pools),
        compares_measures: false,
    },
    Dataset {
        key: names::TOKENS.key,
        name: names::TOKENS.name,
        category: Category::Dex,
        description: names::TOKENS.description,
        columns: &[
            CHAIN_ID,
            Column::new("address", Address, "The token's contract."),
            Column::new("symbol", Text, "Its short name; not unique.").of_strangers(),
            Column::new("name", Text, "As its contract says it.").of_strangers(),
            Column::new("decimals", Integer, "Null when unknown: prices are then null too."),
        ],
        filters: &[CHAIN, FilterField::new(Filter::Addresses, "These tokens.")],
        order: &["chain_id", "address"],
        source: Source::Warehouse(Reader::Statement(SelectTokens::NAME)),
        protocols: None,
        compares_measures: false,
    },
];
