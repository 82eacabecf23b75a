//! Makes what tokens were worth in dollars in the hours that a run touched (`sql/derive_worth_*.sql` say how).
//!
//! Always true after a run: `touched_worth` is empty, and `token_worth` is what the bars and the pools say. A row that comes out as
//! it was is not written again: a replay changes nothing, and what follows from a token's worth is made anew only where that
//! changed. A crash leaves its hours listed, and the next run makes them.

use super::error::IngestError;
use super::session::Session;
use quarry_stores::result_set::Value;

/// In the order in which they run. The first one lists more, and is left out where no hop token is listed.
const STATEMENTS: [&str; 3] = [
    include_str!("sql/touch_worth_of_hops.sql"),
    include_str!("sql/derive_worth_in_dollars.sql"),
    include_str!("sql/derive_worth_by_hops.sql"),
];
const OPERATION: &str = "making what tokens are worth";
/// Listed hours of tokens by day, and how many of them are a hop token's.
const COUNT_TOUCHED: &str = "SELECT toString(toDate(hour)) AS day, count(), \
    countIf((chain_id, token) IN (SELECT chain_id, address FROM hop_tokens)) \
    FROM (SELECT DISTINCT chain_id, token, hour FROM touched_worth) GROUP BY day ORDER BY day";
const TOUCHED: &str = "SELECT chain_id, token, hour FROM touched_worth \
    WHERE toDate(hour) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})";
const FORGET: &str =
    "ALTER TABLE touched_worth DELETE WHERE toDate(hour) <= toDate({last_day:String}) SETTINGS mutations_sync = 1";
/// Hours of tokens that one statement makes at most, unless one day alone has more. Bounds its memory.
const WINDOW_HOURS: u64 = 200_000;

/// Makes what is listed, oldest days first.
pub(super) async fn derive(session: &Session, version: u64) -> Result<(), IngestError> {
    let rows = session.rows(OPERATION, COUNT_TOUCHED, &[]).await?;
    let (mut first, mut hours, mut hours_of_hops) = (0, 0, 0);
    for row in 0..rows.count() {
        hours += rows.number(row, 1)?;
        hours_of_hops += rows.number(row, 2)?;
        let is_last = row + 1 == rows.count();
        if !is_last && hours + rows.number(row + 1, 1)? <= WINDOW_HOURS {
            continue;
        }
        let last_day = ("last_day", Value::Text(rows.text(row, 0)?));
        let parameters =
            [("first_day", Value::Text(rows.text(first, 0)?)), last_day.clone(), ("version", Value::UInt64(version))];
        for sql in &STATEMENTS[usize::from(hours_of_hops == 0)..] {
            session.execute(OPERATION, &sql.replace("{touched}", TOUCHED), &parameters).await?;
        }
        // A window is taken off the list once it is made: a run that is cut off goes on with the next window.
        match is_last {
            true => session.execute(OPERATION, "TRUNCATE TABLE touched_worth", &[]).await?,
            false => session.execute(OPERATION, FORGET, &[last_day]).await?,
        }
        (first, hours, hours_of_hops) = (row + 1, 0, 0);
    }
    Ok(())
}

/// Tells whether something is listed: after a migration, or a crash.
pub(super) async fn is_listed(session: &Session) -> Result<bool, IngestError> {
    Ok(session.number(OPERATION, "SELECT count() FROM (SELECT 1 FROM touched_worth LIMIT 1)", &[]).await? > 0)
}

/// Takes back what `pools` priced: those that nobody knows any more, or that turn out to have other sides. Their bars bring the
/// prices again.
pub(super) async fn take_prices_back(session: &Session, pools: &str, version: u64) -> Result<(), IngestError> {
    let parameters = [("version", Value::UInt64(version))];
    for (table, columns) in [
        ("dollar_prices", "chain_id, token, start, pool, price, volume"),
        ("hop_prices", "chain_id, token, start, pool, hop_token, price, volume"),
    ] {
        let sql = format!(
            "INSERT INTO {table} ({columns}, version, is_deleted) SELECT {columns}, {{version:UInt64}}, 1 \
             FROM {table} FINAL WHERE (chain_id, pool) IN ({pools})"
        );
        session.execute("taking back what pools priced", &sql, &parameters).await?;
    }
    Ok(())
}
