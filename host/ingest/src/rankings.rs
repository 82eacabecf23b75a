//! Makes the lists of pools and tokens anew, as far as a run concerns them (`sql/derive_ranked_*.sql` say how).
//!
//! Always true after a run: `touched_rankings` is empty; each chain is ranked at its newest full hour, and `pool_activity`,
//! `ranked_tokens` and `ranked_pools` are what the bars, the tokens and the pools say as of it. What one step writes lists, by a view,
//! what the next one has to make. Until the hour is another one a block changes nothing but what lies in the pools that it touched.
//! A crash leaves everything listed, and the next run makes it.

use super::error::IngestError;
use super::finished::Finished;
use super::session::Session;
use quarry_stores::result_set::Value;

const OPERATION: &str = "ranking pools and tokens";
/// Counts what is listed, the tokens among it, and the pools in which something happened before the hour at which their chain is ranked.
const COUNT_LISTED: &str = "SELECT count(), countIf(kind = 'token'), countIf(kind = 'pool' AND hour < \
    (SELECT max(ranked_at) FROM ranking_hours FINAL WHERE chain_id IN (SELECT chain_id FROM touched_rankings))) FROM touched_rankings";
const COUNT_TOKENS: &str = "SELECT count() FROM touched_rankings WHERE kind = 'token'";
/// The chains whose hour is another than they are ranked at.
const COUNT_MOVED: &str = "SELECT count() FROM ({moved})";
const MOVED: &str = "SELECT chain_id FROM (\
    SELECT chain_id, toStartOfHour(max(last_event_at)) AS ranked_at FROM newest_bars FINAL \
    WHERE chain_id IN (SELECT chain_id FROM touched_rankings) GROUP BY chain_id \
    UNION ALL SELECT chain_id, ranked_at FROM ranking_hours FINAL WHERE chain_id IN (SELECT chain_id FROM touched_rankings)) \
    GROUP BY chain_id HAVING count() = 1 OR uniqExact(ranked_at) > 1";
const TOUCH_CHAINS: &str = "INSERT INTO touched_rankings (kind, chain_id, address) \
    SELECT 'pool', chain_id, address FROM pools FINAL WHERE chain_id IN ({moved})";
/// Bars are other ones where a token has other decimals.
const TOUCH_POOLS_OF_TOKENS: &str = "INSERT INTO touched_rankings (kind, chain_id, address) \
    SELECT 'pool', chain_id, address FROM pools FINAL \
    WHERE (chain_id, token0) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'token') \
    OR (chain_id, token1) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'token')";
/// The pools that show a name or a worth of a token that is another one now.
const TOUCH_POOLS_OF_SIDES: &str = "INSERT INTO touched_rankings (kind, chain_id, address) \
    SELECT 'pool', chain_id, address FROM pools FINAL \
    WHERE (chain_id, token0) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'side') \
    OR (chain_id, token1) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'side')";
/// The tokens that a pool had as its sides until now.
const TOUCH_FORMER_SIDES: &str = "INSERT INTO touched_rankings (kind, chain_id, address) \
    SELECT 'token', chain_id, arrayJoin([token0, token1]) FROM ranked_pools FINAL \
    WHERE (chain_id, pool) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool') \
    AND (chain_id, pool, token0, token1) NOT IN (SELECT chain_id, address, token0, token1 FROM pools FINAL \
    WHERE (chain_id, address) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool'))";

const HOURS: Finished = Finished {
    table: "ranking_hours",
    keys: "chain_id",
    values: "ranked_at",
    derived: "SELECT chain_id, toStartOfHour(max(last_event_at)) AS ranked_at FROM newest_bars FINAL \
              WHERE chain_id IN (SELECT chain_id FROM touched_rankings) GROUP BY chain_id",
    within: "chain_id IN (SELECT chain_id FROM touched_rankings)",
};
const ACTIVITY: Finished = Finished {
    table: "pool_activity",
    keys: "chain_id, pool",
    values: "bars, trades, volume_token0, volume_token1, price, price_at, price_before",
    derived: include_str!("sql/derive_pool_activity.sql"),
    within: "(chain_id, pool) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool')",
};
const TOKENS: Finished = Finished {
    table: "ranked_tokens",
    keys: "chain_id, token",
    values: "is_registered, symbol, name, decimals, pools, price_usd, volume, volume_usd, price_at",
    derived: include_str!("sql/derive_ranked_tokens.sql"),
    within: "(chain_id, token) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'token')",
};
const POOLS: Finished = Finished {
    table: "ranked_pools",
    keys: "chain_id, pool",
    values: "protocol, source, fee, token0, symbol0, decimals0, token1, symbol1, decimals1, trades, volume_token0, volume_token1, \
             volume_usd, price, price_at, price_reason, change_percent, liquidity_usd, liquidity_at",
    derived: include_str!("sql/derive_ranked_pools.sql"),
    within: "(chain_id, pool) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool')",
};

/// Makes what is listed.
pub(super) async fn derive(session: &Session, version: u64) -> Result<(), IngestError> {
    let listed = session.rows(OPERATION, COUNT_LISTED, &[]).await?;
    if listed.number(0, 0)? == 0 {
        return Ok(());
    }
    let (has_tokens, is_of_day) = (listed.number(0, 1)? > 0, listed.number(0, 2)? > 0);
    if has_tokens {
        session.execute(OPERATION, TOUCH_POOLS_OF_TOKENS, &[]).await?;
        session.execute(OPERATION, TOUCH_FORMER_SIDES, &[]).await?;
    }
    let is_moved = session.number(OPERATION, &COUNT_MOVED.replace("{moved}", MOVED), &[]).await? > 0;
    if is_moved {
        // The pools are listed before the hour is written: a run that is cut off in between finds them.
        session.execute(OPERATION, &TOUCH_CHAINS.replace("{moved}", MOVED), &[]).await?;
        write(session, &HOURS, version).await?;
    }
    if is_moved || is_of_day || has_tokens {
        write(session, &ACTIVITY, version).await?;
        if session.number(OPERATION, COUNT_TOKENS, &[]).await? > 0 {
            write(session, &TOKENS, version).await?;
            session.execute(OPERATION, TOUCH_POOLS_OF_SIDES, &[]).await?;
        }
    }
    write(session, &POOLS, version).await?;
    session.execute(OPERATION, "TRUNCATE TABLE touched_rankings", &[]).await
}

/// Tells whether something is listed: after a migration, or a crash.
pub(super) async fn is_listed(session: &Session) -> Result<bool, IngestError> {
    Ok(session.rows(OPERATION, COUNT_LISTED, &[]).await?.number(0, 0)? > 0)
}

async fn write(session: &Session, finished: &Finished, version: u64) -> Result<(), IngestError> {
    session.execute(OPERATION, &finished.insert_changed(), &[("version", Value::UInt64(version))]).await
}
