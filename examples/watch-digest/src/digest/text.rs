//! The text of a digest. Markdown that reads well as plain text too, for a file and for a chat.

use crate::clock;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectLastBars, "sql/last_bars.sql");

/// Digits of a price that a reader looks at.
const DIGITS: usize = 6;

/// A pool, as the watch list has it.
pub struct Watched {
    pub chain_id: u64,
    pub address: Vec<u8>,
    pub chain: String,
    pub pair: String,
}

/// The digest of the day that begins at `start`. Asks the warehouse once a pool.
pub fn of(pools: &[Watched], start: i64) -> Result<String, StatementFailure> {
    let mut text = format!("*Watched pools on {}*\n", clock::day(start));
    for pool in pools {
        let bars =
            SelectLastBars { chain_id: pool.chain_id, pool: pool.address.clone(), before: clock::end_of_day(start) }
                .query()?;
        text.push_str(&format!("- {} ({}): {}\n", pool.pair, pool.chain, line(&bars, start)));
    }
    Ok(text)
}

fn line(bars: &ResultSet, start: i64) -> String {
    let close = |row: usize| bars.text(row, "close");
    let is_of_the_day = bars.time(0, "start") == Some(clock::time(start));
    let Some(now) = close(0) else { return "no price yet".to_owned() };
    if !is_of_the_day {
        return format!("{}, nothing happened", shortened(&now));
    }
    let trades = bars.integer(0, "trades").unwrap_or_default();
    let change =
        close(1).and_then(|before| percent(&before, &now)).map_or(String::new(), |change| format!(" ({change})"));
    format!("{}{change}, {trades} trades", shortened(&now))
}

/// By how much; for reading, so a float will do.
fn percent(before: &str, now: &str) -> Option<String> {
    let (before, now) = (before.parse::<f64>().ok()?, now.parse::<f64>().ok()?);
    (before > 0.0).then(|| format!("{:+.1} %", (now / before - 1.0) * 100.0))
}

/// The first digits that count: `2272.731949452135310` → `2272.73`, `0.000000192599299` → `0.000000192599`.
fn shortened(price: &str) -> String {
    let Some((whole, fraction)) = price.split_once('.') else { return price.to_owned() };
    let of_whole = whole.trim_start_matches('0').len();
    let zeros = if of_whole == 0 { fraction.len() - fraction.trim_start_matches('0').len() } else { 0 };
    let kept: String = fraction.chars().take(zeros + DIGITS.saturating_sub(of_whole)).collect();
    match kept.trim_end_matches('0') {
        "" => whole.to_owned(),
        kept => format!("{whole}.{kept}"),
    }
}
