//! `GET /public/explorer`.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectOverviewChains, "sql/overview_chains.sql");
statement!(warehouse, SelectNewestBlocks, "sql/newest_blocks.sql");

/// Chains that one answer shows: each takes a statement, and a request has fifty.
const MAX_CHAINS: usize = 40;

#[derive(Parameters)]
pub struct OverviewQuery {
    /// Only this chain, slug or id.
    #[parameter(example = "ethereum")]
    chain: Option<Chain>,
}

/// A block, one of the newest of its chain.
#[derive(Schema)]
pub struct NewestBlock {
    /// The block's height.
    #[schema(example = 23_479_210)]
    pub number: u64,
    /// The block's hash; null where its file had no hashes.
    #[schema(example = "0x95b198e154acbfc64109dfd22d8224fe927fd8dfdedfae01587674482ba4baf3")]
    pub hash: Option<Hash>,
    /// The time at which it was made.
    pub block_timestamp: Time,
    /// The number of its transactions.
    #[schema(example = 172)]
    pub transaction_count: Option<u64>,
    /// The gas of its transactions.
    #[schema(example = 18_270_795)]
    pub gas_used: Option<u64>,
    /// The wei that were burnt for a unit of gas.
    #[schema(example = "28703575149")]
    pub base_fee_per_gas_wei: Option<DecimalText>,
}

/// Rows of one day.
#[derive(Schema)]
pub struct DayCounts {
    /// The day, in UTC.
    pub day: Day,
    /// Blocks that are loaded.
    #[schema(example = 7_150)]
    pub blocks: u64,
    /// Transactions that are loaded.
    #[schema(example = 1_240_000)]
    pub transactions: u64,
    /// Logs that are loaded.
    #[schema(example = 3_100_000)]
    pub logs: u64,
}

/// The loaded data of a chain.
#[derive(Schema)]
pub struct ChainOverview {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The chain's name for people; empty where it has none.
    #[schema(example = "Ethereum")]
    pub name: String,
    /// The time of its newest row; null while none has a time.
    pub as_of: Option<Time>,
    /// The highest block of the chain that has a row.
    #[schema(example = 23_479_210)]
    pub as_of_block: u64,
    /// The table that the counts come from: `daily_counts`.
    #[schema(example = "daily_counts")]
    pub source: String,
    /// Blocks that are loaded.
    #[schema(example = 643_000)]
    pub blocks: u64,
    /// Transactions that are loaded.
    #[schema(example = 110_000_000)]
    pub transactions: u64,
    /// Logs that are loaded.
    #[schema(example = 280_000_000)]
    pub logs: u64,
    /// The first day with a row; null while no row has a time.
    pub first_day: Option<Day>,
    /// The newest day with a row, which may not be over; null while no row has a time.
    pub newest_day: Option<DayCounts>,
    /// The ten newest, newest first; empty where only logs or transactions were loaded.
    #[schema(rows = SelectNewestBlocks)]
    pub newest_blocks: Vec<NewestBlock>,
}

#[derive(Schema)]
pub struct Overview {
    /// The time of the newest row of all chains below; null without one.
    pub as_of: Option<Time>,
    /// The table that the counts come from: `daily_counts`.
    #[schema(example = "daily_counts")]
    pub source: String,
    /// Chains by chain id.
    pub chains: Vec<ChainOverview>,
}

/// The loaded data of each chain, and its newest blocks
///
/// Counts are made by day as loads end, so they do not count rows of a load that is still going on.
#[endpoint(get = "/public/explorer", keyless, module = "explorer", body = Overview)]
pub fn get_explorer_overview(query: OverviewQuery) -> Result<Answer, Problem> {
    let counted = SelectOverviewChains { chain_id: query.chain.map(|chain| chain.0) }.query()?;
    let shown = counted.row_count().min(MAX_CHAINS);
    let chains = (0..shown).map(|row| describe(&counted, row)).collect::<Result<Vec<_>, Problem>>()?;
    let as_of = (0..shown).filter_map(|row| counted.time(row, "as_of")).max();
    Ok(Answer::object().member("as_of", &as_of).member("source", "daily_counts").objects("chains", chains).into())
}

fn describe(counted: &ResultSet, row: usize) -> Result<quarry_sdk::ObjectBuilder, Problem> {
    let number = |column| counted.integer(row, column);
    let chain_id = number("chain_id").and_then(|id| u64::try_from(id).ok()).unwrap_or_default();
    let blocks = SelectNewestBlocks { chain_id }.defer()?;
    let described = Answer::object()
        .member("chain", &counted.text(row, "chain"))
        .member("chain_id", &chain_id)
        .member("name", &counted.text(row, "name"))
        .member("as_of", &counted.time(row, "as_of"))
        .member("as_of_block", &number("as_of_block"))
        .member("source", "daily_counts")
        .member("blocks", &number("blocks"))
        .member("transactions", &number("transactions"))
        .member("logs", &number("logs"))
        .member("first_day", &counted.text(row, "first_day"));
    let newest_day = counted.text(row, "newest_day").map(|day| {
        serde_json::json!({
            "day": day,
            "blocks": number("newest_day_blocks"),
            "transactions": number("newest_day_transactions"),
            "logs": number("newest_day_logs"),
        })
    });
    Ok(described.member("newest_day", &newest_day).rows("newest_blocks", blocks))
}
