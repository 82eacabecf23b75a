//! Rebuilds the bars of every touched (pool, day) from deduplicated events; `sql/recompute_bars.sql` says how.
//!
//! Always true after a run: `touched_days` is empty, every bar agrees with the events, and `newest_bars` has the newest one
//! of each pool (`sql/keep_newest_bars.sql`). A crash leaves its days listed, and the next run rebuilds them with its own.

use super::error::IngestError;
use super::session::Session;
use quarry_stores::result_set::Value;

const RECOMPUTE: &str = include_str!("sql/recompute_bars.sql");
/// The Syncs with their prices: by the curve of stable pools, which takes the warehouse longer to read than all the rest, or
/// where none is touched by the ratio alone.
const OF_CURVES: &str = include_str!("sql/syncs_of_curves.sql");
const OF_RATIOS: &str = include_str!("sql/syncs_of_ratios.sql");
/// The touched (pool, day) pairs by day, and how many of the pools have such a curve.
const TOUCHED: &str = "SELECT toString(day), count(), (SELECT count() FROM pools FINAL WHERE is_stable = 1 \
    AND (chain_id, address) IN (SELECT chain_id, pool FROM touched_days)) \
    FROM (SELECT DISTINCT day, chain_id, pool FROM touched_days) GROUP BY day ORDER BY day";
/// The pairs of one window, where there are several.
const TOUCHED_OF_WINDOW: &str = "(SELECT chain_id, pool, day FROM touched_days \
    WHERE day BETWEEN toDate({first_day:String}) AND toDate({last_day:String}))";
const KEEP_NEWEST: &str = include_str!("sql/keep_newest_bars.sql");
const OPERATION: &str = "recomputing bars";
/// (pool, day) pairs that one statement rebuilds at most, unless one day alone has more. Bounds its memory.
const WINDOW_PAIRS: u64 = 200_000;

/// Rebuilds what is touched, oldest days first. Gives the number of bars written, vanished ones included.
pub(super) async fn recompute(session: &Session, version: u64) -> Result<u64, IngestError> {
    let rows = session.rows(OPERATION, TOUCHED, &[]).await?;
    if rows.count() == 0 {
        return Ok(0);
    }
    let syncs = if rows.number(0, 2)? > 0 { OF_CURVES } else { OF_RATIOS };
    let mut pairs_of_all = 0;
    for row in 0..rows.count() {
        pairs_of_all += rows.number(row, 1)?;
    }
    // The warehouse reads the name of a table in a fraction of the time of a SELECT, and the statement has nine.
    let touched = if pairs_of_all > WINDOW_PAIRS { TOUCHED_OF_WINDOW } else { "touched_days" };
    let recompute = RECOMPUTE.replace("{syncs}", syncs).replace("{touched}", touched);
    let mut first = 0;
    let mut pairs = 0;
    for row in 0..rows.count() {
        pairs += rows.number(row, 1)?;
        let is_last = row + 1 == rows.count();
        if is_last || pairs + rows.number(row + 1, 1)? > WINDOW_PAIRS {
            let parameters = [
                ("first_day", Value::Text(rows.text(first, 0)?)),
                ("last_day", Value::Text(rows.text(row, 0)?)),
                ("version", Value::UInt64(version)),
            ];
            session.execute(OPERATION, &recompute, &parameters).await?;
            first = row + 1;
            pairs = 0;
        }
    }
    // While the days are still listed: they tell whose newest bar may be another one.
    session.execute(OPERATION, KEEP_NEWEST, &[("version", Value::UInt64(version))]).await?;
    session.execute(OPERATION, "TRUNCATE TABLE touched_days", &[]).await?;
    let written = "SELECT count() FROM price_bars WHERE version = {version:UInt64}";
    session.number(OPERATION, written, &[("version", Value::UInt64(version))]).await
}
